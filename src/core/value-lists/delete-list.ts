import { DeletedList } from '../entities/list-import.ts';
import { ValueList } from '../entities/value-list.ts';
import { BLOCKLIST } from '../entities/values/list-values.ts';
import { type Context, type WritingContext, withinMerchant } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import type { Row } from '../reads/index.ts';
import { deleteLocked } from '../writes/delete.ts';
import { findDue } from '../writes/find-due.ts';
import { insert, inTransaction, lock } from '../writes/transactions.ts';

/** Most rows of a deleted list that a statement deletes, so that it ends well within its time limit. */
const BATCH_MAX = 1_000;
/** Payments that were being decided about may add an entry after the deletion, within this time. */
const LATE_MS = 10 * 60_000;

/** The tables with rows of a list, with their primary keys. */
const tables = {
  list_entries: 'entry_id',
  list_import_batches: 'batch_id',
  list_import_refusals: 'refusal_id',
  list_imports: 'import_id',
} as const;

/**
 * Deletes a list with its entries and imports, and returns its last state. A job deletes what remains of a large one.
 *
 * @throws {Problem} `resource_not_found`; `unexpected_state` while an active ruleset names it, and for the blocklist.
 */
export function deleteValueList(ctx: Context, listId: string): Promise<Row> {
  return inTransaction(ctx, async (tx) => {
    const list = await lock(tx, ValueList, listId);
    if (list.list_id === BLOCKLIST) {
      const message = 'The blocklist is built in: delete its entries, or toggle it off.';
      throw new Problem('unexpected_state', message, { param: 'list_id' });
    }
    await requireUnused(tx, list);
    const deleted = Object.assign(new DeletedList(), {
      merchant_id: list.merchant_id,
      list_id: list.list_id,
      deleted_at: tx.ports.now(),
    });
    await insert(tx, deleted, false);
    await deleteRows(tx, deleted);
    return deleteLocked(tx, ValueList, list, listId);
  });
}

/** Rulesets name lists by their identifiers. The lock of the list keeps rulesets that name it from becoming active. */
async function requireUnused(tx: WritingContext, { list_id, merchant_id }: ValueList): Promise<void> {
  const text = `select ruleset_id from rulesets where merchant_id = $1 and status = 'active'
    and position('"' || $2 || '"' in rules::text || coalesce("default"::text, '')) > 0 order by ruleset_id`;
  const statement = { text, values: [merchant_id, list_id], touches: { reads: ['rulesets'] } };
  const found = await tx.rows.query<{ ruleset_id: string }>(statement, merchant_id);
  if (found.length === 0) return;
  const named = found.map(({ ruleset_id }) => ruleset_id).join(', ');
  throw new Problem(
    'unexpected_state',
    `The list cannot be deleted: these active rulesets name it: ${named}. Deactivate or replace them first.`,
    { param: 'list_id' },
  );
}

/**
 * Deletes what remains of deleted lists.
 *
 * @returns The number of deleted rows.
 */
export async function purgeDeletedLists(ctx: Context): Promise<number> {
  const text = (isOfSome: () => string) =>
    `select merchant_id, list_id, deleted_at from deleted_lists where ${isOfSome()} order by deleted_at limit 100`;
  const due = await findDue<DeletedList>(ctx.rows, { text, values: [], reads: ['deleted_lists'] });
  let rows = 0;
  for (const list of due) {
    const own = withinMerchant(ctx, list.merchant_id);
    let deleted: number;
    do {
      deleted = await inTransaction(own, (tx) => deleteRows(tx, list));
      rows += deleted;
    } while (deleted > 0);
    if (ctx.ports.now().getTime() - new Date(list.deleted_at).getTime() < LATE_MS) continue;
    await inTransaction(own, (tx) => deleteBatch(tx, 'deleted_lists', 'list_id', list));
  }
  return rows;
}

/** Deletes a batch of rows of each table; returns their number. */
async function deleteRows(tx: WritingContext, list: DeletedList): Promise<number> {
  let rows = 0;
  for (const [table, id] of Object.entries(tables)) rows += await deleteBatch(tx, table, id, list);
  return rows;
}

async function deleteBatch(
  tx: WritingContext,
  table: string,
  id: string,
  { list_id, merchant_id }: Pick<DeletedList, 'merchant_id' | 'list_id'>,
): Promise<number> {
  const text = `
    with deleted as (
      delete from ${table} where merchant_id = $1 and ${id} in (
        select ${id} from ${table} where merchant_id = $1 and list_id = $2 limit ${BATCH_MAX}) returning 1)
    select count(*)::int as rows from deleted`;
  const statement = { text, values: [merchant_id, list_id], touches: { writes: [table] } };
  const [found] = await tx.rows.query<{ rows: number }>(statement, merchant_id);
  return found!.rows;
}
