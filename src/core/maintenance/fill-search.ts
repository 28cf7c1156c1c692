import type { RowSource } from '../foundation/transaction.ts';

/** Entries per statement, each in a separate transaction. */
const BATCH = 1_000;

type Place = readonly [merchantId: string, table: string, id: string];

/**
 * Adds the ends of identifiers, and the phone numbers of payments and payouts, to search entries that lack them, in the
 * order of their key.
 *
 * @returns The number of updated entries.
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
      wanted as (
        select b.*, identifier_end(b.object_id) as ending,
          contact_phones(p.phone, null, p.billing, p.shipping) || contact_phones(o.phone, o.phone_country_code, o.billing) as phones
        from batch b
        left join payments p on b.object_table = 'payments' and (p.merchant_id, p.payment_id) = (b.merchant_id, b.object_id)
        left join payouts o on b.object_table = 'payouts' and (o.merchant_id, o.payout_id) = (b.merchant_id, b.object_id)),
      filled as (
        update search_entries e set words = e.words
          || case when tsvector_to_array(ending) <@ tsvector_to_array(e.words) then '' else ending end
          || case when tsvector_to_array(phones) <@ tsvector_to_array(e.words) then '' else phones end
        from wanted w
        where (e.merchant_id, e.object_table, e.object_id) = (w.merchant_id, w.object_table, w.object_id)
          and not tsvector_to_array(ending || phones) <@ tsvector_to_array(e.words)
        returning 1)
      select merchant_id, object_table, object_id, (select count(*) from batch)::int as read,
        (select count(*) from filled)::int as filled
      from batch order by merchant_id desc, object_table desc, object_id desc limit 1`;
    const touches = { reads: ['payments', 'payouts'], writes: ['search_entries'] };
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
