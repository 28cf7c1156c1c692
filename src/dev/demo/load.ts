import { randomBytes as systemRandomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { failureOf, failures } from '../../connectors/sandbox/failures.ts';
import type { ColumnEncryption } from '../../core/foundation/column-encryption.ts';
import { ALL_MERCHANTS, TENANCY_SETTING } from '../../core/model/tables.ts';
import type { DemoAmounts } from './amounts.ts';
import { loadAttempts, loadCaptures } from './attempts.ts';
import { DAY_MS, DAYS } from './calendar.ts';
import { loadCalls } from './calls.ts';
import { loadErrorMappings } from './error-mappings.ts';
import { loadEvents } from './events.ts';
import { loadAllHistories } from './histories.ts';
import type { DemoKeys } from './keys.ts';
import { loadMerchants } from './merchants.ts';
import { drawPayments } from './payment-draw.ts';
import { loadPayments } from './payments.ts';
import { loadPayouts } from './payouts.ts';
import { drawMethods, drawPeople, loadCustomers, loadMethods } from './people.ts';
import { loadDisputes, loadRefunds } from './refunds.ts';
import { loadSandboxTransactions } from './sandbox-transactions.ts';
import { createFunctions } from './sql-functions.ts';
import { createTable, type Demo } from './statements.ts';
import { firstNames, lastNames, places, priceRules, themes } from './vocabulary.ts';

export interface DemoOptions {
  pool: Pool;
  encryption: ColumnEncryption;
  environment: 'test' | 'live';
  amounts: DemoAmounts;
  randomBytes?: (size: number) => Uint8Array;
  /** Payments spread over the 90 days before the day of this moment, in UTC. */
  now?: Date;
  /** Where customers reach the service, for the addresses that they are sent to. */
  publicUrl?: string;
  /** Told of rows once they are in; a table may come several times. */
  onLoaded?: (table: string, rows: number) => void;
}

const tables =
  'merchant_accounts, business_profiles, connector_accounts, error_mappings, api_keys, customers, payment_methods, ' +
  'payments, attempts, captures, refunds, disputes, payouts, payout_attempts, ' +
  'status_changes, events, connector_calls, sandbox_transactions, sandbox_disputes, sandbox_events';

/**
 * Loads merchants with customers, payments and all that belongs to them, as if the service had run for a
 * while. It is one transaction, and the same amounts on the same day make the same rows: only keys and
 * secrets differ.
 *
 * A database that has demo data gets further merchants beside it: `demo`, then `demo-2` and so on.
 */
export async function loadDemo(options: DemoOptions): Promise<DemoKeys[]> {
  const {
    pool,
    encryption,
    environment,
    amounts,
    randomBytes = systemRandomBytes,
    now = new Date(),
  } = options;
  const { publicUrl = 'http://127.0.0.1:8080' } = options;
  const client = await pool.connect();
  try {
    const finish = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
    const loaded = options.onLoaded ?? (() => {});
    await client.query('begin');
    const keys = await loadAll({
      client,
      encryption,
      environment,
      amounts,
      randomBytes,
      finish,
      publicUrl,
      loaded,
    });
    await client.query('commit');
    // Lists are to be planned by what is there now. Rough figures do: autovacuum takes finer ones in its time.
    await client.query(`set statement_timeout = 0; set default_statistics_target = 20; analyze ${tables}`);
    return keys;
  } finally {
    // Ending the session takes back what is unfinished, what was set, and the temporary functions.
    client.release(true);
  }
}

async function loadAll(demo: Demo): Promise<DemoKeys[]> {
  const { client, finish } = demo;
  // Settings end with the transaction. All joins are of whole tables, hashed: how many rows come of a drawn
  // number cannot be estimated, and a loop within a loop would take minutes where the estimate is low. The
  // indexes of searched words are brought up to date in large steps.
  await client.query(`
    select set_config('${TENANCY_SETTING}', '${ALL_MERCHANTS}', true);
    set local statement_timeout = 0;
    set local timezone = 'UTC';
    set local jit = off;
    set local enable_nestloop = off;
    set local work_mem = '64MB';
    set local maintenance_work_mem = '256MB';
    set local gin_pending_list_limit = '64MB';
    select pg_advisory_xact_lock(hashtextextended('switchyard demo data', 0))`);
  await createFunctions(client, new Date(finish.getTime() - DAYS * DAY_MS), finish);
  await createVocabulary(demo);

  const keys = await loadMerchants(demo);
  await loadErrorMappings(demo);
  await drawPeople(demo);
  await drawMethods(demo);
  await drawPayments(demo);
  await loadCustomers(demo);
  await loadMethods(demo);
  await loadPayments(demo);
  await loadAttempts(demo);
  await loadCaptures(demo);
  await loadRefunds(demo);
  await loadDisputes(demo);
  await loadPayouts(demo);
  await loadSandboxTransactions(demo);
  await loadCalls(demo);
  await loadAllHistories(demo);
  await loadEvents(demo);
  return keys;
}

async function createVocabulary({ client }: Demo): Promise<void> {
  const numbered = <T extends object>(rows: readonly T[]) => rows.map((row, i) => ({ i: i + 1, ...row }));
  await createTable(
    client,
    'demo_places',
    'i int, region int, country text, city text, state text, zip text, calling text, prefix text, digits int, ' +
      'street text, currency text',
    numbered(places),
  );
  for (const [table, names] of Object.entries({
    demo_first_names: firstNames,
    demo_last_names: lastNames,
  })) {
    await createTable(client, table, 'i int, name text', numbered(names.map((name) => ({ name }))));
  }
  await createTable(
    client,
    'demo_failures',
    'flow text, sub_flow text, code text, message text, unified_code text, unified_message text, ' +
      'outcome jsonb',
    failures.map((failure) => ({ ...failure, outcome: failureOf(failure.code, null) })),
  );
  const prices = themes.flatMap(({ products }, t) =>
    Object.entries(products).flatMap(([name, cents], p) =>
      priceRules.map(({ currency, factor, unit, off }) => ({
        theme: t + 1,
        p: p + 1,
        currency,
        name,
        price: Math.max(1, Math.round((cents * factor) / unit)) * unit - off,
      })),
    ),
  );
  await createTable(client, 'demo_prices', 'theme int, p int, currency text, name text, price int8', prices);
}
