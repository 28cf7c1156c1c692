import { randomBytes as systemRandomBytes } from 'node:crypto';
import type { Faker } from '@faker-js/faker';
import type { ClientBase } from 'pg';
import { testCards } from '../../connectors/sandbox/cards.ts';
import { apiKeyHash } from '../../core/access/authenticate.ts';
import { cardFingerprint } from '../../core/cards/card.ts';
import type { Context } from '../../core/foundation/context.ts';
import type { ColumnEncryption } from '../../core/foundation/cryptography.ts';
import { randomBase62 } from '../../core/foundation/ids.ts';
import { ALL_MERCHANTS, TENANCY_SETTING } from '../../core/model/tables.ts';
import type { Database } from '../../database/database.ts';
import { MERCHANT_ID, MERCHANT_NAME, mapSandboxErrors, openShops, person, SESSION_DAYS } from './shop.ts';
import { type Simulation, simulate } from './simulation.ts';
import { Cast, type Story, stories } from './stories.ts';
import { type Clone, type RecordedRow, Template } from './templates.ts';

const DAY_MS = 86_400_000;
/** Payments are spread over so many days, up to the start of today. */
const DAYS = 90;
/** The merchants are older than their first payment. */
const MERCHANT_DAYS = DAYS + 60;
/** Events are kept for so long, here those of so many stories: enough for every list to have further pages. */
const EVENT_DAYS = 30;
const EVENT_STORIES_MAX = 2_000;
/** A payout for so many payments. */
const PAYMENTS_A_PAYOUT = 20;
/** From so many payments on, each story is told several times, of other orders. */
const VARIED_FROM = 5_000;
const VARIANTS = 4;
/** Rows are inserted once so many characters of them are there. */
const BATCH_CHARACTERS = 4_000_000;

/** How much to load. */
export interface DemoAmounts {
  /** Over all merchants together. */
  readonly payments: number;
  readonly merchants: number;
}

/** The keys of a merchant. The API key is known here alone: only its hash is stored. */
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
  /** Called with the rows inserted; a table may come several times. */
  readonly onRows?: (table: string, rows: number) => void;
  /** Called with the payments cloned so far, of all. */
  readonly onProgress?: (done: number) => void;
}

/** The tables of a merchant itself, and of what happens there; parents before their children. */
const merchantTables = ['merchant_accounts', 'business_profiles', 'connector_accounts', 'api_keys'];
const storyTables = [
  ...['customers', 'payment_methods', 'payments', 'attempts', 'captures', 'authentications', 'refunds'],
  ...['disputes', 'dispute_answers', 'payouts', 'payout_attempts', 'status_changes', 'connector_calls'],
  ...['sandbox_transactions', 'sandbox_disputes', 'sandbox_events', 'events'],
];
const tables = ['error_mappings', ...merchantTables, ...storyTables];

/** A story's rows, and when it may have happened. */
interface StagedStory {
  readonly story: Story;
  readonly template: Template;
  readonly startMs: number;
  readonly durationMs: number;
  readonly payments: number;
}

interface Staged {
  /** Belong to no merchant, and are missing in the database. */
  readonly errorMappings: readonly object[];
  readonly merchant: Template;
  readonly stories: readonly StagedStory[];
}

/** When and what happens once more. */
interface Occurrence {
  readonly staged: StagedStory;
  readonly atMs: number;
}

/**
 * Loads merchants with customers, payments and all that belongs to them, as if the service had run for a while.
 *
 * A few hundred payments are made by the product's own commands on the sandbox connector, in a transaction that
 * is rolled back: their histories, events and connector calls are real. These are then cloned, each clone with
 * identifiers, times, names and secrets of its own. The load is one transaction, and the same amounts on the same
 * day make the same rows: only keys and secrets differ.
 *
 * A database that has demo data gets further merchants beside it: `demo`, then `demo-2` and so on.
 */
