import fc from 'fast-check';
import type { Client } from 'pg';
import { ulid } from 'ulid';
import { expect } from 'vitest';
import {
  followStatistics,
  lagOfStatistics,
  rebuildStatistics,
} from '../../../../src/core/derived/fold-stats.ts';
import { ConnectorCall } from '../../../../src/core/entities/connector-call.ts';
import { resourceOf } from '../../../../src/core/model/index.ts';
import { countedObjects } from '../../../../src/core/reads/counted-objects.ts';
import { StatementBuilder } from '../../../../src/core/reads/statement.ts';
import { countedRows, totalsWithin } from '../../../../src/core/reads/stats-totals.ts';
import { withSession } from '../../../../src/database/sessions.ts';
import { ownerUrl } from '../../../kit/database.ts';
import { budget } from '../../../kit/figure.ts';
import { insertRow } from '../../../kit/insert.ts';
import { seed } from '../../../kit/property.ts';
import { type SeededMerchant, seedMerchant } from '../../../kit/seed.ts';
import type { TestService } from '../../../kit/service.ts';
import { testApart as base } from '../../../kit/test.ts';

/*
 * Statistics are totals, recorded changes, and the recent objects themselves. Here objects of every type are written in
 * transactions of several sessions while others fold, rebuild and are killed; after each step the statistics of every type
 * are compared with a count of the objects, by one statement.
 */

const QUARTER_MS = 15 * 60_000;
const START = Date.UTC(2026, 10, 28);
const targets = [...countedObjects.keys()];
const tables = targets.map((target) => resourceOf(target).table);

/** Few, so that objects are often created exactly when recent ones begin. */
const moment = fc
  .tuple(fc.constantFrom(0, 1, 3, 4, 95, 96, 192), fc.constantFrom(0, 1, QUARTER_MS - 1))
  .map(([quarters, offset]) => new Date(START + quarters * QUARTER_MS + offset));

/** The differences between the statistics of every type and a count of the objects; none are expected. */
async function differences(service: TestService, merchantId: string | null, unit: 'day' | null) {
  const found: object[] = [];
  for (const [target, { sums, totals, within = [] }] of countedObjects) {
    for (const { dimensions, type } of totals) {
      const builder = new StatementBuilder();
      const bucketOf = unit ? (time: string) => `date_trunc('${unit}', ${time}, 'UTC')` : null;
      const fields = Object.values(dimensions);
      const request = totalsWithin(target, { from: -Infinity, to: Infinity }, [], fields)!;
      expect(request.type).toBe(type);
      const counted = countedRows(request, merchantId, bucketOf, builder);
      const { order, table } = resourceOf(target);
      const keys = fields.map((field) => `${field}::text`).join(', ');
      const added = Object.values(sums).map((field) => `coalesce(sum(${field}), 0)::int8 as ${field}`);
      const bucket = bucketOf ? bucketOf(order) : 'null::timestamptz';
      const groups = [...fields, 'bucket'].map((_, i) => i + 1).join(', ');
      const own = ['true', ...within.map((field) => `${field} is not null`)];
      if (merchantId !== null) own.push(`merchant_id = ${builder.parameter(merchantId, 'text')}`);
      const statement = builder.build(`
        with ${counted},
          answered as (select ${keys}, bucket, sum(count)::int8 as count, ${added.join(', ')} from counted group by ${groups}
                       having sum(count) <> 0),
          expected as (select ${keys}, ${bucket} as bucket, count(*)::int8 as count, ${added.join(', ')} from ${table}
                       where ${own.join(' and ')} group by ${groups})
        select 'answered' as side, a.* from (select * from answered except all select * from expected) a
        union all select 'expected', e.* from (select * from expected except all select * from answered) e`);
      for (const row of await service.database.rows.query(statement, merchantId))
        found.push({ type, ...row });
    }
  }
  return found;
}

