import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { testCards } from '../../../src/connectors/sandbox/methods.ts';
import { sendDueEvents } from '../../../src/connectors/sandbox/send-webhooks.ts';
import { ulidMaker } from '../../../src/core/foundation/ids.ts';
import { ALL_MERCHANTS, TENANCY_SETTING } from '../../../src/core/model/tables.ts';
import { captureDuePayments } from '../../../src/core/payments/capture/capture-due.ts';
import { expireAuthorizations } from '../../../src/core/payments/void/expire-authorizations.ts';
import { expirePayments } from '../../../src/core/payments/void/expire-payments.ts';
import { expirePayouts } from '../../../src/core/payouts/expire-payouts.ts';
import { EndpointScanner } from '../../../src/core/webhooks/endpoint-scanner.ts';
import { acceptsEveryKind } from '../../kit/bank-methods.ts';
import { type ApiResponse, clientOf } from '../../kit/client.ts';
import { ownerUrl } from '../../kit/database.ts';
import { cardOf, cards, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { startTestService } from '../../kit/service.ts';
import { test as base } from '../../kit/test.ts';

type Json = Record<string, unknown>;

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
const SECRET = 'whsec_of_the_clock';
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);
const isDebit = {
  payment_method: 'bank_debit',
  payment_method_data: {
    bank_debit: {
      sepa_bank_debit: { iban: 'DE89370400440532013000', bank_account_holder_name: 'Ann Example' },
    },
  },
};

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({}))
  .extend('shop', ({ service }) =>
    sandboxShop(service).then(async (shop) => {
      const where = { merchant_connector_id: shop.account };
      await setColumns(service, 'connector_accounts', where, { payment_methods_enabled: acceptsEveryKind });
      return shop;
    }),
  )
  .extend('post', ({ api }) => async (path: string, input: Json = {}): Promise<Json> => {
    const { body, status } = await api.post(path, input);
    expect([status, body.error]).toEqual([200, undefined]);
    return body;
  })
  .extend('pay', ({ post }) => (values: Json = {}, number: string = cards.good) => {
    const card = { payment_method: 'card', payment_method_data: { card: cardOf(number) } };
    return post('/payments', { amount: 1000, currency: 'USD', confirm: true, ...card, ...values });
  })
  .extend(
    'read',
    ({ api }) =>
      async (id: unknown): Promise<Json> =>
        (await api.get(`/payments/${id}`)).body,
  )
  .extend('clockOf', ({ shop }) => `/accounts/${shop.merchantId}/test_clock`)
  .extend(
    'advance',
    ({ clockOf, post }) =>
      (by: Json) =>
        post(`${clockOf}/advance`, by),
  )
  .extend('ctx', ({ service }) => service.contextFor({ kind: 'admin_key' }, 'req_test'))
  /** The background tasks of a minute. */
  .extend('runTasks', ({ ctx }) => async () => {
    await captureDuePayments(ctx);
    await expireAuthorizations(ctx);
    await expirePayments(ctx);
    await expirePayouts(ctx);
  })
  /** A transaction of another process, which has begun. */
  .extend('elsewhere', async ({ shared }, { onCleanup }): Promise<OtherSession> => {
    const session = new pg.Client({ connectionString: ownerUrl(shared.databaseUrl) });
    await session.connect();
    onCleanup(() => session.end());
    await session.query('begin');
    await session.query(`set local "${TENANCY_SETTING}" = '${ALL_MERCHANTS}'`);
    // On a cluster sessions wait for each other on the nodes.
    const waiting = inject('nodeUrls')
      ? 'select count(*)::int as count from citus_lock_waits where blocking_gpid = citus_backend_gpid()'
      : `select pg_stat_clear_snapshot(), count(*)::int as count from pg_stat_activity
         where pg_backend_pid() = any(pg_blocking_pids(pid))`;
    return {
      run: (text, values = []) => session.query(text, values),
      blocks: () =>
        expect
          .poll(async () => (await session.query(waiting)).rows[0].count, { timeout: 60_000 })
          .toBeGreaterThan(0),
    };
  })
  .extend(
    'sandboxReports',
    ({ service }) =>
      () =>
        sendDueEvents({
          rows: service.database.rows,
          now: () => new Date(),
          ids: ulidMaker(),
          randomBytes,
          publicUrl: () => service.url,
          secretOf: async () => SECRET,
          send: async (url, headers, body) => (await fetch(url, { method: 'POST', headers, body })).status,
        }),
  );

