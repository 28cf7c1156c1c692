import { ErrorMapping } from '../entities/error-mapping.ts';
import type { Context } from '../foundation/context.ts';
import { applyChanges } from '../writes/apply-changes.ts';
import { inTransaction } from '../writes/transactions.ts';
import type { ErrorMappingCreation } from './error-mapping-input.ts';
import { writeUnlessTaken } from './write-unless-taken.ts';

/**
 * Says what a connector's error means, for all merchants, and answers the record's identifier.
 * Specification: endpoint 19.
 *
 * @throws {Problem} `resource_already_exists` when the error has a mapping.
 */
export function createErrorMapping(ctx: Context, given: ErrorMappingCreation): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const mapping = new ErrorMapping();
    mapping.error_mapping_id = tx.ids.make('gsm');
    mapping.created_at = mapping.modified_at = tx.now();
    applyChanges(tx, mapping, given);
    await writeUnlessTaken(tx, mapping);
    return mapping.error_mapping_id;
  });
}
