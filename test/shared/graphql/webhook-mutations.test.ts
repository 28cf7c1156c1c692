import { expect } from 'vitest';
import { EventType } from '../../../src/core/entities/event-types.ts';
import { setColumns } from '../../kit/sandbox-shop.ts';
import { leakedSecrets } from '../../kit/secrets.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

const url = 'https://shop.example/hooks/7391';
const endpoint = { webhook_details: { webhook_url: url }, payment_response_hash_key: 'signing' };
const delivery = `webhookDelivery { deliveryId eventId eventType objectId paymentId profileId status redelivery
  attemptCount attempts { attemptNumber } nextAttemptAt completedAt createdAt
  event { eventId test body paymentId payment { id: paymentId } } payment { id: paymentId } }`;

const test = base
  .extend('shop', async ({ service }) => {
    const shop = await seedMerchant(service, endpoint);
    const { merchantId: merchant_id, profileId: default_profile } = shop;
    await setColumns(service, 'merchant_accounts', { merchant_id }, { default_profile });
    return shop;
  })
  .extend(
    'redeliver',
    ({ graphqlAs, shop }) =>
      (input: Record<string, unknown>, key = shop.key) =>
        graphqlAs(key).mutate('redeliverWebhook', input, delivery),
  )
  .extend(
    'sendTest',
    ({ graphqlAs, shop }) =>
      (input: Record<string, unknown> = {}, key = shop.key) =>
        graphqlAs(key).mutate('sendTestWebhook', input, delivery),
  )
  .extend(
    'refusal',
    ({ graphqlAs, shop }) =>
      (name: string, input: Record<string, unknown>, key = shop.key) =>
        graphqlAs(key).mutationError(name, input, delivery),
  )
  .extend(
    'rowsOf',
    ({ service }) =>
      (text: string, ...values: string[]) =>
        service.database.rows.query({ text, values }, null),
  )
  .extend(
    'updatesOf',
    ({ rowsOf }) =>
      (id: string) =>
        rowsOf('select merchant_id, object_type from updates where object_id = $1', id),
  );

test('redeliverWebhook creates a new delivery of an event that is due at once', async ({
  redeliver,
  rowsOf,
  shop,
  updatesOf,
}) => {
  const paymentId = await shop.payment();
  const eventId = await shop.event({ payment_id: paymentId, event_type: 'payment_failed' });
  const failed = await shop.webhookDelivery(eventId, { status: 'failed' });
  const { payload, userErrors } = await redeliver({ eventId });
  expect(userErrors).toEqual([]);
  const created = payload.webhookDelivery;
  expect(created).toMatchObject({
    eventId,
    eventType: 'payment_failed',
    objectId: paymentId,
    paymentId,
    profileId: shop.profileId,
    status: 'pending',
    redelivery: true,
    attemptCount: 0,
    attempts: [],
    completedAt: null,
    event: { eventId, test: false },
    payment: { id: paymentId },
  });
  expect(created.deliveryId).toMatch(/^whd_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
  expect(created.deliveryId).not.toBe(failed);
  expect(created.nextAttemptAt).toBe(created.createdAt);
  const [row] = await rowsOf(
    `select d.event_sequence = e.sequence as in_place from pending_deliveries d
       join events e using (merchant_id, event_id) where delivery_id = $1`,
    created.deliveryId,
  );
  expect(row).toEqual({ in_place: true });
  expect(await updatesOf(created.deliveryId)).toEqual([
    { merchant_id: shop.merchantId, object_type: 'webhook_delivery' },
  ]);
  // The payment itself did not change.
  expect(await updatesOf(paymentId)).toEqual([]);
});

test("redeliverWebhook accepts one of the event's deliveries and leaves it unchanged", async ({
  graphql,
  redeliver,
  shop,
}) => {
  const eventId = await shop.event();
  const failed = await shop.webhookDelivery(eventId, { status: 'failed' });
  const { payload } = await redeliver({ deliveryId: failed });
  expect(payload.webhookDelivery).toMatchObject({ eventId, redelivery: true, status: 'pending' });
  const query = `{ event(eventId: "${eventId}") { deliveries { deliveryId status } } }`;
  const { event } = await graphql.data(query);
  expect(event.deliveries).toHaveLength(2);
  expect(event.deliveries).toContainEqual({ deliveryId: failed, status: 'failed' });
});

test('redeliverWebhook creates a delivery next to a pending original', async ({ redeliver, shop }) => {
  const eventId = await shop.event();
  const original = await shop.webhookDelivery(eventId);
  const { payload } = await redeliver({ eventId });
  expect(payload.webhookDelivery.deliveryId).not.toBe(original);
});

test('redeliverWebhook creates one pending redelivery however often it is called, and another after that ends', async ({
  redeliver,
  rowsOf,
  service,
  shop,
}) => {
  const eventId = await shop.event();
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => redeliver({ eventId })));
  const created = first!.payload.webhookDelivery;
  for (const { payload } of others) expect(payload.webhookDelivery.deliveryId).toBe(created.deliveryId);

  // The next attempt is an hour away when the merchant has fixed the endpoint and redelivers.
  const later = new Date(Date.now() + 3_600_000);
  await setColumns(
    service,
    'webhook_deliveries',
    { delivery_id: created.deliveryId },
    { next_attempt_at: later },
  );
  const hastened = (await redeliver({ deliveryId: created.deliveryId })).payload.webhookDelivery;
  expect(hastened.deliveryId).toBe(created.deliveryId);
  expect(Date.parse(hastened.nextAttemptAt)).toBeLessThan(later.getTime());

  await rowsOf(
    `with queue as (delete from pending_deliveries where delivery_id = $1)
     update webhook_deliveries set status = 'delivered', next_attempt_at = null, completed_at = now(),
         attempt_count = 1, status_code = 204,
         attempts = '[{"attempt_number": 1, "started_at": "2026-01-31T09:30:00.000Z", "duration_ms": 9, "status_code": 204}]'
       where delivery_id = $1`,
    created.deliveryId,
  );
  const next = (await redeliver({ eventId })).payload.webhookDelivery;
  expect(next).toMatchObject({ redelivery: true, status: 'pending' });
  expect(next.deliveryId).not.toBe(created.deliveryId);
});

