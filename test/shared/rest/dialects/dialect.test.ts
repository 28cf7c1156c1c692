import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { inputsWithAliases } from '../../../../src/rest/dialects/hyperswitch/dialect.ts';
import { operations } from '../../../../src/rest/operations.ts';
import { acceptsCards, cardOf, cards, setColumns } from '../../../kit/sandbox-shop.ts';
import { scriptedConnector } from '../../../kit/scripted-connector.ts';
import { scriptedShop } from '../../../kit/scripted-shop.ts';
import { testApart as base } from '../../../kit/test.ts';

const scripted = scriptedConnector();
const card = { payment_method_data: { card: cardOf(cards.good) } };
const accepted = { acceptance_type: 'online', accepted_at: '2026-01-31T09:30:00Z' };

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    connectors: [
      { ...scripted.connector, abilities: new Set([...scripted.connector.abilities, 'payout' as const]) },
    ],
  }))
  .extend('shop', async ({ service }) => {
    const shop = await scriptedShop(service);
    const where = { merchant_connector_id: shop.account };
    await setColumns(service, 'connector_accounts', where, { payment_methods_enabled: acceptsCards });
    return shop;
  })
  .extend('pay', ({ api }) => async (body: object) => {
    const answer = await api.post('/payments', { amount: 1000, currency: 'EUR', confirm: true, ...body });
    expect(answer.body).toMatchObject({ payment_id: expect.any(String) });
    return answer.body;
  });

test("A payment is created, confirmed and captured with the field names of Hyperswitch's clients", async ({
  api,
  pay,
}) => {
  const open = await pay({
    confirm: false,
    capture_method: 'manual',
    amount_to_capture: 1000,
    payment_type: 'normal',
  });
  const id = open.payment_id;
  const confirm = (body: object) => api.post(`/payments/${id}/confirm`, { ...card, ...body });
  expect((await confirm({ profile_id: 'pro_another' })).body.error).toMatchObject({ param: 'profile_id' });
  expect((await confirm({ confirm: false })).body.error).toMatchObject({ param: 'confirm' });
  const held = await confirm({ confirm: true, profile_id: open.profile_id });
  expect(held.body).toMatchObject({ status: 'requires_capture' });
  const captured = await api.post(`/payments/${id}/capture`, {
    amount_to_capture: 400,
    profile_id: open.profile_id,
  });
  expect(captured.body).toMatchObject({ status: 'partially_captured', amount_received: 400 });
  const refund = await api.post('/refunds', { payment_id: id, amount: 100, refund_type: 'instant' });
  expect(refund.body).toMatchObject({ amount: 100, status: 'succeeded' });
});

test("A payment's connector sets its routing, and order lines accept more fields", async ({ pay }) => {
  const line = { product_name: 'Shirt', quantity: 1, amount: 1000, account_name: 'shop', sku: 'S-1' };
  const paid = await pay({ ...card, connector: ['scripted'], order_details: [line] });
  expect(paid).toMatchObject({
    status: 'succeeded',
    connector: 'scripted',
    routing: { type: 'priority', data: ['scripted'] },
  });
  expect(paid.order_details).toBe(JSON.stringify([line]));
});

test("A customer's client may repeat the merchant's values", async ({ pay, service, shop }) => {
  const open = await pay({ confirm: false, authentication_type: 'no_three_ds' });
  const confirm = async (body: object) => {
    const answer = await fetch(`${service.url}/payments/${open.payment_id}/confirm`, {
      method: 'POST',
      headers: { 'api-key': shop.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ ...card, client_secret: open.client_secret, ...body }),
    });
    return (await answer.json()) as { status?: string; error?: object };
  };
  for (const [changed, code] of [
    [{ currency: 'USD' }, 'unexpected_state'],
    [{ amount: 1 }, 'unexpected_state'],
    [{ authentication_type: 'three_ds' }, 'wrong_key_kind'],
  ] as const) {
    const [param] = Object.keys(changed);
    expect((await confirm(changed)).error).toMatchObject({ code, param });
  }
  const repeated = { currency: 'EUR', amount: 1000, authentication_type: 'no_three_ds' };
  expect(await confirm(repeated)).toMatchObject({ status: 'succeeded' });
});

