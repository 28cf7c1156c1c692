import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { Payment } from '../../../src/core/entities/payment.ts';
import { returnAddress } from '../../../src/core/payments/customer/customer-session.ts';
import { cardOf, cards, type SandboxShop, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const SECRET = 'pay_1_secret_abcdefghijklmnopqrst';
const HASH_KEY = 'key-that-signs-redirects';
const redirectOf = (response: Response): Record<string, string> => {
  const url = new URL(response.headers.get('location')!);
  return { page: url.origin + url.pathname, ...Object.fromEntries(url.searchParams) };
};

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ doesJobs: true }))
  .extend('shop', async ({ service }) => {
    const shop = await sandboxShop(service);
    await shop.sandbox({ connector_type: 'authentication_processor' });
    const where = { merchant_id: shop.merchantId, profile_id: shop.profileId };
    const details = { authentication_connectors: ['sandbox'] };
    await setColumns(service, 'business_profiles', where, { authentication_connector_details: details });
    return shop;
  })
  .extend(
    'confirm',
    ({ client }) =>
      async (merchant: SandboxShop, number: string, more: object = {}): Promise<string> => {
        const id = await merchant.open({ client_secret: SECRET });
        const body = { confirm: true, payment_method_data: { card: cardOf(number) }, ...more };
        expect((await client.post(`/payments/${id}`, { key: merchant.key, body })).status).toBe(200);
        return id;
      },
  )
  .extend('returnTo', ({ service }) => (merchant: SandboxShop, id: string, init: RequestInit = {}) => {
    const { ports } = service.contextFor({ kind: 'admin_key' }, 'req_test');
    const payment = Object.assign(new Payment(), { merchant_id: merchant.merchantId, payment_id: id });
    return fetch(returnAddress(ports, payment), { redirect: 'manual', ...init });
  })
  /** Submits the sandbox's challenge page as the customer does. */
  .extend(
    'answerChallenge',
    ({ service }) =>
      async (merchant: SandboxShop, kind: 'authorize' | 'authenticate', passed: boolean) => {
        const found = `select transaction_id, challenge_token from sandbox_transactions
                 where merchant_id = $1 and kind = $2 and challenge_token is not null`;
        const [row] = await service.database.rows.query(
          { text: found, values: [merchant.merchantId, kind] },
          null,
        );
        const form = new URLSearchParams({
          token: String(row!.challenge_token),
          answer: passed ? 'complete' : 'fail',
        });
        const address = `${service.url}/sandbox/3ds/${row!.transaction_id}/answer`;
        return fetch(address, { method: 'POST', body: form, redirect: 'manual' });
      },
  );

test("GET /return redirects to the payment's return_url after the customer passes a challenge", async ({
  answerChallenge,
  confirm,
  returnTo,
  service,
}) => {
  const merchant = await sandboxShop(service);
  const id = await confirm(merchant, cards.challenged, {
    return_url: 'https://shop.example/done?order=7&status=x',
  });
  const answered = await answerChallenge(merchant, 'authorize', true);
  expect(answered.headers.get('location')).toMatch(
    new RegExp(`^${service.url}/return/${merchant.merchantId}/${id}/[\\w-]{43}$`),
  );
  const response = await returnTo(merchant, id);
  expect(response.status).toBe(303);
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(redirectOf(response)).toEqual({
    page: 'https://shop.example/done',
    order: '7',
    payment_id: id,
    status: 'succeeded',
    amount: '1000',
    currency: 'USD',
  });
  expect(redirectOf(await returnTo(merchant, id)).status).toBe('succeeded');
});

test('GET /return says that a failed payment may be retried', async ({
  answerChallenge,
  confirm,
  returnTo,
  service,
}) => {
  const merchant = await sandboxShop(service);
  const id = await confirm(merchant, cards.challenged, { return_url: 'https://shop.example/' });
  await answerChallenge(merchant, 'authorize', false);
  expect(redirectOf(await returnTo(merchant, id))).toMatchObject({
    status: 'failed',
    manual_retry_allowed: 'true',
  });
});

test('GET /return changes nothing before the challenge is answered', async ({
  confirm,
  returnTo,
  service,
}) => {
  const merchant = await sandboxShop(service);
  const id = await confirm(merchant, cards.challenged, { return_url: 'https://shop.example/' });
  expect(redirectOf(await returnTo(merchant, id)).status).toBe('requires_customer_action');
});

