import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { painting } from '../../../../src/commands/listen/line.ts';
import { ListenError, type ListenOptions } from '../../../../src/commands/listen/options.ts';
import { type ListenSession, startSession } from '../../../../src/commands/listen/session.ts';
import { dataOf } from '../../../kit/graphql.ts';
import { type SeededMerchant, seedMerchant } from '../../../kit/seed.ts';
import { startTestService, type TestService } from '../../../kit/service.ts';
import { optionsOf } from './options-of.ts';
import { startProxy } from './proxy.ts';
import { reusablePort } from './reusable-port.ts';

let service: TestService;
let shop: SeededMerchant;
/** A profile without a webhook URL, and one with a URL. */
let fresh: string;
let settled: string;

const description = `switchyard listen on ${hostname()}`;

beforeAll(async () => {
  service = await startTestService({ doesJobs: true, webhooks: { pollMs: 50 } });
});
afterAll(() => service.close());

beforeEach(async () => {
  shop = await seedMerchant(service);
  await service.database.rows.query(
    { text: 'delete from business_profiles where merchant_id = $1', values: [shop.merchantId] },
    null,
  );
  fresh = await shop.profile({ profile_name: 'fresh' });
  settled = await shop.profile({
    profile_name: 'settled',
    payment_response_hash_key: 'the key of the second',
    webhook_details: { webhook_url: 'https://shop.example.com/hooks', webhook_password: 'a password' },
  });
});

const running: ListenSession[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop();
});

/** A session with its printed lines. */
async function session(more: Partial<ListenOptions> = {}, random = () => 0.5) {
  const lines: string[] = [];
  const options = { ...optionsOf(['--api-key', shop.key, '--url', service.url, '--port', '0']), ...more };
  const print = (line: string) => lines.push(line);
  const started = await startSession(options, { print, paint: painting(false), random });
  running.push(started);
  const stop = () => {
    running.splice(running.indexOf(started), 1);
    return started.stop();
  };
  const urlOf = (profileId: string) => `http://127.0.0.1:${started.port}/${profileId}`;
  return { stop, lines, urlOf };
}

interface Shown {
  readonly endpointId: string;
  readonly profileId: string;
  readonly url: string;
  readonly description: string | null;
}

const members = 'endpointId profileId url description';

/** The merchant's additional webhook endpoints, oldest first. */
async function endpoints(): Promise<Shown[]> {
  const query = `{ webhookEndpoints(first: 100) { nodes { ${members} } } }`;
  return (await dataOf(service, shop.key, query)).webhookEndpoints.nodes;
}

async function create(profileId: string, url: string, text: string | null = description): Promise<Shown> {
  const mutation = `mutation ($input: CreateWebhookEndpointInput!) {
    createWebhookEndpoint(input: $input) { webhookEndpoint { ${members} } userErrors { message } }
  }`;
  const input = { profileId, url, description: text };
  const { createWebhookEndpoint } = await dataOf(service, shop.key, mutation, { input });
  expect(createWebhookEndpoint.userErrors).toEqual([]);
  return createWebhookEndpoint.webhookEndpoint;
}

async function moveAway(endpointId: string): Promise<void> {
  const mutation = `mutation ($input: UpdateWebhookEndpointInput!) {
    updateWebhookEndpoint(input: $input) { userErrors { message } }
  }`;
  await dataOf(service, shop.key, mutation, { input: { endpointId, url: 'https://elsewhere.example.com' } });
}

/** Makes the service send a signed webhook to a profile's endpoint. Returns the session's line for it. */
async function send(lines: readonly string[], profileId: string): Promise<string> {
  const { endpointId } = (await endpoints()).find((each) => each.profileId === profileId)!;
  const mutation = `mutation ($input: SendTestWebhookInput!) {
    sendTestWebhook(input: $input) { userErrors { message } }
  }`;
  const before = lines.length;
  const { sendTestWebhook } = await dataOf(service, shop.key, mutation, { input: { profileId, endpointId } });
  expect(sendTestWebhook.userErrors).toEqual([]);
  return vi.waitFor(
    () => {
      const line = lines.slice(before).find((each) => /→ \d+$/.test(each));
      expect(line).toBeDefined();
      return line!;
    },
    { timeout: 60_000 },
  );
}

/** Nothing listens there, and the system never assigns such a port. */
const dead = 'http://127.0.0.1:444';

/** For sessions in sequence: no other program gets it in between, as it is below the system's ephemeral ports. */
const port = reusablePort();

/** The error when a session fails to start. */
async function errorOf(more: Partial<ListenOptions>): Promise<string> {
  const problem = await session(more).then(
    () => null,
    (error: unknown) => error,
  );
  expect(problem).toBeInstanceOf(ListenError);
  return (problem as ListenError).message;
}

