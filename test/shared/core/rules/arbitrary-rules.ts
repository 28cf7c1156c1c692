import fc from 'fast-check';
import type { FactValue } from '../../../../src/core/entities/values/fact-types.ts';
import { documentedFacts, factNames } from '../../../../src/core/entities/values/rule-facts.ts';
import type { FactComparison, FactCondition } from '../../../../src/core/rules/rule-conditions.ts';

/** Two or three values of each fact, so that conditions and subjects meet. */
export const valuesByFact: Readonly<Record<string, readonly FactValue[]>> = {
  amount: [0, 1000, 1001, 50_000],
  currency: ['EUR', 'JPY', 'USD'],
  country: ['DE', 'FR'],
  shipping_country: ['DE', 'US'],
  card_issuing_country: ['DE', 'BR'],
  card_network: ['Visa', 'American Express', 'AMERICAN_EXPRESS'],
  card_type: ['credit', 'DEBIT'],
  card_isin: ['42424242', '424242', '51', '4'],
  card_issuer: ['Bank One', 'bank-one', 'Other'],
  payment_method: ['card', 'wallet'],
  payment_method_type: ['credit', 'ideal'],
  payout_type: ['card', 'bank'],
  saved_method: [true, false],
  customer_known: [true, false],
  customer_age_days: [0, 30, 31],
  customer_payments: [0, 1, 2],
  disposable_domain: [true, false],
  ip_country: ['DE', 'US'],
  payment_channel: ['ecommerce', 'moto'],
  seconds_since_last_success: [0, 300, 86_400],
  email: ['a@example.com', 'A@Example.com', 'b@example.org'],
  email_domain: ['example.com', 'EXAMPLE.com', 'example.org'],
  phone: ['123 45', '12345', '9'],
  capture_method: ['automatic', 'manual'],
  setup_future_usage: ['on_session', 'off_session'],
  card_fingerprint: ['fp_one', 'fp_two'],
  customer_id: ['cus_1', 'cus_2'],
  ip_address: ['203.0.113.7', '2001:db8::1'],
  off_session: [true, false],
  authentication_type: ['three_ds', 'no_three_ds'],
  hour: [0, 9, 23],
  weekday: ['monday', 'sunday'],
  'metadata.tier': ['gold', 'Gold', '1'],
};

const factByName = Object.fromEntries(
  documentedFacts.map(([name, fact]) => [name.replace('<key>', 'tier'), fact]),
);

/** A valid comparison of any fact. */
export const comparison: fc.Arbitrary<FactComparison> = fc
  .constantFrom(...factNames, 'metadata.tier')
  .chain((field) => {
    const { comparisons } = factByName[field]!.type;
    const values = fc.constantFrom(...valuesByFact[field]!);
    return fc.constantFrom(...comparisons).chain((by): fc.Arbitrary<FactComparison> => {
      const list = by === 'in' || by === 'not_in';
      const value = list ? fc.array(values, { minLength: 1, maxLength: 3 }) : values;
      const zone = factByName[field]!.zoned
        ? fc.constantFrom('UTC', 'Asia/Tokyo', undefined)
        : fc.constant(undefined);
      return fc.record({ value, zone }).map(({ value: compared, zone: time_zone }) => ({
        field,
        comparison: by,
        value: compared,
        ...(time_zone ? { time_zone } : {}),
      }));
    });
  });

/** A valid condition, at most `depth` combinations deep. */
export const condition = (depth = 3): fc.Arbitrary<FactCondition> =>
  depth === 0
    ? comparison
    : fc.oneof(
        { arbitrary: comparison, weight: 3 },
        fc.array(condition(depth - 1), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
        fc.array(condition(depth - 1), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
        condition(depth - 1).map((not) => ({ not })),
      );

/** Facts of a payment, some of them unknown. */
export const subject = fc.record({
  facts: fc.record(
    Object.fromEntries(
      factNames.map((name) => [name, fc.constantFrom<FactValue | null>(...valuesByFact[name]!, null)]),
    ),
  ),
  metadata: fc.constantFrom<Record<string, unknown> | null>(
    { tier: 'gold' },
    { tier: 1 },
    { tier: {} },
    null,
  ),
  at: fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }),
});
