import pg from 'pg';
import { ulid } from 'ulid';
import { expect } from 'vitest';
import { ConnectorCall } from '../../../src/core/entities/connector-call.ts';
import { keepPartitions } from '../../../src/core/maintenance/partitions.ts';
import { retentionDefaults } from '../../../src/core/maintenance/retention.ts';
import { resourceOf } from '../../../src/core/model/index.ts';
import { entityClasses } from '../../../src/database/orm-options.ts';
import { ownerUrl } from '../../kit/database.ts';
import { insertRow, type Values } from '../../kit/insert.ts';
import type { TestServiceOptions } from '../../kit/service.ts';
import { test as base } from '../../kit/test.ts';

const DAY_MS = 24 * 60 * 60_000;
const MONTHS_AHEAD = 2;

/** The month `months` from now, in UTC. */
const month = (months: number, day = 1): Date => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, day));
};
const partitionOf = (table: string, at: Date) => `${table}_${at.toISOString().slice(0, 7).replace('-', '_')}`;

const test = base
  /** The service's current time: the real one, or a test's. */
  .extend('clock', { scope: 'file' }, () => ({ now: null as Date | null }))
  .extend(
    'serviceOptions',
    { scope: 'file' },
    ({ clock }): TestServiceOptions => ({
      now: () => clock.now ?? new Date(),
    }),
  )
  .extend(
    'query',
    { scope: 'file' },
    ({ service }) =>
      async (text: string, ...values: unknown[]) =>
        service.database.rows.query<Record<string, unknown>>({ text, values }, null),
  )
  .extend('asOwner', { scope: 'file' }, async ({ shared }, { onCleanup }) => {
    const owner = new pg.Client({ connectionString: ownerUrl(shared.databaseUrl) });
    await owner.connect();
    onCleanup(() => owner.end());
    return owner;
  })
  /**
   * Runs a statement for all merchants as the owner, in a transaction. A cluster requires the scope in a separate
   * message.
   */
  .extend('ofAllAsOwner', { scope: 'file' }, ({ asOwner }) => async (text: string): Promise<void> => {
    for (const message of ['begin', `set local switchyard.merchant_id = '*'`, text, 'commit'])
      await asOwner.query(message);
  })
  .extend('partitions', { scope: 'file' }, ({ query }) => async (table: string): Promise<unknown[]> => {
    const text = `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
                  where i.inhparent = $1::regclass order by 1`;
    return (await query(text, table)).map(({ name }) => name);
  })
  /** The names of the partitions that contain a merchant's rows. */
  .extend('places', ({ query, shop }) => async (table: string): Promise<unknown[]> => {
    // On a cluster the merchant's node reports its shard's table, with the shard number.
    const text = `select regexp_replace(t.tableoid::regclass::text, '^partitions\\.|_\\d{6,}$', '', 'g') as name
                  from ${table} t where t.merchant_id = $1 order by 1`;
    return (await query(text, shop.merchantId)).map(({ name }) => name);
  })
  .extend('idsIn', ({ query, shop }) => async (table: string, id: string): Promise<unknown[]> => {
    const rows = await query(
      `select ${id} as id from ${table} where merchant_id = $1 order by 1`,
      shop.merchantId,
    );
    return rows.map((row) => row.id);
  })
  /** Runs the job at a time, and then restores the present. */
  .extend('keepAt', ({ clock, service }) => async (at: Date | null, retention = retentionDefaults) => {
    clock.now = at;
    try {
      return await keepPartitions(service.contextFor({ kind: 'admin_key' }, 'req_test'), retention);
    } finally {
      clock.now = null;
    }
  })
  .extend('call', ({ query, service, shop }, { onCleanup }) => {
    // These calls have no payment, and statistics outlive them: either would violate an invariant.
    onCleanup(async () => {
      for (const table of ['connector_calls', 'stats_changes', 'stats_totals']) {
        await query(`delete from ${table} where merchant_id = $1`, shop.merchantId);
      }
    });
    return (at: Date, values: Values = {}) =>
      insertRow(service, ConnectorCall, {
        merchant_id: shop.merchantId,
        call_id: `call_${ulid(at.getTime())}`,
        flow: 'payment',
        operation: 'authorize',
        object_id: 'pay_1',
        merchant_connector_id: 'mca_1',
        connector: 'sandbox',
        status: 'completed',
        request: {},
        created_at: at,
        completed_at: at,
        ...values,
      });
  });

