import { Refund } from '../entities/refund.ts';
import type { Context } from '../foundation/context.ts';
import { fieldsFrom, Input } from '../model/index.ts';
import { applyChanges } from '../writes/apply-changes.ts';
import { inTransaction, lock } from '../writes/transactions.ts';

@Input({ about: 'Parameters for updating a refund.' })
export class RefundUpdate extends fieldsFrom(Refund, { takes: ['reason', 'metadata'] }) {}

/**
 * Updates a refund's reason or metadata, in any status. Specification: endpoint 7.
 *
 * @throws {Problem} `resource_not_found`.
 */
export function updateRefund(ctx: Context, refundId: string, changes: RefundUpdate): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const refund = await lock(tx, Refund, refundId);
    applyChanges(tx, refund, changes);
    refund.updated_at = tx.ports.now();
  });
}
