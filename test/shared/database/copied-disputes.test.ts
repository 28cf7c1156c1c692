import pg from 'pg';
import { expect, inject } from 'vitest';
import { seedMerchant } from '../../kit/seed.ts';
import { testApart as test } from '../../kit/test.ts';

/** A table's writable columns. */
const written = `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
  where attrelid = 'disputes'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;

test('A payment is marked as disputed even if disputes are copied with triggers disabled', async ({
  service,
  shared,
}) => {
  const shop = await seedMerchant(service);
  const [first, second] = [await shop.payment(), await shop.payment()];
  await shop.dispute(first);
  const url = new URL(inject('superuserUrl'));
  url.pathname = new URL(shared.databaseUrl).pathname;
  const superuser = new pg.Client({ connectionString: url.href });
  await superuser.connect();
  try {
    const { rows } = await superuser.query<{ columns: string }>(written);
    const { columns } = rows[0]!;
    await superuser.query('begin; set local session_replication_role = replica');
    await superuser.query(
      `insert into disputes (${columns}) select ${columns} from
         (select (jsonb_populate_record(d, jsonb_build_object('dispute_id', 'dsp_copied', 'payment_id', $2::text))).*
          from disputes d where merchant_id = $1) copied`,
      [shop.merchantId, second],
    );
    const marked = await superuser.query(
      'select disputed from payments where merchant_id = $1 and payment_id = $2',
      [shop.merchantId, second],
    );
    expect(marked.rows).toEqual([{ disputed: true }]);
  } finally {
    // The session's end rolls back its transaction: otherwise the triggers' rows would lack the copy.
    await superuser.end();
  }
});
