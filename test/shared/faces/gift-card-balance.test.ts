import fc from 'fast-check';
import { expect } from 'vitest';
import type { Connector } from '../../../src/core/foundation/ports/connector.ts';
import { acceptsEveryKind } from '../../kit/bank-methods.ts';
import type { Values } from '../../kit/insert.ts';
import { seed } from '../../kit/property.ts';
import { sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { leakedSecrets } from '../../kit/secrets.ts';
import { test as base } from '../../kit/test.ts';
import { wrappedSandbox } from '../../kit/wrapped-sandbox.ts';

/** A second connector, like the sandbox but without balances. */
const wrapped = wrappedSandbox(
  () => new Date(),
  () => ({}),
);
const [sandbox] = wrapped.connectors as [Connector];
const { checkBalance: _, ...silent } = sandbox;
const abilities = new Set([...silent.abilities].filter((ability) => ability !== 'check_balance'));
const options = { ...wrapped, connectors: [sandbox, { ...silent, abilities, name: 'silent' }] };

const PIN = '9075310';
const NUMBER = '6006494242170000';
const card = (number = NUMBER, cvc = PIN) => ({ gift_card: { givex: { number, cvc } } });

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => options)
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('profile', ({ service, shop }) => async (connector: string | null, values: Values = {}) => {
    const profile_id = await shop.profile({ profile_name: `${connector} ${Math.random()}` });
    if (Object.keys(values).length > 0) {
      await setColumns(service, 'business_profiles', { profile_id }, values);
    }
    const payment_methods_enabled = acceptsEveryKind;
    if (connector) await shop.sandbox({ profile_id, connector_name: connector, payment_methods_enabled });
    return profile_id;
  })
  .extend('open', ({ client, shop }) => async (profile_id: string, values: Values = {}) => {
    const body = { amount: 1000, currency: 'EUR', profile_id, ...values };
    const { body: created } = await client.post('/payments', { key: shop.key, body });
    return created as { payment_id: string; client_secret: string };
  })
  .extend(
    'check',
    ({ client, shop }) =>
      async (payment_id: string, data: object, more: Values = {}, key: string = shop.key) => {
        const body = { payment_method_data: data, ...more };
        return client.post(`/payments/${payment_id}/gift_card_balance`, { key, body });
      },
  );

test("A customer’s client reads the balance with the payment's secret, over both APIs, and nothing is stored", async ({
  check,
  client,
  graphqlAs,
  open,
  profile,
  service,
  shop,
}) => {
  const { client_secret, payment_id } = await open(await profile('sandbox'), { amount: 60_000 });
  const answer = await check(payment_id, card(), { client_secret }, shop.publishableKey);
  const expected = {
    ...{ payment_id, last4: '0000', balance: 50_000, currency: 'EUR', applicable_amount: 50_000 },
    ...{ remaining_amount: 10_000, covers_payment: false, error_code: null, error_message: null },
    ...{ unified_code: null, unified_message: null },
  };
  expect([answer.status, answer.body]).toEqual([200, expected]);
  const input = { paymentId: payment_id, clientSecret: client_secret };
  const { payload } = await graphqlAs(shop.publishableKey).mutate(
    'checkGiftCardBalance',
    { ...input, paymentMethodData: { giftCard: card().gift_card } },
    'giftCardBalance { last4 balance currency coversPayment remainingAmount }',
  );
  expect(payload.giftCardBalance).toEqual({
    ...{ last4: '0000', balance: 50_000, currency: 'EUR', coversPayment: false, remainingAmount: 10_000 },
  });
  const { body } = await client.get(`/payments/${payment_id}`, { key: shop.key });
  expect([body.status, body.payment_method, body.attempts]).toEqual(['requires_payment_method', null, []]);
  expect(await leakedSecrets(service, [NUMBER, PIN])).toEqual([]);
  const text = "select from sandbox_transactions where kind = 'gift_card'";
  expect(await service.database.rows.query({ text, values: [] }, null)).toEqual([]);
});

test('The merchant sees the connector’s code for a refused card; the customer does not', async ({
  check,
  open,
  profile,
  shop,
}) => {
  const { client_secret, payment_id } = await open(await profile('sandbox'));
  const expired = card('6006490000000069');
  const unified = {
    unified_code: 'UE_1002',
    unified_message: 'The card has expired. Please try another card or another way to pay.',
  };
  const refused = {
    balance: null,
    currency: null,
    covers_payment: false,
    remaining_amount: 1000,
    ...unified,
  };
  expect((await check(payment_id, expired)).body).toMatchObject({
    ...refused,
    ...{ error_code: 'gift_card_expired', error_message: 'The gift card has expired.' },
  });
  const asCustomer = await check(payment_id, expired, { client_secret }, shop.publishableKey);
  expect(asCustomer.body).toMatchObject({ ...refused, error_code: null, error_message: null });
});

