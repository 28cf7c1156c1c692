// Describes all resources, also in a command's process.
import '../entities/resources.ts';
import type { RowSource } from '../foundation/transaction.ts';
import { allResources, entryWords, hasEntries, type ResourceDescription } from '../model/index.ts';

/** Objects per transaction. Transactions that change one of them meanwhile wait for its end: some 20 ms. */
export const ENTRIES_MAX = 200;

/** The resources that have entries, by table. */
export const searchedTables = (): ReadonlyMap<string, ResourceDescription> =>
  new Map(
    allResources()
      .filter(hasEntries)
      .map((each) => [each.table, each]),
  );

/**
 * Makes the entries of objects, and removes their queue rows, which the transaction has locked in a statement before: each
 * statement sees what is committed as it begins.
 */
export async function makeEntries(
  rows: RowSource,
  merchantId: string,
  resource: ResourceDescription,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const { id, order, table } = resource;
  const run = (text: string, reads: readonly string[], written: string) =>
    rows.query({ text, values: [merchantId, table, ids], touches: { reads, writes: [written] } }, merchantId);
  // RETURNING keeps a cluster from copying the rows to the coordinator, which row-level security refuses. The limits keep
  // plans from reading all objects of the merchant for the words of some.
  const object = (of: 'q' | 'e') =>
    `from ${table} o where o.merchant_id = ${of}.merchant_id and o.${id} = ${of}.object_id limit 1`;
  await run(
    `insert into search_entries (merchant_id, object_table, object_id, listed_at, words)
     select q.merchant_id, q.object_table, q.object_id, o.listed_at, o.words
     from search_changes q
     cross join lateral (select o.${order} as listed_at, ${entryWords(resource, 'o.')} as words ${object('q')}) o
     where q.merchant_id = $1 and q.object_table = $2 and q.object_id = any($3::text[])
     on conflict (merchant_id, object_table, object_id)
       do update set listed_at = excluded.listed_at, words = excluded.words
       where search_entries.listed_at <> excluded.listed_at or search_entries.words <> excluded.words
     returning object_id`,
    [table, 'search_changes'],
    'search_entries',
  );
  await run(
    `delete from search_entries e
     where e.merchant_id = $1 and e.object_table = $2 and e.object_id = any($3::text[])
       and (select o.${id} ${object('e')}) is null`,
    [table],
    'search_entries',
  );
  await run(
    'delete from search_changes where merchant_id = $1 and object_table = $2 and object_id = any($3::text[])',
    [],
    'search_changes',
  );
}