test('The database partitions the tables of the entities, and the migration creates this month and the next two', async ({
  partitions,
  query,
}) => {
  const declared = entityClasses.map(resourceOf).filter(({ partitioned }) => partitioned);
  expect(declared.map(({ table }) => table).sort()).toEqual([
    'audit_log',
    'connector_calls',
    'events',
    'request_log',
    'status_changes',
    'updates',
    'webhook_deliveries',
  ]);
  for (const { partitioned, table } of declared) {
    const [key] = await query('select pg_get_partkeydef($1::regclass) as key', table);
    expect(key, table).toEqual({ key: `RANGE (${partitioned?.by})` });
    const made = await partitions(table);
    if (partitioned?.per === 'day') expect(made.length).toBeGreaterThanOrEqual(5);
    else {
      const months = Array.from({ length: MONTHS_AHEAD + 1 }, (_, i) => partitionOf(table, month(i)));
      expect(made).toEqual([...months, `${table}_default`]);
    }
  }
});

test('Rows are in the partition of their time, and all are readable through the parent', async ({
  api,
  places,
  shop,
}) => {
  const at = [
    month(0),
    new Date(month(1).getTime() - 1),
    month(1),
    new Date(month(2).getTime() - 1),
    month(2),
  ];
  const ids: string[] = [];
  for (const created_at of at) ids.push(await shop.event({ created_at }));
  for (const id of ids) await shop.webhookDelivery(id);
  const expected = [0, 0, 1, 1, 2];
  for (const table of ['events', 'webhook_deliveries']) {
    expect(await places(table)).toEqual(expected.map((months) => partitionOf(table, month(months))));
  }
  // Pages cross month boundaries, newest first and back.
  const listed: string[] = [];
  for (let after = ''; ; after = `&starting_after=${listed.at(-1)}`) {
    const { body } = await api.get(`/events?limit=2${after}`);
    listed.push(...body.data.map((event: { event_id: string }) => event.event_id));
    if (!body.has_more) break;
  }
  expect(listed).toEqual(ids.toReversed());
  const { body } = await api.get(`/events?limit=2&ending_before=${ids[0]}`);
  expect(body.data.map((event: { event_id: string }) => event.event_id)).toEqual([ids[2], ids[1]]);
  for (const id of ids) expect((await api.get(`/events/${id}`)).status).toBe(200);
});

test('A write succeeds even if the job has not run for months, and the job moves it to its partition', async ({
  api,
  clock,
  keepAt,
  partitions,
  places,
  shop,
}) => {
  const later = month(7, 12);
  clock.now = later;
  const payment = await api.post('/payments', { amount: 100, currency: 'USD' });
  const eventId = await shop.event({ created_at: later });
  clock.now = null;
  expect(payment.status).toBe(200);
  expect(new Set(await places('events'))).toEqual(new Set(['events_default']));
  expect(await places('updates')).toEqual(['updates_default']);
  expect(await places('audit_log')).toEqual(['audit_log_default']);
  const { late, made } = await keepAt(null);
  expect(late).toBeGreaterThanOrEqual(3);
  expect(made).toContain(`events ${later.toISOString().slice(0, 8)}01`);
  expect(new Set(await places('events'))).toEqual(new Set([partitionOf('events', later)]));
  expect(await places('audit_log')).toEqual([partitionOf('audit_log', later)]);
  expect(await places('updates')).not.toContain('updates_default');
  expect((await api.get(`/events/${eventId}`)).status).toBe(200);
  expect(await keepAt(null)).toEqual({ made: [], dropped: [], late: 0, adopted: [] });
  expect(await partitions('events')).toContain(partitionOf('events', later));
});

