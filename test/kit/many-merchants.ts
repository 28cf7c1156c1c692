import type { Row } from '../../src/core/foundation/transaction.ts';

/** Runs a statement that sees every merchant. */
export type Query = (text: string, ...values: unknown[]) => Promise<Row[]>;

/** The rows of a merchant, in the order of their foreign keys. */
const tables = [
  'merchant_accounts',
  'business_profiles',
  'connector_accounts',
  'api_keys',
  'customers',
  'payment_methods',
  'payments',
  'attempts',
  'connector_calls',
  'events',
  'webhook_deliveries',
  'webhook_endpoint_states',
] as const;

/** Columns with values unique across merchants, by table, as SQL. */
const own: Readonly<Record<string, string>> = {
  'merchant_accounts.publishable_key': 'md5(o.publishable_key || n)',
  'merchant_accounts.previous_publishable_key': 'null',
  'api_keys.hash': 'md5(o.hash || n)',
};

/**
 * Clones a merchant with all its rows this many times: since every key begins with the merchant, only that column
 * differs. The clones are named `<merchant>_1` and so on. Without RETURNING a cluster would use COPY, which row-level
 * security refuses.
 *
 * @param first The number of the first clone.
 */
export async function cloneMerchant(
  query: Query,
  merchantId: string,
  clones: number,
  first = 1,
): Promise<void> {
  for (const table of tables) {
    const columns = await query(
      `select attname as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
      table,
    );
    const names = columns.map(({ name }) => String(name));
    const values = names.map((name) =>
      name === 'merchant_id' ? `o.merchant_id || '_' || n` : (own[`${table}.${name}`] ?? `o.${name}`),
    );
    await query(
      `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}
       from ${table} o, generate_series($2::int, $3::int) n where o.merchant_id = $1 returning 1`,
      merchantId,
      first,
      first + clones - 1,
    );
  }
}
