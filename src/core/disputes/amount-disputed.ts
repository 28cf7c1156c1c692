import { Dispute } from '../entities/dispute.ts';
import type { Payment } from '../entities/payment.ts';
import type { WritingContext } from '../foundation/context.ts';

/** How a dispute ends that gives the money back to the merchant. */
const returned: readonly string[] = ['dispute_won', 'dispute_cancelled'];

/**
 * How much of a locked payment's money its disputes have taken: a chargeback takes it when it opens, and gives it
 * back only if it is won or withdrawn. An inquiry takes none.
 */
export async function amountDisputed(tx: WritingContext, payment: Payment): Promise<number> {
  // The transaction that opens a dispute marks the payment, for which it waits while the payment is locked.
  if (!payment.disputed) return 0;
  const { amount_received, currency, merchant_id, payment_id } = payment;
  const disputes = await tx.transaction.em.find(Dispute, { merchant_id, payment_id });
  const taken = disputes
    .filter(
      (dispute) => dispute.dispute_stage !== 'pre_dispute' && !returned.includes(dispute.dispute_status),
    )
    // An amount in another currency cannot be compared with the payment's: it may be all of it.
    .map((dispute) => (dispute.currency === currency ? dispute.amount : amount_received));
  return Math.min(
    taken.reduce((sum, amount) => sum + amount, 0),
    amount_received,
  );
}
