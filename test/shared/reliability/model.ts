import type { CardKind } from './cards.ts';

/** The model's state of a payment: enough to predict its status and amounts. */
export interface ModelPayment {
  status: string;
  amount: number;
  captureMethod: string;
  card: CardKind | null;
  received: number;
  capturable: number;
  attempts: number;
  refunds: { amount: number; status: 'pending' | 'succeeded' | 'failed' }[];
}

export interface ModelPayout {
  status: string;
  card: CardKind | null;
}

/** The expected state, by the service's identifiers. */
export interface Model {
  readonly payments: Map<string, ModelPayment>;
  readonly payouts: Map<string, ModelPayout>;
  /** Calls that timed out. An account with many time-outs is paused for a while, which the model cannot predict. */
  timeouts: number;
}

/** The error code of a refused command, or null on success. */
export type Refusal =
  | 'unexpected_state'
  | 'missing_parameter'
  | 'mandate_inactive'
  | 'amount_exceeds_available'
  | null;

export const newModel = (): Model => ({ payments: new Map(), payouts: new Map(), timeouts: 0 });

export const refundedOf = ({ refunds }: ModelPayment): number =>
  refunds.reduce((sum, { amount, status }) => (status === 'failed' ? sum : sum + amount), 0);

const authorized = (payment: ModelPayment) => {
  const captures = payment.captureMethod === 'automatic' || payment.captureMethod === 'sequential_automatic';
  payment.status = captures ? 'succeeded' : 'requires_capture';
  if (captures) payment.received = payment.amount;
  else payment.capturable = payment.amount;
};

export function attach(payment: ModelPayment, card: CardKind | null): Refusal {
  if (!['requires_payment_method', 'requires_confirmation'].includes(payment.status))
    return 'unexpected_state';
  payment.card = card;
  payment.status = card ? 'requires_confirmation' : 'requires_payment_method';
  return null;
}

export function confirm(payment: ModelPayment, card: CardKind | null): Refusal {
  // Confirming again replaces the attempt with the open challenge.
  const may = [
    'requires_payment_method',
    'requires_confirmation',
    'requires_customer_action',
    'failed',
  ].includes(payment.status);
  if (!may) return 'unexpected_state';
  // Off session, without consent.
  if (payment.status === 'failed' && !card) return 'mandate_inactive';
  const chosen = card ?? payment.card;
  if (!chosen) return 'missing_parameter';
  payment.card = chosen;
  payment.attempts += 1;
  if (chosen === 'declined') payment.status = 'failed';
  else if (chosen === 'timeout') payment.status = 'processing';
  else if (chosen === 'challenge') payment.status = 'requires_customer_action';
  else authorized(payment);
  return null;
}

/** Decides open calls: timed-out authorizations, pending refunds and payouts succeed. */
export function settleLate({ payments, payouts }: Model): void {
  for (const payment of payments.values()) {
    if (payment.status === 'processing') authorized(payment);
    for (const refund of payment.refunds) if (refund.status === 'pending') refund.status = 'succeeded';
  }
  for (const payout of payouts.values()) if (payout.status === 'pending') payout.status = 'success';
}

export function answerChallenge(payment: ModelPayment, passed: boolean): void {
  if (payment.status !== 'requires_customer_action') return;
  if (passed) authorized(payment);
  else payment.status = 'failed';
}

export function capture(payment: ModelPayment, amount: number | null): Refusal {
  const may = ['requires_capture', 'partially_captured_and_capturable'].includes(payment.status);
  if (!may) return 'unexpected_state';
  const asked = amount ?? payment.capturable;
  if (asked < 1 || asked > payment.capturable) return 'amount_exceeds_available';
  payment.received += asked;
  const more = payment.captureMethod === 'manual_multiple' && payment.received < payment.amount;
  payment.capturable = more ? payment.capturable - asked : 0;
  if (payment.received === payment.amount) payment.status = 'succeeded';
  else payment.status = more ? 'partially_captured_and_capturable' : 'partially_captured';
  return null;
}

export function cancel(payment: ModelPayment): Refusal {
  const may = [
    'requires_payment_method',
    'requires_confirmation',
    'requires_customer_action',
    'requires_capture',
    'partially_captured_and_capturable',
  ];
  if (!may.includes(payment.status)) return 'unexpected_state';
  // Captured money stays; the rest is released.
  payment.status = payment.received > 0 ? 'partially_captured' : 'cancelled';
  payment.capturable = 0;
  return null;
}

export function refund(payment: ModelPayment, amount: number | null): Refusal {
  const may = ['succeeded', 'partially_captured', 'partially_captured_and_capturable'];
  if (!may.includes(payment.status)) return 'unexpected_state';
  const left = payment.received - refundedOf(payment);
  const asked = amount ?? left;
  if (left === 0 || asked > left) return 'amount_exceeds_available';
  const status =
    payment.card === 'refundFails' ? 'failed' : payment.card === 'waits' ? 'pending' : 'succeeded';
  payment.refunds.push({ amount: asked, status });
  return null;
}

export function confirmPayout(payout: ModelPayout, card: CardKind | null): Refusal {
  if (!['requires_payout_method_data', 'requires_confirmation'].includes(payout.status))
    return 'unexpected_state';
  payout.card = card ?? payout.card;
  if (!payout.card) return 'missing_parameter';
  payout.status = 'requires_fulfillment';
  return null;
}

export function fulfill(payout: ModelPayout): Refusal {
  if (payout.status !== 'requires_fulfillment') return 'unexpected_state';
  const fates: Partial<Record<CardKind, string>> = { declined: 'failed', waits: 'pending' };
  payout.status = fates[payout.card!] ?? 'success';
  return null;
}

export function cancelPayout(payout: ModelPayout): Refusal {
  // The sandbox can stop a payout that has not arrived.
  if (!/^(requires_|pending$)/.test(payout.status)) return 'unexpected_state';
  payout.status = 'cancelled';
  return null;
}
