import type { RowSource } from '../foundation/transaction.ts';

/** Entries per statement, each of which is a transaction of its own. */
const BATCH = 1_000;

type Place = readonly [merchantId: string, table: string, id: string];

/**
 * Adds the ends of identifiers to the entries of searches that were made without them, in the order of their key.
 *
 * @returns The number of entries that got one.
 */
export async function fillSearch(rows: RowSource, onBatch: (read: number) => void): Promise<number> {
  let after: Place = ['', '', ''];
  let [read, filled] = [0, 0];
  for (;;) {
    const text = `
      with batch as (
        select merchant_id, object_table, object_id from search_entries
        where (merchant_id, object_table, object_id) > ($1, $2, $3)
        order by merchant_id, object_table, object_id limit ${BATCH}),
      filled as (
        update search_entries e set words = e.words || identifier_end(e.object_id) from batch b
        where (e.merchant_id, e.object_table, e.object_id) = (b.merchant_id, b.object_table, b.object_id)
          and not tsvector_to_array(identifier_end(e.object_id)) <@ tsvector_to_array(e.words)
        returning 1)
      select merchant_id, object_table, object_id, (select count(*) from batch)::int as read,
        (select count(*) from filled)::int as filled
      from batch order by merchant_id desc, object_table desc, object_id desc limit 1`;
    const touches = { writes: ['search_entries'] };
    const [last] = await rows.query<{
      merchant_id: string;
      object_table: string;
      object_id: string;
      read: number;
      filled: number;
    }>({ text, values: after, touches }, null);
    if (!last) return filled;
    after = [last.merchant_id, last.object_table, last.object_id];
    read += last.read;
    filled += last.filled;
    onBatch(read);
  }
}
