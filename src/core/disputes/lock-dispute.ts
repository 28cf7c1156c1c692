import { Dispute } from '../entities/dispute.ts';
import { Payment } from '../entities/payment.ts';
import type { WritingContext } from '../foundation/context.ts';
import { readOne } from '../reads/index.ts';
import { lock } from '../writes/transactions.ts';

/**
 * Reads a dispute for update, with its payment locked first, as the recording of reports does: what changes the dispute changes
 * the time of its payment's last change.
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