test('A default partition with too many rows to move becomes their partition, without failed writes', async ({
  api,
  asOwner,
  keepAt,
  ofAllAsOwner,
  partitions,
  places,
  query,
  shop,
}) => {
  // As after months without the job: rows of three consecutive months.
  const [since, until] = [month(14), month(16, 9)];
  const model = await shop.event({ created_at: since });
  const eventId = await shop.event({ created_at: until });
  const columns = await query(
    `select string_agg(quote_ident(attname), ', ') as names from pg_attribute where attrelid = 'events'::regclass
     and attnum > 0 and not attisdropped and attidentity = '' and attname <> 'event_id'`,
  );
  await ofAllAsOwner(
    `insert into events (event_id, ${columns[0]!.names})
     select 'evt_' || partitions.ulid_time(created_at + n * interval '30 minutes') || lpad(n::text, 16, '0'), ${columns[0]!.names}
     from events, generate_series(1, 3000) n where event_id = '${model}' returning 1`,
  );
  const before = await places('events');
  expect(before.filter((place) => place === 'events_default').length).toBeGreaterThan(3_000);
  // The months are found by index, however many rows there are. The first look-up pays for the catalog. On a cluster
  // the coordinator counts only its own catalog reads.
  if (!process.env.TEST_CITUS_URL) {
    const look = 'explain (analyze, buffers, costs off) select * from partitions.late($$events$$)';
    await asOwner.query(look);
    const looked = (await asOwner.query(look)).rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(Number(/shared hit=(\d+)/.exec(looked)?.[1])).toBeLessThan(50);
  }
  const writing = Array.from({ length: 12 }, () => api.post('/payments', { amount: 100, currency: 'USD' }));
  const { adopted, late } = await keepAt(until);
  expect((await Promise.all(writing)).map(({ status }) => status)).toEqual(Array(12).fill(200));
  // The last month still has few rows: they are moved. The two previous ones share one partition, named by its end.
  const both = partitionOf('events', month(15));
  expect(adopted).toEqual([`partitions.${both}`]);
  expect(late).toBeGreaterThanOrEqual(1);
  const after = await places('events');
  const isIn =
    (...names: string[]) =>
    (place: unknown) =>
      names.includes(String(place));
  expect(after.filter(isIn(both)).length).toBeGreaterThan(2_000);
  const moved = before.filter(isIn('events_default'));
  expect(after).not.toContain('events_default');
  expect(after.length).toBeGreaterThanOrEqual(before.length);
  expect(after.filter(isIn(both, partitionOf('events', until))).length).toBeGreaterThanOrEqual(moved.length);
  expect(await partitions('events')).toContain('events_default');
  expect((await api.get(`/events/${eventId}`)).status).toBe(200);
  expect((await api.get(`/events/${model}`)).status).toBe(200);
  // It is dropped once its last month exceeds the retention, and no earlier.
  await keepAt(new Date(month(16).getTime() + retentionDefaults.eventsDays * DAY_MS - 60_000));
  expect(await partitions('events')).toContain(both);
  const { dropped } = await keepAt(new Date(month(16).getTime() + retentionDefaults.eventsDays * DAY_MS));
  expect(dropped).toContain(both);
  // The other bodies name the event that they were copied from.
  await ofAllAsOwner(`delete from events where event_id ~ '0{9}'`);
});

test('No write fails while the job creates its partition', async ({ api, clock, keepAt, places }) => {
  const later = month(11);
  for (let day = 0; day < 3; day++) {
    clock.now = new Date(later.getTime() + day * 31 * DAY_MS);
    const payments = Array.from({ length: 12 }, () =>
      api.post('/payments', { amount: 100, currency: 'USD' }),
    );
    const kept = keepAt(clock.now);
    expect((await Promise.all(payments)).map(({ status }) => status)).toEqual(Array(12).fill(200));
    await kept;
  }
  await keepAt(null);
  expect(await places('audit_log')).not.toContain('audit_log_default');
});

