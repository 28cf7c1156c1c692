import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { painting } from '../../../../src/commands/listen/line.ts';
import { ListenError, type ListenOptions } from '../../../../src/commands/listen/options.ts';
import { startSession } from '../../../../src/commands/listen/session.ts';
import { dataOf } from '../../../kit/graphql.ts';
import { type SeededMerchant, seedMerchant } from '../../../kit/seed.ts';
import { startTestService, type TestService } from '../../../kit/service.ts';
import { optionsOf } from './options-of.ts';
import { startProxy } from './proxy.ts';
import { eventBody, post, signed } from './sender.ts';

let service: TestService;
let shop: SeededMerchant;
/** A profile whose webhooks go nowhere yet, and one with details of its own. */
let fresh: string;
let settled: string;

const former = {
  webhook_url: 'https://shop.example.com/hooks',
  webhook_version: '1.0.1',
  payment_failed_enabled: false,
};

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

beforeEach(async () => {
  shop = await seedMerchant(service);
  const ofShop = { payment_response_hash_key: 'the key of the first profile' };
  await service.database.rows.query(
    { text: 'delete from business_profiles where merchant_id = $1', values: [shop.merchantId] },
    null,
  );
  fresh = await shop.profile({ profile_name: 'fresh', ...ofShop });
  settled = await shop.profile({
    profile_name: 'settled',
    payment_response_hash_key: 'the key of the second',
    webhook_details: former,
  });
});

const optionsFor = (more: Partial<ListenOptions> = {}): ListenOptions => ({
  ...optionsOf(['--api-key', shop.key, '--url', service.url, '--port', '0']),
  ...more,
});

/** A session, with the lines it printed. */
async function session(more: Partial<ListenOptions> = {}, random = () => 0.5) {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const started = await startSession(optionsFor(more), { print, paint: painting(false), random });
  const addressOf = (profileId: string) => `http://127.0.0.1:${started.port}/${profileId}`;
  return { ...started, lines, addressOf };
}

const members = 'webhookUrl webhookUsername webhookPassword paymentFailedEnabled';

/** What the service says of a profile's webhooks. */
async function detailsOf(profileId: string) {
  const query = `query ($id: ID!) { businessProfile(profileId: $id) { webhookDetails { ${members} } } }`;
  const { businessProfile } = await dataOf(service, shop.key, query, { id: profileId });
  return businessProfile.webhookDetails;
}

const pointElsewhere = (profileId: string, webhookDetails: object) =>
  dataOf(
    service,
    shop.key,
    'mutation ($input: UpdateBusinessProfileInput!) { updateBusinessProfile(input: $input) { userErrors { message } } }',
    { input: { profileId, webhookDetails } },
  );

/** What is said when a session does not come about. */
async function errorOf(more: Partial<ListenOptions>): Promise<string> {
  const problem = await session(more).then(
    ({ stop }) => stop().then(() => null),
    (error: unknown) => error,
  );
  expect(problem).toBeInstanceOf(ListenError);
  return (problem as ListenError).message;
}

test('A session points every profile at itself and restores the URLs, leaving other webhook details alone', async () => {
  const [freshBefore, settledBefore] = [await detailsOf(fresh), await detailsOf(settled)];
  expect(freshBefore).toBeNull();

  const { addressOf, lines, stop } = await session();
  expect(await detailsOf(fresh)).toMatchObject({ webhookUrl: addressOf(fresh), webhookUsername: null });
  expect(await detailsOf(settled)).toEqual({ ...settledBefore, webhookUrl: addressOf(settled) });
  expect(lines).toEqual([
    `Listening for the webhooks of merchant ${shop.merchantId}. Ctrl-C stops it.`,
    `  fresh  ${addressOf(fresh)}`,
    `  settled  ${addressOf(settled)}  instead of ${former.webhook_url}`,
    '',
  ]);

  expect(await stop()).toBe(true);
  expect(await detailsOf(fresh)).toBeNull();
  expect(await detailsOf(settled)).toEqual(settledBefore);
  expect(lines.slice(4)).toEqual([
    `${fresh} has no URL of its own again.`,
    `${settled} has ${former.webhook_url} again.`,
  ]);
});