test('redeliverWebhook sends an event whose type is disabled', async ({ redeliver, shop }) => {
  const profile_id = await shop.profile({
    profile_name: 'quiet',
    ...endpoint,
    webhook_details: { webhook_url: url, payment_succeeded_enabled: false },
  });
  const { userErrors } = await redeliver({ eventId: await shop.event({ profile_id }) });
  expect(userErrors).toEqual([]);
});

test('redeliverWebhook with the admin key finds the merchant by the event', async ({
  otherShop,
  redeliver,
  refusal,
  service,
  shop,
}) => {
  const eventId = await shop.event();
  const { payload } = await redeliver({ eventId }, service.adminApiKey);
  expect(payload.webhookDelivery).toMatchObject({ eventId, redelivery: true });
  const foreign = { eventId, merchantId: otherShop.merchantId };
  expect(await refusal('redeliverWebhook', foreign, service.adminApiKey)).toEqual([
    'resource_not_found',
    'event_id',
  ]);
});

test('redeliverWebhook requires exactly one of event and delivery', async ({ refusal, shop }) => {
  const eventId = await shop.event();
  const deliveryId = await shop.webhookDelivery(eventId);
  expect(await refusal('redeliverWebhook', {})).toEqual(['missing_parameter', 'event_id']);
  expect(await refusal('redeliverWebhook', { eventId: null })).toEqual(['missing_parameter', 'event_id']);
  expect(await refusal('redeliverWebhook', { eventId, deliveryId })).toEqual([
    'parameters_exclusive',
    'delivery_id',
  ]);
});

test("redeliverWebhook does not find unknown events and deliveries, or another merchant's", async ({
  otherShop,
  refusal,
  rowsOf,
  shop,
}) => {
  const eventId = await shop.event();
  const deliveryId = await shop.webhookDelivery(eventId);
  const none = 'resource_not_found';
  expect(await refusal('redeliverWebhook', { eventId: 'evt_none' })).toEqual([none, 'event_id']);
  expect(await refusal('redeliverWebhook', { deliveryId: 'whd_none' })).toEqual([none, 'delivery_id']);
  expect(await refusal('redeliverWebhook', { eventId }, otherShop.key)).toEqual([none, 'event_id']);
  expect(await refusal('redeliverWebhook', { deliveryId }, otherShop.key)).toEqual([none, 'delivery_id']);
  const [row] = await rowsOf(
    'select count(*)::int as count from webhook_deliveries where event_id = $1',
    eventId,
  );
  expect(row).toEqual({ count: 1 });
});

test('redeliverWebhook rejects a profile without an endpoint and names the setting', async ({
  otherShop,
  redeliver,
  shop,
}) => {
  const missing = await redeliver({ eventId: await otherShop.event() }, otherShop.key);
  expect(missing.payload.webhookDelivery).toBeNull();
  expect(missing.userErrors).toMatchObject([{ code: 'unexpected_state', param: null }]);
  expect(missing.userErrors[0]!.message).toContain('webhook_details.webhook_url');
  const ofNobody = await redeliver({ eventId: await shop.event({ profile_id: null }) });
  expect(ofNobody.userErrors).toMatchObject([{ code: 'unexpected_state' }]);
});

