import { expect } from 'vitest';
import { sweep } from '../../../src/jobs/sweep.ts';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    rateLimits: { refusedKeys: 5, clientSecrets: 4, testWebhooks: 3, balanceChecks: 3 },
    trustProxy: ['loopback'],
  }))
  .extend('address', () => `203.0.113.${Math.floor(Math.random() * 255)}, 198.51.100.${next()}`)
  .extend('guess', ({ address, client }) => async (key: string, forwarded = address) => {
    const { body, headers, status } = await client.get('/payments/list', {
      key,
      headers: { 'x-forwarded-for': forwarded },
    });
    return { status, code: body.error?.code, retryAfter: headers.get('retry-after') };
  })
  .extend('counted', ({ service }) => async () => {
    const text = 'select subject, attempts::int from attempt_counts order by expires_at desc';
    return service.database.rows.query<{ subject: string; attempts: number }>({ text, values: [] }, null);
  });

let last = 0;
const next = () => {
  last += 1;
  return last;
};
const wrongKey = () => `sk_test_${'x'.repeat(40)}${next()}`;

test('After too many refused keys from an address, none is looked up for a while', async ({
  guess,
  service,
}) => {
  for (let i = 0; i < 5; i++) {
    expect(await guess(wrongKey())).toMatchObject({ status: 401, code: 'invalid_api_key' });
  }
  const before = service.statements.length;
  expect(await guess(wrongKey())).toEqual({
    status: 429,
    code: 'rate_limited',
    retryAfter: expect.stringMatching(/^([1-9]|[1-5]\d|60)$/),
  });
  expect(service.statements.slice(before).filter((text) => text.includes('find_api_key'))).toEqual([]);
});

test('Refused keys count for the address from a trusted proxy, not a forged one', async ({ guess, shop }) => {
  for (let i = 0; i < 5; i++) await guess(wrongKey(), `192.0.2.${i}, 198.51.100.250`);
  expect((await guess(wrongKey(), '192.0.2.9, 198.51.100.250')).status).toBe(429);
  expect((await guess(wrongKey(), '198.51.100.251')).status).toBe(401);
  expect((await guess(shop.key, '198.51.100.251')).status).toBe(200);
});

test('A previously accepted key stays valid while others from its address are guessed', async ({
  guess,
  shop,
}) => {
  expect((await guess(shop.key)).status).toBe(200);
  for (let i = 0; i < 6; i++) await guess(wrongKey());
  expect((await guess(wrongKey())).status).toBe(429);
  expect((await guess(shop.key)).status).toBe(200);
});

test("Another process learns an address's refused keys after its first refusal", async ({
  address,
  counted,
  guess,
  secondService,
}) => {
  const fives = async () => (await counted()).filter(({ attempts }) => attempts === 5).length;
  const before = await fives();
  for (let i = 0; i < 5; i++) await guess(wrongKey());
  const ask = async () => {
    const headers = { 'api-key': wrongKey(), 'x-forwarded-for': address };
    return (await fetch(`${secondService.url}/payments/list`, { headers })).status;
  };
  await expect.poll(fives).toBe(before + 1);
  const statuses = [await ask()];
  // Its own count has reached the database, and it learns the total.
  await expect.poll(fives).toBe(before);
  while (statuses.at(-1) === 401) statuses.push(await ask());
  expect(statuses.at(-1)).toBe(429);
  // Its own refusals alone would have allowed five.
  expect(statuses.length).toBeLessThan(5);
});

test('The counts contain neither addresses nor keys, and are deleted when they expire', async ({
  address,
  counted,
  guess,
  service,
}) => {
  await guess(wrongKey());
  await expect.poll(async () => (await counted()).length).toBeGreaterThan(0);
  const rows = await counted();
  expect(JSON.stringify(rows)).not.toContain(address.split(', ')[1]);
  const later = () => new Date(Date.now() + 3_600_000);
  // Counts are written in the background, including earlier tests'.
  const left = async () => {
    const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
    await sweep({ ...ctx, ports: { ...ctx.ports, now: later } });
    return counted();
  };
  await expect.poll(left).toEqual([]);
});