test.for([
  [true, 'succeeded', 'success'],
  [false, 'failed', 'failed'],
] as const)(
  "A return from the issuer's challenge (passed: %s) completes the payment as %s",
  async ([passed, status, how], { answerChallenge, api, client, confirm, returnTo, shop }) => {
    const id = await confirm(shop, cards.challenged, {
      authentication_type: 'three_ds',
      request_external_three_ds_authentication: true,
      return_url: 'https://shop.example/',
    });
    const body = { client_secret: SECRET, device_channel: 'BRW', threeds_method_comp_ind: 'U' };
    await client.post(`/payments/${id}/3ds/authentication`, { key: shop.publishableKey, body });
    await answerChallenge(shop, 'authenticate', passed);
    const responses = await Promise.all([1, 2, 3].map(() => returnTo(shop, id, { method: 'POST' })));
    for (const response of responses) expect(response.status).toBe(303);
    expect(redirectOf(await returnTo(shop, id)).status).toBe(status);
    const { body: pages } = await api.get('/payments/list');
    const payment = pages[0].data.find((one: { payment_id: string }) => one.payment_id === id);
    expect(payment.external_authentication_details).toMatchObject({
      authentication_flow: 'challenge',
      status: how,
    });
    expect(payment.attempts).toHaveLength(1);
  },
);

test("A payment proceeds without the customer once the issuer's webhook ends the challenge", async ({
  answerChallenge,
  client,
  confirm,
  service,
}) => {
  const merchant = await sandboxShop(service);
  const webhook = { connector_webhook_details: { merchant_secret: 'whsec_of_the_issuer' } };
  await merchant.sandbox({ connector_type: 'authentication_processor', ...webhook });
  const where = { merchant_id: merchant.merchantId, profile_id: merchant.profileId };
  const details = { authentication_connectors: ['sandbox'] };
  await setColumns(service, 'business_profiles', where, { authentication_connector_details: details });
  const three = { authentication_type: 'three_ds', request_external_three_ds_authentication: true };
  const id = await confirm(merchant, cards.challenged, three);
  const body = { client_secret: SECRET, device_channel: 'BRW', threeds_method_comp_ind: 'U' };
  await client.post(`/payments/${id}/3ds/authentication`, { key: merchant.publishableKey, body });
  await answerChallenge(merchant, 'authenticate', true);
  const statusOf = async () => {
    const { body: pages } = await client.get('/payments/list', { key: merchant.key });
    return pages[0].data[0].status;
  };
  await expect.poll(statusOf, { timeout: 60_000, interval: 200 }).toBe('succeeded');
});

test('GET /return signs its parameters if the merchant enables that', async ({
  confirm,
  returnTo,
  service,
}) => {
  const merchant = await sandboxShop(service, {
    enable_payment_response_hash: true,
    payment_response_hash_key: HASH_KEY,
    return_url: 'https://shop.example/merchant',
  });
  const id = await confirm(merchant, cards.good);
  const { page, signature, signature_algorithm, ...signed } = redirectOf(await returnTo(merchant, id));
  expect(page).toBe('https://shop.example/merchant');
  expect(signature_algorithm).toBe('HMAC-SHA512');
  const text = `amount=1000&currency=USD&payment_id=${id}&status=succeeded`;
  expect(signature).toBe(createHmac('sha512', HASH_KEY).update(text).digest('hex'));
  expect(Object.keys(signed).sort()).toEqual(['amount', 'currency', 'payment_id', 'status']);
});

test('GET /return posts its parameters from a locked-down page if the merchant enables that', async ({
  confirm,
  returnTo,
  service,
}) => {
  const merchant = await sandboxShop(service, { redirect_to_merchant_with_http_post: true });
  const where = { merchant_id: merchant.merchantId, profile_id: merchant.profileId };
  await setColumns(service, 'business_profiles', where, { return_url: 'https://shop.example/p?a=1&b="' });
  const response = await returnTo(merchant, await confirm(merchant, cards.good));
  expect(response.status).toBe(200);
  const policy = response.headers.get('content-security-policy')!;
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain('form-action https://shop.example;');
  const nonce = /script-src 'nonce-([^']+)'/.exec(policy)![1]!;
  const html = await response.text();
  expect(html).toContain(
    '<form method="post" action="https:&#x2F;&#x2F;shop.example&#x2F;p?a=1&amp;b=&quot;">',
  );
  expect(html).toContain('name="status" value="succeeded"');
  expect(html).toContain(`<script nonce="${nonce}">`);
});

