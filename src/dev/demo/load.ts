import { randomBytes as systemRandomBytes } from 'node:crypto';
import type { Faker } from '@faker-js/faker';
import type { Client } from 'pg';
import { followStatistics } from '../../core/derived/fold-stats.ts';
import type { ColumnEncryption } from '../../core/foundation/cryptography.ts';
import { makePartition } from '../../core/maintenance/partitions.ts';
import { ALL_MERCHANTS } from '../../core/model/tables.ts';
import type { Database } from '../../database/database.ts';
import { setScope } from '../../database/scoped-query.ts';
import { withSession } from '../../database/sessions.ts';
import { MerchantLoader } from './load-merchant.ts';
import { DAY_MS, DAYS } from './schedule.ts';
import { stageStories, tables } from './stage.ts';

/** From this number of payments on, each story appears more than once, with other orders. */
const VARIED_FROM = 5_000;
const VARIANTS = 2;
/** How many connections load merchants at the same time. */
const CONNECTIONS = 4;

/** How much to load. */
export interface DemoAmounts {
  /** Over all merchants together. */
  readonly payments: number;
  readonly merchants: number;
}

/** The keys of a merchant. The API key is known only here: the database has its hash. */
export interface DemoKeys {
  readonly merchantId: string;
  readonly apiKey: string;
  readonly publishableKey: string;
}

export interface DemoOptions {
  readonly database: Database;
  readonly encryption: ColumnEncryption;
  readonly amounts: DemoAmounts;
  readonly randomBytes?: (size: number) => Uint8Array;
  /** Payments spread over the 90 days before the day of this moment, in UTC. */
  readonly now?: Date;
  /** Where customers reach the service, for the addresses they are sent to. */
  readonly publicUrl?: string;
  /** Abandons the load, which leaves nothing behind. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the rows inserted, for a table possibly more than once. */
  readonly onRows?: (table: string, rows: number) => void;
  /** Called with the payments cloned so far, of all. */
  readonly onProgress?: (done: number) => void;
}

/**
 * Loads merchants with customers, payments and everything belonging to them, as if the service had run for a while.
 *
 * Every kind of story is played once or a few times by the product's own commands on the sandbox connector, in a
 * transaction that is rolled back: histories, events and connector calls are real. The rows are then multiplied in the
 * database, each clone with separate identifiers, times, names and secrets. Nothing is committed before everything is
 * inserted. The same amounts on the same day make the same rows: only keys and secrets differ, and the interleaving of
 * merchants' event numbers.
 *
 * A database with demo data gets further merchants: `demo`, then `demo-2` and so on.
 */
export async function loadDemo(options: DemoOptions): Promise<DemoKeys[]> {
  const { amounts, database, encryption, now = new Date(), onRows, signal } = options;
  const { publicUrl = 'http://127.0.0.1:8080', randomBytes = systemRandomBytes } = options;
  // Loaded here, because production installs have neither demo data nor this package.
  const { Faker, en, base } = await import('@faker-js/faker');
  const fakerOf = (seed: number) => {
    const faker = new Faker({ locale: [en, base] });
    faker.seed(seed);
    return faker;
  };
  const finishMs = now.getTime();
  const clients = [await connect(database)];
  try {
    await clients[0]!.query(`select pg_advisory_xact_lock(hashtextextended('switchyard demo data', 0))`);
    // Past rows would find no partition.
    for (let days = DAYS; days > 0; days -= 28) {
      for (const table of ['connector_calls', 'events', 'status_changes']) {
        await makePartition(database.rows, table, new Date(finishMs - days * DAY_MS));
      }
    }
    const variants = amounts.payments >= VARIED_FROM ? VARIANTS : 1;
    const simulation = { database, encryption, publicUrl, randomBytes, signal };
    const staged = await stageStories({ ...simulation, faker: fakerOf(1), variants, finishMs });
    while (clients.length < Math.min(CONNECTIONS, amounts.merchants)) clients.push(await connect(database));

    let done = 0;
    const onPayments = (payments: number) => {
      signal?.throwIfAborted();
      done += payments;
      options.onProgress?.(done);
    };
    const means = { encryption, finishMs, randomBytes, staged, onPayments, ...(onRows ? { onRows } : {}) };
    const loaders = clients.map((client) => new MerchantLoader(client, means));
    for (const loader of loaders) await loader.prepare();
    await loaders[0]!.insertErrorMappings();
    const waiting = sharesOf(amounts, await nextNumber(clients[0]!), fakerOf);
    const keys = new Map<number, DemoKeys>();
    const work = async (loader: MerchantLoader) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        keys.set(next.number, await loader.load(next));
      }
    };
    await Promise.all(loaders.map(work));
    for (const client of clients) await client.query('commit');
    await followStatistics(database.rows);
    return [...keys].sort(([a], [b]) => a - b).map(([, of]) => of);
  } finally {
    // Ending the sessions rolls back unfinished transactions.
    for (const client of clients) await client.end();
  }
}

/** Gathers the rough statistics that query plans need at once; autovacuum refines them. Only the owner may. */
export function analyzeTables(ownerUrl: string): Promise<void> {
  return withSession(ownerUrl, async (owner) => {
    await owner.query(
      `set default_statistics_target = 20; analyze ${[...tables, 'stats_totals'].join(', ')}`,
    );
  });
}

/** Begins a transaction on a separate connection. */
async function connect(database: Database): Promise<Client> {
  const client = await database.openSession();
  for (const message of [
    'begin',
    setScope(ALL_MERCHANTS),
    'set local statement_timeout = 0',
    `set local timezone = 'UTC'`,
    `set local gin_pending_list_limit = '64MB'`,
  ])
    await client.query(message);
  return client;
}

/** `demo` is number 1, `demo-2` number 2; a load continues after the highest number there is. */
async function nextNumber(client: Client): Promise<number> {
  const { rows } = await client.query<{ next: number }>(
    `select coalesce(max(case merchant_id when 'demo' then 1 else substr(merchant_id, 6)::int end), 0) + 1 as next
     from merchant_accounts where merchant_id ~ '^demo(-[1-9][0-9]{0,8})?$'`,
  );
  return rows[0]!.next;
}

/** A merchant to load. */
export interface DemoShare {
  readonly number: number;
  readonly merchantId: string;
  readonly payments: number;
  /** The merchant's number seeds all that is random about it: a second load differs from the first. */
  readonly faker: Faker;
}

function sharesOf(
  { merchants, payments }: DemoAmounts,
  first: number,
  fakerOf: (seed: number) => Faker,
): DemoShare[] {
  return Array.from({ length: merchants }, (_, i) => ({
    number: first + i,
    merchantId: first + i === 1 ? 'demo' : `demo-${first + i}`,
    payments: Math.floor(payments / merchants) + Number(i < payments % merchants),
    faker: fakerOf(first + i),
  }));
}

/**
 * For the first start of a development service: enough for every status to occur and for lists to have further pages.
 */
export const FIRST_START: DemoAmounts = { payments: 1_000, merchants: 2 };