interface OtherSession {
  run(text: string, values?: unknown[]): Promise<unknown>;
  /** Waits until another session waits for a lock of this one. */
  blocks(): Promise<void>;
}

/** Sends a request again that the service was too busy for: nothing came of it. */
async function patiently(send: () => Promise<ApiResponse>): Promise<ApiResponse> {
  const response = await send();
  return response.status === 503 ? patiently(send) : response;
}

const dueOf = (clock: Json): Json =>
  Object.fromEntries(
    (clock.becomes_due as { kind: string; count: number }[]).map((due) => [due.kind, due.count]),
  );

test('A clock that is advanced shows a later time, and both APIs show it', async ({
  advance,
  api,
  clockOf,
  graphql,
  shop,
}) => {
  const before = (await api.get(clockOf)).body;
  expect(before).toMatchObject({ merchant_id: shop.merchantId, advanced_by: 0, becomes_due: [] });
  expect(Math.abs(Date.parse(before.time) - Date.now())).toBeLessThan(60_000);
  expect(await advance({ seconds: DAY_S })).toMatchObject({ advanced_by: DAY_S });
  const { payload } = await graphql.mutate(
    'advanceTestClock',
    { seconds: HOUR_S },
    'testClock { merchantId advancedBy time becomesDue { kind count } }',
  );
  expect(payload.testClock).toMatchObject({ merchantId: shop.merchantId, advancedBy: DAY_S + HOUR_S });
  const document = '{ testClock { advancedBy time } merchantAccounts { nodes { testClockAdvancedBy } } }';
  const shown = await graphql.data(document);
  expect(shown.testClock.advancedBy).toBe(DAY_S + HOUR_S);
  expect(shown.merchantAccounts.nodes).toEqual([{ testClockAdvancedBy: DAY_S + HOUR_S }]);
  expect(Date.parse(shown.testClock.time) - Date.now()).toBeGreaterThan(DAY_S * 1000);
});

test('Sessions end, authorizations are captured as scheduled, and what was not captured ends', async ({
  advance,
  api,
  clockOf,
  pay,
  read,
  runTasks,
}) => {
  const open = await pay({ confirm: false });
  const manual = { capture_method: 'manual' };
  const scheduled = await pay({ ...manual, capture_on: inSeconds(3 * DAY_S).toISOString() });
  const held = await pay(manual);
  const extended = await pay({ ...manual, request_extended_authorization: true });
  await runTasks();
  const statuses = async () =>
    (await Promise.all([open, scheduled, held, extended].map(({ payment_id }) => read(payment_id)))).map(
      ({ status }) => status,
    );
  expect(await statuses()).toEqual([
    'requires_confirmation',
    'requires_capture',
    'requires_capture',
    'requires_capture',
  ]);
  const week = 8 * DAY_S;
  const expected = { payment_session: 1, scheduled_capture: 1, authorization: 2 };
  const preview = (await api.get(`${clockOf}?seconds=${week}`)).body;
  expect(dueOf(preview)).toEqual(expected);
  expect(preview.advanced_by).toBe(0);
  expect(dueOf(await advance({ seconds: week }))).toEqual(expected);
  await runTasks();
  expect(await statuses()).toEqual(['expired', 'succeeded', 'expired', 'requires_capture']);
  // Thirty days after it was made, by the clock of the merchant.
  expect(dueOf(await advance({ seconds: 22 * DAY_S }))).toEqual({ authorization: 1, settlement: 1 });
  await runTasks();
  expect((await statuses())[3]).toBe('expired');
});