test("GET /return shows the payment's status if the merchant has no return_url", async ({
  confirm,
  returnTo,
  service,
}) => {
  const merchant = await sandboxShop(service);
  const response = await returnTo(merchant, await confirm(merchant, cards.good));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-security-policy')).toContain("form-action 'none'");
  expect(await response.text()).toContain('The payment has succeeded.');
});

test('GET /return responds 404 to unknown payments and those of other merchants', async ({
  confirm,
  returnTo,
  service,
  shop,
}) => {
  const merchant = await sandboxShop(service);
  expect((await returnTo(merchant, 'pay_none')).status).toBe(404);
  expect((await returnTo(merchant, 'no.such')).status).toBe(404);
  const foreign = await confirm(shop, cards.good);
  expect((await returnTo(merchant, foreign)).status).toBe(404);
  expect((await returnTo(merchant, foreign, { method: 'PUT' })).status).toBe(405);
});

test('GET /return tells nothing of a payment whose identifier was guessed', async ({
  confirm,
  service,
  shop,
}) => {
  const id = await confirm(shop, cards.good, { return_url: 'https://shop.example/done' });
  const other = await confirm(shop, cards.good);
  const { ports } = service.contextFor({ kind: 'admin_key' }, 'req_test');
  const ofOther = returnAddress(
    ports,
    Object.assign(new Payment(), { merchant_id: shop.merchantId, payment_id: other }),
  );
  const base = `${service.url}/return/${shop.merchantId}/${id}`;
  for (const address of [
    base,
    `${base}/`,
    `${base}/${'A'.repeat(43)}`,
    `${base}/${ofOther.split('/').pop()}`,
  ]) {
    const response = await fetch(address, { redirect: 'manual' });
    expect([address, response.status, response.headers.get('location')]).toEqual([address, 404, null]);
    expect(await response.text()).not.toMatch(/succeeded|1000|USD/);
  }
});

test('In a frame of a shop that opens redirects in frames, the page around it is told, and then the frame goes on', async ({
  answerChallenge,
  confirm,
  returnTo,
  service,
  shop,
}) => {
  const inFrame = { headers: { 'sec-fetch-dest': 'iframe' } };
  const id = await confirm(shop, cards.challenged, {
    authentication_type: 'three_ds',
    is_iframe_redirection_enabled: true,
    return_url: 'https://shop.example/done?order=17',
  });
  await answerChallenge(shop, 'authorize', true);
  const notifies = /parent\.postMessage\(\{ switchyard: 'returned' \}/;
  const framed = await (await returnTo(shop, id, inFrame)).text();
  expect(framed).toMatch(notifies);
  expect(framed).toMatch(/setTimeout\(\(\) => location\.replace\("https:\/\/shop\.example\/done\?order=17&/);
  expect(framed).toContain('status=succeeded');
  // In a window of its own it goes on at once.
  expect((await returnTo(shop, id)).status).toBe(303);

  const where = { merchant_id: shop.merchantId, payment_id: id };
  const profile = { merchant_id: shop.merchantId, profile_id: shop.profileId };
  await setColumns(
    service,
    'merchant_accounts',
    { merchant_id: shop.merchantId },
    { redirect_to_merchant_with_http_post: true },
  );
  const posted = await (await returnTo(shop, id, inFrame)).text();
  expect(posted).toMatch(notifies);
  expect(posted).toMatch(/setTimeout\(\(\) => document\.forms\[0\]\.submit\(\)/);
  await setColumns(service, 'payments', where, { return_url: null });
  await setColumns(service, 'business_profiles', profile, { return_url: null });
  await setColumns(service, 'merchant_accounts', { merchant_id: shop.merchantId }, { return_url: null });
  const ended = await (await returnTo(shop, id, inFrame)).text();
  expect(ended).toMatch(notifies);
  expect(ended).toContain('The payment has succeeded.');

  // Other shops' frames are led on as windows are.
  await setColumns(service, 'payments', where, {
    is_iframe_redirection_enabled: false,
    return_url: 'https://shop.example/',
  });
  expect(await (await returnTo(shop, id, inFrame)).text()).not.toMatch(notifies);
});
