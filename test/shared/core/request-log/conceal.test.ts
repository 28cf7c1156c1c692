import { expect, test } from 'vitest';
import { Attempt } from '../../../../src/core/entities/attempt.ts';
import { Payment } from '../../../../src/core/entities/payment.ts';
import { CONTENT_MAX, concealed, concealedPath } from '../../../../src/core/request-log/conceal.ts';
import { shapeOf } from '../../../../src/core/request-log/shapes.ts';
import { CONCEALED } from '../../../../src/core/request-log/texts.ts';

const payment = shapeOf(Payment, 'request');

const customers = (count: number) =>
  Array.from({ length: count }, () => ({ amount: 100, email: 'a@b.example' }));

test('Oversized content is omitted', () => {
  const kept = Math.floor(CONTENT_MAX / JSON.stringify({ amount: 100, email: CONCEALED }).length) - 1;
  expect(concealed(customers(kept), payment)).toHaveLength(kept);
  expect(concealed(customers(2 * kept), payment)).toBeNull();
  expect(
    concealed(
      Array.from({ length: CONTENT_MAX }, () => true),
      payment,
    ),
  ).toBeNull();
  expect(concealed({ description: 'a'.repeat(2 * CONTENT_MAX) }, payment)).toEqual({
    description: CONCEALED,
  });
});

test('Only the stored part of the content is examined', () => {
  let looked = 0;
  const content = Array.from({ length: 10_000 }, () => ({
    get amount() {
      looked += 1;
      return 100;
    },
  }));
  expect(concealed(content, payment)).toBeNull();
  expect(looked).toBeGreaterThan(100);
  expect(looked).toBeLessThan(CONTENT_MAX / 'amount'.length);
});

test('A response is stored without null members, a request with them', () => {
  const content = { status: 'failed', amount: null, attempts: [{ capture_method: null, amount: 1 }, null] };
  expect(concealed(content, payment)).toEqual(content);
  const without = { status: 'failed', attempts: [{ amount: 1 }, null] };
  expect(concealed(content, payment, { nulls: false })).toEqual(without);
});

test("Masking depends on a value's field, never on its name", () => {
  const sent = {
    amount: 1999,
    payment_id: 'pay_1',
    currency: 'EUR',
    connector: 'adyen',
    error_code: 'insufficient_funds',
    error_message: 'Call ada@example.com about 4242 4242 4242 4242: insufficient funds',
    // A value impossible for its field is a mistake.
    status: 'Lovelace',
    capture_method: 'manual',
    created: 'Lovelace',
    description: 'Lovelace',
    metadata: { status: 'Lovelace', Lovelace: true },
    billing: { address: { country: 'DE', city: 'London' } },
    Lovelace: '737',
  };
  const figures = {
    amount: 1999,
    payment_id: 'pay_1',
    currency: 'EUR',
    connector: 'adyen',
    error_code: 'insufficient_funds',
    status: CONCEALED,
    capture_method: 'manual',
    created: CONCEALED,
    description: CONCEALED,
    metadata: CONCEALED,
    billing: { address: { country: 'DE', city: CONCEALED } },
    [CONCEALED]: CONCEALED,
  };
  expect(concealed({ ...sent, created: '2026-01-31T09:30:00Z' }, payment)).toEqual({
    ...figures,
    created: '2026-01-31T09:30:00Z',
    error_message: CONCEALED,
  });
  expect(concealed(sent, shapeOf(Payment, 'response'))).toEqual({
    ...figures,
    error_message: 'Call ••• about ***: insufficient funds',
  });
  const declined = {
    connector: 'stripe',
    error_code: 'card_declined',
    unified_code: 'UE_1',
    error_message: 'Declined.',
  };
  expect(concealed(declined, shapeOf(Attempt, 'response'))).toEqual(declined);
});

test("A path shows its route's identifiers", () => {
  expect(concealedPath('/payments/pay_1', '/payments/{payment_id}')).toBe('/payments/pay_1');
  expect(concealedPath('/payments/Ada%20L', '/payments/{payment_id}')).toBe('/payments/•••');
  expect(
    concealedPath('/elements/pk_1/pay_1/card', '/elements/{publishable_key}/{payment_id}/{element}'),
  ).toBe('/elements/•••/pay_1/•••');
  expect(concealedPath('/customer/Lovelace/737', null)).toBe('/•••/•••/•••');
  expect(concealedPath('/auth/Lovelace', '/auth')).toBe('/auth/•••');
});
