import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { clientOf } from '../../kit/client.ts';
import { ownerUrl } from '../../kit/database.ts';
import { someOf } from '../../kit/figure.ts';
import { testApart as base } from '../../kit/test.ts';

const root = path.resolve(import.meta.dirname, '../../..');

const test = base
  .extend('ask', { scope: 'file' }, async ({ shared }, { onCleanup }) => {
    const owner = new pg.Client({ connectionString: ownerUrl(shared.databaseUrl) });
    await owner.connect();
    onCleanup(async () => {
      // Planted rows do not come from the service and satisfy no invariant.
      await owner.query(
        'delete from audit_log; delete from connector_calls; delete from webhook_deliveries; delete from pending_deliveries; delete from events',
      );
      await owner.end();
    });
    await owner.query(`select set_config('switchyard.merchant_id', '*', false)`);
    return (text: string, values: unknown[] = []) => owner.query(text, values);
  })
  /** Runs a command in production with only a database address. */
  .extend(
    'switchyard',
    { scope: 'file' },
    ({ shared }) =>
      (args: string, url = shared.databaseUrl, settings: Readonly<Record<string, string>> = {}) =>
        new Promise<{ code: number; output: string }>((ended) => {
          const env = { PATH: process.env.PATH, NODE_ENV: 'production', DATABASE_URL: url, ...settings };
          execFile(
            process.execPath,
            ['dist/commands/switchyard.js', ...args.split(' ')],
            { cwd: root, env },
            (error, stdout, stderr) =>
              ended({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}`.trim() }),
          );
        }),
  );

test('switchyard calls unknown lists the calls of every merchant with an unknown outcome', async ({
  ask,
  otherShop,
  shared,
  shop,
  switchyard,
}) => {
  expect(await switchyard('calls unknown')).toEqual({
    code: 0,
    output: 'The outcome of every call is known or still looked up.',
  });
  for (const [merchantId, callId, kind] of [
    [shop.merchantId, 'call_1', 'unknown'],
    [otherShop.merchantId, 'call_2', 'unknown'],
    [shop.merchantId, 'call_3', 'pending'],
  ]) {
    await ask(
      `insert into connector_calls (merchant_id, call_id, flow, operation, object_id, merchant_connector_id, connector,
         status, request, outcome, look_ups, created_at)
       values ($1, $2, 'payment', 'authorize', 'pay_1', 'mca_1', 'sandbox', 'intended', '', $3::jsonb, 12,
         '2026-11-20T10:00:00Z')`,
      [merchantId, callId, JSON.stringify({ kind })],
    );
  }
  // As the serving role, and in a full run also as the tables' owner.
  for (const url of someOf([shared.databaseUrl, ownerUrl(shared.databaseUrl)], 1)) {
    const { code, output } = await switchyard('calls unknown', url);
    const [head, ...lines] = output.split('\n').map((line) => line.split(/ {2,}/));
    expect([code, head!.join(' ')]).toEqual([
      1,
      'merchant_id call_id connector merchant_connector_id operation object sent_at look_ups',
    ]);
    const rest = ['sandbox', 'mca_1', 'authorize', 'payment pay_1', '2026-11-20T10:00:00Z', '12'];
    expect(lines.sort()).toEqual(
      [
        [shop.merchantId, 'call_1', ...rest],
        [otherShop.merchantId, 'call_2', ...rest],
      ].sort(),
    );
  }
});

test('switchyard deliveries stuck shows the blocking delivery of each endpoint', async ({
  ask,
  shop,
  switchyard,
}) => {
  const states = [
    ['pro_due', null, null, 'waits for a process'],
    ['pro_resting', `now() + interval '1 hour'`, null, 'rests after 9 failures'],
    ['pro_stopped', null, 'now()', 'disabled'],
    ['pro_new', null, null, null],
  ] as const;
  for (const [profileId, resting, stopped, said] of states) {
    await shop.profile({ profile_id: profileId });
    await ask(
      `insert into webhook_endpoint_states (merchant_id, endpoint_id, profile_id, failures, resting_until, stopped_at)
       values ($1, $2, $2, 9, ${resting}, ${stopped})`,
      [shop.merchantId, profileId],
    );
    await ask(
      `with made as (
         insert into events (merchant_id, event_id, event_type, object_type, object_id, profile_id, body, created_at)
         values ($1, 'evt_' || $2, 'payment_succeeded', 'payment', 'pay_' || $2, $2, '{}', now())
         returning event_id, object_id, sequence)
       insert into webhook_deliveries (merchant_id, delivery_id, event_id, event_type, object_id, profile_id, endpoint_id, status,
         next_attempt_at, created_at, event_sequence)
       select $1, 'whd_' || event_id, event_id, 'payment_succeeded', object_id, $2, $2, 'pending',
         now() - $3::interval, now(), sequence from made`,
      [shop.merchantId, profileId, said === null ? '0' : '1 hour'],
    );
  }
  const { code, output } = await switchyard('deliveries stuck');
  const found = output.split('\n').slice(1);
  const shown = found
    .map((line) => line.split(/ {2,}/))
    .map(([, , endpoint, , , state]) => [endpoint, state]);
  expect([code, shown.sort()]).toEqual([1, states.slice(0, 3).map(([id, , , said]) => [id, said])]);
  expect(await switchyard('deliveries stuck --minutes 90')).toEqual({
    code: 0,
    output: 'No delivery is due for longer than 90 minutes.',
  });
  expect((await switchyard('deliveries stuck --minutes soon')).code).toBe(2);
});

test('switchyard partitions move creates missing partitions and empties the default one', async ({
  ask,
  shop,
  switchyard,
}) => {
  expect(await switchyard('partitions move')).toEqual({
    code: 0,
    output: '0 rows were moved. No partition is missing.',
  });
  const month = new Date().toISOString().slice(0, 7).replace('-', '_');
  await ask(`drop table partitions.events_${month}`);
  const eventId = await shop.event();
  const { code, output } = await switchyard('partitions move');
  expect([code, output.split('\n')]).toEqual([
    0,
    [`made     events ${month.replace('_', '-')}-01`, '1 rows were moved. No partition is missing.'],
  ]);
  const { rows } = await ask('select tableoid::regclass::text as place from events where event_id = $1', [
    eventId,
  ]);
  expect(rows).toEqual([{ place: `partitions.events_${month}` }]);
});

test('switchyard cards fill completes saved cards from their payments', async ({ ask, shop, switchyard }) => {
  const card = { last4_digits: '4242', card_network: 'Visa' };
  const paymentMethodId = await shop.paymentMethod(await shop.customer(), { card });
  const told = { last4: '4242', card_type: 'credit', card_issuer: 'Bank', card_issuing_country: 'DE' };
  await shop.payment({
    payment_method_id: paymentMethodId,
    payment_method_data: { card: told, billing: null },
  });
  const { code, output } = await switchyard('cards fill');
  expect([code, output]).toEqual([0, expect.stringMatching(/^[1-9]\d* saved cards filled in/)]);
  const { rows } = await ask('select card from payment_methods where payment_method_id = $1', [
    paymentMethodId,
  ]);
  const known = { card_type: 'credit', card_issuer: 'Bank', issuer_country: 'DE' };
  expect(rows).toEqual([{ card: { ...card, ...known } }]);
  expect((await switchyard('cards fill')).output).toMatch(/^0 saved cards/);
});

test('switchyard rebuild search makes all search words of a merchant anew, and names what can be rebuilt', async ({
  ask,
  shop,
  switchyard,
}) => {
  const paymentId = await shop.payment();
  await shop.payment({ payment_id: 'short', phone: '030 1234567' });
  await shop.payout({ billing: { phone: { number: '030 1234567', country_code: '+49' } } });
  const found = async () => {
    const counts = [paymentId.slice(-6), '030 1234567'].map(async (sought) => {
      const { rows } = await ask(`select 1 from search_entries where words @@ sought_words($1, '')`, [
        sought,
      ]);
      return rows.length;
    });
    return Promise.all(counts);
  };
  await ask('delete from search_changes');
  expect(await found()).toEqual([0, 0]);
  const { code, output } = await switchyard(`rebuild search --merchant ${shop.merchantId}`);
  expect([code, output]).toEqual([0, expect.stringMatching(/^[1-9]\d* objects of 1 merchants/)]);
  expect(await found()).toEqual([1, 2]);
  expect((await switchyard('rebuild search')).code).toBe(0);
  expect(await found()).toEqual([1, 2]);
  const unknown = await switchyard('rebuild nothing');
  expect([unknown.code, unknown.output]).toEqual([
    2,
    expect.stringContaining('Only these can be rebuilt: search, statistics.'),
  ]);
});

test('switchyard partitions status lists missing partitions and rows waiting in the default one', async ({
  ask,
  shared,
  shop,
  switchyard,
}) => {
  const statusOf = async (url?: string) => {
    const { code, output } = await switchyard('partitions status', url);
    const lines = output.split('\n').map((line) => line.split(/ {2,}/));
    return { code, output, rows: new Map(lines.map(([table, ...rest]) => [table, rest])) };
  };
  // Earlier tests' rows have identifiers without a time, and so are in no partition.
  await ask(
    'delete from connector_calls; delete from webhook_deliveries; delete from pending_deliveries; delete from events',
  );
  await ask('select pg_stat_force_next_flush()');
  const whole = await statusOf();
  expect([whole.code, whole.output]).toEqual([0, expect.not.stringContaining('missing:')]);
  const { rows: rules } = await ask('select parent, ahead from partitions.rules');
  expect(rules.map(({ parent }) => parent).sort()).toEqual([...whole.rows.keys()].slice(1).sort());
  for (const { ahead, parent } of rules)
    expect([parent, Number(whole.rows.get(parent)![0]) > ahead]).toEqual([parent, true]);

  const {
    rows: [last],
  } = await ask(
    `select max(c.relname) as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'events'::regclass and c.relname <> 'events_default'`,
  );
  await ask(`drop table partitions.${last.name}`);
  const month = last.name.slice('events_'.length).replace('_', '-');
  await ask(
    `insert into events (merchant_id, event_id, event_type, object_type, object_id, profile_id, body, created_at)
     values ($1, 'evt_' || partitions.ulid_time($2) || '0000000000000001', 'payment_succeeded', 'payment', 'pay_1', 'pro_1', '{}',
       now())`,
    [shop.merchantId, `${month}-15T00:00:00Z`],
  );
  await ask('select pg_stat_force_next_flush()');
  await ask('select 1');
  // As the serving role, and in a full run also as the tables' owner.
  for (const url of someOf([shared.databaseUrl, ownerUrl(shared.databaseUrl)], 1)) {
    const broken = await statusOf(url);
    expect(broken.code).toBe(1);
    expect(broken.rows.get('events')!.slice(3, 5)).toEqual([`${month}-01`, '1']);
    expect(broken.output).toMatch(/^Partitions of events are missing: /m);
    expect(broken.output).toMatch(/^Rows of events wait in the default partition\. /m);
  }
  await ask('delete from events');
  await ask('select make_partition(parent, starts_at) from missing_partitions(now())');
});

test('switchyard merchants busy ranks merchants by load, using indexes', async ({
  ask,
  otherShop,
  service,
  shared,
  shop,
  switchyard,
}) => {
  const client = clientOf(service);
  for (const [{ key, profileId }, count] of [
    [shop, 3],
    [otherShop, 1],
  ] as const) {
    for (let i = 0; i < count; i++) {
      const body = { amount: 100, currency: 'USD', profile_id: profileId };
      expect((await client.post('/payments', { key, body })).status).toBe(200);
    }
  }
  await ask(
    `insert into connector_calls (merchant_id, call_id, flow, operation, object_id, merchant_connector_id, connector,
       status, request, created_at)
     values ($1, 'call_9', 'payment', 'authorize', 'pay_9', 'mca_1', 'sandbox', 'intended', '', now())`,
    [otherShop.merchantId],
  );
  for (const url of someOf([shared.databaseUrl, ownerUrl(shared.databaseUrl)], 1)) {
    const { code, output } = await switchyard('merchants busy --minutes 60', url);
    const [head, ...lines] = output.split('\n').map((line) => line.split(/ {2,}/));
    expect([code, head]).toEqual([
      0,
      [
        'merchant_id',
        'requests',
        'changes',
        'payments',
        'events',
        'calls_open',
        'deliveries_under_way',
        'share',
      ],
    ]);
    const mine = lines.filter(([id]) => id === shop.merchantId || id === otherShop.merchantId);
    expect(mine.map(([id, requests, , payments, , open]) => [id, requests, payments, open])).toEqual([
      [shop.merchantId, '3', '3', expect.not.stringContaining('1')],
      [otherShop.merchantId, '1', '1', '1'],
    ]);
  }
  const none = await switchyard('merchants busy --minutes 0');
  expect(none).toEqual({
    code: 2,
    output: expect.stringMatching(/^--minutes must be a whole number from 1 to 1440/),
  });
});

test.for([
  'person invite --email ada@example.com --merchant mer_none',
  'person operator --email nobody@example.com',
  'admin-key revoke --key adk_none',
])('switchyard %s reports a missing object in one sentence', async (args, { shared, switchyard }) => {
  const ended = await switchyard(args, shared.databaseUrl, {
    ADMIN_API_KEY: randomBytes(24).toString('base64url'),
    ENCRYPTION_KEY: shared.encryptionKey.toString('base64'),
    PUBLIC_URL: 'https://pay.example.com',
    SWITCHYARD_ENV: 'test',
  });
  // A process that keeps running would block this test.
  expect(ended).toEqual({ code: 1, output: expect.stringMatching(/^[^\n]+\.$/) });
});
