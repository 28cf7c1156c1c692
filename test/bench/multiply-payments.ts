import type { Client } from 'pg';

const SOME = 20_000;

/** How a clone differs from its original, by column. */
type Cloned = Readonly<Record<string, string>>;

const clonedPayment: Cloned = {
  payment_id: 'id',
  client_secret: "id || '_secret_' || substr(md5(id), 1, 20)",
  created: 'o.created - shift',
  updated: 'o.updated - shift',
  // None expires while reads are measured.
  expires_on: "o.expires_on + interval '1 year'",
  capture_before: "o.capture_before + interval '1 year'",
  merchant_order_reference_id: "lpad((random() * 99999999)::int::text, 8, '0')",
  email: "replace(o.email, '@', (n % 40) || '@')",
  connector_transaction_id: "'sbx_' || upper(substr(md5(id || 'c'), 1, 26))",
  reference_id: "case when o.reference_id is not null then id || '_1' end",
};

const clonedAttempt: Cloned = {
  attempt_id: 'id || right(o.attempt_id, -length(o.payment_id))',
  payment_id: 'id',
  reference_id: 'id || right(o.attempt_id, -length(o.payment_id))',
  connector_transaction_id: "'sbx_' || upper(substr(md5(id || o.attempt_id), 1, 26))",
  created_at: 'o.created_at - shift',
  modified_at: 'o.modified_at - shift',
  authorized_at: 'o.authorized_at - shift',
};

/**
 * Clones every payment with its attempts so often, each time at an earlier time in the year before: payments that were
 * created one after the other lie beside each other, as those that merchants create do. The session is the tables'
 * owner's.
 */
export async function multiplyPayments(owner: Client, clones: number): Promise<void> {
  await owner.query(`set "switchyard.merchant_id" = '*'; set session gin_pending_list_limit = '64MB'`);
  const inserts = [
    await insertOf(owner, 'payments', clonedPayment),
    await insertOf(owner, 'attempts', clonedAttempt),
  ];
  const { rows: counted } = await owner.query<{ count: string }>(
    'select count(*) as count from originals_of_payments',
  );
  const each = Math.max(1, Math.floor(SOME / Math.max(1, Number(counted[0]!.count))));
  for (let first = 1; first <= clones; first += each) {
    const last = Math.min(clones, first + each - 1);
    for (const insert of inserts) await owner.query(insert, [first, last, counted[0]!.count, clones]);
    await foldAll(owner);
  }
  await owner.query('drop table originals_of_payments, originals_of_attempts');
}

/** Adds every change to the totals, as the job does: changes that are left would be read by each of the statistics. */
async function foldAll(owner: Client): Promise<void> {
  for (let folded = 1; folded > 0; ) {
    const { rows } = await owner.query<{ folded: number }>('select fold_stats(1000000) as folded');
    folded = rows[0]!.folded;
  }
}

/**
 * Keeps a copy of a table's rows; returns the statement that inserts their clones numbered $1 to $2 of $4. The
 * number of originals, $3, tells these clones from those of an earlier call.
 */
async function insertOf(owner: Client, table: string, cloned: Cloned): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  const columns = rows.map(({ name }) => name);
  const values = columns.map((name) => cloned[name] ?? `o.${name}`);
  await owner.query(`create temporary table originals_of_${table} as select * from ${table}`);
  // A payment and its attempts move by the same time.
  return `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')}
    from originals_of_${table} o, generate_series($1::int, $2::int) n,
      lateral (select md5(concat_ws('/', o.merchant_id, o.payment_id, n, $3::text)) as hash) h,
      lateral (select 'pay_' || upper(substr(hash, 1, 26)) as id,
                      date_trunc('milliseconds', interval '275 days' * n / $4::int) as shift) c`;
}
