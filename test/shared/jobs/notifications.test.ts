import { expect } from 'vitest';
import { followStatistics } from '../../../src/core/derived/fold-stats.ts';
import { ConnectorCall } from '../../../src/core/entities/connector-call.ts';
import { WebhookEndpointState } from '../../../src/core/entities/webhook-endpoint-state.ts';
import { type Caller, withinMerchant } from '../../../src/core/foundation/context.ts';
import { allPermissions } from '../../../src/core/foundation/permissions.ts';
import type { Message } from '../../../src/core/foundation/ports/mail.ts';
import { sendNotificationMail } from '../../../src/core/notifications/send-mail.ts';
import { watchConditions } from '../../../src/core/notifications/watch-conditions.ts';
import { notifyOwners } from '../../../src/core/writes/outbox/owner-notices.ts';
import { inTransaction } from '../../../src/core/writes/transactions.ts';
import { sweep } from '../../../src/jobs/sweep.ts';
import { graphql } from '../../kit/graphql.ts';
import { insertRow } from '../../kit/insert.ts';
import { mutate } from '../../kit/mutate.ts';
import type { SeededMerchant } from '../../kit/seed.ts';
import type { TestServiceOptions } from '../../kit/service.ts';
import { testApart as base } from '../../kit/test.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const test = base
  .extend('clock', { scope: 'file' }, () => ({ now: new Date() }))
  .extend('outbox', { scope: 'file' }, (): Message[] => [])
  .extend(
    'serviceOptions',
    { scope: 'file' },
    ({ clock, outbox }): TestServiceOptions => ({
      now: () => clock.now,
      mail: { post: (message) => outbox.push(message), drain: async () => {} },
    }),
  )
  /** Runs the task `ms` later. */
  .extend('watch', ({ clock, service }) => async (ms = 0) => {
    clock.now = new Date(clock.now.getTime() + ms);
    const ctx = service.contextFor({ kind: 'admin_key' }, 'job_test');
    await followStatistics(ctx.rows);
    const opened = await watchConditions(ctx);
    return { opened, mailed: await sendNotificationMail(ctx) };
  })
  .extend(
    'run',
    ({ service }) =>
      async (text: string, ...values: unknown[]) =>
        service.database.rows.query<Record<string, unknown>>({ text, values }, null),
  );

const later = (clock: { now: Date }, ms: number) => new Date(clock.now.getTime() + ms);
const openDispute = async (shop: SeededMerchant, dueAt: Date) =>
  shop.dispute(await shop.payment(), { challenge_required_by: dueAt, profile_id: shop.profileId });

test('A due dispute is notified once, by event and e-mail, until evidence is submitted', async ({
  api,
  clock,
  otherShop,
  outbox,
  run,
  service,
  shop,
  watch,
}) => {
  await shop.teamMember({ email: 'ops@example.com', role: 'operator' });
  await otherShop.teamMember({ email: 'other@example.com' });
  const endpoint = await shop.webhookEndpoint({ event_types: ['notification_created'] });
  await shop.webhookEndpoint({ event_types: ['payment_succeeded'] });
  await openDispute(shop, later(clock, 4 * DAY_MS));
  expect(await watch()).toEqual({ opened: 0, mailed: 0 });

  const disputeId = await openDispute(shop, later(clock, 60 * HOUR_MS));
  expect(await watch(MINUTE_MS)).toEqual({ opened: 1, mailed: 1 });
  const { body: list } = await api.get('/notifications?kind=dispute_due&read=false');
  expect(list.data).toMatchObject([
    {
      kind: 'dispute_due',
      object_id: disputeId,
      profile_id: shop.profileId,
      value: 2,
      threshold: 3,
      read: false,
      resolved_at: null,
    },
  ]);
  const id = list.data[0].notification_id as string;
  expect(outbox).toMatchObject([
    {
      to: 'ops@example.com',
      subject: expect.stringContaining('Respond to a dispute'),
      link: expect.stringMatching(
        new RegExp(`/dashboard/disputes/${disputeId}\\?merchant=${shop.merchantId}$`),
      ),
    },
  ]);
  const deliveries = await run('select endpoint_id from webhook_deliveries where object_id = $1', id);
  expect(deliveries).toEqual([{ endpoint_id: endpoint }]);
  const { body: events } = await api.get(`/events?object_id=${id}`);
  const { body: event } = await api.get(`/events/${events.data[0].event_id}`);
  expect(JSON.parse(event.body)).toMatchObject({
    event_type: 'notification_created',
    content: { type: 'notification_details', object: { notification_id: id, object_id: disputeId } },
  });

  // Two processes at once.
  expect(await Promise.all([watch(), watch()])).toEqual([
    { opened: 0, mailed: 0 },
    { opened: 0, mailed: 0 },
  ]);
  const { body: others } = await graphql(service, otherShop.key, '{ notifications { nodes { kind } } }').then(
    ({ data }) => ({ body: data }),
  );
  expect(others).toEqual({ notifications: { nodes: [] } });

  await run(`update disputes set dispute_status = 'dispute_challenged' where dispute_id = $1`, disputeId);
  await watch(MINUTE_MS);
  const { body: one } = await api.get(`/notifications/${id}`);
  expect(one).toMatchObject({ resolved_at: clock.now.toISOString(), read: false });
});