export async function loadDemo(options: DemoOptions): Promise<DemoKeys[]> {
  const { database, now = new Date() } = options;
  const client = await database.openSession();
  try {
    await client.query(`
      begin;
      select set_config('${TENANCY_SETTING}', '${ALL_MERCHANTS}', true);
      set local statement_timeout = 0;
      set local timezone = 'UTC';
      set local gin_pending_list_limit = '64MB';
      select pg_advisory_xact_lock(hashtextextended('switchyard demo data', 0))`);
    const finishMs = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
    const keys = await new DemoLoad(options, client, finishMs).run();
    await client.query('commit');
    // Query plans need rough statistics at once; autovacuum refines them.
    await client.query(
      `set statement_timeout = 0; set default_statistics_target = 20; analyze ${tables.join(', ')}`,
    );
    return keys;
  } finally {
    // Ending the session rolls back what is unfinished.
    await client.end();
  }
}

class DemoLoad {
  readonly #options: DemoOptions;
  readonly #client: ClientBase;
  readonly #finishMs: number;
  readonly #randomBytes: (size: number) => Uint8Array;
  readonly #secret: (length: number) => string;
  readonly #writer: RowWriter;
  #done = 0;

  constructor(options: DemoOptions, client: ClientBase, finishMs: number) {
    this.#options = options;
    this.#client = client;
    this.#finishMs = finishMs;
    this.#randomBytes = options.randomBytes ?? systemRandomBytes;
    this.#secret = (length) => randomBase62(length, this.#randomBytes);
    this.#writer = new RowWriter(client, options.onRows);
  }