/** A merchant with an object of each type, which sessions insert again under other identifiers. */
async function seedObjects(service: TestService): Promise<SeededMerchant> {
  const shop = await seedMerchant(service);
  const created_at = new Date(START);
  const payment = await shop.payment({ created: created_at });
  await shop.attempt(payment, { created_at });
  await shop.refund(payment, { created_at, status: 'failed' });
  await shop.dispute(await shop.payment({ created: new Date(START - 1) }), { created_at });
  await shop.payout({ created: created_at });
  await insertRow(service, ConnectorCall, {
    merchant_id: shop.merchantId,
    call_id: `call_${ulid(START)}`,
    flow: 'payment',
    operation: 'authorize',
    object_id: payment,
    merchant_connector_id: 'mca_1',
    connector: 'sandbox',
    status: 'completed',
    request: {},
    duration_ms: 7,
    created_at,
    completed_at: created_at,
  });
  return shop;
}

const test = base
  /** Seeds merchants with {@link seedObjects}; their objects, which violate other invariants, are deleted afterwards. */
  .extend('seedShop', ({ service }, { onCleanup }) => {
    const shops: SeededMerchant[] = [];
    const inOrder = tables.toSorted((a, b) => Number(a === 'payments') - Number(b === 'payments'));
    onCleanup(async () => {
      for (const { merchantId } of shops) {
        for (const table of inOrder) {
          const text = `delete from ${table} where merchant_id = $1`;
          await service.database.rows.query(
            { text, values: [merchantId], touches: 'everything' },
            merchantId,
          );
        }
        expect(await differences(service, merchantId, null)).toEqual([]);
        await rebuildStatistics(service.database.rows, merchantId);
      }
    });
    return async () => {
      shops.push(await seedObjects(service));
      return shops.at(-1)!;
    };
  });

/** A session with rights to all merchants. */
async function open(service: TestService): Promise<Client> {
  const session = await service.database.openSession();
  await session.query(`select set_config('switchyard.merchant_id', '*', false)`);
  return session;
}

const pidOf = async (session: Client): Promise<number> =>
  (await session.query('select pg_backend_pid() as pid')).rows[0].pid;

async function kill(service: TestService, session: Client, pid: number): Promise<void> {
  session.on('error', () => {});
  const ended = new Promise((resolve) => session.once('end', resolve));
  const killer = await service.database.openSession();
  await killer.query('select pg_terminate_backend($1)', [pid]);
  await killer.end();
  await ended;
}

/** Waits until a session waits for a lock. */
async function untilItWaits(service: TestService, pid: number): Promise<void> {
  const watcher = await service.database.openSession();
  for (let waits = false; !waits; ) {
    const text = 'select exists (select from pg_locks where pid = $1 and not granted) as waits';
    waits = (await watcher.query(text, [pid])).rows[0].waits;
  }
  await watcher.end();
}

const idOf = (table: string) => resourceOf(targets[tables.indexOf(table)]!).key.at(-1)!;
const orderOf = (table: string) => resourceOf(targets[tables.indexOf(table)]!).order;