test("A session verifies each webhook with its profile's key and prints it", async () => {
  const { addressOf, lines, stop } = await session({ showsBodies: true });
  const object = { payment_id: 'pay_1', status: 'succeeded', amount: 6540, currency: 'USD' };
  const body = eventBody('payment_succeeded', 'payment', object);
  const headers = signed('the key of the second', body);
  expect((await post(addressOf(settled), body, headers)).status).toBe(200);
  expect((await post(addressOf(fresh), body, headers)).status).toBe(401);
  await stop();
  const [, , , , good, shown, bad] = lines;
  expect(good).toMatch(/payment_succeeded +pay_1 +succeeded +65\.40 USD {2}signature ok {2}→ 200$/);
  expect(shown).toBe(JSON.stringify(JSON.parse(body), null, 2));
  expect(bad).toMatch(/signature bad: webhook-signature does not match this body and key {2}→ 401$/);
  expect(lines.join('\n')).not.toContain('the key of');
});

test.each([
  [{ failPercent: 100 }, 0.999, 500],
  [{ failPercent: 30 }, 0.299, 500],
  [{ failPercent: 30 }, 0.3, 200],
  [{ failPercent: 0 }, 0, 200],
  [{ answerStatus: 410 }, 0, 410],
])('A session with the options %j and the random number %d responds with %d', async (more, draw, status) => {
  const { addressOf, stop } = await session(more, () => draw);
  const answer = await post(addressOf(fresh), '{}', signed('the key of the first profile', '{}'));
  await stop();
  expect(answer.status).toBe(status);
});

test('A session can listen for one profile only', async () => {
  const before = await detailsOf(settled);
  const { addressOf, stop } = await session({ profileId: fresh });
  expect(await detailsOf(settled)).toEqual(before);
  expect((await detailsOf(fresh)).webhookUrl).toBe(addressOf(fresh));
  await stop();
});

test('A session can keep the webhook URLs when it stops', async () => {
  const { addressOf, stop } = await session({ keepsAddresses: true });
  expect(await stop()).toBe(true);
  expect((await detailsOf(fresh)).webhookUrl).toBe(addressOf(fresh));
  expect((await detailsOf(settled)).webhookUrl).toBe(addressOf(settled));
});

test('A session does not restore its own URL that an earlier session left behind', async () => {
  const { port, stop } = await session({ keepsAddresses: true });
  await stop();
  const again = await session({ port });
  expect(await again.stop()).toBe(true);
  expect(await detailsOf(fresh)).toBeNull();
  expect(await detailsOf(settled)).toMatchObject({ webhookUrl: null, paymentFailedEnabled: false });
  expect(again.lines.slice(1, 3)).toEqual([
    `  fresh  ${again.addressOf(fresh)}`,
    `  settled  ${again.addressOf(settled)}`,
  ]);
  expect(again.lines.slice(4)).toEqual([
    `${fresh} has no URL of its own again.`,
    `${settled} has no URL of its own again.`,
  ]);
});

test('A session leaves webhook details that changed meanwhile', async () => {
  const { stop } = await session();
  await pointElsewhere(settled, { webhookUrl: 'https://elsewhere.example.com' });
  await pointElsewhere(fresh, { paymentFailedEnabled: true });
  expect(await stop()).toBe(true);
  expect((await detailsOf(settled)).webhookUrl).toBe('https://elsewhere.example.com');
  expect(await detailsOf(fresh)).toMatchObject({ webhookUrl: null, paymentFailedEnabled: true });
});

test('A session leaves profiles alone whose webhooks carry secrets', async () => {
  const guarded = await shop.profile({
    profile_name: 'guarded',
    payment_response_hash_key: 'the key of the third',
    webhook_details: { ...former, webhook_username: 'ada', webhook_password: 'a password' },
  });
  const before = await detailsOf(guarded);
  const { lines, stop } = await session();
  expect(await detailsOf(guarded)).toEqual(before);
  expect(lines).toContain(
    '  guarded  left alone: its webhooks carry secrets, which are dropped when the URL changes',
  );
  await stop();
  expect(await errorOf({ profileId: guarded })).toContain('Listen with a profile that has none.');
});