test('A partition is dropped once its youngest row exceeds the retention, and no earlier', async ({
  call,
  idsIn,
  keepAt,
  partitions,
  shop,
}) => {
  const old = await shop.event({ created_at: month(0, 2) });
  await shop.webhookDelivery(old, { status: 'delivered' });
  await shop.webhookDelivery(old, { status: 'failed', redelivery: true });
  const next = await shop.event({ created_at: month(1) });
  await call(month(0, 2));
  const events = () => idsIn('events', 'event_id');
  const { eventsDays } = retentionDefaults;
  await keepAt(new Date(month(1).getTime() + eventsDays * DAY_MS - 60_000));
  expect(await events()).toEqual([old, next].sort());
  const { dropped } = await keepAt(new Date(month(1).getTime() + eventsDays * DAY_MS));
  expect(dropped).toEqual(
    expect.arrayContaining([partitionOf('events', month(0)), partitionOf('webhook_deliveries', month(0))]),
  );
  expect(await events()).toEqual([next]);
  expect(await idsIn('webhook_deliveries', 'delivery_id')).toEqual([]);
  expect(await partitions('events')).not.toContain(partitionOf('events', month(0)));
  expect(await idsIn('connector_calls', 'call_id')).toHaveLength(1);
  await keepAt(new Date(month(1).getTime() + retentionDefaults.connectorCallsDays * DAY_MS));
  expect(await idsIn('connector_calls', 'call_id')).toEqual([]);
});

test('A partition with a row still needed is kept whole until no row is needed', async ({
  call,
  idsIn,
  keepAt,
  query,
  shop,
}) => {
  await keepAt(null);
  const past = new Date(month(1).getTime() + retentionDefaults.eventsDays * DAY_MS);
  const [waiting, other] = [await shop.event(), await shop.event()];
  await shop.webhookDelivery(waiting, { redelivery: true, created_at: new Date(past.getTime() - DAY_MS) });
  expect((await keepAt(past)).dropped).not.toContain(partitionOf('events', month(0)));
  expect(await idsIn('events', 'event_id')).toEqual([waiting, other].sort());
  // An event never accepted within the retention does not block the rest forever.
  const { dropped } = await keepAt(new Date(past.getTime() + retentionDefaults.eventsDays * DAY_MS));
  expect(dropped).toContain(partitionOf('events', month(0)));

  await keepAt(null);
  await call(new Date(), { status: 'intended', completed_at: null });
  await call(new Date());
  const later = new Date(month(1).getTime() + retentionDefaults.connectorCallsDays * DAY_MS);
  await keepAt(later);
  expect(await idsIn('connector_calls', 'call_id')).toHaveLength(2);
  await query(`update connector_calls set status = 'completed' where merchant_id = $1`, shop.merchantId);
  await keepAt(later);
  expect(await idsIn('connector_calls', 'call_id')).toEqual([]);
});

test("A partition hides other merchants' rows even from roles with a grant", async ({
  asOwner,
  keepAt,
  otherShop,
  service,
  shop,
}) => {
  await keepAt(null);
  const eventId = await shop.event();
  const partition = `partitions.${partitionOf('events', month(0))}`;
  const asMerchant = (text: string, merchantId: string | null) =>
    service.database.rows.query({ text, values: [] }, merchantId);
  const found = (rows: unknown[]) => rows.length;
  const parent = `select event_id from events where event_id = '${eventId}'`;
  expect(found(await asMerchant(parent, shop.merchantId))).toBe(1);
  expect(found(await asMerchant(parent, otherShop.merchantId))).toBe(0);
  for (const merchantId of [shop.merchantId, otherShop.merchantId, null]) {
    await expect(asMerchant(`select 1 from ${partition}`, merchantId)).rejects.toMatchObject({
      code: '42501',
    });
  }
  await asOwner.query(`grant usage on schema partitions to public; grant select on ${partition} to public`);
  for (const merchantId of [shop.merchantId, otherShop.merchantId, null]) {
    expect(await asMerchant(`select 1 from ${partition}`, merchantId)).toEqual([]);
  }
  await asOwner.query(
    `revoke usage on schema partitions from public; revoke select on ${partition} from public`,
  );
  // The job's functions are for jobs only: they act on all merchants' rows.
  await expect(
    asMerchant(`select drop_partition('events', 'infinity')`, shop.merchantId),
  ).rejects.toMatchObject({ code: '42501' });
});

