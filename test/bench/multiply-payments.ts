import type { Client } from 'pg';

const SOME = 20_000;

/** How a clone differs from its payment, by column. */
const cloned: Readonly<Record<string, string>> = {
  payment_id: 'id',
  client_secret: "id || '_secret_' || substr(md5(id), 1, 20)",
  created: 'p.created - shift',
  updated: 'p.updated - shift',
  // None expires while reads are measured.
  expires_on: "p.expires_on + interval '1 year'",
  capture_before: "p.capture_before + interval '1 year'",
  merchant_order_reference_id: "lpad((random() * 99999999)::int::text, 8, '0')",
  email: "replace(p.email, '@', (n % 40) || '@')",
  connector_transaction_id: "'sbx_' || upper(substr(md5(id || 'c'), 1, 26))",
  reference_id: "case when p.reference_id is not null then id || '_1' end",
};

/** Clones every payment so often, each at a time of its own in the year before. The session is the tables' owner's. */
export async function multiplyPayments(owner: Client, clones: number): Promise<void> {
  await owner.query(`set "switchyard.merchant_id" = '*'; set session gin_pending_list_limit = '64MB'`);
  const { rows } = await owner.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = 'payments'::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
  );
  const columns = rows.map(({ name }) => name);
  const values = columns.map((name) => cloned[name] ?? `p.${name}`);
  await owner.query('create temporary table originals as select * from payments');
  const { rows: counted } = await owner.query<{ count: string }>('select count(*) as count from originals');
  const each = Math.max(1, Math.floor(SOME / Math.max(1, Number(counted[0]!.count))));
  for (let first = 1; first <= clones; first += each) {
    const last = Math.min(clones, first + each - 1);
    await owner.query(
      `insert into payments (${columns.join(', ')}) select ${values.join(', ')}
       from originals p, generate_series($1::int, $2::int) n,
         lateral (select 'pay_' || upper(substr(md5(p.merchant_id || p.payment_id || n), 1, 26)) as id,
                         date_trunc('milliseconds', random() * interval '275 days') as shift) c`,
      [first, last],
    );
    await owner.query('select fold_stats(1000000)');
  }
  await owner.query('drop table originals');
  await owner.query('vacuum analyze');
}
