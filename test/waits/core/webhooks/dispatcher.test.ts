import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, vi } from 'vitest';
import { unpackText } from '../../../../src/core/foundation/packed-text.ts';
import { redeliverWebhook } from '../../../../src/core/webhooks/redeliver-webhook.ts';
import { deliveriesOf, recordEvents } from '../../../kit/record-events.ts';
import { databaseContents, leakedSecrets } from '../../../kit/secrets.ts';
import { seedMerchant } from '../../../kit/seed.ts';
import { test as base } from '../../../kit/test.ts';
import { startWebhookReceiver } from '../../../kit/webhook-receiver.ts';

const KEY = 'signing_key_of_the_shop_0123456789';
const PASSWORD = 'a "quoted" pass&word';
const HEADER = 'header-value-that-is-a-secret';

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    doesJobs: true,
    webhooks: { retryDelaysMs: [20, 20], pollMs: 50 },
  }))
  .extend('receiver', async ({ onTestFinished }) => {
    const receiver = await startWebhookReceiver();
    onTestFinished(() => receiver.close());
    return receiver;
  })
  .extend('profileId', ({ receiver, shop }) =>
    shop.profile({
      payment_response_hash_key: KEY,
      webhook_details: {
        webhook_url: `${receiver.url}/hook?token=of-the-url`,
        webhook_username: 'alice',
        webhook_password: PASSWORD,
      },
      outgoing_webhook_custom_http_headers: { 'X-Shop': HEADER },
    }),
  )
  .extend('about', ({ profileId, shop }) => (objectId: string, profile = profileId) => ({
    merchantId: shop.merchantId,
    profileId: profile,
    objectId,
  }))
  .extend(
    'arrivalsOf',
    ({ receiver }) =>
      (objectId: string, at = receiver) =>
        at.arrivals.filter((one) => one.objectId === objectId),
  )
  .extend(
    'settled',
    ({ service }) =>
      (eventIds: string[]) =>
        vi.waitFor(
          async () => {
            const found = await deliveriesOf(service, eventIds);
            expect(found.map(({ status }) => status)).not.toContain('pending');
            return found;
          },
          { timeout: 60_000 },
        ),
  );

test("A webhook carries the body unchanged, both signatures, basic authentication and the merchant's headers", async ({
  about,
  arrivalsOf,
  service,
  settled,
}) => {
  const [eventId] = await recordEvents(service, [about('pay_first')]);
  const [delivery] = await settled([eventId!]);
  expect(delivery).toMatchObject({ status: 'delivered', attempt_count: 1, status_code: 200 });
  const [arrival] = arrivalsOf('pay_first');
  const text = 'select body from events where event_id = $1';
  const [event] = await service.database.rows.query<{ body: string }>({ text, values: [eventId] }, null);
  expect(arrival!.body).toBe(unpackText(event!.body));
  expect(arrival!.path).toBe('/hook?token=of-the-url');
  expect(arrival!.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': expect.stringMatching(/^Switchyard\/\d+\.\d+\.\d+$/),
    'webhook-id': eventId,
    authorization: `Basic ${Buffer.from(`alice:${PASSWORD}`).toString('base64')}`,
    'x-shop': HEADER,
  });
  const sent = arrival!.headers as Record<string, string>;
  expect(new Webhook(KEY, { format: 'raw' }).verify(arrival!.body, sent)).toMatchObject({
    event_id: eventId,
  });
  expect(() => new Webhook('another', { format: 'raw' }).verify(arrival!.body, sent)).toThrow();
  const expected = createHmac('sha512', KEY).update(arrival!.body).digest('hex');
  expect(sent['x-webhook-signature-512']).toBe(expected);
});

test("A webhook goes to the merchant account's URL if the profile has none, signed with the profile's key", async ({
  arrivalsOf,
  service,
  settled,
}) => {
  const other = await startWebhookReceiver();
  const merchant = await seedMerchant(service, {
    payment_response_hash_key: 'key_of_the_account_0123456789',
    webhook_details: { webhook_url: other.url, webhook_username: 'bob' },
  });
  const mine = await merchant.profile({
    payment_response_hash_key: 'key_of_the_profile_0123456789',
    webhook_details: { webhook_username: 'never-sent' },
  });
  const { merchantId, profileId: plain } = merchant;
  const ids = await recordEvents(service, [
    { merchantId, profileId: mine, objectId: 'pay_mine' },
    { merchantId, profileId: plain, objectId: 'pay_plain' },
  ]);
  await settled(ids);
  const expectSigned = (objectId: string, key: string) => {
    const { body, headers } = arrivalsOf(objectId, other)[0]!;
    expect(headers).toMatchObject({ authorization: `Basic ${Buffer.from('bob:').toString('base64')}` });
    new Webhook(key, { format: 'raw' }).verify(body, headers as Record<string, string>);
  };
  expectSigned('pay_mine', 'key_of_the_profile_0123456789');
  expectSigned('pay_plain', 'key_of_the_account_0123456789');
  await other.close();
});

