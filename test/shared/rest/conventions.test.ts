import { expect } from 'vitest';
import { test as base } from '../../kit/test.ts';

const test = base
  .extend(
    'open',
    ({ shop }) =>
      () =>
        shop.payment({ status: 'requires_payment_method', amount_received: 0, profile_id: shop.profileId }),
  )
  .extend('refusal', ({ api }) => async (path: string, body: unknown) => {
    const { status, body: answer } = await api.post(path, body);
    return status === 200 ? [200] : [status, answer.error.code, answer.error.param];
  });

/** Every response member whose name indicates a time, at any depth. */
function timesIn(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => timesIn(each, name));
  if (value && typeof value === 'object') {
    return Object.entries(value).flatMap(([key, each]) => timesIn(each, key));
  }
  return typeof value === 'string' && /^(?:created|updated|modified|expires_on)|_(?:at|by)$/.test(name)
    ? [value]
    : [];
}

test('Every time in a response is ISO 8601 in UTC, with milliseconds', async ({ api, shop }) => {
  const paymentId = await shop.payment({ created: new Date('2026-01-31T23:59:59.007Z') });
  await shop.capture(paymentId, await shop.attempt(paymentId));
  await shop.refund(paymentId);
  await shop.dispute(paymentId, { challenge_required_by: new Date('2026-03-01T00:00:00+05:30') });
  const { body } = await api.get('/payments/list');
  const times = timesIn(body);
  expect(times).toContain('2026-01-31T23:59:59.007Z');
  expect(times).toContain('2026-02-28T18:30:00.000Z');
  expect(times.length).toBeGreaterThan(6);
  for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test.for([
  ['12.5', 12.5],
  ['a text', '1200'],
  ['below zero', -1],
  ['beyond 2^53', 2 ** 53],
] as const)('An amount is an integer: %s is refused', async ([, amount], { open, refusal, shop }) => {
  const refused = [400, 'invalid_parameter', 'amount'];
  expect(await refusal(`/payments/${await open()}`, { amount })).toEqual(refused);
  expect(
    await refusal(`/payouts/${await shop.payout({ status: 'requires_confirmation' })}`, { amount }),
  ).toEqual(refused);
});

test('A currency is an ISO 4217 code in capitals', async ({ refusal, shop }) => {
  const payout = `/payouts/${await shop.payout({ status: 'requires_confirmation' })}`;
  expect(await refusal(payout, { currency: 'JPY' })).toEqual([200]);
  for (const currency of ['jpy', 'XXQ', '€', 'EURO', 392]) {
    expect(await refusal(payout, { currency }), String(currency)).toEqual([
      400,
      'invalid_parameter',
      'currency',
    ]);
  }
});

test('A country is a code of two capitals in every address', async ({ open, refusal }) => {
  const payment = `/payments/${await open()}`;
  const places = [
    ['/customers', (country: unknown) => ({ address: { country } }), 'address.country'],
    [payment, (country: unknown) => ({ billing: { address: { country } } }), 'billing.address.country'],
    [payment, (country: unknown) => ({ business_country: country }), 'business_country'],
  ] as const;
  for (const [path, bodyOf, param] of places) {
    expect(await refusal(path, bodyOf('DE'))).toEqual([200]);
    for (const country of ['de', 'DEU', 'Germany', '', 49]) {
      expect(await refusal(path, bodyOf(country)), `${param} ${country}`).toEqual([
        400,
        'invalid_parameter',
        param,
      ]);
    }
  }
});

test("A phone's country code begins with a plus sign", async ({ open, refusal }) => {
  const payment = `/payments/${await open()}`;
  const withCode = (country_code: string) => ({
    shipping: { phone: { number: '3012345678', country_code } },
  });
  expect(await refusal(payment, withCode('+49'))).toEqual([200]);
  for (const code of ['49', '0049', '+', '+49123']) {
    expect(await refusal(payment, withCode(code)), code).toEqual([
      400,
      'invalid_parameter',
      'shipping.phone.country_code',
    ]);
  }
});
