import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventType } from '../../src/core/entities/event-types.ts';
import { dataOf } from '../kit/graphql.ts';
import { mutate, mutationError } from '../kit/mutate.ts';
import { setColumns } from '../kit/sandbox-shop.ts';
import { leakedSecrets } from '../kit/secrets.ts';
import { type SeededMerchant, seedMerchant } from '../kit/seed.ts';
import { startTestService, type TestService } from '../kit/service.ts';

const url = 'https://shop.example/hooks/7391';
const endpoint = { webhook_details: { webhook_url: url }, payment_response_hash_key: 'signing' };
const delivery = `webhookDelivery { deliveryId eventId eventType objectId paymentId profileId status redelivery
  attemptCount attempts { attemptNumber } nextAttemptAt completedAt createdAt
  event { eventId test body paymentId payment { id } } payment { id } }`;

let service: TestService;
/** Its events go to its merchant account's address. */
let shop: SeededMerchant;
/** Nobody listens to it. */
let other: SeededMerchant;

beforeAll(async () => {
  service = await startTestService();
  shop = await seedMerchant(service, endpoint);
  const { merchantId: merchant_id, profileId: default_profile } = shop;
  await setColumns(service, 'merchant_accounts', { merchant_id }, { default_profile });
  other = await seedMerchant(service);
});

afterAll(() => service.close());

const redeliver = (input: Record<string, unknown>, key = shop.key) =>
  mutate(service, key, 'redeliverWebhook', input, delivery);
const test = (input: Record<string, unknown> = {}, key = shop.key) =>
  mutate(service, key, 'sendTestWebhook', input, delivery);
const refusal = (name: string, input: Record<string, unknown>, key = shop.key) =>
  mutationError(service, key, name, input, delivery);

const rowsOf = (text: string, ...values: string[]) => service.database.rows.query({ text, values }, null);
const updatesOf = (id: string) =>
  rowsOf('select merchant_id, object_type from updates where object_id = $1', id);