  async run(): Promise<DemoKeys[]> {
    const { payments, merchants } = this.#options.amounts;
    // Loaded here, because production installs have neither demo data nor this package.
    const { Faker, en, base } = await import('@faker-js/faker');
    const faker = new Faker({ locale: [en, base] });
    faker.seed(1);
    const staged = await this.#stage(faker);
    const first = await this.#nextNumber();
    for (const row of staged.errorMappings) this.#writer.add('error_mappings', JSON.stringify(row));
    const keys: DemoKeys[] = [];
    for (let number = first; number < first + merchants; number += 1) {
      // The merchant's number seeds all that is random about it: a second load differs from the first.
      faker.seed(number);
      const merchantId = number === 1 ? 'demo' : `demo-${number}`;
      const share = Math.floor(payments / merchants) + Number(number - first < payments % merchants);
      keys.push(await this.#loadMerchant(merchantId, staged, share, faker));
    }
    await this.#writer.finish();
    return keys;
  }

  /** Has every story happen once, or in several variants, at the merchant all templates are made at. */
  #stage(faker: Faker): Promise<Staged> {
    const { amounts, database, encryption, publicUrl = 'http://127.0.0.1:8080' } = this.#options;
    const variants = amounts.payments >= VARIED_FROM ? VARIANTS : 1;
    const simulation = { database, encryption, publicUrl, randomBytes: this.#randomBytes };
    return simulate(simulation, MERCHANT_ID, async (stage) => {
      stage.nowMs = this.#finishMs - MERCHANT_DAYS * DAY_MS;
      const errorMappings = await mapSandboxErrors(stage);
      const shops = await openShops(stage);
      const words = [
        MERCHANT_ID,
        MERCHANT_NAME,
        ...fingerprints(encryption, MERCHANT_ID),
        ...personWords(person),
      ];
      const templateOf = async (from: readonly string[]) =>
        new Template(await record(stage, from), { encryption, words, endMs: stage.nowMs });
      const merchant = await templateOf(merchantTables);

      const staged: StagedStory[] = [];
      const startMs = this.#finishMs - 2 * SESSION_DAYS * DAY_MS;
      for (const story of stories) {
        for (let i = 0; i < variants; i += 1) {
          const shop = shops[faker.number.int(shops.length - 1)]!;
          await stage.discarding(async () => {
            stage.nowMs = startMs;
            await story.play(new Cast(stage, shop, faker));
            const template = await templateOf(storyTables);
            const payments = template.rows.filter(({ table }) => table === 'payments').length;
            staged.push({ story, template, startMs, payments, durationMs: stage.nowMs - startMs });
          });
        }
      }
      return { errorMappings, merchant, stories: staged };
    });
  }

  /** `demo` is number 1, `demo-2` number 2; a load continues after the highest number there is. */
  async #nextNumber(): Promise<number> {
    const { rows } = await this.#client.query<{ next: number }>(
      `select coalesce(max(case merchant_id when 'demo' then 1 else substr(merchant_id, 6)::int end), 0) + 1 as next
       from merchant_accounts where merchant_id ~ '^demo(-[1-9][0-9]{0,8})?$'`,
    );
    return rows[0]!.next;
  }

  async #loadMerchant(merchantId: string, staged: Staged, payments: number, faker: Faker): Promise<DemoKeys> {
    const apiKey = `sk_test_${this.#secret(43)}`;
    let publishableKey = '';
    const words = [merchantId, faker.company.name(), ...fingerprints(this.#options.encryption, merchantId)];
    const clone: Clone = { shiftMs: 0, digits: digitsFrom(faker), words, newSecret: this.#secret };
    for (const { json, table } of staged.merchant.clone(clone)) {
      const row = JSON.parse(json);
      if (table === 'merchant_accounts') publishableKey = row.publishable_key;
      if (table === 'api_keys') Object.assign(row, { hash: apiKeyHash(apiKey), last4: apiKey.slice(-4) });
      this.#writer.add(table, JSON.stringify(row));
    }
    const occurrences = [
      ...draw(staged.stories, 'payments', payments, this.#finishMs, faker),
      ...draw(staged.stories, 'payouts', Math.round(payments / PAYMENTS_A_PAYOUT), this.#finishMs, faker),
    ].toSorted((a, b) => a.atMs - b.atMs);
    await this.#loadStories(occurrences, staged.merchant.idsOf(clone), words, faker);
    return { merchantId, apiKey, publishableKey };
  }

  async #loadStories(
    occurrences: readonly Occurrence[],
    shared: ReadonlyMap<string, string>,
    words: readonly string[],
    faker: Faker,
  ): Promise<void> {
    const eventsSinceMs = Math.max(
      this.#finishMs - EVENT_DAYS * DAY_MS,
      occurrences.at(-EVENT_STORIES_MAX)?.atMs ?? 0,
    );
    const events: string[] = [];
    for (const { atMs, staged } of occurrences) {
      const undecided = staged.story.undecided
        ? { decidedAtMs: this.#finishMs + DAY_MS + faker.number.int(DAY_MS) }
        : {};
      const clone: Clone = {
        shiftMs: atMs - staged.startMs,
        digits: digitsFrom(faker),
        shared,
        words: [...words, ...personWords(newPerson(faker))],
        newSecret: this.#secret,
        ...undecided,
      };
      for (const { json, table } of staged.template.clone(clone)) {
        if (table !== 'events') this.#writer.add(table, json);
        else if (atMs >= eventsSinceMs) events.push(json);
      }
      this.#done += staged.payments;
      if (!this.#writer.isFull) continue;
      await this.#writer.flush();
      this.#options.onProgress?.(this.#done);
    }
    // Events are numbered as they are inserted, so they come last and in the order of their times.
    const createdAt = (json: string) => JSON.parse(json).created_at as string;
    const ordered = events
      .map((json) => ({ json, at: createdAt(json) }))
      .toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
    for (const { json } of ordered) this.#writer.add('events', json);
    await this.#writer.flush();
    this.#options.onProgress?.(this.#done);
  }
}

/** Reads the merchant's rows of some tables, in the order of the tables. */
async function record({ rows }: Simulation, from: readonly string[]): Promise<RecordedRow[]> {
  const selects = from.map(
    (table, i) =>
      `select ${i} as place, '${table}' as table, to_jsonb(t) as row from ${table} t where merchant_id = $1`,
  );
  const text = `${selects.join(' union all ')} order by 1`;
  const recorded = await rows.query<RecordedRow>({ text, values: [MERCHANT_ID] }, MERCHANT_ID);
  // Inserting a refund adds it to its payment's sum.
  for (const { row, table } of recorded) if (table === 'payments') row.amount_refunded = 0;
  return recorded;
}

/** Inserts rows in large statements, tables in an order that foreign keys allow. */
class RowWriter {
  readonly #client: ClientBase;
  readonly #onRows: (table: string, rows: number) => void;
  readonly #columns = new Map<string, string>();
  readonly #rows = new Map<string, string[]>();
  #characters = 0;
  /** The batch being inserted while the next one is made. */
  #inserting: Promise<void> = Promise.resolve();

  constructor(client: ClientBase, onRows: (table: string, rows: number) => void = () => {}) {
    this.#client = client;
    this.#onRows = onRows;
  }

  get isFull(): boolean {
    return this.#characters >= BATCH_CHARACTERS;
  }

  add(table: string, json: string): void {
    const rows = this.#rows.get(table);
    if (rows) rows.push(json);
    else this.#rows.set(table, [json]);
    this.#characters += json.length;
  }

  /** Starts inserting what was added, once the batch before is in. */
  async flush(): Promise<void> {
    await this.#inserting;
    const rows = new Map(this.#rows);
    this.#rows.clear();
    this.#characters = 0;
    this.#inserting = this.#insert(rows);
    // A failure is thrown by the next flush; until then nobody waits for it.
    this.#inserting.catch(() => {});
  }

  /** Waits until everything is in. */
  async finish(): Promise<void> {
    await this.flush();
    await this.#inserting;
  }

  async #insert(batch: ReadonlyMap<string, readonly string[]>): Promise<void> {
    for (const table of tables) {
      const rows = batch.get(table);
      if (!rows) continue;
      const columns = await this.#columnsOf(table);
      await this.#client.query(
        `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
        [`[${rows.join(',')}]`],
      );
      this.#onRows(table, rows.length);
    }
  }

  /** A table's columns but for generated ones. */
  async #columnsOf(table: string): Promise<string> {
    const known = this.#columns.get(table);
    if (known) return known;
    const { rows } = await this.#client.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
      [table],
    );
    this.#columns.set(table, rows[0]!.columns);
    return rows[0]!.columns;
  }
}

/**
 * Draws stories until so many payments or payouts have happened: each story once, then by their weights.
 * They are spread over the days before the end, more of them lately.
 */
function draw(
  staged: readonly StagedStory[],
  kind: Story['kind'],
  count: number,
  finishMs: number,
  faker: Faker,
): Occurrence[] {
  const candidates = staged.filter(({ story }) => story.kind === kind);
  const weighted = candidates.map((value) => ({ value, weight: value.story.weight }));
  const occurrences: Occurrence[] = [];
  for (let [left, turn] = [count, 0]; left > 0; turn += 1) {
    const next = candidates[turn] ?? faker.helpers.weightedArrayElement(weighted);
    const size = kind === 'payments' ? next.payments : 1;
    if (size > left) continue;
    left -= size;
    occurrences.push({ staged: next, atMs: momentFor(next, finishMs, faker) });
  }
  return occurrences;
}

function momentFor({ durationMs, story }: StagedStory, finishMs: number, faker: Faker): number {
  const random = () => faker.number.float();
  const oldestMs = finishMs - Math.min(story.withinDays ?? DAYS, DAYS) * DAY_MS;
  const newestMs = finishMs - durationMs - 1;
  const day = Math.floor(((newestMs - oldestMs) / DAY_MS) * random() ** 0.85);
  // Most business is done around noon.
  const timeMs = ((random() + random()) / 2) * DAY_MS;
  return Math.round(Math.min(oldestMs + day * DAY_MS + timeMs, newestMs));
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const digitsFrom = (faker: Faker) => faker.string.fromCharacters(crockford, 8);

function newPerson(faker: Faker): typeof person {
  const firstName = faker.person.firstName();
  const lastName = faker.person.lastName();
  const email = faker.internet.exampleEmail({ firstName, lastName }).toLowerCase();
  const phone = `555010${faker.string.numeric(4)}`;
  return { ...person, name: `${firstName} ${lastName}`, firstName, lastName, email, phone };
}

/** What the shop's words and a person's are in a clone, in one order. */
const personWords = ({ email, firstName, lastName, name, phone }: typeof person) => [
  name,
  firstName,
  lastName,
  email,
  phone,
];
/** Fingerprints of the test cards: they differ from merchant to merchant. */
const fingerprints = (encryption: ColumnEncryption, merchantId: string) =>
  Object.values(testCards).map((number) => cardFingerprint({ encryption } as Context, merchantId, number));

/** Enough for every status to occur and for lists to have further pages. */
const FIRST_START: DemoAmounts = { payments: 1_000, merchants: 2 };

/** Loads demo data into a database that has no merchant yet: the first start of a development service. */
export async function loadDemoOnce(
  options: Pick<DemoOptions, 'database' | 'encryption' | 'publicUrl'>,
): Promise<DemoKeys[]> {
  const some = { text: 'select 1 from merchant_accounts limit 1', values: [] };
  if ((await options.database.rows.query(some, null)).length > 0) return [];
  return loadDemo({ ...options, amounts: FIRST_START });
}
