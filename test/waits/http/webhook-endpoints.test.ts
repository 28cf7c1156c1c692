import { Webhook } from 'standardwebhooks';
import { expect, vi } from 'vitest';
import { type ApiResponse, clientOf } from '../../kit/client.ts';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { leakedSecrets } from '../../kit/secrets.ts';
import { test as base } from '../../kit/test.ts';
import { type Arrival, startWebhookReceiver } from '../../kit/webhook-receiver.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const OWN_KEY = 'signing_key_of_the_profile_0123456789';

const test = base
  .extend('clock', { scope: 'file' }, () => ({ aheadMs: 0 }))
  .extend('serviceOptions', { scope: 'file' }, ({ clock }) => ({
    doesJobs: true,
    now: () => new Date(Date.now() + clock.aheadMs),
    webhooks: { retryDelaysMs: [20, 20], pollMs: 50 },
  }))
  .extend('receiver', async ({ onTestFinished }) => {
    const receiver = await startWebhookReceiver();
    onTestFinished(() => receiver.close());
    return receiver;
  })
  .extend('shop', ({ receiver, service }) =>
    sandboxShop(service, {
      payment_response_hash_key: OWN_KEY,
      webhook_details: { webhook_url: `${receiver.url}/own` },
    }),
  )
  /** Creates an additional endpoint at a path of the receiver. */
  .extend('add', ({ api, receiver }) => async (path: string, settings: object = {}) => {
    const { body, status } = await api.post('/webhook_endpoints', { url: receiver.url + path, ...settings });
    expect(status, JSON.stringify(body)).toBe(200);
    return body as { endpoint_id: string; secret: string };
  })
  .extend('pay', ({ api }) => async (payment: object = {}) => {
    const { body, status } = await api.post('/payments', {
      amount: 1_000,
      currency: 'EUR',
      confirm: true,
      payment_method: 'card',
      payment_method_data: { card: cardOf(cards.good) },
      ...payment,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.payment_id as string;
  })
  /** Waits until the shop has no pending delivery, and returns a payment's arrived webhooks, by path. */
  .extend('arrived', ({ api, receiver }) => async (paymentId: string) => {
    await vi.waitFor(
      async () =>
        expect((await api.get('/webhook_deliveries?status=pending')).body).toMatchObject({ size: 0 }),
      { timeout: 60_000 },
    );
    const about = receiver.arrivals.filter(({ objectId }) => objectId === paymentId);
    return Object.fromEntries(Map.groupBy(about, ({ path }) => path)) as Record<string, Arrival[]>;
  });

const typesIn = (arrivals: readonly Arrival[] = []) =>
  arrivals.map(({ body }) => (JSON.parse(body) as { event_type: string }).event_type).sort();
/** // The signature's age does not matter here: a real receiver would also refuse webhooks older than five minutes. */
const isSignedBy = (secret: string, { body, eventId, headers }: Arrival) => {
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
  return String(headers['webhook-signature'])
    .split(' ')
    .includes(new Webhook(secret).sign(eventId, at, body));
};
const all = ['payment_created', 'payment_succeeded'];

test('Each endpoint of a profile gets its selected events, signed with its own secret', async ({
  add,
  api,
  arrived,
  pay,
  service,
}) => {
  const everything = await add('/everything', { headers: { 'x-place': 'header-that-is-a-secret' } });
  const some = await add('/some', { event_types: ['payment_succeeded', 'refund_failed'] });
  await add('/francs', { filter: { currencies: ['CHF', 'SEK'] } });
  await add('/euros', { filter: { currencies: ['EUR'], connectors: ['sandbox'] } });
  await add('/region', { filter: { metadata: { region: 'eu', tier: 1 } } });
  await add('/elsewhere', { filter: { connectors: ['stripe'] } });
  await add('/other-region', { filter: { metadata: { region: 'eu', tier: 2 } } });
  await add('/unknown-key', { filter: { metadata: { store: 'x' } } });
  await add('/thin', { version: 'v1_thin', event_types: ['payment_succeeded'] });
  await add('/masked', { mask_personal_data: true, event_types: ['payment_succeeded'] });
  await add('/off', { disabled: true });

  const paymentId = await pay({ metadata: { region: 'eu', tier: 1, other: 'x' }, email: 'ada@example.com' });
  const by = await arrived(paymentId);
  expect(Object.fromEntries(Object.entries(by).map(([path, arrivals]) => [path, typesIn(arrivals)]))).toEqual(
    {
      '/own': all,
      '/everything': all,
      '/some': ['payment_succeeded'],
      '/euros': all,
      '/region': all,
      '/thin': ['payment_succeeded'],
      '/masked': ['payment_succeeded'],
    },
  );
  for (const arrival of by['/everything']!) {
    expect(isSignedBy(everything.secret, arrival)).toBe(true);
    expect(isSignedBy(some.secret, arrival)).toBe(false);
    expect(arrival.headers['x-place']).toBe('header-that-is-a-secret');
  }
  expect(by['/own']!.every(({ headers }) => headers['x-place'] === undefined)).toBe(true);
  const own = by['/own']![0]!;
  new Webhook(OWN_KEY, { format: 'raw' }).verify(own.body, own.headers as Record<string, string>);
  expect(JSON.parse(by['/thin']![0]!.body).content).toEqual({
    type: 'payment_details',
    object_id: paymentId,
  });
  expect(JSON.parse(by['/some']![0]!.body).content.object.email).toBe('ada@example.com');
  expect(by['/masked']![0]!.body).not.toContain('ada@example.com');
  // One event, delivered to each under the same identifier.
  const succeeded = Object.values(by).map((list) =>
    list.find((one) => typesIn([one])[0] === 'payment_succeeded'),
  );
  expect(new Set(succeeded.map((one) => one!.eventId)).size).toBe(1);

  const { body: deliveries } = await api.get(`/webhook_deliveries?endpoint_id=${some.endpoint_id}`);
  expect(deliveries).toMatchObject({
    size: 1,
    data: [{ endpoint_id: some.endpoint_id, status: 'delivered' }],
  });
  const secrets = [everything.secret, some.secret, 'header-that-is-a-secret'];
  expect(await leakedSecrets(service, secrets)).toEqual([]);
});

test('During a rotation both secrets verify, and afterwards only the new one', async ({
  add,
  api,
  arrived,
  clock,
  pay,
}) => {
  const { endpoint_id: id, secret: former } = await add('/rotated', { event_types: ['payment_succeeded'] });
  const rotate = (body: object = {}) => api.post(`/webhook_endpoints/${id}/rotate_secret`, body);
  const { body: rotated } = await rotate();
  expect(rotated.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(new Date(rotated.previous_secret_expires_at).getTime()).toBeGreaterThan(
    Date.now() + DAY_MS - 60_000,
  );
  const next = async () => (await arrived(await pay()))['/rotated']![0]!;
  const meanwhile = await next();
  expect([former, rotated.secret].map((secret) => isSignedBy(secret, meanwhile))).toEqual([true, true]);
  clock.aheadMs = DAY_MS + 1_000;
  const after = await next();
  expect([former, rotated.secret].map((secret) => isSignedBy(secret, after))).toEqual([false, true]);
  const { body: again } = await rotate({ overlap_seconds: 0 });
  const last = await next();
  expect([rotated.secret, again.secret].map((secret) => isSignedBy(secret, last))).toEqual([false, true]);
  expect((await rotate({ overlap_seconds: 8 * 24 * 3_600 })).body.error).toMatchObject({
    code: 'invalid_parameter',
    param: 'overlap_seconds',
  });
});

test('Each secret signs until its own end, and none beyond a rotation without overlap', async ({
  add,
  api,
  arrived,
  clock,
  pay,
}) => {
  const { endpoint_id: id, secret: first } = await add('/overlapping', {
    event_types: ['payment_succeeded'],
  });
  const rotate = async (overlap_seconds: number) =>
    (await api.post(`/webhook_endpoints/${id}/rotate_secret`, { overlap_seconds })).body;
  const start = clock.aheadMs;
  const { secret: second } = await rotate(2 * 3_600);
  const { secret: third } = await rotate(6 * 3_600);
  const { secret: fourth } = await rotate(4 * 3_600);
  const signing = async () => {
    const arrival = (await arrived(await pay()))['/overlapping']![0]!;
    return [first, second, third, fourth].map((secret) => isSignedBy(secret, arrival));
  };
  expect(await signing()).toEqual([true, true, true, true]);
  const after = async (hours: number) => {
    clock.aheadMs = start + hours * 3_600_000 + 1_000;
    return signing();
  };
  expect(await after(2)).toEqual([false, true, true, true]);
  expect(await after(4)).toEqual([false, true, false, true]);
  expect(await after(6)).toEqual([false, false, false, true]);
  for (let i = 0; i < 4; i++) expect((await rotate(3_600)).secret).toMatch(/^whsec_/);
  expect((await rotate(3_600)).error).toMatchObject({
    code: 'unexpected_state',
    param: 'overlap_seconds',
    message: expect.stringContaining('This endpoint already signs with 4 former secrets'),
  });
  await rotate(0);
  expect(await signing()).toEqual([false, false, false, false]);
});

test('A failing or removed endpoint delays no other, and is reported separately', async ({
  add,
  api,
  arrived,
  graphql,
  pay,
  receiver,
  service,
  shop,
}) => {
  // A notification of the stopped endpoint would be an additional event, once the task has run.
  const quiet = { notification_rules: { webhooks_failing_enabled: false } };
  await api.post(`/accounts/${shop.merchantId}`, quiet);
  const gone = await add('/gone');
  const deleted = await add('/deleted');
  let answer: (status: number) => void = () => {};
  const answered = new Promise<number>((resolve) => {
    answer = resolve;
  });
  receiver.react(async ({ path }) =>
    path === '/gone' ? { status: 410 } : path === '/deleted' ? { status: await answered } : { status: 200 },
  );
  const first = await pay();
  await vi.waitFor(() => expect(receiver.arrivals.some(({ path }) => path === '/deleted')).toBe(true), {
    timeout: 60_000,
  });
  const { body: last, status } = await clientOf(service).request(
    'DELETE',
    `/webhook_endpoints/${deleted.endpoint_id}`,
    { key: shop.key },
  );
  expect({ status, id: last.endpoint_id, secret: last.secret }).toEqual({
    status: 200,
    id: deleted.endpoint_id,
    secret: undefined,
  });
  answer(500);
  const by = await arrived(first);
  expect(typesIn(by['/own'])).toEqual(all);
  const failed = (await api.get('/webhook_deliveries?status=failed')).body.data;
  expect(new Set(failed.map((one: { endpoint_id: string }) => one.endpoint_id))).toEqual(
    new Set([gone.endpoint_id, deleted.endpoint_id]),
  );
  const health = await api.get(`/webhook_endpoints/${gone.endpoint_id}/health`);
  expect(health.body.stopped_at).not.toBeNull();
  const shown = await graphql.data(
    `{ webhookEndpoint(endpointId: "${gone.endpoint_id}") { url health { stoppedAt inFlightMax } profile { profileId webhookEndpoint { stoppedAt } } } }`,
  );
  expect(shown.webhookEndpoint).toMatchObject({
    health: { stoppedAt: health.body.stopped_at, inFlightMax: 8 },
    profile: { webhookEndpoint: { stoppedAt: null } },
  });

  // It receives nothing until it is enabled again; failed events are then redelivered to it, or to another.
  receiver.react(() => ({ status: 200 }));
  expect((await arrived(await pay()))['/gone']).toBeUndefined();
  const redeliver = (body: object) => api.post(`/events/${failed[0].event_id}/redeliver`, body);
  const toGone = { endpoint_id: gone.endpoint_id };
  expect((await redeliver(toGone)).body.error).toMatchObject({ code: 'unexpected_state' });
  await api.post(`/webhook_endpoints/${gone.endpoint_id}`, { disabled: false });
  expect((await redeliver(toGone)).body).toMatchObject({ ...toGone, redelivery: true });
  expect((await redeliver({})).body).toMatchObject({ endpoint_id: failed[0].profile_id });
  expect((await redeliver({ endpoint_id: deleted.endpoint_id })).body.error).toMatchObject({
    code: 'resource_not_found',
    param: 'endpoint_id',
  });
  const tried = await api.post('/events/test', toGone);
  expect(tried.body).toMatchObject(toGone);
  await arrived(first);
  receiver.arrivals.length = 0;
  expect(
    (await api.post('/events/replay', { ...toGone, created_from: '2026-01-01T00:00:00Z' })).body,
  ).toMatchObject({
    ...toGone,
    event_count: 4,
  });
  expect(typesIn((await arrived(first))['/gone'])).toEqual(all);
});

test('Invalid settings are refused by name, over both APIs', async ({ add, api, graphql, receiver }) => {
  const refused = async (settings: object): Promise<ApiResponse['body']> =>
    (await api.post('/webhook_endpoints', { url: receiver.url, ...settings })).body.error;
  expect(await refused({ url: 'ftp://example.com' })).toMatchObject({ param: 'url' });
  expect(await refused({ url: 'https://10.0.0.1/' })).toMatchObject({ param: 'url' });
  expect(await refused({ headers: { 'webhook-id': 'x' } })).toMatchObject({ param: 'headers' });
  expect(await refused({ filter: { currencies: [] } })).toMatchObject({ param: 'filter.currencies' });
  expect(await refused({ filter: { country: ['DE'] } })).toMatchObject({ param: 'filter.country' });
  expect(await refused({ event_types: ['payment_lost'] })).toMatchObject({ param: 'event_types[0]' });
  expect(await refused({ version: 'v9' })).toMatchObject({ param: 'version' });

  const { endpoint_id: id } = await add('/moves', { headers: { 'x-a': 'secret-value' } });
  const update = (input: object) => api.post(`/webhook_endpoints/${id}`, input);
  const { body: shown } = await api.get(`/webhook_endpoints/${id}`);
  expect(shown.headers).toEqual({ 'x-a': 'se********ue' });
  expect(
    (await update({ url: 'https://example.com/hooks', headers: shown.headers })).body.error,
  ).toMatchObject({
    param: 'headers',
  });
  expect((await update({ url: 'https://example.com/hooks' })).body).toMatchObject({ headers: null });

  for (let n = 1; n < 16; n += 1) await add(`/${n}`);
  expect(await refused({})).toMatchObject({ code: 'unexpected_state' });
  const { userErrors } = await graphql.mutate(
    'createWebhookEndpoint',
    { url: receiver.url },
    'webhookEndpoint { endpointId } secret',
  );
  expect(userErrors).toMatchObject([{ code: 'unexpected_state' }]);
  const removed = await graphql.mutate(
    'deleteWebhookEndpoint',
    { endpointId: id },
    'webhookEndpoint { endpointId url }',
  );
  expect(removed.payload.webhookEndpoint).toEqual({ endpointId: id, url: 'https://example.com/hooks' });
  const { payload } = await graphql.mutate(
    'createWebhookEndpoint',
    { url: receiver.url, filter: { currencies: ['EUR'] }, idempotencyKey: 'once' },
    'webhookEndpoint { endpointId filter { currencies } } secret',
  );
  expect(payload).toMatchObject({ webhookEndpoint: { filter: { currencies: ['EUR'] } } });
  expect(payload.secret).toMatch(/^whsec_/);
});