test('Two processes with the same finding open one notification', async ({ clock, service, shop }) => {
  await openDispute(shop, later(clock, DAY_MS));
  const ctx = service.contextFor({ kind: 'admin_key' }, 'job_test');
  const counts = await Promise.all([watchConditions(ctx), watchConditions(ctx), watchConditions(ctx)]);
  expect(counts.reduce((sum, count) => sum + count)).toBe(1);
});

test('A success rate below the threshold is notified, and resolved when it rises', async ({
  api,
  clock,
  outbox,
  service,
  shop,
  watch,
}) => {
  const attempts = async (count: number, status: string) => {
    for (let i = 0; i < count; i++) {
      const payment = await shop.payment();
      await shop.attempt(payment, {
        status,
        profile_id: shop.profileId,
        created_at: clock.now,
        modified_at: clock.now,
      });
    }
  };
  const rules = { success_rate_below: 60, success_rate_attempts: 5, success_rate_by_email: false };
  const { body: account } = await api.post(`/accounts/${shop.merchantId}`, { notification_rules: rules });
  expect(account.notification_rules).toMatchObject(rules);
  await shop.teamMember({ email: 'rates@example.com' });
  await attempts(2, 'charged');
  await attempts(2, 'failure');
  expect(await watch()).toMatchObject({ opened: 0 });
  await attempts(1, 'failure');
  expect(await watch()).toMatchObject({ opened: 1, mailed: 0 });
  const select = `{ notifications(filter: { kind: { eq: success_rate_fell } }) { nodes { objectId value threshold resolvedAt profile { profileName } } } }`;
  const read = async () => (await graphql(service, shop.key, select)).data!.notifications.nodes;
  expect(await read()).toEqual([
    {
      objectId: shop.profileId,
      value: 40,
      threshold: 60,
      resolvedAt: null,
      profile: { profileName: 'default' },
    },
  ]);
  await attempts(4, 'charged');
  expect(await watch()).toMatchObject({ opened: 0 });
  expect(await read()).toMatchObject([{ resolvedAt: clock.now.toISOString() }]);
  // It falls again within the hour, without a second notification.
  await attempts(8, 'failure');
  expect(await watch()).toMatchObject({ opened: 0 });
  expect(outbox.filter(({ to }) => to === 'rates@example.com')).toEqual([]);
  const { body: refused } = await api.post(`/accounts/${shop.merchantId}`, {
    notification_rules: { success_rate_below: 101 },
  });
  expect(refused.error).toMatchObject({
    code: 'invalid_parameter',
    param: 'notification_rules.success_rate_below',
  });
});

