import { Dispute } from '../entities/dispute.ts';
import type { Payment } from '../entities/payment.ts';
import type { WritingContext } from '../foundation/context.ts';

/** Dispute results that return the money to the merchant. */
const returned: readonly string[] = ['dispute_won', 'dispute_cancelled'];

/**
 * The part of a locked payment's money that its disputes hold: a chargeback takes it when it opens, and returns it only
 * if it is won or withdrawn. An inquiry takes none.
 */
export async function amountDisputed(tx: WritingContext, payment: Payment): Promise<number> {
  // Opening a dispute updates the payment row, so it waits for our lock.
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