test('The sandbox decides, disputes and corrects what it said, in the order of time', async ({
  advance,
  api,
  pay,
  post,
  read,
  sandboxReports,
  service,
  shop,
}) => {
  await setWebhookSecret();
  const debit = await post('/payments', { amount: 1000, currency: 'EUR', confirm: true, ...isDebit });
  const disputed = await pay({}, testCards.disputed);
  const recovered = await pay({}, testCards.capture_recovered);
  expect([debit.status, recovered.status]).toEqual(['processing', 'succeeded']);
  await sandboxReports();
  expect((await read(debit.payment_id)).status).toBe('processing');
  const due = dueOf(await advance({ seconds: DAY_S }));
  expect(due.connector_event).toBe(4);
  await sandboxReports();
  expect((await read(debit.payment_id)).status).toBe('succeeded');
  // Failed first, and received after all.
  expect(await read(recovered.payment_id)).toMatchObject({ status: 'succeeded', amount_received: 1000 });
  const [dispute] = (await read(disputed.payment_id)).disputes as Json[];
  expect(dispute).toMatchObject({ dispute_status: 'dispute_opened' });
  const { body } = await api.get(`/disputes/${dispute!.dispute_id}`);
  expect(Date.parse(body.challenge_required_by)).toBeLessThan(inSeconds(6 * DAY_S + HOUR_S).getTime());
  const after = dueOf(await advance({ seconds: 7 * DAY_S }));
  expect(after).toMatchObject({ dispute_deadline: 1, settlement: 3 });

  async function setWebhookSecret() {
    const { body: account, status } = await api.post(
      `/account/${shop.merchantId}/connectors/${shop.account}`,
      { connector_type: 'payment_processor', connector_webhook_details: { merchant_secret: SECRET } },
      { key: service.adminApiKey },
    );
    expect([status, account.error]).toEqual([200, undefined]);
  }
});

test('Mandates end, and deliveries of webhooks are attempted again', async ({
  advance,
  ctx,
  graphql,
  shop,
}) => {
  const paymentId = await shop.payment();
  const customerId = await shop.customer();
  const methodId = await shop.paymentMethod(customerId);
  const mandate = await shop.mandate(paymentId, customerId, methodId, { end_date: inSeconds(30 * DAY_S) });
  const eventId = await shop.event({ payment_id: paymentId });
  await shop.webhookDelivery(eventId, { next_attempt_at: inSeconds(HOUR_S) });
  const due = new EndpointScanner(ctx, 60_000);
  const taken = async () =>
    (await due.next(100)).deliveries.filter(({ merchantId }) => merchantId === shop.merchantId).length;
  expect(await taken()).toBe(0);
  expect(dueOf(await advance({ seconds: DAY_S }))).toEqual({ webhook_attempt: 1 });
  expect(await taken()).toBe(1);
  expect(dueOf(await advance({ seconds: 30 * DAY_S }))).toEqual({ mandate_end: 1 });
  const { mandate: shown } = await graphql.data('query ($id: ID!) { mandate(mandateId: $id) { endDate } }', {
    id: mandate,
  });
  expect(Date.parse(shown.endDate)).toBeLessThanOrEqual(Date.now());
});

test('Background tasks run at once after an advance', async ({ advance, service }) => {
  const later = inSeconds(30);
  const run = (text: string, values: unknown[] = []) => service.database.rows.query({ text, values }, null);
  await run(
    `insert into scheduled_tasks (task, due_at) values ('clock_minute', $1), ('clock_hour', $2)
     on conflict (task) do update set due_at = excluded.due_at`,
    [later, inSeconds(HOUR_S)],
  );
  await advance({ seconds: 60 });
  const rows = await run(`select task, due_at <= now() + interval '1 second' as due from scheduled_tasks
    where task like 'clock_%' order by task`);
  await run(`delete from scheduled_tasks where task like 'clock_%'`);
  expect(rows).toEqual([
    { task: 'clock_hour', due: false },
    { task: 'clock_minute', due: true },
  ]);
});

