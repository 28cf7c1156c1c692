import type { RowSource } from '../foundation/transaction.ts';

/** Payment methods per statement, each in a separate transaction. */
const BATCH = 1_000;

type Place = readonly [merchantId: string, id: string];

/**
 * Adds issuer, funding, country of issuer and eight-digit BIN to saved cards that lack them, from the card's latest payment
 * with one of these, in the order of their key. Known facts remain.
 *
 * @returns The number of updated cards.
 */
export async function fillCardFacts(rows: RowSource, onBatch: (read: number) => void): Promise<number> {
  let after: Place = ['', ''];
  let [read, filled] = [0, 0];
  for (;;) {
    const text = `
      with batch as (
        select merchant_id, payment_method_id, card from payment_methods
        where (merchant_id, payment_method_id) > ($1, $2)
        order by merchant_id, payment_method_id limit ${BATCH}),
      known as (
        select b.merchant_id, b.payment_method_id, jsonb_strip_nulls(jsonb_build_object(
            'card_type', coalesce(b.card ->> 'card_type', p.card ->> 'card_type'),
            'card_issuer', coalesce(b.card ->> 'card_issuer', p.card ->> 'card_issuer'),
            'card_extended_bin', coalesce(b.card ->> 'card_extended_bin', p.card ->> 'card_extended_bin'),
            'issuer_country', coalesce(b.card ->> 'issuer_country', p.card ->> 'card_issuing_country'))) as facts
        from batch b
        cross join lateral (
          select payment_method_data -> 'card' as card from payments
          where merchant_id = b.merchant_id and payment_method_id = b.payment_method_id
            and payment_method_data #>> '{card,last4}' = b.card ->> 'last4_digits'
            and coalesce(payment_method_data #>> '{card,card_type}', payment_method_data #>> '{card,card_issuer}',
              payment_method_data #>> '{card,card_issuing_country}', payment_method_data #>> '{card,card_extended_bin}') is not null
          order by created desc, payment_id desc limit 1) p
        where b.card is not null),
      filled as (
        update payment_methods m set card = m.card || k.facts, updated_at = now()
        from known k
        where (m.merchant_id, m.payment_method_id) = (k.merchant_id, k.payment_method_id) and not m.card @> k.facts
        returning 1)
      select merchant_id, payment_method_id, (select count(*) from batch)::int as read,
        (select count(*) from filled)::int as filled
      from batch order by merchant_id desc, payment_method_id desc limit 1`;
    const touches = { reads: ['payments'], writes: ['payment_methods'] };
    const [last] = await rows.query<{
      merchant_id: string;
      payment_method_id: string;
      read: number;
      filled: number;
    }>({ text, values: after, touches }, null);
    if (!last) return filled;
    after = [last.merchant_id, last.payment_method_id];
    read += last.read;
    filled += last.filled;
    onBatch(read);
  }
}
