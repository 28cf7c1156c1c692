import type { Client } from 'pg';
import { withSession } from '../../src/database/sessions.ts';

/** How many payments one statement inserts. */
const SOME = 20_000;
/** Sessions that insert in parallel. */
const INSERTING = 2;
/** Sessions that build indexes in parallel: concurrent scans of a table share disk reads. */
const INDEXING = 6;
/** Tables that grow. Their indexes are built after all rows are inserted, which is many times faster. */
const GROWING = ['payments', 'attempts', 'search_entries'];
const COUNTED = ['payments', 'attempts'] as const;

/** A clone's differences from its original, by column. */
type Cloned = Readonly<Record<string, string>>;

const clonedPayment: Cloned = {
  payment_id: 'id',
  client_secret: "id || '_secret_' || substr(md5(id), 1, 20)",
  created: 'o.created - shift',
  updated: 'o.updated - shift',
  // None expires during the measured reads.
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
 * Clones every payment with its attempts this many times, each time at an earlier time of the previous year: payments
 * created in sequence are adjacent, as with real merchants. The rows, search words and totals match the service's;
 * `ownerUrl` is for the owner of the tables.
 */
export async function multiplyPayments(ownerUrl: string, clones: number): Promise<void> {
  const asOwner = <T>(work: (owner: Client) => Promise<T>) =>
    withSession(ownerUrl, async (owner) => {
      await owner.query(
        `set "switchyard.merchant_id" = '*'; set maintenance_work_mem = '512MB'; set work_mem = '1GB'`,
      );
      return work(owner);
    });
  const shareOut = (sessions: number, statements: readonly (readonly [string, unknown[]?])[]) => {
    const left = [...statements];
    const session = (owner: Client) => takeAll(left, ([text, values]) => owner.query(text, values));
    return Promise.all(Array.from({ length: sessions }, () => asOwner(session)));
  };
  const { inserts, indexes } = await asOwner(async (owner) => {
    const originals = await keepOriginals(owner);
    await setTriggers(owner, 'disable');
    return {
      inserts: await batches(owner, originals, clones),
      indexes: await dropIndexes(owner),
    };
  });
  for (const step of inserts) await shareOut(INSERTING, step);
  await asOwner((owner) => setTriggers(owner, 'enable'));
  const builds = indexes.map((index): [string] => [index]);
  await Promise.all([asOwner(countAnew), shareOut(INDEXING, builds)]);
  await asOwner((owner) => owner.query('drop table originals_of_payments, originals_of_attempts'));
}

async function takeAll<T>(left: T[], take: (item: T) => Promise<unknown>): Promise<void> {
  for (let item = left.shift(); item; item = left.shift()) await take(item);
}

/** Copies the rows to clone; returns the number of payments. */
async function keepOriginals(owner: Client): Promise<number> {
  for (const table of COUNTED) {
    await owner.query(`create unlogged table originals_of_${table} as select * from ${table}`);
  }
  const { rows } = await owner.query<{ count: string }>(
    'select count(*) as count from originals_of_payments',
  );
  return Number(rows[0]!.count);
}

async function setTriggers(owner: Client, state: 'enable' | 'disable'): Promise<void> {
  for (const table of COUNTED) {
    await owner.query(`alter table ${table} ${state} trigger stats_of_inserted`);
  }
}

/** The statements that insert the clones: payments first, then the attempts that refer to them. */
async function batches(owner: Client, originals: number, clones: number) {
  const each = Math.max(1, Math.floor(SOME / Math.max(1, originals)));
  const ranges = Array.from({ length: Math.ceil(clones / each) }, (_, i) => [
    i * each + 1,
    Math.min(clones, (i + 1) * each),
  ]);
  const inserts = [
    await insertOf(owner, 'payments', clonedPayment),
    await insertOf(owner, 'attempts', clonedAttempt),
  ];
  return inserts.map((insert) =>
    ranges.map((range): [string, unknown[]] => [insert, [...range, originals, clones]]),
  );
}

/** Drops non-unique indexes; returns the statements that recreate them. */
async function dropIndexes(owner: Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any ($1::regclass[]) and not indisunique`,
    [GROWING],
  );
  for (const { name } of rows) await owner.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Makes the totals anew: the clones were inserted without the triggers of statistics. */
const countAnew = (owner: Client) => owner.query('select rebuild_stats(merchant_id) from merchant_accounts');

/**
 * The statement that inserts a table's clones number $1 to $2 of $4. The number of originals, $3, distinguishes these
 * clones from those of an earlier call.
 */
async function insertOf(owner: Client, table: string, cloned: Cloned): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  const columns = rows.map(({ name }) => name);
  const values = columns.map((name) => cloned[name] ?? `o.${name}`);
  // A payment and its attempts shift by the same time.
  return `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')}
    from originals_of_${table} o, generate_series($1::int, $2::int) n,
      lateral (select md5(concat_ws('/', o.merchant_id, o.payment_id, n, $3::text)) as hash) h,
      lateral (select 'pay_' || upper(substr(hash, 1, 26)) as id,
                      date_trunc('milliseconds', interval '275 days' * n / $4::int) as shift) c`;
}
