import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { mutate } from '../../kit/mutate.ts';
import { cards, graphqlCardOf, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';
import { openGuardedPage, withoutBrowser } from './chromium.ts';

const test = base.extend('page', { scope: 'file' }, async ({ service: _started }, { onCleanup }) => {
  // Another port is another origin, like a shop's own site.
  const shopSite = createServer((_req, res) => res.end('<!doctype html><title>Shop</title>')).listen(
    0,
    '127.0.0.1',
  );
  await once(shopSite, 'listening');
  const opened = await openGuardedPage();
  onCleanup(async () => {
    await opened.close();
    shopSite.close();
  });
  await opened.page.goto(`http://127.0.0.1:${(shopSite.address() as AddressInfo).port}/`);
  return opened.page;
});

interface Sent {
  readonly url: string;
  readonly key: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

/** Runs in the page; null if the browser blocked the response. */
const send = async ({ url, key, body, idempotencyKey }: Sent) => {
  try {
    const response = await fetch(url, {
      headers: {
        'api-key': key,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    const requestId = response.headers.get('x-request-id');
    const replayed = response.headers.get('idempotency-replayed');
    // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body, not what type it has.
    const answer: any = await response.json();
    return { status: response.status, requestId, replayed, body: answer };
  } catch {
    return null;
  }
};

test.skipIf(withoutBrowser)("A shop's page pays with the publishable key", async ({ page, service }) => {
  const shop = await sandboxShop(service);
  const created = { amount: 1000, currency: 'EUR' };
  const { payload } = await mutate(
    service,
    shop.key,
    'createPayment',
    created,
    'payment { paymentId clientSecret }',
  );
  const { clientSecret, paymentId } = payload.payment;
  const key = shop.publishableKey;

  const tokens = {
    url: `${service.url}/payments/session_tokens`,
    key,
    idempotencyKey: 'once',
    body: { payment_id: paymentId, client_secret: clientSecret, wallets: [] },
  };
  expect(await page.evaluate(send, tokens)).toMatchObject({ status: 200, replayed: null });
  const again = await page.evaluate(send, tokens);
  expect(again).toMatchObject({ status: 200, replayed: 'true', body: { session_token: [] } });
  expect(again!.requestId).toMatch(/^req_/);

  const query = `mutation ($input: ConfirmPaymentInput!) {
    confirmPayment(input: $input) { payment { status amountReceived } userErrors { code } }
  }`;
  const card = { paymentMethod: 'card', paymentMethodData: { card: graphqlCardOf(cards.good) } };
  const confirmed = await page.evaluate(send, {
    url: `${service.url}/graphql`,
    key,
    body: { query, variables: { input: { paymentId, clientSecret, ...card } } },
  });
  expect(confirmed!.body.data.confirmPayment).toEqual({
    payment: { status: 'succeeded', amountReceived: 1000 },
    userErrors: [],
  });
});

test.skipIf(withoutBrowser)(
  'The browser blocks requests with a secret key',
  async ({ page, service, shop }) => {
    expect(await page.evaluate(send, { url: `${service.url}/payments/list`, key: shop.key })).toBeNull();
    const viewer = {
      url: `${service.url}/graphql`,
      key: shop.key,
      body: { query: '{ viewer { keyKind } }' },
    };
    expect(await page.evaluate(send, viewer)).toBeNull();
    expect(await page.evaluate(send, { ...viewer, key: shop.publishableKey })).toMatchObject({ status: 200 });
  },
);