test('A card is saved by customer_acceptance, and charged by recurring_details of either type', async ({
  pay,
}) => {
  const first = await pay({
    ...card,
    customer_id: 'ann',
    setup_future_usage: 'off_session',
    customer_acceptance: accepted,
    payment_type: 'new_mandate',
  });
  expect(first).toMatchObject({ status: 'succeeded', mandate_id: expect.stringMatching(/^man_/) });
  for (const [type, data] of [
    ['mandate_id', first.mandate_id],
    ['payment_method_id', first.payment_method_id],
  ]) {
    const later = await pay({ customer_id: 'ann', off_session: true, recurring_details: { type, data } });
    expect([type, later.status]).toEqual([type, 'succeeded']);
  }
});

test('An API key has a description and no expiry, and its secret is also in api_key', async ({
  api,
  shop,
}) => {
  const path = `/api_keys/${shop.merchantId}`;
  const { body } = await api.post(path, { name: 'Shop', description: 'Of the shop', expiration: 'never' });
  expect(body).toMatchObject({
    description: 'Of the shop',
    expires_at: null,
    secret: expect.stringMatching(/^sk_/),
  });
  expect(body.api_key).toBe(body.secret);
  const read = await api.get(`${path}/${body.key_id}`);
  expect(read.body).toMatchObject({ description: 'Of the shop' });
  expect(read.body).not.toHaveProperty('api_key');
  const until = await api.post(path, { name: 'Later', expiration: '2099-01-01T00:00:00Z' });
  expect(until.body.expires_at).toBe('2099-01-01T00:00:00.000Z');
});

test('force_sync asks the connector for the outcome of a payment, a refund or a payout', async ({
  api,
  pay,
  shop,
}) => {
  const unknown = () => ({ kind: 'unknown', reason: 'interrupted' }) as const;
  const learn = (operation: string) => {
    const { idempotencyKey } = scripted.requests[operation]!.at(-1)!;
    scripted.setLookUp(idempotencyKey, {
      kind: 'succeeded',
      connectorTransactionId: `txn_${idempotencyKey}`,
    });
  };
  const ask = async (path: string) => {
    expect((await api.get(path)).body.status).toBe((await api.get(`${path}?force_sync=false`)).body.status);
    return (await api.get(`${path}?force_sync=true`)).body.status;
  };

  scripted.respond('authorize', unknown);
  const payment = await pay(card);
  expect(payment.status).toBe('processing');
  expect(await ask(`/payments/${payment.payment_id}`)).toBe('processing');
  learn('authorize');
  const asked = await api.get(
    `/payments/${payment.payment_id}?force_sync=true&expand_attempts=true&expand_captures=true`,
  );
  expect(asked.body).toMatchObject({ status: 'succeeded', attempts: [{ status: 'charged' }] });
  const lookUps = scripted.requests.lookUp!.length;
  expect(await ask(`/payments/${payment.payment_id}`)).toBe('succeeded');
  expect(scripted.requests.lookUp).toHaveLength(lookUps);

  scripted.respond('refund', unknown);
  const { body: refund } = await api.post('/refunds', { payment_id: payment.payment_id });
  expect(refund.status).toBe('pending');
  learn('refund');
  expect(await ask(`/refunds/${refund.refund_id}`)).toBe('succeeded');

  scripted.respond('payout', unknown);
  await shop.connector({
    connector_name: 'scripted',
    connector_type: 'payout_processor',
    payment_methods_enabled: acceptsCards,
  });
  const { body: payout } = await api.post('/payouts', {
    ...{ amount: 500, currency: 'EUR', confirm: true, auto_fulfill: true, customer_id: 'ann' },
    payout_method_data: { card: { card_number: cards.good, expiry_month: '12', expiry_year: '2039' } },
  });
  expect(payout).toMatchObject({ status: 'pending' });
  learn('payout');
  expect(await ask(`/payouts/${payout.payout_id}`)).toBe('success');
});