test('Secrets echoed by an endpoint are masked in the stored response', async ({
  about,
  receiver,
  service,
  settled,
}) => {
  receiver.react(({ headers, objectId, path }) =>
    objectId === 'pay_echoed'
      ? {
          status: 500,
          body: JSON.stringify({ headers, path, KEY, PASSWORD, raw: PASSWORD }) + KEY.slice(0, 20),
        }
      : { status: 200 },
  );
  const ids = await recordEvents(service, [about('pay_echoed')]);
  const [delivery] = await settled(ids);
  expect(delivery).toMatchObject({ status: 'failed', attempt_count: 3, status_code: 500 });
  const attempts = delivery!.attempts as {
    answer: string;
    error_message: string;
    attempt_number: number;
  }[];
  expect(attempts.map(({ attempt_number: number }) => number)).toEqual([1, 2, 3]);
  expect(attempts[0]).toMatchObject({
    error_message: 'The endpoint responded with 500.',
    status_code: 500,
  });
  expect(attempts[0]!.answer).toContain('"content-type":"application/json"');
  expect(attempts[0]!.answer).not.toContain(KEY.slice(0, 20));
  expect(attempts[0]!.answer).not.toContain('quoted');
  expect(await leakedSecrets(service, [KEY, PASSWORD, HEADER, 'of-the-url', receiver.url])).toEqual([]);
});

test('Every delivery attempt is published to live subscriptions', async ({ about, service, settled }) => {
  const ids = await recordEvents(service, [about('pay_followed')]);
  const [delivery] = await settled(ids);
  const text = `select count(*) as count from updates where object_type = 'webhook_delivery' and object_id = $1`;
  const [row] = await service.database.rows.query({ text, values: [delivery!.delivery_id] }, null);
  // One update when queued, one when delivered.
  expect(Number(row!.count)).toBe(2);
});

test('A delivery for a profile without a webhook URL fails with the reason', async ({
  about,
  service,
  settled,
  shop,
}) => {
  const profileWithoutUrl = await shop.profile({ payment_response_hash_key: KEY });
  const [delivery] = await settled(await recordEvents(service, [about('pay_nowhere', profileWithoutUrl)]));
  expect(delivery).toMatchObject({ status: 'failed', attempt_count: 0, url: null, attempts: [] });
  expect(delivery!.error_message).toContain('webhook_url');
});

test('Events of one object arrive in order despite retries, while other objects continue', async ({
  about,
  arrivalsOf,
  receiver,
  service,
  settled,
}) => {
  const refused = new Set<string>();
  receiver.react(({ eventId, objectId }) => {
    if (objectId !== 'pay_order' || refused.has(eventId)) return { status: 200 };
    refused.add(eventId);
    return { status: 503 };
  });
  const order = Array.from({ length: 6 }, () => about('pay_order'));
  const ids = await recordEvents(service, [...order, about('pay_beside')]);
  const found = await settled(ids);
  expect(found.map(({ status }) => status)).toEqual(Array(7).fill('delivered'));
  // Each arrived twice, as the first attempt was refused, with no other event of the object in between.
  expect(arrivalsOf('pay_order').map(({ eventId }) => eventId)).toEqual(
    ids.slice(0, 6).flatMap((id) => [id, id]),
  );
  expect(arrivalsOf('pay_beside').length).toBe(1);
});

test('Events of one object continue after a final failure', async ({
  about,
  arrivalsOf,
  receiver,
  service,
  settled,
}) => {
  let first: string | undefined;
  receiver.react(({ eventId, objectId }) => {
    if (objectId === 'pay_on') first ??= eventId;
    return { status: eventId === first ? 400 : 200 };
  });
  const ids = await recordEvents(service, [about('pay_on'), about('pay_on'), about('pay_on')]);
  const found = await settled(ids);
  expect(found.map(({ status }) => status)).toEqual(['failed', 'delivered', 'delivered']);
  expect(arrivalsOf('pay_on').map(({ eventId }) => eventId)).toEqual([
    ids[0],
    ids[0],
    ids[0],
    ids[1],
    ids[2],
  ]);
});

test('A redelivery neither waits for later events of its object nor delays them', async ({
  about,
  arrivalsOf,
  receiver,
  service,
  settled,
  shop,
}) => {
  const [first] = await recordEvents(service, [about('pay_again')]);
  await settled([first!]);
  receiver.react(({ eventId }) => (eventId === first ? { status: 200 } : 'hang'));
  const [second] = await recordEvents(service, [about('pay_again')]);
  await vi.waitFor(() => expect(arrivalsOf('pay_again').length).toBe(2), { timeout: 60_000 });
  const { keyId, merchantId } = shop;
  const ctx = service.contextFor({ kind: 'api_key', merchantId, keyId }, 'req_test');
  const again = await redeliverWebhook(ctx, { event_id: first! });
  const both = await settled([first!]);
  expect(both.map(({ delivery_id: id, redelivery }) => [id === again, redelivery]).sort()).toEqual([
    [false, false],
    [true, true],
  ]);
  const arrivals = arrivalsOf('pay_again');
  expect(arrivals.map(({ eventId }) => eventId)).toEqual([first, second, first]);
  expect(arrivals[2]!.body).toBe(arrivals[0]!.body);
});

test('Each delivery attempt is logged without any sent data', async ({
  about,
  receiver,
  service,
  settled,
}) => {
  const [eventId] = await recordEvents(service, [about('pay_logged')]);
  const [delivery] = await settled([eventId!]);
  const line = service.logs.find((one) => one.includes(String(delivery!.delivery_id)));
  expect(JSON.parse(line!)).toMatchObject({
    level: 'debug',
    status: 200,
    attempt_number: 1,
    event_id: eventId,
  });
  expect(line).not.toContain(receiver.url);
  expect(await databaseContents(service)).not.toContain(receiver.url);
});