test('An advance that is sent twice under one idempotency key is made once', async ({
  api,
  clockOf,
  graphql,
}) => {
  const headers = { 'idempotency-key': 'clock-1' };
  const first = await api.post(`${clockOf}/advance`, { seconds: HOUR_S }, { headers });
  const second = await api.post(`${clockOf}/advance`, { seconds: HOUR_S }, { headers });
  expect(second.body).toEqual(first.body);
  const input = { seconds: 60, idempotencyKey: 'clock-2' };
  for (let i = 0; i < 2; i += 1) await graphql.mutate('advanceTestClock', input, 'testClock { advancedBy }');
  expect((await api.get(clockOf)).body.advanced_by).toBe(HOUR_S + 60);
});

test('Advances at once follow each other, and payments that are confirmed meanwhile lose nothing', async ({
  advance,
  api,
  clockOf,
  pay,
  read,
  runTasks,
}) => {
  const payments = await Promise.all(Array.from({ length: 4 }, () => pay({ confirm: false })));
  const [advances, confirmed] = await Promise.all([
    Promise.all(
      Array.from({ length: 3 }, () => patiently(() => api.post(`${clockOf}/advance`, { seconds: 60 }))),
    ),
    Promise.all(
      payments.map(({ payment_id: id }) => patiently(() => api.post(`/payments/${id}`, { confirm: true }))),
    ),
  ]);
  expect(new Set(advances.map(({ body }) => body.advanced_by))).toEqual(new Set([60, 120, 180]));
  expect((await api.get(clockOf)).body.advanced_by).toBe(180);
  expect(confirmed.map(({ body }) => body.status)).toEqual(payments.map(() => 'succeeded'));
  await advance({ seconds: DAY_S });
  await runTasks();
  const after = await Promise.all(payments.map(({ payment_id }) => read(payment_id)));
  expect(after.map(({ status }) => status)).toEqual(payments.map(() => 'succeeded'));
});

/** What a transaction writes of an endpoint when it ends: that a delivery is due, or how many it takes at once. */
const touchEndpoints = `update webhook_endpoint_states set in_flight_max = in_flight_max where merchant_id = $1`;

test('A command that is recorded during an advance cannot deadlock with it', async ({
  api,
  clockOf,
  elsewhere,
  pay,
  shop,
}) => {
  const payment = await pay({ confirm: false });
  const eventId = await shop.event({ payment_id: String(payment.payment_id) });
  // Its endpoint is due later, which the advance changes.
  await shop.webhookDelivery(eventId, { next_attempt_at: inSeconds(HOUR_S) });
  // The command holds its payment, for which the advance waits, and writes the endpoint at its end.
  const payments = 'select from payments where merchant_id = $1 and payment_id = $2 for update';
  await elsewhere.run(payments, [shop.merchantId, payment.payment_id]);
  const advanced = api.post(`${clockOf}/advance`, { seconds: DAY_S });
  await elsewhere.blocks();
  await elsewhere.run(touchEndpoints, [shop.merchantId]);
  await elsewhere.run('commit');
  const { body, status } = await advanced;
  expect([status, body.advanced_by]).toEqual([200, DAY_S]);
});

test('An attempt of a webhook that is recorded during an advance cannot deadlock with it', async ({
  api,
  clockOf,
  elsewhere,
  pay,
  read,
  shop,
}) => {
  const payment = await pay({ confirm: false });
  const eventId = await shop.event({ payment_id: String(payment.payment_id) });
  const deliveryId = await shop.webhookDelivery(eventId, { next_attempt_at: inSeconds(HOUR_S) });
  const deliveries = 'select from webhook_deliveries where merchant_id = $1 and delivery_id = $2 for update';
  await elsewhere.run(deliveries, [shop.merchantId, deliveryId]);
  // The advance passes the delivery that somebody decides on: it leaves it alone, and ends.
  const { body, status } = await api.post(`${clockOf}/advance`, { seconds: DAY_S });
  expect([status, body.advanced_by]).toEqual([200, DAY_S]);
  expect(Date.parse(String((await read(payment.payment_id)).expires_on))).toBeLessThanOrEqual(Date.now());
  await elsewhere.run(touchEndpoints, [shop.merchantId]);
  await elsewhere.run('commit');
});

