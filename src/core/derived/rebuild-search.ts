import type { RowSource } from '../foundation/transaction.ts';
import type { ResourceDescription } from '../model/index.ts';
import type { DerivedContext } from './derived-rows.ts';
import { ENTRIES_MAX, makeEntries, searchedTables } from './search-entries.ts';

/** Makes the entries of all objects of a merchant anew, and removes those without an object. */
export async function rebuildSearch(ctx: DerivedContext, merchantId: string): Promise<number> {
  let rebuilt = 0;
  for (const resource of searchedTables().values()) {
    let ids: readonly string[] = [];
    do {
      ids = await objectsAfter(ctx.rows, merchantId, resource, ids.at(-1) ?? '');
      const made = await ctx.transact(merchantId, ({ rows }) => rebuildFree(rows, merchantId, resource, ids));
      for (const id of ids.filter((each) => !made.includes(each)))
        await ctx.transact(merchantId, ({ rows }) => rebuildEntries(rows, merchantId, resource, [id]));
      rebuilt += ids.length;
    } while (ids.length === ENTRIES_MAX);
  }
  return rebuilt;
}

/** The next identifiers of objects, and of entries without one, in order. */
async function objectsAfter(
  rows: RowSource,
  merchantId: string,
  { id, table }: ResourceDescription,
  after: string,
): Promise<string[]> {
  const text = `
    select id from (
      (select o.${id} as id from ${table} o where o.merchant_id = $1 and o.${id} > $3
       order by o.${id} limit ${ENTRIES_MAX})
      union
      (select e.object_id from search_entries e where e.merchant_id = $1 and e.object_table = $2 and e.object_id > $3
       order by e.object_id limit ${ENTRIES_MAX})) ids
    order by id limit ${ENTRIES_MAX}`;
  const values = [merchantId, table, after];
  const touches = { reads: [table, 'search_entries'] };
  return (await rows.query<{ id: string }>({ text, values, touches }, merchantId)).map((row) => row.id);
}

/**
 * Makes the entries of those objects that no other transaction changes at the moment. It waits for none of these: one may be
 * about to change another object of the batch, and would wait for the batch.
 *
 * @returns Their identifiers.
 */
async function rebuildFree(
  rows: RowSource,
  merchantId: string,
  resource: ResourceDescription,
  ids: readonly string[],
): Promise<string[]> {
  const { id, table } = resource;
  const text = `
    select ${id} as id from ${table} where merchant_id = $1 and ${id} = any($2::text[])
    order by ${id} for no key update skip locked`;
  const free = await rows.query<{ id: string }>(
    { text, values: [merchantId, ids], touches: { reads: [table] } },
    merchantId,
  );
  const found = free.map((row) => row.id);
  await rebuildEntries(rows, merchantId, resource, found);
  return found;
}

/** Queues objects, and makes their entries in the same transaction, so that searches never see the queue. */
async function rebuildEntries(
  rows: RowSource,
  merchantId: string,
  resource: ResourceDescription,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const values = [merchantId, resource.table, ids];
  const queue = `
    insert into search_changes (merchant_id, object_table, object_id) select $1, $2, id from unnest($3::text[]) id
    on conflict do nothing returning object_id`;
  await rows.query({ text: queue, values, touches: { writes: ['search_changes'] } }, merchantId);
  // One that was queued before may be locked by its transaction: it is made later.
  const lock = `
    select object_id as id from search_changes
    where merchant_id = $1 and object_table = $2 and object_id = any($3::text[])
    order by object_id for update skip locked`;
  const locked = await rows.query<{ id: string }>(
    { text: lock, values, touches: { reads: ['search_changes'] } },
    merchantId,
  );
  await makeEntries(
    rows,
    merchantId,
    resource,
    locked.map((row) => row.id),
  );
}
