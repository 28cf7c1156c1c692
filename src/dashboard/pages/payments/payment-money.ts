import type { PaymentQuery } from './payment.documents.ts';

type Payment = NonNullable<PaymentQuery['payment']>;
type Dispute = NonNullable<Payment['disputes']>[number];

/** Whether a dispute holds money: from stage `dispute` on, until it was won or cancelled. */
const holdsMoney = ({ disputeStage, disputeStatus }: Dispute): boolean =>
  disputeStage !== 'pre_dispute' && !['dispute_won', 'dispute_cancelled'].includes(disputeStatus);

/** The part of the received amount that disputes hold, as the service counts it. */
export function disputedAmount({ amountReceived, currency, disputes }: Payment): number {
  const taken = (disputes ?? [])
    .filter(holdsMoney)
    // An amount in another currency cannot be compared: it may be the full amount.
    .map((dispute) => (dispute.currency === currency ? dispute.amount : amountReceived));
  return Math.min(
    taken.reduce((sum, amount) => sum + amount, 0),
    amountReceived,
  );
}

/** The received amount less refunds and disputed amounts. */
export const refundable = (payment: Payment): number =>
  Math.max(payment.amountReceived - payment.amountRefunded - disputedAmount(payment), 0);

const isDecided = ({ disputeStatus }: Dispute): boolean =>
  ['dispute_lost', 'dispute_accepted', 'dispute_expired'].includes(disputeStatus);

/** Whether all of a payment's disputes that hold money were lost. */
export const isLostToDisputes = ({ disputes }: Payment): boolean =>
  (disputes ?? []).filter(holdsMoney).every(isDecided);

/**
 * Whether a payment can be charged again under its customer's consent. The service checks the consent: a mandate or saved
 * method may have ended meanwhile.
 */
export const isUnderConsent = ({ mandateId, offSession, paymentMethodId }: Payment): boolean =>
  Boolean(mandateId || (offSession && paymentMethodId));