test('No balance is shown without the payment’s secret, in another state or for another merchant', async ({
  check,
  client,
  open,
  profile,
  service,
  shop,
}) => {
  const profileId = await profile('sandbox');
  const { payment_id } = await open(profileId);
  const other = await open(profileId);
  const codeOf = async (...asked: Parameters<typeof check>) => {
    const { body, status } = await check(...asked);
    expect(JSON.stringify(body)).not.toContain(NUMBER);
    return [status, body.error.code];
  };
  const { publishableKey } = shop;
  expect(await codeOf(payment_id, card(), {}, publishableKey)).toEqual([400, 'missing_parameter']);
  const foreign = { client_secret: other.client_secret };
  expect(await codeOf(payment_id, card(), foreign, publishableKey)).toEqual([401, 'client_secret_invalid']);
  const stranger = await sandboxShop(service);
  expect(await codeOf(payment_id, card(), {}, stranger.key)).toEqual([404, 'resource_not_found']);
  await client.post(`/payments/${payment_id}/cancel`, { key: shop.key, body: {} });
  expect(await codeOf(payment_id, card())).toEqual([409, 'unexpected_state']);
});

test('The error distinguishes missing balance support from a missing account for the card', async ({
  check,
  open,
  profile,
}) => {
  const refusalAt = async (connector: string | null) => {
    const { payment_id } = await open(await profile(connector));
    const { body, status } = await check(payment_id, card());
    return [status, body.error.code, body.error.message];
  };
  const unable = ['no_connector_available', expect.stringContaining('reports its balance (check_balance)')];
  expect(await refusalAt('silent')).toEqual([422, ...unable]);
  const none = ['no_connector_available', expect.stringContaining('would take the gift card')];
  expect(await refusalAt(null)).toEqual([422, ...none]);
});

test("Refused cards count in the profile's card-testing guard, and good ones do not", async ({
  check,
  open,
  profile,
}) => {
  const card_testing_guard_config = {
    ...{ guest_user_card_blocking_status: 'enabled', guest_user_card_blocking_threshold: 2 },
    card_testing_guard_expiry: 3600,
  };
  const profileId = await profile('sandbox', { card_testing_guard_config });
  const statusOf = async (number: string, cvc?: string) => {
    const { payment_id } = await open(profileId);
    const { body, status } = await check(payment_id, card(number, cvc));
    return [status, body.error?.code ?? body.error_code];
  };
  for (let i = 0; i < 4; i++) expect(await statusOf('6006490000550000')).toEqual([200, null]);
  // With a wrong PIN: guessing has as few attempts as for a card.
  for (let i = 0; i < 2; i++)
    expect(await statusOf('6006490000660000', '0000')).toEqual([200, 'incorrect_pin']);
  expect(await statusOf('6006490000660000')).toEqual([422, 'blocked']);
  expect(await statusOf('6006490000550000')).toEqual([200, null]);
});

test('A blocked gift card is refused for balances and payments', async ({
  check,
  client,
  open,
  profile,
  shop,
}) => {
  const profileId = await profile('sandbox');
  const body = { confirm: true, payment_method_data: card('6006490000770000') };
  const paid = await client.post(`/payments/${(await open(profileId)).payment_id}`, { key: shop.key, body });
  const entry = { type: 'fingerprint', data: paid.body.fingerprint };
  await client.post('/blocklist', { key: shop.key, body: entry });
  const { payment_id } = await open(profileId);
  const blocked = async () => (await check(payment_id, card('6006490000770000'))).body.error?.code;
  await expect.poll(blocked, { timeout: 60_000 }).toBe('blocked');
  const again = await client.post(`/payments/${payment_id}`, { key: shop.key, body });
  expect([again.status, again.body.error.code]).toEqual([422, 'blocked']);
});

test('After any charges, refunds and voids, the balance is the initial amount minus the held amount', async ({
  check,
  client,
  open,
  profile,
  shop,
}) => {
  const step = fc.record({
    amount: fc.integer({ min: 1, max: 30_000 }),
    next: fc.constantFrom('nothing', 'refund', 'void', 'capture'),
    share: fc.integer({ min: 1, max: 100 }),
  });
  let made = 0;
  const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
    const profileId = await profile('sandbox');
    made += 1;
    const data = card(`600649${String(made).padStart(6, '0')}0000`);
    let left = 50_000;
    for (const { amount, next, share } of steps) {
      const later = next === 'void' || next === 'capture';
      const { payment_id } = await open(profileId, {
        amount,
        ...(later ? { capture_method: 'manual' } : {}),
      });
      const path = `/payments/${payment_id}`;
      const post = (to: string, body: object) => client.post(to, { key: shop.key, body });
      const { body: paid } = await post(path, { confirm: true, payment_method_data: data });
      const isCovered = amount <= left;
      expect(paid.status).toBe(!isCovered ? 'failed' : later ? 'requires_capture' : 'succeeded');
      if (!isCovered) continue;
      const part = Math.max(1, Math.floor((amount * share) / 100));
      left -= next === 'void' ? 0 : next === 'capture' ? part : next === 'refund' ? amount - part : amount;
      if (next === 'void') await post(`${path}/cancel`, {});
      if (next === 'capture') await post(`${path}/capture`, { amount_to_capture: part });
      if (next === 'refund') await post('/refunds', { payment_id, amount: part });
    }
    const { payment_id } = await open(profileId, { amount: 1 });
    expect((await check(payment_id, data)).body.balance).toBe(left);
  });
  await fc.assert(property, { numRuns: 8, seed });
});