test('A transaction that locks a table delays the job, and the job delays no write', async ({
  api,
  asOwner,
  keepAt,
  partitions,
  service,
  shop,
}) => {
  await keepAt(null);
  const oldest = partitionOf('events', month(0));
  await shop.event();
  await asOwner.query('begin; select count(*) from events');
  const past = new Date(month(1).getTime() + retentionDefaults.eventsDays * DAY_MS);
  let dropped: readonly string[] | undefined;
  const run = () => keepAt(past).then((kept) => (dropped = kept.dropped));
  const tries = () => service.statements.filter((text) => text.includes('drop_partition')).length;
  const before = tries();
  // A run fails after enough attempts, and the job runs again.
  const job = run().catch(run).catch(run);
  // Its attempts yield to later statements: none waits for the end of the long transaction.
  for (const count of [1, 2, 3]) {
    await expect.poll(() => tries() - before).toBeGreaterThanOrEqual(count);
    expect((await api.post('/payments', { amount: 100, currency: 'USD' })).status).toBe(200);
    expect((await api.get('/events')).status).toBe(200);
  }
  expect(dropped).toBeUndefined();
  expect(await partitions('events')).toContain(oldest);
  await asOwner.query('commit');
  await job;
  expect(dropped).toContain(oldest);
});

const byEvent = 'event_id = $2';
const plans = [
  ['an event', `select * from events where merchant_id = $1 and ${byEvent}`, 'one'],
  [
    'the deliveries of an event',
    `select * from webhook_deliveries where merchant_id = $1 and ${byEvent}`,
    'one',
  ],
  [
    'an attempt to record',
    `update webhook_deliveries set error_message = null where merchant_id = $1 and ${byEvent} and delivery_id = $3`,
    'one',
  ],
  ['a connector call', 'select * from connector_calls where merchant_id = $1 and call_id = $2', 'one'],
  [
    'a list',
    'select * from events where merchant_id = $1 order by created_at desc, event_id desc limit 10',
    'all',
  ],
  [
    'the event feed',
    `select * from events where merchant_id = $1 and (feed_position, sequence) > (1, 1) and feed_position < 100
     order by feed_position, sequence limit 50`,
    'all',
  ],
  [
    'updates after a position',
    `select * from updates where merchant_id = $1 and (transaction_id, sequence) > ('1'::xid8, 1)
     order by transaction_id, sequence limit 500`,
    'all',
  ],
] as const;

// The nodes of a cluster have separate plans.
test.skipIf(process.env.TEST_CITUS_URL)(
  'Plans use an index in every partition, and look-ups by identifier read a single partition',
  async ({ asOwner }) => {
    await asOwner.query(`begin; set local switchyard.merchant_id = '*'; set local plan_cache_mode = force_generic_plan;
    set local enable_seqscan = off`);
    for (const [what, text, read] of plans) {
      await asOwner.query(`prepare planned as ${text}`);
      const given = Array.from({ length: Number(/.*\$(\d)/s.exec(text)![1]) }, () => `'evt_x'`);
      const { rows } = await asOwner.query(`explain (costs off) execute planned (${given.join(', ')})`);
      await asOwner.query('deallocate planned');
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan, what).not.toMatch(/Seq Scan|-> +Sort\b/);
      // A list sorts only rows of the same time.
      if (plan.includes('Incremental Sort')) expect(plan, what).toMatch(/Presorted Key: \S+\.created_at\n/);
      const scans = plan.match(/Index .*Scan/g)!.length;
      if (read === 'one') expect(scans, `${what}\n${plan}`).toBe(1);
      else expect(scans, `${what}\n${plan}`).toBeGreaterThan(2);
    }
    await asOwner.query('rollback');
  },
);
