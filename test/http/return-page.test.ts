import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, clientOf } from '../kit/client.ts';
import { cardOf, cards, type SandboxShop, sandboxShop, setColumns } from '../kit/sandbox-shop.ts';
import { startTestService, type TestService } from '../kit/service.ts';

const SECRET = 'pay_1_secret_abcdefghijklmnopqrst';
const HASH_KEY = 'key-that-signs-redirects';

let service: TestService;
let client: Client;
let shop: SandboxShop;

beforeAll(async () => {
  service = await startTestService({ doesJobs: true });
  client = clientOf(service);
  shop = await sandboxShop(service);
  await shop.sandbox({ connector_type: 'authentication_processor' });
  const where = { merchant_id: shop.merchantId, profile_id: shop.profileId };
  const details = { authentication_connectors: ['sandbox'] };
  await setColumns(service, 'business_profiles', where, { authentication_connector_details: details });
});

afterAll(() => service.close());

const confirm = async (of: SandboxShop, number: string, more: object = {}): Promise<string> => {
  const id = await of.open({ client_secret: SECRET });
  const body = { confirm: true, payment_method_data: { card: cardOf(number) }, ...more };
  expect((await client.post(`/payments/${id}`, { key: of.key, body })).status).toBe(200);
  return id;
};
const back = (of: SandboxShop, id: string, init: RequestInit = {}) =>
  fetch(`${service.url}/return/${of.merchantId}/${id}`, { redirect: 'manual', ...init });
const told = (response: Response): Record<string, string> => {
  const url = new URL(response.headers.get('location')!);
  return { page: url.origin + url.pathname, ...Object.fromEntries(url.searchParams) };
};
/** What the customer does at the sandbox's challenge. */
async function answerChallenge(of: SandboxShop, kind: 'authorize' | 'authenticate', passed: boolean) {
  const found = `select transaction_id, challenge_token from sandbox_transactions
                 where merchant_id = $1 and kind = $2 and challenge_token is not null`;
  const [row] = await service.database.rows.query({ text: found, values: [of.merchantId, kind] }, null);
  const form = new URLSearchParams({
    token: String(row!.challenge_token),
    answer: passed ? 'complete' : 'fail',
  });
  const address = `${service.url}/sandbox/3ds/${row!.transaction_id}/answer`;
  return fetch(address, { method: 'POST', body: form, redirect: 'manual' });
}

describe('a customer who comes back', () => {
  it("is sent on to the payment's page, after a challenge that was passed", async () => {
    const of = await sandboxShop(service);
    const id = await confirm(of, cards.challenged, {
      return_url: 'https://shop.example/done?order=7&status=x',
    });
    const answered = await answerChallenge(of, 'authorize', true);
    expect(answered.headers.get('location')).toBe(`${service.url}/return/${of.merchantId}/${id}`);
    const response = await back(of, id);
    expect(response.status).toBe(303);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(told(response)).toEqual({
      page: 'https://shop.example/done',
      order: '7',
      payment_id: id,
      status: 'succeeded',
      amount: '1000',
      currency: 'USD',
    });
    expect(told(await back(of, id)).status).toBe('succeeded');
  });

  it('is told that a failed one may be tried again', async () => {
    const of = await sandboxShop(service);
    const id = await confirm(of, cards.challenged, { return_url: 'https://shop.example/' });
    await answerChallenge(of, 'authorize', false);
    expect(told(await back(of, id))).toMatchObject({ status: 'failed', manual_retry_allowed: 'true' });
  });

  it('before the challenge is answered changes nothing', async () => {
    const of = await sandboxShop(service);
    const id = await confirm(of, cards.challenged, { return_url: 'https://shop.example/' });
    expect(told(await back(of, id)).status).toBe('requires_customer_action');
  });

  it.each([
    [true, 'succeeded', 'success'],
    [false, 'failed', 'failed'],
  ])(
    'from an issuer, having passed the challenge or not (%s), moves the payment on',
    async (passed, status, how) => {
      const id = await confirm(shop, cards.challenged, {
        authentication_type: 'three_ds',
        request_external_three_ds_authentication: true,
        return_url: 'https://shop.example/',
      });
      const body = { client_secret: SECRET, device_channel: 'BRW', threeds_method_comp_ind: 'U' };
      await client.post(`/payments/${id}/3ds/authentication`, { key: shop.publishableKey, body });
      await answerChallenge(shop, 'authenticate', passed);
      const responses = await Promise.all([1, 2, 3].map(() => back(shop, id, { method: 'POST' })));
      for (const response of responses) expect(response.status).toBe(303);
      expect(told(await back(shop, id)).status).toBe(status);
      const { body: pages } = await client.get('/payments/list', { key: shop.key });
      const payment = pages[0].data.find((one: { payment_id: string }) => one.payment_id === id);
      expect(payment.external_authentication_details).toMatchObject({
        authentication_flow: 'challenge',
        status: how,
      });
      expect(payment.attempts).toHaveLength(1);
    },
  );
});

