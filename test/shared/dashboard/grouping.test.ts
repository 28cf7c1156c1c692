import { expect, test } from 'vitest';
import { declinesBy } from '../../../src/dashboard/pages/analytics/grouping.ts';
import { retriesBy, returnsBy } from '../../../src/dashboard/pages/analytics/shares.ts';

const decline = (
  errorCode: string | null,
  issuerErrorCode: string | null,
  count: number,
  connector = 'sandbox',
  isCompared = false,
) => ({ isCompared, connector, errorCode, issuerErrorCode, count });

const declines = [
  decline('insufficient_funds', '51', 2),
  decline(null, null, 4),
  decline('stolen_card', '43', 3),
  decline('insufficient_funds', '61', 5),
  decline('over_limit', '61', 2),
  decline('insufficient_funds', '51', 1, 'stripe'),
  decline('stolen_card', '43', 9, 'sandbox', true),
];

test('Declines with one code share a row in every currency, and declines without a code another', () => {
  expect(declinesBy(declines, 'errorCode')).toEqual([
    { connector: 'sandbox', code: 'insufficient_funds', now: 7, past: 0 },
    { connector: 'sandbox', code: null, now: 4, past: 0 },
    { connector: 'sandbox', code: 'stolen_card', now: 3, past: 9 },
    { connector: 'sandbox', code: 'over_limit', now: 2, past: 0 },
    { connector: 'stripe', code: 'insufficient_funds', now: 1, past: 0 },
  ]);
});

test("Declines by the issuer's code are counted the same way", () => {
  expect(declinesBy(declines, 'issuerErrorCode')).toEqual([
    { connector: 'sandbox', code: '61', now: 7, past: 0 },
    { connector: 'sandbox', code: null, now: 4, past: 0 },
    { connector: 'sandbox', code: '43', now: 3, past: 9 },
    { connector: 'sandbox', code: '51', now: 2, past: 0 },
    { connector: 'stripe', code: '51', now: 1, past: 0 },
  ]);
});

const group = (values: object) => ({
  ...{ isCompared: false, connector: 'sandbox', paymentMethod: null, profileId: null, currency: 'EUR' },
  ...{ count: 1, succeededCount: 0, failedCount: 0, amount: 0 },
  ...{ firstAttemptFailed: false, amountCaptured: 0 },
  ...values,
});

test('Recovered payments are successes after a failed first attempt', () => {
  const payments = [
    group({ count: 90, succeededCount: 80 }),
    group({ firstAttemptFailed: true, count: 10, succeededCount: 4, failedCount: 6 }),
    group({ firstAttemptFailed: true, count: 2, succeededCount: 1, currency: 'USD' }),
    group({ firstAttemptFailed: true, count: 5, succeededCount: 5, isCompared: true }),
  ];
  expect(retriesBy(payments, 'CONNECTOR')).toEqual([
    { key: 'sandbox', now: { failedFirst: 12, won: 5 }, past: { failedFirst: 5, won: 5 } },
  ]);
});

test('Refunds appear next to the captures of the same group and currency', () => {
  const payments = [
    group({ count: 4, succeededCount: 3, amountCaptured: 1_000 }),
    group({ count: 4, succeededCount: 3, amountCaptured: 500, firstAttemptFailed: true }),
    group({ count: 1, succeededCount: 1, amountCaptured: 70, currency: 'USD' }),
    group({ count: 1, succeededCount: 1, amountCaptured: 10, connector: 'stripe' }),
  ];
  const refunds = [
    group({ count: 2, amount: 300 }),
    group({ count: 1, amount: 20, isCompared: true }),
    group({ count: 3, amount: 7, currency: 'USD' }),
  ];
  const nothing = { count: 0, amount: 0, captured: 0, succeeded: 0 };
  expect(returnsBy(refunds, payments, 'CONNECTOR')).toEqual([
    {
      key: 'sandbox',
      currency: 'USD',
      now: { count: 3, amount: 7, captured: 70, succeeded: 1 },
      past: nothing,
    },
    {
      key: 'sandbox',
      currency: 'EUR',
      now: { count: 2, amount: 300, captured: 1_500, succeeded: 6 },
      past: { ...nothing, count: 1, amount: 20 },
    },
  ]);
});
