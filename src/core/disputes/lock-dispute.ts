import { Dispute } from '../entities/dispute.ts';
import { Payment } from '../entities/payment.ts';
import type { WritingContext } from '../foundation/context.ts';
import { readOne } from '../reads/index.ts';
import { lock } from '../writes/transactions.ts';

/**
 * Locks a dispute's payment, then reads the dispute for update, as the recording of reports does: a change of the dispute
 * also sets the time of its payment's last change.
 *
 * @throws {Problem} as {@link lock}.
 */
export async function lockDispute(tx: WritingContext, disputeId: string): Promise<Dispute> {
  const found = await readOne(tx, Dispute, disputeId, ['payment_id']);
  if (found) {
    const { merchant_id, payment_id } = found as Pick<Dispute, 'merchant_id' | 'payment_id'>;
    await lock({ ...tx, merchantId: merchant_id }, Payment, payment_id);
  }
  return lock(tx, Dispute, disputeId);
}