test("A payout account without listed methods supports all of its connector's methods", async ({
  api,
  shop,
}) => {
  const path = `/account/${shop.merchantId}/connectors`;
  const given = {
    ...{ connector_name: 'sandbox', connector_type: 'payout_processor', payment_methods_enabled: [] },
    connector_account_details: { auth_type: 'HeaderKey', api_key: 'key' },
  };
  const kindsOf = ({ body, text }: { body: Record<string, unknown>; text: string }) => {
    expect(body, text).toHaveProperty('payment_methods_enabled');
    return (body.payment_methods_enabled as { payment_method: string }[]).map(
      (entry) => entry.payment_method,
    );
  };
  const { body: account, text } = await api.post(path, given);
  const all = ['card', 'wallet', 'bank_transfer'];
  expect(kindsOf({ body: account, text }).sort()).toEqual(all.sort());
  const own = `${path}/${account.merchant_connector_id}`;
  const cardsAlone = await api.post(own, { payment_methods_enabled: [{ payment_method: 'card' }] });
  expect(kindsOf(cardsAlone)).toEqual(['card']);
  expect(kindsOf(await api.post(own, { payment_methods_enabled: [] })).sort()).toEqual(all.sort());
  // A payment account may accept nothing.
  const none = await api.post(path, { ...given, connector_type: 'payment_processor' });
  expect(kindsOf(none)).toEqual([]);

  const { body: payout } = await api.post('/payouts/create', {
    ...{ amount: 500, currency: 'EUR', confirm: true, auto_fulfill: true, customer_id: 'ann' },
    ...{ payout_type: 'bank', connector: ['sandbox'], entity_type: 'Individual' },
    payout_method_data: { bank: { iban: 'NL57INGB4654188101' } },
  });
  expect(payout, JSON.stringify(payout)).toMatchObject({ status: 'success', connector: 'sandbox' });
});

test('GET /health is the probe /health/live', async ({ client }) => {
  const [health, live] = [await client.get('/health'), await client.get('/health/live')];
  const body = { ...live.body, clock_offset_ms: expect.any(Number) };
  expect([health.status, health.body]).toEqual([200, body]);
});

test("Errors beyond the specification show Hyperswitch's code", async ({ api }) => {
  const legacyCodeOf = async (answer: Promise<{ headers: Headers }>) =>
    (await answer).headers.get('x-legacy-error-code');
  expect(await legacyCodeOf(api.post('/payments', { currency: 'EUR' }))).toBe('IR_04');
  expect(await legacyCodeOf(api.get('/refunds/none'))).toBe('HE_02');
  expect(await legacyCodeOf(api.post('/payments/none', { amount: 'x' }))).toBeNull();
});

test("A path or method without an operation shows Hyperswitch's code", async ({ api }) => {
  const [path, method] = [await api.get('/nowhere'), await api.post('/feature_matrix', {})];
  expect([path.status, path.headers.get('x-legacy-error-code')]).toEqual([404, 'IR_02']);
  expect([method.status, method.headers.get('x-legacy-error-code')]).toEqual([405, 'IR_03']);
});

test("Exactly the operations beyond the specification show Hyperswitch's code", async ({ client }) => {
  for (const { method, number, path } of operations) {
    const { headers, status } = await client.request(
      method.toUpperCase(),
      path.replaceAll(/\{\w+\}/g, 'nothing'),
      { key: 'sk_test_of_nobody' },
    );
    const shown = headers.get('x-legacy-error-code');
    expect([path, status, shown]).toEqual([path, 401, number === undefined ? 'IR_01' : null]);
  }
});

test('The page on moving lists every accepted alias', async () => {
  const page = await readFile('docs/moving.md', 'utf8');
  const names = inputsWithAliases().flatMap(({ byPath }) => [...byPath.keys()]);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('The core and GraphQL name no other product', async () => {
  for (const folder of ['src/core', 'src/graphql']) {
    const files = (await readdir(folder, { recursive: true })).filter((file) => /\.tsx?$/.test(file));
    expect(files.length).toBeGreaterThan(50);
    for (const file of files) {
      const text = await readFile(path.join(folder, file), 'utf8');
      expect([file, /hyperswitch|juspay/i.test(text)]).toEqual([file, false]);
    }
  }
});