test('A session creates an endpoint in every profile, deletes them when it stops, and leaves others alone', async () => {
  const other = await create(settled, 'https://shop.example.com/warehouse', 'Warehouse');
  const details = '{ businessProfiles { nodes { webhookDetails { webhookUrl webhookPassword } } } }';
  const before = await dataOf(service, shop.key, details);

  const { lines, stop, urlOf } = await session();
  const [, ...made] = await endpoints();
  const ours = [fresh, settled].map((profileId) => ({ profileId, url: urlOf(profileId), description }));
  expect(made).toMatchObject(ours);
  expect(lines).toEqual([
    `Listening for the webhooks of merchant ${shop.merchantId}. Ctrl-C stops it.`,
    `  fresh  ${urlOf(fresh)}`,
    `  settled  ${urlOf(settled)}`,
    '',
  ]);

  expect(await stop()).toBe(true);
  expect(await endpoints()).toEqual([other]);
  expect(lines.slice(4)).toEqual([fresh, settled].map((id) => `Deleted the endpoint ${urlOf(id)}.`));
  expect(await dataOf(service, shop.key, details)).toEqual(before);
});

test('A session verifies the webhooks of each profile with the secret of its endpoint, and prints them', async () => {
  const { lines } = await session({ showsBodies: true });
  for (const profileId of [fresh, settled]) {
    expect(await send(lines, profileId)).toMatch(/payment_succeeded .* signature ok {2}→ 200$/);
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ content: { object: { profile_id: profileId } } });
  }
});

test.each([
  [{ failPercent: 100 }, 0.999, 500],
  [{ failPercent: 30 }, 0.299, 500],
  [{ failPercent: 30 }, 0.3, 200],
  [{ failPercent: 0 }, 0, 200],
  [{ answerStatus: 410 }, 0, 410],
  [{ delayMs: 20 }, 0, 200],
])('A session with the options %j and the random number %d responds with %d', async (more, draw, status) => {
  const { lines } = await session(more, () => draw);
  expect(await send(lines, fresh)).toMatch(new RegExp(`→ ${status}$`));
});

test('A session can listen for one profile only', async () => {
  const { urlOf } = await session({ profileId: fresh });
  expect((await endpoints()).map(({ url }) => url)).toEqual([urlOf(fresh)]);
});

test('A session can keep its endpoints, and the next one on the port reuses them with a new secret', async () => {
  const { lines, stop } = await session({ port, keepsEndpoints: true, answerStatus: 410 });
  expect(await send(lines, fresh)).toMatch(/→ 410$/);
  // The service records the response after it is sent.
  const health = '{ webhookEndpoints { nodes { profileId health { stoppedAt } } } }';
  await vi.waitFor(
    async () => {
      const { nodes } = (await dataOf(service, shop.key, health)).webhookEndpoints;
      const stopped = nodes.filter((node: { health: { stoppedAt: string | null } }) => node.health.stoppedAt);
      expect(stopped).toMatchObject([{ profileId: fresh }]);
    },
    { timeout: 60_000 },
  );
  expect(await stop()).toBe(true);
  const kept = await endpoints();
  expect(kept.map(({ profileId }) => profileId)).toEqual([fresh, settled]);

  const next = await session({ port });
  expect(await endpoints()).toEqual(kept);
  expect(next.lines).toHaveLength(4);
  expect(await send(next.lines, fresh)).toMatch(/signature ok {2}→ 200$/);
  expect(await next.stop(), next.lines.join('\n')).toBe(true);
  expect(await endpoints()).toEqual([]);
});

test('A session deletes only the leftovers of a crashed one, nothing of a running one', async () => {
  const live = await session();
  const lively = await endpoints();
  const foreign = [
    await create(fresh, dead, 'Warehouse'),
    await create(fresh, dead, 'switchyard listen on another machine'),
  ];
  const crashed = await create(settled, `${dead}/${settled}`);

  const { lines, stop } = await session({ profileId: fresh });
  expect(lines[0]).toBe(`Deleted the endpoint ${crashed.url} of an earlier session.`);
  await stop();
  expect(await endpoints()).toEqual([...lively, ...foreign]);
  await live.stop();
  expect(await endpoints()).toEqual(foreign);
});

test('A session for one profile deletes leftovers of an earlier session on its port in another profile', async () => {
  const { stop } = await session({ port, keepsEndpoints: true });
  await stop();
  const { urlOf } = await session({ port, profileId: settled });
  expect((await endpoints()).map(({ url }) => url)).toEqual([urlOf(settled)]);
});

