import { expect } from 'vitest';
import { mutate } from '../../kit/mutate.ts';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test } from '../../kit/test.ts';

const GUESS = 'order-1';
const anySecret = `${GUESS}_secret_0123456789abcdefghij`;

test('A publishable key does not reveal which payments exist', async ({ client, service, shop }) => {
  const config = {
    seller_name: 'Shop & Sons',
    allowed_domains: ['shop.example'],
  };
  await mutate(
    service,
    shop.key,
    'updateBusinessProfile',
    {
      profileId: shop.profileId,
      paymentLinkConfig: { sellerName: config.seller_name, allowedDomains: config.allowed_domains },
    },
    '__typename',
  );
  const known = await shop.payment({
    payment_id: 'order-2',
    status: 'requires_payment_method',
    amount_received: 0,
  });
  const { publishableKey } = shop;
  const anonymous = (text: string) => text.replaceAll(known, GUESS);
  /** The same request for an existing and a missing payment. */
  const both = async (
    ask: (id: string) => Promise<{ status: number; text: string; policy?: string | null }>,
  ) => {
    const [existing, guessed] = [await ask(known), await ask(GUESS)];
    expect({ ...guessed, text: anonymous(guessed.text) }).toEqual({
      ...existing,
      text: anonymous(existing.text),
    });
    return existing;
  };
  const withoutIds = (text: string) =>
    text.replaceAll(/"request_id":"[^"]+"/g, '').replaceAll(/nonce="[^"]+"/g, '');
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${service.url}${path}`, init);
    const policy = response.headers.get('content-security-policy');
    return { status: response.status, text: withoutIds(await response.text()), policy };
  };
  for (const element of ['payment', 'card', 'cardNumber', 'challenge']) {
    const frame = await both((id) => ask(`/elements/${publishableKey}/${id}/${element}`));
    expect(frame.status).toBe(200);
    expect(frame.policy).toContain('frame-ancestors https://shop.example');
  }
  const headers = { 'api-key': publishableKey, 'content-type': 'application/json' };
  const poll = await both((id) => ask(`/poll/status/${id}?client_secret=${anySecret}`, { headers }));
  expect(poll.status).toBe(401);
  const read = await both((id) => ask(`/payments/${id}?client_secret=${anySecret}`, { headers }));
  expect(read.status).toBe(401);
  const body = JSON.stringify({ client_secret: anySecret });
  const back = await both((id) =>
    ask(`/elements/${publishableKey}/${id}/return_address`, { method: 'POST', headers, body }),
  );
  expect(back.status).toBe(404);
  // The merchant's own key reveals it, as for any object.
  expect((await client.get(`/poll/status/${GUESS}`, { key: shop.key })).body.status).toBe('not_found');
});

test("The address of a return page requires the payment's client secret", async ({ service, shop }) => {
  const headers = { 'content-type': 'application/json' };
  const addressOf = (id: string, secret: string) =>
    fetch(`${service.url}/elements/${shop.publishableKey}/${id}/return_address`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ client_secret: secret }),
    });
  const { payload } = await mutate(
    service,
    shop.key,
    'createPayment',
    { amount: 100, currency: 'EUR' },
    'payment { paymentId clientSecret }',
  );
  const opened = await addressOf(payload.payment.paymentId, payload.payment.clientSecret);
  expect(opened.status).toBe(200);
  expect(((await opened.json()) as { address: string }).address).toContain(`/return/${shop.merchantId}/`);
});

test("A payment's page contains its client secret while it is usable, and never its e-mail address", async ({
  client,
  service,
}) => {
  const shop = await sandboxShop(service);
  for (const [captureMethod, status] of [
    ['automatic', 'succeeded'],
    ['manual', 'requires_capture'],
  ] as const) {
    const create = {
      amount: 100,
      currency: 'EUR',
      email: 'ada@example.com',
      paymentLink: true,
      captureMethod,
    };
    const selection = 'payment { clientSecret paymentId paymentLink { link } }';
    const { payload } = await mutate(service, shop.key, 'createPayment', create, selection);
    const { clientSecret, paymentId, paymentLink } = payload.payment;
    const page = async () => {
      const text = await (await fetch(paymentLink.link)).text();
      return {
        secret: text.includes(clientSecret),
        email: text.includes('ada@example.com'),
        id: text.includes(paymentId),
      };
    };
    expect(await page()).toEqual({ secret: true, email: false, id: true });
    const body = { payment_method: 'card', payment_method_data: { card: cardOf(cards.good) } };
    const paid = await client.post(`/payments/${paymentId}/confirm`, { key: shop.key, body });
    expect(paid.body.status).toBe(status);
    expect(await page()).toEqual({ secret: false, email: false, id: true });
  }
});
