import { ErrorMapping } from '../entities/error-mapping.ts';
import type { Context } from '../foundation/context.ts';
import { fieldsOf } from '../model/index.ts';
import { type Row, readOne } from '../reads/index.ts';
import { inTransaction, lock } from '../writes/transactions.ts';

/**
 * Deletes an error mapping and answers it as it was. Its error then means what unmapped ones do.
 * Specification: Error-mapping record (gsm).
 *
 * @throws {Problem} `resource_not_found`.
 */
export function deleteErrorMapping(ctx: Context, id: string): Promise<Row> {
  return inTransaction(ctx, async (tx) => {
    const mapping = await lock(tx, ErrorMapping, id);
    const names = fieldsOf(ErrorMapping).map((field) => field.name);
    const row = await readOne(tx, ErrorMapping, id, names);
    tx.transaction.em.remove(mapping);
    return row!;
  });
}