describe('an event is redelivered', () => {
  it('as a delivery of its own that is due at once', async () => {
    const paymentId = await shop.payment();
    const eventId = await shop.event({ payment_id: paymentId, event_type: 'payment_failed' });
    const failed = await shop.webhookDelivery(eventId, { status: 'failed' });
    const { payload, userErrors } = await redeliver({ eventId });
    expect(userErrors).toEqual([]);
    const made = payload.webhookDelivery;
    expect(made).toMatchObject({
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
    expect(made.deliveryId).toMatch(/^whd_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
    expect(made.deliveryId).not.toBe(failed);
    expect(made.nextAttemptAt).toBe(made.createdAt);
    const [row] = await rowsOf(
      `select d.event_sequence = e.sequence as in_place from webhook_deliveries d
       join events e using (merchant_id, event_id) where delivery_id = $1`,
      made.deliveryId,
    );
    expect(row).toEqual({ in_place: true });
    expect(await updatesOf(made.deliveryId)).toEqual([
      { merchant_id: shop.merchantId, object_type: 'webhook_delivery' },
    ]);
    // Nothing happened to the payment itself.
    expect(await updatesOf(paymentId)).toEqual([]);
  });

  it('by one of its deliveries, which stays as it is', async () => {
    const eventId = await shop.event();
    const failed = await shop.webhookDelivery(eventId, { status: 'failed' });
    const { payload } = await redeliver({ deliveryId: failed });
    expect(payload.webhookDelivery).toMatchObject({ eventId, redelivery: true, status: 'pending' });
    const query = `{ event(eventId: "${eventId}") { deliveries { deliveryId status } } }`;
    const { event } = await dataOf(service, shop.key, query);
    expect(event.deliveries).toHaveLength(2);
    expect(event.deliveries).toContainEqual({ deliveryId: failed, status: 'failed' });
  });

  it('with an original that is still tried, beside it', async () => {
    const eventId = await shop.event();
    const original = await shop.webhookDelivery(eventId);
    const { payload } = await redeliver({ eventId });
    expect(payload.webhookDelivery.deliveryId).not.toBe(original);
  });

  it('once, whoever asks again meanwhile; and again when that is over', async () => {
    const eventId = await shop.event();
    const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => redeliver({ eventId })));
    const made = first!.payload.webhookDelivery;
    for (const { payload } of others) expect(payload.webhookDelivery.deliveryId).toBe(made.deliveryId);

    // Its next try is hours away when somebody has mended the endpoint and asks again.
    const later = new Date(Date.now() + 3_600_000);
    await setColumns(
      service,
      'webhook_deliveries',
      { delivery_id: made.deliveryId },
      { next_attempt_at: later },
    );
    const hurried = (await redeliver({ deliveryId: made.deliveryId })).payload.webhookDelivery;
    expect(hurried.deliveryId).toBe(made.deliveryId);
    expect(Date.parse(hurried.nextAttemptAt)).toBeLessThan(later.getTime());

    await rowsOf(
      `update webhook_deliveries set status = 'delivered', next_attempt_at = null, completed_at = now(),
         attempt_count = 1, status_code = 204,
         attempts = '[{"attempt_number": 1, "started_at": "2026-01-31T09:30:00.000Z", "duration_ms": 9, "status_code": 204}]'
       where delivery_id = $1`,
      made.deliveryId,
    );
    const next = (await redeliver({ eventId })).payload.webhookDelivery;
    expect(next).toMatchObject({ redelivery: true, status: 'pending' });
    expect(next.deliveryId).not.toBe(made.deliveryId);
  });

  it('though its type is switched off', async () => {
    const profile_id = await shop.profile({
      profile_name: 'quiet',
      ...endpoint,
      webhook_details: { webhook_url: url, payment_succeeded_enabled: false },
    });
    const { userErrors } = await redeliver({ eventId: await shop.event({ profile_id }) });
    expect(userErrors).toEqual([]);
  });

  it('by the admin key, whose merchant need not be named', async () => {
    const eventId = await shop.event();
    const { payload } = await redeliver({ eventId }, service.adminApiKey);
    expect(payload.webhookDelivery).toMatchObject({ eventId, redelivery: true });
    const foreign = { eventId, merchantId: other.merchantId };
    expect(await refusal('redeliverWebhook', foreign, service.adminApiKey)).toEqual([
      'resource_not_found',
      'event_id',
    ]);
  });
});

describe('no redelivery', () => {
  it('unless exactly one of the two is named', async () => {
    const eventId = await shop.event();
    const deliveryId = await shop.webhookDelivery(eventId);
    expect(await refusal('redeliverWebhook', {})).toEqual(['missing_parameter', 'event_id']);
    expect(await refusal('redeliverWebhook', { eventId: null })).toEqual(['missing_parameter', 'event_id']);
    expect(await refusal('redeliverWebhook', { eventId, deliveryId })).toEqual([
      'parameters_exclusive',
      'delivery_id',
    ]);
  });

  it("of what is not there, or another merchant's", async () => {
    const eventId = await shop.event();
    const deliveryId = await shop.webhookDelivery(eventId);
    const none = 'resource_not_found';
    expect(await refusal('redeliverWebhook', { eventId: 'evt_none' })).toEqual([none, 'event_id']);
    expect(await refusal('redeliverWebhook', { deliveryId: 'whd_none' })).toEqual([none, 'delivery_id']);
    expect(await refusal('redeliverWebhook', { eventId }, other.key)).toEqual([none, 'event_id']);
    expect(await refusal('redeliverWebhook', { deliveryId }, other.key)).toEqual([none, 'delivery_id']);
    const [row] = await rowsOf(
      'select count(*)::int as count from webhook_deliveries where event_id = $1',
      eventId,
    );
    expect(row).toEqual({ count: 1 });
  });

  it('without an endpoint, and the message says what to set', async () => {
    const missing = await redeliver({ eventId: await other.event() }, other.key);
    expect(missing.payload.webhookDelivery).toBeNull();
    expect(missing.userErrors).toMatchObject([{ code: 'unexpected_state', param: null }]);
    expect(missing.userErrors[0]!.message).toContain('webhook_details.webhook_url');
    const ofNobody = await redeliver({ eventId: await shop.event({ profile_id: null }) });
    expect(ofNobody.userErrors).toMatchObject([{ code: 'unexpected_state' }]);
  });

  it('to one that answered 410, until it is set again', async () => {
    const profile_id = await shop.profile({ profile_name: 'gone', ...endpoint });
    const eventId = await shop.event({ profile_id });
    await rowsOf(
      'insert into webhook_endpoints (merchant_id, profile_id, stopped_at) values ($1, $2, now())',
      shop.merchantId,
      profile_id,
    );
    const { userErrors } = await redeliver({ eventId });
    expect(userErrors).toMatchObject([{ code: 'unexpected_state' }]);
    expect(userErrors[0]!.message).toContain('410');
    expect(await refusal('sendTestWebhook', { profileId: profile_id })).toEqual(['unexpected_state', null]);
  });
});

describe('a test webhook', () => {
  it.each(EventType.values)(
    'of %s tells of an object that nobody takes for a real one',
    async (eventType) => {
      const { payload, userErrors, errors } = await test({ eventType });
      expect([userErrors, errors]).toEqual([[], []]);
      const made = payload.webhookDelivery;
      expect(made).toMatchObject({ eventType, status: 'pending', redelivery: false, attemptCount: 0 });
      expect(made).toMatchObject({ profileId: shop.profileId, paymentId: null, payment: null });
      expect(made.event).toMatchObject({ test: true, paymentId: null, payment: null });
      const body = JSON.parse(made.event.body);
      const { object } = body.content;
      expect(body).toMatchObject({
        event_id: made.eventId,
        event_type: eventType,
        merchant_id: shop.merchantId,
        timestamp: made.createdAt,
      });
      expect(made.objectId).toMatch(/^test_(pay|ref|dsp|po)_/);
      expect(Object.values(object)).toContain(made.objectId);
      expect(object.merchant_id ?? shop.merchantId).toBe(shop.merchantId);
      expect(object.profile_id ?? shop.profileId).toBe(shop.profileId);
      if ('metadata' in object) expect(object.metadata).toEqual({ test: 'true' });
      // Every identifier in it is made up, but for those of the merchant and its profile.
      const made_up = JSON.stringify(object).replaceAll(shop.merchantId, '').replaceAll(shop.profileId, '');
      expect(made_up.match(/"(?!test_)[a-z]+_[0-7][0-9A-HJKMNP-TV-Z]{25}/g)).toBeNull();
    },
  );

  it('is of a payment that succeeded, unless told otherwise, and of another one each time', async () => {
    const [one, two] = [await test(), await test()].map(({ payload }) => payload.webhookDelivery);
    expect([one.eventType, two.eventType]).toEqual(['payment_succeeded', 'payment_succeeded']);
    expect(one.objectId).not.toBe(two.objectId);
    expect(await updatesOf(one.deliveryId)).toEqual([
      { merchant_id: shop.merchantId, object_type: 'webhook_delivery' },
    ]);
    expect(await updatesOf(one.objectId)).toEqual([]);
  });

  it('goes to the profile that is named, though its type is switched off', async () => {
    const profileId = await other.profile({
      profile_name: 'heard',
      ...endpoint,
      webhook_details: { webhook_url: url, payment_failed_enabled: false },
    });
    const { payload } = await test({ profileId, eventType: 'payment_failed' }, other.key);
    expect(payload.webhookDelivery).toMatchObject({ profileId, eventType: 'payment_failed' });
  });

  it('is not sent without an endpoint, a profile, or a merchant', async () => {
    const named = { profileId: other.profileId };
    expect(await refusal('sendTestWebhook', named, other.key)).toEqual(['unexpected_state', null]);
    const foreign = { profileId: shop.profileId };
    expect(await refusal('sendTestWebhook', foreign, other.key)).toEqual([
      'resource_not_found',
      'profile_id',
    ]);
    expect(await refusal('sendTestWebhook', {}, service.adminApiKey)).toEqual([
      'missing_parameter',
      'merchant_id',
    ]);
    const { userErrors } = await test({ merchantId: shop.merchantId, ...foreign }, service.adminApiKey);
    expect(userErrors).toEqual([]);
  });
});

it('leaves the address of no endpoint in the clear', async () => {
  await redeliver({ eventId: await shop.event() });
  expect(await leakedSecrets(service, [url])).toEqual([]);
});