test('A session leaves moved and deleted endpoints alone', async () => {
  const { lines, stop } = await session();
  const [moved] = await endpoints();
  await moveAway(moved!.endpointId);
  expect(await stop()).toBe(true);
  expect(await endpoints()).toEqual([{ ...moved, url: 'https://elsewhere.example.com' }]);
  expect(lines.slice(4)).toHaveLength(1);
});

test('A session reports that it could not delete its endpoints', async () => {
  const proxy = await startProxy(service.url);
  const { lines, stop } = await session({ serviceUrl: proxy.url });
  await proxy.close();
  expect(await stop()).toBe(false);
  expect(lines.slice(4)).toEqual([
    expect.stringMatching(
      /^The session's webhook endpoints may still exist; .* The service is not reachable/,
    ),
  ]);
});

test('A session that cannot delete an endpoint deletes the others', async () => {
  const refusal = JSON.stringify({
    data: { deleteWebhookEndpoint: { userErrors: [{ message: 'Not now.' }] } },
  });
  let refused = '';
  const isRefused = (body: string) => body.startsWith('{"query":"mutation Stop') && body.includes(refused);
  const proxy = await startProxy(service.url, (body) => (isRefused(body) ? refusal : null));
  const { lines, stop } = await session({ serviceUrl: proxy.url });
  const [first] = await endpoints();
  refused = first!.endpointId;
  expect(await stop()).toBe(false);
  expect(await endpoints()).toEqual([first]);
  expect(lines[4]).toBe(`The endpoint ${refused} may still exist. Not now.`);
  await proxy.close();
});

test('A session finds all profiles of a merchant with many', async () => {
  for (let i = 0; i < 100; i++) await shop.profile({ profile_name: `shop ${i}` });
  const last = await shop.profile({ profile_name: 'last' });
  expect((await session({ profileId: last })).lines[1]).toContain(last);
});

test('A session does not start with an unknown key', async () => {
  expect(await errorOf({ apiKey: 'sk_test_unknown' })).toMatch(/^The service rejected the API key: /);
});

test('A session does not start with a publishable or admin key', async () => {
  for (const apiKey of [shop.publishableKey, service.adminApiKey]) {
    expect(await errorOf({ apiKey })).toBe(
      "--api-key must be a merchant's API key (sk_test_…), not a publishable key or the admin API key.",
    );
  }
});

test('A session does not start for an unknown profile', async () => {
  expect(await errorOf({ profileId: 'pro_unknown' })).toBe(
    `Merchant ${shop.merchantId} has no business profile pro_unknown. It has ${fresh}, ${settled}.`,
  );
});

test('A session does not start without a service at the URL', async () => {
  const proxy = await startProxy(service.url);
  await proxy.close();
  expect(await errorOf({ serviceUrl: proxy.url })).toBe(
    `The service is not reachable at ${proxy.url}: ECONNREFUSED. Start it with npm start, or set its URL with --url.`,
  );
});

test('A session does not start if another server answers at the URL', async () => {
  const proxy = await startProxy(service.url, () => '<html>');
  expect(await errorOf({ serviceUrl: proxy.url })).toBe(
    `The server at ${proxy.url} (status 200) is not Switchyard. Check --url.`,
  );
  await proxy.close();
});

test('A session does not start if the service refuses its URL, and deletes the endpoints it created', async () => {
  const error = { message: 'url must be public.', param: 'url' };
  const refusal = JSON.stringify({ data: { opened: { secret: null, userErrors: [error] } } });
  const isRefused = (body: string) => body.startsWith('{"query":"mutation Listen(') && body.includes(settled);
  const proxy = await startProxy(service.url, (body) => (isRefused(body) ? refusal : null));
  const message = await errorOf({ serviceUrl: proxy.url });
  expect(message).toMatch(/^The service does not send webhooks to http:\/\/127\.0\.0\.1:\d+\/pro_/);
  expect(message).toContain(`${settled}: url must be public. Start it with WEBHOOKS_TO_LOOPBACK=true`);
  expect(await endpoints()).toEqual([]);
  await proxy.close();
});

test('A session does not start in a profile with too many endpoints', async () => {
  for (let i = 0; i < 16; i++) await create(fresh, 'https://shop.example.com/hooks', null);
  expect(await errorOf({})).toContain('16 further webhook endpoints');
  expect(await endpoints()).toHaveLength(16);
});

test('A session does not start if its port is taken, and creates no endpoint', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port: taken } = other.address() as AddressInfo;
  expect(await errorOf({ port: taken })).toContain(`Port ${taken} is taken.`);
  expect(await endpoints()).toEqual([]);
  other.close();
});
