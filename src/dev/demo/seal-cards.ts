import { testCards } from '../../connectors/sandbox/cards.ts';
import type { Demo } from './statements.ts';

/**
 * Seals the card numbers of rows that are about to be inserted into a table: a temporary table demo_sealed with
 * a `box` for each `merchant_id` and `id`. The rows' `card` is the name of a test card.
 */
export async function sealCards({ client, encryption }: Demo, table: string, rows: string): Promise<void> {
  await client.query(`
    drop table if exists demo_sealed;
    create temp table demo_sealed (merchant_id text, id text, box bytea) on commit drop`);
  const { rows: cards } = await client.query<{
    merchant_id: string;
    id: string;
    card: keyof typeof testCards;
  }>(rows);
  const boxes = cards.map(({ merchant_id, id, card }) =>
    encryption.encrypt(testCards[card], { table, column: 'card_number', key: [merchant_id, id] }),
  );
  await client.query('insert into demo_sealed select * from unnest($1::text[], $2::text[], $3::bytea[])', [
    cards.map((row) => row.merchant_id),
    cards.map((row) => row.id),
    boxes,
  ]);
}
