import { expect } from 'vitest';
import { test as base } from '../../kit/test.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
let clockMs = Date.parse('2030-01-01T00:00:00Z');
const selection = 'merchantAccount { publishableKey previousPublishableKey previousPublishableKeyExpiresAt }';

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ now: () => new Date(clockMs) }))
  .extend('rotate', ({ graphql, shop }) => async (gracePeriodSeconds?: number) => {
    const input = { merchantId: shop.merchantId, gracePeriodSeconds };
    const { payload } = await graphql.mutate('rotatePublishableKey', input, selection);
    return payload.merchantAccount;
  })
  .extend('status', ({ client }) => async (key: string) => {
    const { status } = await client.post('/payments/session_tokens', { key, body: {} });
    return status;
  });

/** An accepted key gets as far as the body, which lacks everything. */
const ACCEPTED = 400;
const REFUSED = 401;

test('The previous key stays valid for a day, then is refused', async ({ rotate, shop, status }) => {
  const account = await rotate();
  expect(account.publishableKey).toMatch(/^pk_test_[0-9A-Za-z]{32}$/);
  expect(account.publishableKey).not.toBe(shop.publishableKey);
  expect(account.previousPublishableKey).toBe(shop.publishableKey);
  expect(account.previousPublishableKeyExpiresAt).toBe(new Date(clockMs + DAY_MS).toISOString());
  clockMs += DAY_MS - 1;
  expect(await status(shop.publishableKey)).toBe(ACCEPTED);
  // A process may cache a key for a second.
  clockMs += 1_000;
  expect(await status(shop.publishableKey)).toBe(REFUSED);
  expect(await status(account.publishableKey)).toBe(ACCEPTED);
});

test('A grace period of 0 ends the previous key at once, another lasts as configured', async ({
  rotate,
  shop,
  status,
}) => {
  const first = await rotate(0);
  expect(await status(shop.publishableKey)).toBe(REFUSED);
  const second = await rotate(60);
  expect(second.previousPublishableKey).toBe(first.publishableKey);
  expect(await status(first.publishableKey)).toBe(ACCEPTED);
  clockMs += 60_000;
  expect(await status(first.publishableKey)).toBe(REFUSED);
});

test('Rotating again ends keys that were replaced earlier', async ({ rotate, shop, status }) => {
  const first = await rotate();
  const second = await rotate();
  const keys = [shop.publishableKey, first.publishableKey, second.publishableKey];
  expect(await Promise.all(keys.map(status))).toEqual([REFUSED, ACCEPTED, ACCEPTED]);
});

test('Only the merchant itself and the operator can replace its key', async ({
  adminGraphql,
  graphqlAs,
  otherShop,
  shop,
}) => {
  const input = { merchantId: shop.merchantId };
  const refusal = (key: string, more = {}) =>
    graphqlAs(key).mutationError('rotatePublishableKey', { ...input, ...more }, selection);
  expect(await refusal(otherShop.key)).toEqual(['resource_not_found', null]);
  expect(await refusal(shop.publishableKey)).toEqual(['wrong_key_kind', null]);
  for (const gracePeriodSeconds of [-1, 91 * 24 * 60 * 60]) {
    const error = await refusal(shop.key, { gracePeriodSeconds });
    expect(error).toEqual(['invalid_parameter', 'grace_period_seconds']);
  }
  expect((await adminGraphql.mutate('rotatePublishableKey', input, selection)).userErrors).toEqual([]);
});

test('REST shows the new key and no field beyond the specification', async ({
  client,
  rotate,
  service,
  shop,
}) => {
  const { publishableKey } = await rotate();
  const { body } = await client.get(`/accounts/${shop.merchantId}`, { key: service.adminApiKey });
  expect(body.publishable_key).toBe(publishableKey);
  expect(Object.keys(body).filter((name) => /previous|suspen/.test(name))).toEqual([]);
});