test('redeliverWebhook and sendTestWebhook reject an endpoint that responded with 410', async ({
  redeliver,
  refusal,
  rowsOf,
  shop,
}) => {
  const profile_id = await shop.profile({ profile_name: 'gone', ...endpoint });
  const eventId = await shop.event({ profile_id });
  await rowsOf(
    'insert into webhook_endpoint_states (merchant_id, endpoint_id, profile_id, stopped_at) values ($1, $2, $2, now())',
    shop.merchantId,
    profile_id,
  );
  const { userErrors } = await redeliver({ eventId });
  expect(userErrors).toMatchObject([{ code: 'unexpected_state' }]);
  expect(userErrors[0]!.message).toContain('410');
  expect(await refusal('sendTestWebhook', { profileId: profile_id })).toEqual(['unexpected_state', null]);
});

test.for(EventType.values)(
  'sendTestWebhook sends %s with an object that cannot be mistaken for a real one',
  async (eventType, { sendTest, shop }) => {
    const { payload, userErrors, errors } = await sendTest({ eventType });
    expect([userErrors, errors]).toEqual([[], []]);
    const created = payload.webhookDelivery;
    expect(created).toMatchObject({ eventType, status: 'pending', redelivery: false, attemptCount: 0 });
    expect(created).toMatchObject({ profileId: shop.profileId, paymentId: null, payment: null });
    expect(created.event).toMatchObject({ test: true, paymentId: null, payment: null });
    const body = JSON.parse(created.event.body);
    const { object } = body.content;
    expect(body).toMatchObject({
      event_id: created.eventId,
      event_type: eventType,
      merchant_id: shop.merchantId,
      timestamp: created.createdAt,
    });
    expect(created.objectId).toMatch(/^test_(pay|ref|dsp|po|ntf|rpt)_/);
    expect(Object.values(object)).toContain(created.objectId);
    expect(object.merchant_id ?? shop.merchantId).toBe(shop.merchantId);
    expect(object.profile_id ?? shop.profileId).toBe(shop.profileId);
    if ('metadata' in object) expect(object.metadata).toEqual({ test: 'true' });
    // Every identifier in it starts with test_, except the merchant's and its profile's.
    const withoutOwner = JSON.stringify(object)
      .replaceAll(shop.merchantId, '')
      .replaceAll(shop.profileId, '');
    expect(withoutOwner.match(/"(?!test_)[a-z]+_[0-7][0-9A-HJKMNP-TV-Z]{25}/g)).toBeNull();
  },
);

test('sendTestWebhook defaults to payment_succeeded and generates a new object each time', async ({
  sendTest,
  shop,
  updatesOf,
}) => {
  const [one, two] = [await sendTest(), await sendTest()].map(({ payload }) => payload.webhookDelivery);
  expect([one.eventType, two.eventType]).toEqual(['payment_succeeded', 'payment_succeeded']);
  expect(one.objectId).not.toBe(two.objectId);
  expect(await updatesOf(one.deliveryId)).toEqual([
    { merchant_id: shop.merchantId, object_type: 'webhook_delivery' },
  ]);
  expect(await updatesOf(one.objectId)).toEqual([]);
});

test('sendTestWebhook uses the named profile even if the event type is disabled there', async ({
  otherShop,
  sendTest,
}) => {
  const profileId = await otherShop.profile({
    profile_name: 'heard',
    ...endpoint,
    webhook_details: { webhook_url: url, payment_failed_enabled: false },
  });
  const { payload } = await sendTest({ profileId, eventType: 'payment_failed' }, otherShop.key);
  expect(payload.webhookDelivery).toMatchObject({ profileId, eventType: 'payment_failed' });
});

test('sendTestWebhook requires an endpoint, a profile and a merchant', async ({
  otherShop,
  refusal,
  sendTest,
  service,
  shop,
}) => {
  const named = { profileId: otherShop.profileId };
  expect(await refusal('sendTestWebhook', named, otherShop.key)).toEqual(['unexpected_state', null]);
  const foreign = { profileId: shop.profileId };
  expect(await refusal('sendTestWebhook', foreign, otherShop.key)).toEqual([
    'resource_not_found',
    'profile_id',
  ]);
  expect(await refusal('sendTestWebhook', {}, service.adminApiKey)).toEqual([
    'missing_parameter',
    'merchant_id',
  ]);
  const { userErrors } = await sendTest({ merchantId: shop.merchantId, ...foreign }, service.adminApiKey);
  expect(userErrors).toEqual([]);
});

test('redeliverWebhook stores no endpoint address in the clear', async ({ redeliver, service, shop }) => {
  await redeliver({ eventId: await shop.event() });
  expect(await leakedSecrets(service, [url])).toEqual([]);
});