test("Another merchant's time stays as it is", async ({
  advance,
  client,
  clockOf,
  otherShop,
  runTasks,
  service,
}) => {
  const there = await otherShop.payment({ status: 'requires_payment_method', amount_received: 0 });
  const row = async () => {
    const text = 'select to_jsonb(p) as row from payments p where payment_id = $1';
    return (await service.database.rows.query({ text, values: [there] }, null))[0];
  };
  const before = await row();
  expect((await client.get(`${clockOf}?seconds=${DAY_S}`, { key: otherShop.key })).status).toBe(404);
  expect(dueOf(await advance({ seconds: 30 * DAY_S }))).toEqual({});
  await runTasks();
  expect(await row()).toEqual(before);
  const { body, status } = await client.post(`${clockOf}/advance`, {
    key: otherShop.key,
    body: { seconds: 60 },
  });
  expect([status, body.error.code]).toEqual([404, 'resource_not_found']);
});

test('A clock never goes back, and takes steps of a year at most', async ({ api, clockOf }) => {
  const refusal = async (body: Json) => {
    const answer = await api.post(`${clockOf}/advance`, body);
    return [answer.status, answer.body.error.code, answer.body.error.param];
  };
  expect(await refusal({})).toEqual([400, 'missing_parameter', 'seconds']);
  expect(await refusal({ seconds: 0 })).toEqual([400, 'invalid_parameter', 'seconds']);
  expect(await refusal({ seconds: 367 * DAY_S })).toEqual([400, 'invalid_parameter', 'seconds']);
  expect(await refusal({ to: inSeconds(-60) })).toEqual([400, 'invalid_parameter', 'to']);
  expect(await refusal({ to: inSeconds(367 * DAY_S) })).toEqual([400, 'invalid_parameter', 'to']);
  expect(await refusal({ to: inSeconds(60), seconds: 60 })).toEqual([400, 'parameters_exclusive', 'to']);
  const { body } = await api.post(`${clockOf}/advance`, { to: inSeconds(DAY_S) });
  expect(Math.abs(Number(body.advanced_by) - DAY_S)).toBeLessThan(60);
});

test('A merchant with a live connector account cannot advance its clock', async ({
  api,
  clockOf,
  graphql,
  shop,
}) => {
  const live = await shop.sandbox({ connector_label: 'live', test_mode: false });
  const { body, status } = await api.post(`${clockOf}/advance`, { seconds: 60 });
  expect([status, body.error.code]).toEqual([409, 'unexpected_state']);
  expect(body.error.message).toContain(live);
  const [code] = await graphql.mutationError('advanceTestClock', { seconds: 60 }, 'testClock { time }');
  expect(code).toBe('unexpected_state');
  expect((await api.get(clockOf)).body.advanced_by).toBe(0);
});

test('The audit log has each advance', async ({ advance, api }) => {
  await advance({ seconds: 60 });
  await advance({ seconds: 60 });
  const { body } = await api.get('/audit_log?action=advanceTestClock');
  expect(body.data.map(({ changes }: { changes: unknown }) => changes)).toEqual([
    [expect.objectContaining({ field: 'test_clock_advanced_by', before: 60, after: 120 })],
    [expect.objectContaining({ field: 'test_clock_advanced_by', before: 0, after: 60 })],
  ]);
});

test('In the live environment no clock is advanced', async () => {
  const service = await startTestService({ environment: 'live' });
  try {
    const shop = await seedMerchant(service);
    const at = `/accounts/${shop.merchantId}/test_clock`;
    const client = clientOf(service);
    const { body, status } = await client.post(`${at}/advance`, { key: shop.key, body: { seconds: 60 } });
    expect([status, body.error.code]).toEqual([409, 'unexpected_state']);
    expect(body.error.message).toContain('live environment');
    expect((await client.get(at, { key: shop.key })).body.advanced_by).toBe(0);
  } finally {
    await service.close();
  }
});