/** Inserts a merchant's object of a type again, under another identifier. */
async function insertAgain(session: Client, table: string, merchantId: string, id: string, at: Date) {
  const { rows } = await session.query(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const { columns } = rows[0] as { columns: string };
  await session.query(
    `insert into ${table} (${columns})
     select ${columns.replace(/\w+/g, 'n.$&')} from ${table} o,
       jsonb_populate_record(o, $3::jsonb) n
     where o.merchant_id = $1 and o.${idOf(table)} = (
       select min(f.${idOf(table)}) from ${table} f where f.merchant_id = $1 and f.${orderOf(table)} = $2)`,
    [merchantId, new Date(START), JSON.stringify({ [idOf(table)]: id, [orderOf(table)]: at })],
  );
}

const writes: Readonly<Record<string, readonly string[]>> = {
  payments: [
    `status = 'processing'`,
    `status = 'failed'`,
    'amount = amount + 1, net_amount = net_amount + 1',
    `description = 'x'`,
  ],
  attempts: [`status = 'failure'`, `status = 'charged'`, `card_network = 'Visa'`, 'amount = amount + 1'],
  refunds: [`error_code = 'a'`, `error_code = null`],
  disputes: [`dispute_status = 'dispute_won'`, 'amount = amount + 1'],
  payouts: [`status = 'failed'`, 'amount = amount + 1'],
  connector_calls: ['duration_ms = null', 'duration_ms = 7', 'duration_ms = 2000', `status = 'completed'`],
};

/** Writes of these lock the payment, whose sums they change. */
const ofPayment = ['attempts', 'refunds', 'disputes'];

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ by: fc.nat(1), insert: fc.constantFrom(...tables), at: moment }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      by: fc.nat(1),
      update: fc.nat(),
      how: fc.nat(),
      recreated: fc.option(moment, { freq: 8 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ by: fc.nat(1), remove: fc.nat() }) },
  {
    weight: 6,
    arbitrary: fc.record({ by: fc.nat(1), end: fc.constantFrom('commit', 'commit', 'rollback') }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      fold: fc.constantFrom('objects', 'objects', 'objects', 'changes', 'all', 'rebuild'),
      until: moment,
      atMost: fc.constantFrom(1, 2, 100),
    }),
  },
  { weight: 5, arbitrary: fc.record({ endFold: fc.constantFrom('commit', 'commit', 'rollback', 'kill') }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Sessions that write and one that folds, each with a transaction that is open or not. */
class Sessions {
  readonly #writers: { session: Client; touched: Set<string> | null; added: string[]; gone: string[] }[] = [];
  #folder!: Client;
  #folds = false;
  /** The committed objects, as `table id`. */
  #objects: string[] = [];
  #made = 0;

  constructor(
    readonly service: TestService,
    readonly shop: SeededMerchant,
  ) {}

  async open(): Promise<void> {
    for (let i = 0; i < 2; i += 1) {
      this.#writers.push({ session: await open(this.service), touched: null, added: [], gone: [] });
    }
    this.#folder = await open(this.service);
  }

  async end(): Promise<void> {
    await Promise.all([...this.#writers.map(({ session }) => session.end()), this.#folder.end()]);
  }

  async take(taken: Step): Promise<void> {
    if ('fold' in taken) return this.#fold(taken);
    if ('endFold' in taken) return this.#endFold(taken.endFold);
    const writer = this.#writers[taken.by]!;
    const other = this.#writers[1 - taken.by]!;
    if ('end' in taken) {
      if (writer.touched === null) return;
      await writer.session.query(taken.end);
      if (taken.end === 'commit') {
        this.#objects = [...this.#objects, ...writer.added].filter((each) => !writer.gone.includes(each));
      }
      Object.assign(writer, { touched: null, added: [], gone: [] });
      return;
    }
    if (writer.touched === null) await writer.session.query('begin');
    writer.touched ??= new Set();
    const { merchantId } = this.shop;
    const claim = (table: string) => {
      if (!ofPayment.includes(table)) return true;
      if (other.touched?.has('their payment')) return false;
      writer.touched!.add('their payment');
      return true;
    };
    if ('insert' in taken) {
      if (!claim(taken.insert)) return;
      this.#made += 1;
      const id =
        taken.insert === 'connector_calls' ? `call_${ulid(taken.at.getTime())}` : `again_${this.#made}`;
      await insertAgain(writer.session, taken.insert, merchantId, id, taken.at);
      writer.added.push(`${taken.insert} ${id}`);
      return;
    }
    const free = [...this.#objects, ...writer.added].filter(
      (each) => !other.touched?.has(each) && !writer.gone.includes(each),
    );
    const object = free[('update' in taken ? taken.update : taken.remove) % Math.max(1, free.length)];
    if (object === undefined) return;
    const [table, id] = object.split(' ') as [string, string];
    if (!claim(table)) return;
    writer.touched.add(object);
    const key = `merchant_id = $1 and ${idOf(table)} = $2`;
    if ('remove' in taken) {
      writer.gone.push(object);
      await writer.session.query(`delete from ${table} where ${key}`, [merchantId, id]);
      return;
    }
    const hows = writes[table]!;
    // The time of a call is in its identifier.
    const at = table === 'connector_calls' ? null : taken.recreated;
    const set = `${hows[taken.how % hows.length]}${at ? `, ${orderOf(table)} = $3` : ''}`;
    await writer.session.query(`update ${table} set ${set} where ${key}`, [
      merchantId,
      id,
      ...(at ? [at] : []),
    ]);
  }

  /** A writer holds the lock on what is counted where, unless it wrote while somebody folded. */
  async #fold({ atMost, fold, until }: Extract<Step, { fold: unknown }>): Promise<void> {
    if (this.#writers.some(({ touched }) => touched !== null)) return;
    if (!this.#folds) await this.#folder.query('begin');
    this.#folds = true;
    const texts = {
      objects: ['select fold_objects($1, $2, $3)', until, atMost],
      all: ['select fold_objects($1, null, $2)', atMost],
      changes: ['select fold_stats($1, $2)', atMost],
      rebuild: ['select rebuild_stats($1)'],
    };
    const [text, ...values] = texts[fold as keyof typeof texts];
    await this.#folder.query(text as string, [this.shop.merchantId, ...values]);
  }

  async #endFold(how: 'commit' | 'rollback' | 'kill'): Promise<void> {
    if (!this.#folds) return;
    this.#folds = false;
    if (how !== 'kill') await this.#folder.query(how);
    else {
      await kill(this.service, this.#folder, await pidOf(this.#folder));
      this.#folder = await open(this.service);
    }
  }
}

test('Statistics of every type are exact after each step of transactions that write, fold, rebuild and are killed', async ({
  seedShop,
  service,
}) => {
  const history = fc.array(fc.tuple(step, fc.boolean(), fc.constantFrom('day' as const, null)), {
    minLength: 5,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const shop = await seedShop();
      const sessions = new Sessions(service, shop);
      await sessions.open();
      try {
        for (const [taken, isOfAll, unit] of steps) {
          await sessions.take(taken);
          expect(await differences(service, isOfAll ? null : shop.merchantId, unit)).toEqual([]);
        }
      } finally {
        await sessions.end();
      }
      await followStatistics(service.database.rows, new Date(START + 400 * QUARTER_MS));
      expect(await differences(service, shop.merchantId, null)).toEqual([]);
    }),
    { seed, numRuns: budget(60, 12) },
  );
});

/** The number of rows of a merchant in a table. */
const countOf = async (session: Client, table: string, { merchantId }: SeededMerchant): Promise<number> =>
  (await session.query(`select count(*)::int as count from ${table} where merchant_id = $1`, [merchantId]))
    .rows[0].count;

test('A recent object records no change, whatever happens to it; an older one records each', async ({
  seedShop,
  service,
}) => {
  const shop = await seedShop();
  const { rows } = service.database;
  const session = await open(service);
  await followStatistics(rows, new Date(START + QUARTER_MS));
  await followStatistics(rows, new Date(START + QUARTER_MS));
  const changesOf = async (at: Date) => {
    const recorded: Record<string, number[]> = {};
    for (const table of tables) {
      const id = table === 'connector_calls' ? `call_${ulid(at.getTime())}` : `again_${at.getTime()}`;
      recorded[table] = [];
      const note = async (done: Promise<unknown>) => {
        await done;
        recorded[table]!.push(await countOf(session, 'stats_changes', shop));
        await session.query('delete from stats_changes where merchant_id = $1', [shop.merchantId]);
      };
      const change = (set: string) =>
        session.query(`update ${table} set ${set} where merchant_id = $1 and ${idOf(table)} = $2`, [
          shop.merchantId,
          id,
        ]);
      await note(insertAgain(session, table, shop.merchantId, id, at));
      await note(change(writes[table]![0]!));
      await note(
        session.query(`delete from ${table} where merchant_id = $1 and ${idOf(table)} = $2`, [
          shop.merchantId,
          id,
        ]),
      );
    }
    return recorded;
  };
  const before = await differences(service, shop.merchantId, null);
  expect(before).toEqual([]);
  expect(await changesOf(new Date(START + 2 * QUARTER_MS))).toEqual(
    Object.fromEntries(tables.map((table) => [table, [0, 0, 0]])),
  );
  expect(await changesOf(new Date(START + 1))).toEqual(
    Object.fromEntries(tables.map((table) => [table, table === 'connector_calls' ? [1, 1, 0] : [1, 2, 1]])),
  );
  await session.end();
});

/** Where a folder is stopped: what holds it there, and what is waited for. */
const points = ['while it waits for a writer', 'while it waits for a total', 'before it commits'] as const;

for (const point of points) {
  for (const fold of ['fold_objects($1, $2, 100)', 'fold_stats($1, 100)', 'rebuild_stats($1)']) {
    test(`A process killed in ${fold.replace(/\(.*/, '')} ${point} loses nothing, and payments do not wait for it`, async ({
      seedShop,
      service,
    }) => {
      const shop = await seedShop();
      const { merchantId } = shop;
      const { rows } = service.database;
      const until = new Date(START + 8 * QUARTER_MS);
      await followStatistics(rows, new Date(START + 2));
      await followStatistics(rows, new Date(START + 2));
      const [writer, holder, folder] = [await open(service), await open(service), await open(service)];
      await insertAgain(writer, 'payments', merchantId, 'again_old', new Date(START + 1));
      await insertAgain(writer, 'payments', merchantId, 'again_new', new Date(START + QUARTER_MS));
      const pid = await pidOf(folder);
      await folder.query('begin');
      await holder.query('begin');
      const values = fold.includes('$2') ? [merchantId, until] : [merchantId];
      const holds = {
        'while it waits for a writer': [
          `update payments set amount = amount + 1, net_amount = net_amount + 1 where merchant_id = $1 and payment_id = 'again_new'`,
        ],
        'while it waits for a total': [`select from stats_totals where merchant_id = $1 for update`],
        'before it commits': [],
      }[point];
      for (const text of holds) await holder.query(text, [merchantId]);
      const folding = folder.query(`select ${fold}`, values);
      const outcome = folding.then(
        () => 'folded',
        () => 'killed',
      );
      if (point === 'before it commits') expect(await outcome).toBe('folded');
      else await untilItWaits(service, pid);
      // A writer goes on at once, and records its changes.
      await insertAgain(writer, 'payments', merchantId, 'again_now', new Date(START + QUARTER_MS + 1));
      expect(await differences(service, merchantId, null)).toEqual([]);
      await kill(service, folder, pid);
      if (point !== 'before it commits') expect(await outcome).toBe('killed');
      expect(await differences(service, merchantId, null)).toEqual([]);
      await holder.query('commit');
      expect(await differences(service, merchantId, null)).toEqual([]);
      await followStatistics(rows, until);
      expect(await differences(service, merchantId, null)).toEqual([]);
      expect(await countOf(writer, 'stats_changes', shop)).toBe(0);
      await Promise.all([writer.end(), holder.end()]);
    });
  }
}

test('Readers see exact statistics while objects are written and several processes fold and rebuild', async ({
  seedShop,
  service,
}) => {
  const shop = await seedShop();
  const { rows } = service.database;
  await followStatistics(rows, new Date(START + 1));
  let going = true;
  // A dispute is recorded with its payment locked.
  const written = tables.filter((table) => table !== 'disputes');
  const write = async (of: number) => {
    const session = await open(service);
    for (let i = 0; i < 60; i += 1) {
      const table = written[i % written.length]!;
      const at = new Date(START + i * 60_000);
      const id = table === 'connector_calls' ? `call_${ulid(at.getTime())}` : `again_${of}_${i}`;
      await session.query('begin');
      await insertAgain(session, table, shop.merchantId, id, at);
      await session.query('commit');
      const set = writes[table]![i % writes[table]!.length]!;
      await session.query(`update ${table} set ${set} where merchant_id = $1 and ${idOf(table)} = $2`, [
        shop.merchantId,
        id,
      ]);
    }
    await session.end();
  };
  const fold = async () => {
    for (let minutes = 1; going; minutes += 2)
      await followStatistics(rows, new Date(START + minutes * 60_000));
  };
  const rebuild = async () => {
    while (going) await rebuildStatistics(rows, shop.merchantId);
  };
  const read = async (merchantId: string | null) => {
    while (going) expect(await differences(service, merchantId, null)).toEqual([]);
  };
  const writing = Promise.all([write(1), write(2), write(3)]).finally(() => {
    going = false;
  });
  await Promise.all([writing, fold(), fold(), rebuild(), read(shop.merchantId), read(null)]);
  await followStatistics(rows, new Date(START + 400 * QUARTER_MS));
  expect(await differences(service, shop.merchantId, 'day')).toEqual([]);
});

test('While a process runs that counts no recent objects, everything is in totals and changes', async ({
  seedShop,
  service,
}) => {
  const shop = await seedShop();
  const { rows } = service.database;
  const session = await open(service);
  const until = new Date(START + QUARTER_MS);
  await followStatistics(rows, until);
  await insertAgain(session, 'payments', shop.merchantId, 'again_1', new Date(START + 2 * QUARTER_MS));
  const recent = () =>
    session.query(
      'select object_type from stats_progress where merchant_id = $1 and counted_until is not null',
      [shop.merchantId],
    );
  expect((await recent()).rowCount).toBe(6);
  expect(await countOf(session, 'stats_changes', shop)).toBe(0);
  await session.query(
    `insert into processes (process_id, key_id, seen_at) values ('proc_0_5_0', 'k', now() + interval '1 hour')`,
  );
  await followStatistics(rows, until);
  expect((await recent()).rowCount).toBe(0);
  await insertAgain(session, 'payments', shop.merchantId, 'again_2', new Date(START + 3 * QUARTER_MS));
  // What the statements of 0.5.0 read.
  const { rows: before } = await session.query(
    `select (select sum(count) from stats_changes where merchant_id = $1 and object_type = 'payment')::int as changes,
       (select sum(count) from stats_totals where merchant_id = $1 and object_type = 'payment' and period = 'day')::int as totals`,
    [shop.merchantId],
  );
  expect(before).toEqual([{ changes: 1, totals: 3 }]);
  expect(await differences(service, shop.merchantId, null)).toEqual([]);
  await session.query(`delete from processes where process_id = 'proc_0_5_0'`);
  await followStatistics(rows, until);
  expect((await recent()).rowCount).toBe(6);
  expect(await differences(service, shop.merchantId, null)).toEqual([]);
  await session.end();
});

test('Rebuilt totals repair wrong ones, and keep those of calls that are no longer on record', async ({
  seedShop,
  service,
  shared,
}) => {
  const shop = await seedShop();
  const { merchantId } = shop;
  const { rows } = service.database;
  const session = await open(service);
  await insertAgain(
    session,
    'connector_calls',
    merchantId,
    `call_${ulid(START + 1)}`,
    new Date(START + 40 * QUARTER_MS),
  );
  await followStatistics(rows, new Date(START + 96 * QUARTER_MS));
  const all = async () =>
    (
      await session.query(
        'select * from stats_totals where merchant_id = $1 order by object_type, period, starts_at, series',
        [merchantId],
      )
    ).rows;
  const right = await all();
  expect(right.length).toBeGreaterThan(20);
  // As if the partition of the first call was dropped: its calls are not counted off.
  await withSession(ownerUrl(shared.databaseUrl), async (owner) => {
    await owner.query(`select set_config('switchyard.merchant_id', '*', false)`);
    await owner.query('alter table connector_calls disable trigger stats_of_deleted');
    await owner.query('delete from connector_calls where merchant_id = $1 and created_at = $2', [
      merchantId,
      new Date(START),
    ]);
    await owner.query('alter table connector_calls enable trigger stats_of_deleted');
  });
  await session.query(
    `update stats_totals set count = count + 1, amount = amount + 5
     where merchant_id = $1 and object_type <> 'connector_call'`,
    [merchantId],
  );
  await session.query(`delete from stats_totals where merchant_id = $1 and object_type = 'refund'`, [
    merchantId,
  ]);
  expect(await differences(service, merchantId, null)).not.toEqual([]);
  expect(await rebuildStatistics(rows, merchantId)).toBe(7);
  expect(await all()).toEqual(right);
  expect((await differences(service, merchantId, 'day')).map((row) => 'type' in row && row.type)).toEqual([
    'connector_call',
    'connector_call',
  ]);
  await session.query(`delete from stats_totals where merchant_id = $1 and object_type = 'connector_call'`, [
    merchantId,
  ]);
  await rebuildStatistics(rows, merchantId);
  expect(await differences(service, merchantId, 'day')).toEqual([]);
  await session.end();
});

test('The lag of statistics is the age of the oldest recent object, and the number of those and of changes', async ({
  service,
}) => {
  const { rows } = service.database;
  const shop = await seedMerchant(service);
  const paid = await shop.payment({ created: new Date(START) });
  await followStatistics(rows);
  // Other tests may have left recent objects.
  const before = await lagOfStatistics(rows);
  await shop.payment({ created: new Date(Date.now() - 5_000) });
  await shop.attempt(paid, { created_at: new Date(START) });
  const { changes, oldestS } = await lagOfStatistics(rows);
  expect(changes).toBe(before.changes + 2);
  expect(oldestS).toBeGreaterThanOrEqual(4);
});