test('Failing webhooks are notified to people who may read them', async ({
  clock,
  outbox,
  run,
  service,
  shop,
  watch,
}) => {
  await shop.teamMember({ email: 'developer@example.com', role: 'developer' });
  await shop.teamMember({ email: 'analyst@example.com', role: 'analyst' });
  const state = (values: object) =>
    insertRow(service, WebhookEndpointState, {
      merchant_id: shop.merchantId,
      profile_id: shop.profileId,
      failures: 6,
      in_flight_max: 8,
      ...values,
    });
  await state({
    endpoint_id: shop.profileId,
    resting_until: later(clock, HOUR_MS),
    resting_since: later(clock, -14 * MINUTE_MS),
    resting_reason: 'no_response',
  });
  const delivery = await shop.webhookDelivery(await shop.event(), {
    attempt_count: 1,
    created_at: clock.now,
  });
  await run(`update webhook_deliveries set endpoint_id = 'whe_refusing' where delivery_id = $1`, delivery);
  await run(`delete from webhook_endpoint_states where endpoint_id = 'whe_refusing'`);
  await state({ endpoint_id: 'whe_refusing', failures: 0, due_at: clock.now });
  expect(await watch()).toMatchObject({ opened: 0 });
  expect(await watch(2 * MINUTE_MS)).toMatchObject({ opened: 1, mailed: 1 });
  expect(await watch(20 * MINUTE_MS)).toMatchObject({ opened: 1, mailed: 1 });
  await state({ endpoint_id: 'whe_gone', stopped_at: clock.now });
  expect(await watch()).toMatchObject({ opened: 1, mailed: 1 });
  expect(outbox.slice(-3).map(({ to }) => to)).toEqual(Array(3).fill('developer@example.com'));
  await run(
    `update webhook_endpoint_states set stopped_at = null, resting_since = null, resting_until = null where merchant_id = $1`,
    shop.merchantId,
  );
  await run(
    'with queue as (delete from pending_deliveries where delivery_id = $1) delete from webhook_deliveries where delivery_id = $1',
    delivery,
  );
  await watch();
  const open = await run(
    'select 1 from notifications where merchant_id = $1 and resolved_at is null',
    shop.merchantId,
  );
  expect(open).toEqual([]);
});

test('An account whose calls get no response stays notified until a call gets one', async ({
  clock,
  run,
  service,
  shop,
  watch,
}) => {
  const account = await shop.connector();
  const { ids } = service.contextFor({ kind: 'admin_key' }, 'test').ports;
  const call = (outcome: object) =>
    insertRow(service, ConnectorCall, {
      merchant_id: shop.merchantId,
      call_id: ids.make('call'),
      ...{ flow: 'payment', operation: 'authorize', object_id: 'pay_1', connector: 'sandbox' },
      merchant_connector_id: account,
      status: 'completed',
      request: {},
      outcome,
      created_at: clock.now,
      completed_at: clock.now,
    });
  await shop.attempt(await shop.payment(), { created_at: clock.now, modified_at: clock.now });
  const unreached = { kind: 'failed', code: 'connector_unreachable' };
  for (let i = 0; i < 4; i++) await call(unreached);
  expect(await watch(1)).toMatchObject({ opened: 0 });
  await call({ kind: 'unknown', reason: 'timed_out' });
  expect(await watch(1)).toMatchObject({ opened: 1 });
  const of = () =>
    run(
      'select object_id, connector, value, resolved_at is null as lasts from notifications where merchant_id = $1',
      shop.merchantId,
    );
  expect(await of()).toEqual([{ object_id: account, connector: 'sandbox', value: 5, lasts: true }]);
  await call({ kind: 'failed', code: 'card_declined' });
  await watch(1);
  expect(await of()).toMatchObject([{ lasts: false }]);
  await run('delete from connector_calls where merchant_id = $1', shop.merchantId);
});

test('A failed payout is notified once, unless the rule is off', async ({ api, clock, shop, watch }) => {
  const failed = () => shop.payout({ status: 'failed', error_code: 'account_closed', updated: clock.now });
  await failed();
  expect(await watch()).toMatchObject({ opened: 1 });
  expect(await watch(8 * DAY_MS)).toMatchObject({ opened: 0 });
  expect((await api.get('/notifications')).body.data).toMatchObject([
    { kind: 'payout_failed', error_code: 'account_closed', resolved_at: clock.now.toISOString() },
  ]);
  await api.post(`/accounts/${shop.merchantId}`, { notification_rules: { payout_failed_enabled: false } });
  await failed();
  expect(await watch()).toMatchObject({ opened: 0 });
});

