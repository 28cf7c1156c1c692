import { ErrorMapping } from '../entities/error-mapping.ts';
import type { Context } from '../foundation/context.ts';
import { applyChanges } from '../writes/apply-changes.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import type { ErrorMappingUpdate } from './error-mapping-input.ts';
import { writeUnlessTaken } from './write-unless-taken.ts';

/**
 * Changes what a connector's error means. Specification: Error-mapping record (gsm).
 *
 * @throws {Problem} `resource_not_found`; `resource_already_exists` when the error it is moved to has a mapping.
 */
export function updateErrorMapping(ctx: Context, id: string, changes: ErrorMappingUpdate): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const mapping = await lock(tx, ErrorMapping, id);
    applyChanges(tx, mapping, changes);
    mapping.modified_at = tx.now();
    await writeUnlessTaken(tx, mapping);
  });
}