it('moves a payment on without the customer, when the issuer tells the end of a challenge', async () => {
  const of = await sandboxShop(service);
  const webhook = { connector_webhook_details: { merchant_secret: 'whsec_of_the_issuer' } };
  await of.sandbox({ connector_type: 'authentication_processor', ...webhook });
  const where = { merchant_id: of.merchantId, profile_id: of.profileId };
  const details = { authentication_connectors: ['sandbox'] };
  await setColumns(service, 'business_profiles', where, { authentication_connector_details: details });
  const three = { authentication_type: 'three_ds', request_external_three_ds_authentication: true };
  const id = await confirm(of, cards.challenged, three);
  const body = { client_secret: SECRET, device_channel: 'BRW', threeds_method_comp_ind: 'U' };
  await client.post(`/payments/${id}/3ds/authentication`, { key: of.publishableKey, body });
  await answerChallenge(of, 'authenticate', true);
  const statusOf = async () => {
    const { body: pages } = await client.get('/payments/list', { key: of.key });
    return pages[0].data[0].status;
  };
  await expect.poll(statusOf, { timeout: 10_000, interval: 200 }).toBe('succeeded');
});

describe('what is told', () => {
  it('is signed where the merchant wants that', async () => {
    const of = await sandboxShop(service, {
      enable_payment_response_hash: true,
      payment_response_hash_key: HASH_KEY,
      return_url: 'https://shop.example/merchant',
    });
    const id = await confirm(of, cards.good);
    const { page, signature, signature_algorithm, ...signed } = told(await back(of, id));
    expect(page).toBe('https://shop.example/merchant');
    expect(signature_algorithm).toBe('HMAC-SHA512');
    const text = `amount=1000&currency=USD&payment_id=${id}&status=succeeded`;
    expect(signature).toBe(createHmac('sha512', HASH_KEY).update(text).digest('hex'));
    expect(Object.keys(signed).sort()).toEqual(['amount', 'currency', 'payment_id', 'status']);
  });

  it('is posted where the merchant wants that, by a page that may do nothing else', async () => {
    const of = await sandboxShop(service, { redirect_to_merchant_with_http_post: true });
    const where = { merchant_id: of.merchantId, profile_id: of.profileId };
    await setColumns(service, 'business_profiles', where, { return_url: 'https://shop.example/p?a=1&b="' });
    const response = await back(of, await confirm(of, cards.good));
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

  it('is told to the customer where the merchant has no page', async () => {
    const of = await sandboxShop(service);
    const response = await back(of, await confirm(of, cards.good));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toContain("form-action 'none'");
    expect(await response.text()).toContain('The payment has succeeded.');
  });

  it('is nothing for a payment that there is not', async () => {
    const of = await sandboxShop(service);
    expect((await back(of, 'pay_none')).status).toBe(404);
    expect((await back(of, 'no.such')).status).toBe(404);
    const foreign = await confirm(shop, cards.good);
    expect((await back(of, foreign)).status).toBe(404);
    expect((await back(of, foreign, { method: 'PUT' })).status).toBe(405);
  });
});