test('A session reports the profiles it could not restore', async () => {
  const proxy = await startProxy(service.url);
  const { lines, stop } = await session({ serviceUrl: proxy.url });
  await proxy.close();
  expect(await stop()).toBe(false);
  const why = `The service is not reachable at ${proxy.url}: `;
  expect(lines[4]).toContain(`${fresh} may still point here; before it had no URL of its own. ${why}`);
  expect(lines[5]).toContain(`${settled} may still point here; before it had ${former.webhook_url}. ${why}`);
  expect(lines).toHaveLength(6);
});

test('A session finds all profiles of a merchant with many', async () => {
  for (let i = 0; i < 100; i++) {
    await shop.profile({ profile_name: `shop ${i}`, payment_response_hash_key: 'key' });
  }
  const last = await shop.profile({ profile_name: 'last', payment_response_hash_key: 'key' });
  const { lines, stop } = await session({ profileId: last });
  await stop();
  expect(lines[1]).toContain(last);
});

test('A session does not start with an unknown key', async () => {
  expect(await errorOf({ apiKey: 'sk_test_unknown' })).toMatch(/^The service rejected the API key: /);
});

test('A session does not start with a publishable or admin key', async () => {
  expect(await errorOf({ apiKey: shop.publishableKey })).toContain("Use a merchant's API key");
  expect(await errorOf({ apiKey: service.adminApiKey })).toContain('not the admin API key');
});

test('A session does not start for an unknown profile', async () => {
  expect(await errorOf({ profileId: 'pro_unknown' })).toBe(
    `Merchant ${shop.merchantId} has no business profile pro_unknown. It has ${fresh}, ${settled}.`,
  );
});

test('A session does not start for a profile without a signing key', async () => {
  const bare = await shop.profile({ profile_name: 'bare' });
  expect(await errorOf({ profileId: bare })).toContain(`${bare} has no paymentResponseHashKey`);
});

test('A session does not start without a service at the URL', async () => {
  const proxy = await startProxy(service.url);
  await proxy.close();
  expect(await errorOf({ serviceUrl: proxy.url })).toBe(
    `The service is not reachable at ${proxy.url}: ECONNREFUSED. Start it with npm start, or set its URL with --url.`,
  );
});

test('A session does not start if the URL belongs to another server', async () => {
  const proxy = await startProxy(service.url, () => '<html>');
  expect(await errorOf({ serviceUrl: proxy.url })).toBe(
    `The server at ${proxy.url} (status 200) is not Switchyard. Check --url.`,
  );
  await proxy.close();
});

test('A session does not start if the service refuses its URL, and restores the profiles already changed', async () => {
  const error = { message: 'webhook_url must be public.', param: 'webhook_details.webhook_url' };
  const refusal = JSON.stringify({ data: { updateBusinessProfile: { userErrors: [error] } } });
  const isPointing = (body: string) => body.startsWith('{"query":"mutation') && body.includes(settled);
  const proxy = await startProxy(service.url, (body) => (isPointing(body) ? refusal : null));
  const message = await errorOf({ serviceUrl: proxy.url });
  expect(message).toMatch(/^The service does not send webhooks to http:\/\/127\.0\.0\.1:\d+\/pro_/);
  expect(message).toContain(
    `${settled}: webhook_url must be public. Start it with WEBHOOKS_TO_LOOPBACK=true`,
  );
  expect(await detailsOf(fresh)).toBeNull();
  expect((await detailsOf(settled)).webhookUrl).toBe(former.webhook_url);
  await proxy.close();
});

test('A session does not start if its port is taken, and changes no profile', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  expect(await errorOf({ port })).toContain(`Port ${port} is taken.`);
  expect(await detailsOf(fresh)).toBeNull();
  other.close();
});