test('Wrong client secrets are limited per payment, over both APIs together; the right one must wait too', async ({
  client,
  graphqlAs,
  service,
}) => {
  const shop = await sandboxShop(service);
  const [id, other] = [await shop.open(), await shop.open()];
  const rest = async (paymentId: string, client_secret: string) => {
    const { body, status } = await client.post('/payments/session_tokens', {
      key: shop.publishableKey,
      body: { payment_id: paymentId, client_secret, wallets: [] },
    });
    return [status, body.error?.code];
  };
  const graphql = graphqlAs(shop.publishableKey);
  const query =
    'query ($id: ID!, $secret: String) { payment(paymentId: $id, clientSecret: $secret) { status } }';
  for (let i = 0; i < 2; i++) {
    expect(await rest(id, `wrong_${i}`)).toEqual([401, 'client_secret_invalid']);
    expect((await graphql.refusal(query, { id, secret: `wrong_${i}` })).code).toBe('client_secret_invalid');
  }
  expect(await rest(id, 'wrong')).toEqual([429, 'rate_limited']);
  expect((await graphql.refusal(query, { id, secret: 'wrong' })).code).toBe('rate_limited');
  const text = 'select payment_id, client_secret from payments where payment_id = any($1)';
  const rows = await service.database.rows.query<{ payment_id: string; client_secret: string }>(
    { text, values: [[id, other]] },
    null,
  );
  const secretOf = (paymentId: string) => rows.find((row) => row.payment_id === paymentId)!.client_secret;
  expect(await rest(id, secretOf(id))).toEqual([429, 'rate_limited']);
  expect(await rest(other, secretOf(other))).toEqual([200, undefined]);
});

test('Of concurrent wrong client secrets, no more are compared than the limit allows', async ({
  client,
  service,
}) => {
  const shop = await sandboxShop(service);
  const id = await shop.open();
  const statuses = await Promise.all(
    Array.from({ length: 24 }, async (_, i) => {
      const body = { payment_id: id, client_secret: `wrong_${i}`, wallets: [] };
      return (await client.post('/payments/session_tokens', { key: shop.publishableKey, body })).status;
    }),
  );
  expect(statuses.filter((status) => status === 401)).toHaveLength(4);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
});

test('Balance checks are limited per payment, over both APIs together and with any key', async ({
  client,
  graphqlAs,
  service,
}) => {
  const shop = await sandboxShop(service);
  await shop.sandbox({ payment_methods_enabled: [{ payment_method: 'gift_card' }] });
  const [id, other] = [await shop.open(), await shop.open()];
  const cardWith = (cvc: number) => ({ givex: { number: '6006490000000000', cvc: `${cvc}` } });
  const check = (paymentId: string, cvc: number) =>
    client.post(`/payments/${paymentId}/gift_card_balance`, {
      key: shop.key,
      body: { payment_method_data: { gift_card: cardWith(cvc) } },
    });
  const guesses = await Promise.all([1, 2].map((cvc) => check(id, cvc)));
  const twin = { paymentId: id, paymentMethodData: { giftCard: cardWith(3) } };
  const select = 'giftCardBalance { balance }';
  const last = await graphqlAs(shop.key).mutate('checkGiftCardBalance', twin, select);
  expect([...guesses.map(({ body }) => body.balance), last.payload.giftCardBalance.balance]).toEqual([
    ...[50_000, 50_000, 50_000],
  ]);
  const refused = await check(id, 4);
  expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
  expect((await check(other, 5)).status).toBe(200);
});

test('Test webhooks are limited exactly, per business profile, across processes', async ({
  graphqlAs,
  secondService,
  service,
}) => {
  const endpoint = {
    webhook_details: { webhook_url: 'https://shop.example/hooks' },
    payment_response_hash_key: 'signing',
  };
  const shop = await seedMerchant(service, endpoint);
  const query = `mutation ($profile: ID) {
    sendTestWebhook(input: { profileId: $profile }) { webhookDelivery { deliveryId } userErrors { code } } }`;
  const send = async (to: { url: string }, profile: string) => {
    const response = await fetch(`${to.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'api-key': shop.key },
      body: JSON.stringify({ query, variables: { profile } }),
    });
    return { status: response.status, retryAfter: response.headers.get('retry-after') };
  };
  const sent = await Promise.all(
    Array.from({ length: 12 }, (_, i) => send(i % 2 ? service : secondService, shop.profileId)),
  );
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(sent.filter(({ status }) => status === 429)).toHaveLength(9);
  expect(sent.find(({ status }) => status === 429)!.retryAfter).toMatch(/^\d+$/);
  const queued = await graphqlAs(shop.key).data('{ webhookDeliveries { totalCount } }');
  expect(queued.webhookDeliveries.totalCount).toBe(3);
  expect((await send(service, await shop.profile())).status).toBe(200);
});
