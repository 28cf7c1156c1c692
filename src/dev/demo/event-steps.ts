import type { EventTypeValue } from '../../core/entities/event-types.ts';
import { eventTypeOf } from '../../core/entities/event-types.ts';

type Values = Record<string, unknown>;

/** A step of an object's history, and whether it is the one that led to what the object is now. */
export interface HistoryStep {
  readonly kind: 'payment' | 'refund' | 'dispute' | 'payout';
  readonly from: string | null;
  readonly to: string;
  readonly at: string;
  readonly isLast: boolean;
}

const captured = ['succeeded', 'partially_captured', 'partially_captured_and_capturable'];
const entries = (row: Values, list: string) => (row[list] as Values[] | undefined) ?? [];

/** What a step was told as. Of a payment's attempt and captures, which have no history here, it tells too. */
export function toldAs(step: HistoryStep, row: Values): EventTypeValue[] {
  const told = eventTypeOf(step.kind, step.from, step.to);
  if (step.kind !== 'payment' || step.from === null) return told ? [told] : [];
  if (step.to === 'requires_capture') return ['payment_authorized'];
  if (step.to === 'processing' && step.isLast) return ['payment_processing'];
  const capture: EventTypeValue[] =
    captured.includes(step.to) && entries(row, 'captures').length > 0 ? ['payment_captured'] : [];
  return told ? [...capture, told] : capture;
}

/** The object as a step left it: as it is now, without what came later. */
export function asLeft(step: HistoryStep, row: Values): Values {
  switch (step.kind) {
    case 'payment':
      return { ...row, ...later, ...(step.isLast ? {} : paymentAt(step, row)) };
    case 'payout':
      return step.isLast ? row : { ...row, ...payoutAt(step, row) };
    case 'dispute':
      return step.isLast ? row : { ...row, ...disputeAt(step) };
    default:
      return row;
  }
}

/** What a payment gets only once it is paid. */
const later = { refunds: [], disputes: [], amount_refunded: 0 };

const noError = { error_code: null, error_message: null, unified_code: null, unified_message: null };

const unanswered = {
  ...noError,
  issuer_error_code: null,
  issuer_error_message: null,
  manual_retry_allowed: null,
  cancellation_reason: null,
  next_action: null,
  amount_received: 0,
  captures: [],
};

const unconfirmed = {
  ...unanswered,
  amount_capturable: 0,
  attempts: [],
  attempt_count: 0,
  connector: null,
  connector_label: null,
  merchant_connector_id: null,
  connector_transaction_id: null,
  reference_id: null,
};

const withoutMethod = {
  payment_method: null,
  payment_method_type: null,
  payment_method_data: null,
  payment_method_id: null,
  payment_method_status: null,
  card_discovery: null,
  fingerprint: null,
};

/** A payment as it was made, or as it was authorized. */
function paymentAt({ from, to, at }: HistoryStep, row: Values): Values {
  const moved = { status: to, updated: at };
  if (from === null) {
    return { ...unconfirmed, ...(to === 'requires_payment_method' ? withoutMethod : {}), ...moved };
  }
  const attempt = { ...noError, status: 'authorized', cancellation_reason: null, modified_at: at };
  const attempts = entries(row, 'attempts').map((entry) => ({ ...entry, ...attempt }));
  return { ...unanswered, amount_capturable: row.net_amount, attempts, ...moved };
}

/** A payout that its connector was asked for. */
function payoutAt({ to, at }: HistoryStep, row: Values): Values {
  const asked = { ...noError, status: to, connector_transaction_id: null };
  const attempts = entries(row, 'attempts').map((entry) => ({ ...entry, ...asked, modified_at: at }));
  return { ...asked, attempts, updated: at };
}

const disputeWords: Readonly<Record<string, string>> = {
  dispute_opened: 'needs_response',
  dispute_challenged: 'under_review',
};

function disputeAt({ to, at }: HistoryStep): Values {
  const said = { connector_status: disputeWords[to] ?? null, connector_updated_at: at };
  return { dispute_status: to, ...said, updated_at: at };
}
