import type { RowSource } from '../foundation/transaction.ts';
import type { ResourceDescription } from '../model/index.ts';
import { type DueRows, findDue } from '../writes/find-due.ts';
import type { DerivedContext, DerivedLag, DerivedRows } from './derived-rows.ts';
import { rebuildSearch } from './rebuild-search.ts';
import { ENTRIES_MAX, makeEntries, searchedTables } from './search-entries.ts';

/*
 * The words of merchants' objects, in `search_entries`.
 *
 * A trigger on an object's table queues the object in `search_changes` if a searched column changes: one row for an object,
 * whatever the number of its changes. If the row is there, the transaction only locks it. A batch takes rows that no
 * transaction has locked, and then, in a later statement, makes the entries from the objects' rows. A change is therefore
 * either committed before the batch took its row, and visible to the later statement; or its transaction holds the row, and
 * the batch leaves it; or its transaction waits for the batch, and queues the object anew. No change is lost, and the order
 * of batches does not matter, as an entry depends on the present row only.
 */

/** A merchant's queued objects of a table. */
interface Queued {
  readonly merchant_id: string;
  readonly object_table: string;
}

/** Merchants' queued objects, by table: a full batch, or the oldest queued for so many seconds. */
const queuedFor = (seconds: number): DueRows => ({
  text: (isOfSome) => `
    select merchant_id, object_table from search_changes where ${isOfSome()}
    group by merchant_id, object_table
    having $1::int = 0 or count(*) >= ${ENTRIES_MAX}
      or min(changed_at) <= clock_timestamp() - make_interval(secs => $1::int)`,
  values: [seconds],
  reads: ['search_changes'],
});

const lagging: DueRows = {
  text: (isOfSome) => `
    select count(*)::int as changes,
      coalesce(extract(epoch from clock_timestamp() - min(changed_at)), 0)::float8 as oldest
    from search_changes where ${isOfSome()}`,
  values: [],
  reads: ['search_changes'],
};

/** Search entries as derived rows. */
export const derivedSearch = Object.freeze({
  what: 'search',
  about: "the search words of merchants' objects",
  task: 'derive_search',
  // An object usually changes a few times in its first seconds: its entry is made once. Readers judge some dozens of queued objects.
  runs: { everyS: 5, atS: 3, leavesS: 30 },
  lag: lagOfSearch,
  follow: followSearch,
  rebuild: rebuildSearch,
} satisfies DerivedRows);

async function lagOfSearch(rows: RowSource): Promise<DerivedLag> {
  // One row, unless a cluster was asked node by node.
  const found = await findDue<{ changes: number; oldest: number }>(rows, lagging);
  return {
    oldestS: Math.max(0, ...found.map(({ oldest }) => oldest)),
    changes: found.reduce((sum, { changes }) => sum + changes, 0),
  };
}

/** Makes the entries of queued objects. Merchants take turns by batches, so that a long queue delays no other merchant. */
async function followSearch(ctx: DerivedContext, leavesS = 0): Promise<number> {
  const tables = searchedTables();
  // Another release may have entries of other tables.
  const found = (await findDue<Queued>(ctx.rows, queuedFor(leavesS))).filter((of) =>
    tables.has(of.object_table),
  );
  let followed = 0;
  let waiting = found.map((of) => ({ of, after: '' }));
  while (waiting.length > 0) {
    const further: typeof waiting = [];
    for (const { after, of } of waiting) {
      const resource = tables.get(of.object_table)!;
      const taken = await ctx.transact(of.merchant_id, ({ rows }) =>
        foldBatch(rows, of.merchant_id, resource, after),
      );
      followed += taken.length;
      if (taken.length === ENTRIES_MAX) further.push({ of, after: taken.at(-1)! });
    }
    waiting = further;
  }
  return followed;
}

/**
 * Makes the entries of the next queued objects after an identifier. It skips objects that a transaction is changing.
 *
 * @returns Their identifiers, in order.
 */
async function foldBatch(
  rows: RowSource,
  merchantId: string,
  resource: ResourceDescription,
  after: string,
): Promise<string[]> {
  const text = `
    select object_id as id from search_changes
    where merchant_id = $1 and object_table = $2 and object_id > $3
    order by object_id limit ${ENTRIES_MAX} for update skip locked`;
  const taken = await rows.query<{ id: string }>(
    { text, values: [merchantId, resource.table, after], touches: { reads: ['search_changes'] } },
    merchantId,
  );
  const ids = taken.map(({ id }) => id);
  await makeEntries(rows, merchantId, resource, ids);
  return ids;
}