test('Notifications are read individually or all at once, and kept for 90 days', async ({
  api,
  clock,
  otherShop,
  service,
  shop,
}) => {
  const [first] = [await shop.notification(), await shop.notification(), await shop.notification()];
  const foreign = await otherShop.notification();
  const { body: read } = await api.post(`/notifications/${first}/read`);
  expect(read).toMatchObject({ read: true, read_at: clock.now.toISOString() });
  expect((await api.post(`/notifications/${foreign}/read`)).status).toBe(404);
  const again = await mutate(
    service,
    shop.key,
    'markNotificationRead',
    { notificationId: first },
    'notification { read }',
  );
  expect(again.payload.notification).toEqual({ read: true });
  const all = await mutate(service, shop.key, 'markAllNotificationsRead', {}, 'result { marked }');
  expect(all.payload.result).toEqual({ marked: 2 });
  expect((await api.post('/notifications/read')).body).toEqual({ marked: 0 });

  clock.now = later(clock, 91 * DAY_MS);
  await sweep(service.contextFor({ kind: 'admin_key' }, 'job_test'));
  expect((await api.get('/notifications')).body.data).toEqual([]);
});

test('A notice to owners names the change and its author, and is mailed to every owner and nobody else', async ({
  api,
  outbox,
  service,
  shop,
  watch,
}) => {
  const first = await shop.teamMember({ email: 'first@example.com', role: 'owner', name: 'Ada Lovelace' });
  await shop.teamMember({ email: 'second@example.com', role: 'owner' });
  await shop.teamMember({ email: 'admin@example.com', role: 'admin' });
  outbox.length = 0;
  const person: Caller = {
    kind: 'person',
    merchantId: shop.merchantId,
    personId: first,
    sessionId: 'session',
    role: 'owner',
    permissions: new Set(allPermissions),
    secondFactorAt: null,
  };
  const report = (caller: Caller, message: string) =>
    inTransaction(withinMerchant(service.contextFor(caller, 'req_test'), shop.merchantId), (tx) =>
      notifyOwners(tx, {
        merchantId: shop.merchantId,
        kind: 'redirect_changed',
        objectId: shop.profileId,
        profileId: shop.profileId,
        message,
      }),
    );
  await report(person, 'The address was changed.');
  // A repetition is another change.
  await report(person, 'The address was changed again.');
  await report({ kind: 'admin_key' }, 'The address lost its proof.');
  await watch();
  expect(outbox.map(({ to }) => to).sort()).toEqual([
    ...Array(3).fill('first@example.com'),
    ...Array(3).fill('second@example.com'),
  ]);
  expect(outbox[0]).toMatchObject({
    subject: expect.stringMatching(/^Destination changed: /),
    before: expect.stringContaining(`The address was changed. By the person “Ada Lovelace” (${first}).`),
    link: expect.stringContaining('/dashboard/audit-log'),
  });
  const { body } = await api.get('/notifications?kind=redirect_changed&read=false');
  const messages = body.data.map(({ message }: { message: string }) => message);
  expect(messages.sort()).toEqual([
    `The address lost its proof.`,
    `The address was changed again. By the person “Ada Lovelace” (${first}).`,
    `The address was changed. By the person “Ada Lovelace” (${first}).`,
  ]);
  expect(body.data[0].resolved_at).toBe(body.data[0].created_at);
});

test("A mailed notice omits people's free text in names", async ({ api, outbox, service, shop, watch }) => {
  await shop.teamMember({ email: 'owner@example.com', role: 'owner' });
  await api.post(`/accounts/${shop.merchantId}`, { merchant_name: 'Acme\n\nCall +49 900 123456' });
  const key = { kind: 'api_key', merchantId: shop.merchantId, keyId: shop.keyId } as const;
  const run = service.database.rows.query.bind(service.database.rows);
  const text = 'update api_keys set name = $2 where key_id = $1';
  await run({ text, values: [shop.keyId, 'Sign in at https://evil.example'] }, null);
  outbox.length = 0;
  await inTransaction(withinMerchant(service.contextFor(key, 'req_test'), shop.merchantId), (tx) =>
    notifyOwners(tx, {
      ...{ merchantId: shop.merchantId, kind: 'key_loosened', objectId: shop.keyId },
      message: 'The key was loosened.',
    }),
  );
  await watch();
  expect(outbox).toMatchObject([
    {
      subject: 'API key permissions extended: Acme Call',
      before: `The key was loosened. By the API key “Sign in at” (${shop.keyId}). Merchant account: Acme Call.`,
    },
  ]);
});
