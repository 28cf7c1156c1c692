import fc from 'fast-check';
import type { RoutingFacts } from '../../../../src/core/routing/routing-request.ts';

/** Accounts for routing: two at one connector, one at each of two others. */
export const accounts = [
  { merchant_connector_id: 'mca_1', connector_name: 'alpha' },
  { merchant_connector_id: 'mca_2', connector_name: 'alpha' },
  { merchant_connector_id: 'mca_3', connector_name: 'beta' },
  { merchant_connector_id: 'mca_4', connector_name: 'gamma' },
];

export const facts: RoutingFacts = {
  amount: 5000,
  currency: 'EUR',
  country: 'DE',
  card_network: 'Visa',
  payment_method: 'card',
  payment_method_type: 'credit',
  authentication_type: 'no_three_ds',
  payout_type: null,
};

const ids = fc.constantFrom('mca_1', 'mca_2', 'mca_3', 'mca_4', 'mca_elsewhere');
const names = fc.constantFrom('alpha', 'beta', 'gamma', 'elsewhere');

const choice = fc.oneof(
  names,
  fc.record({ connector: names }),
  fc.record({ merchant_connector_id: ids }),
  fc.record({ connector: names, merchant_connector_id: ids }),
);
const choices = fc.array(choice, { minLength: 1, maxLength: 5 });

const values = {
  amount: fc.integer({ min: 0, max: 10_000 }),
  currency: fc.constantFrom('EUR', 'USD'),
  country: fc.constantFrom('DE', 'FR'),
  card_network: fc.constantFrom('visa', 'other'),
  payment_method: fc.constantFrom('card', 'wallet'),
  payment_method_type: fc.constantFrom('credit', 'other'),
  authentication_type: fc.constantFrom('three_ds', 'no_three_ds'),
  payout_type: fc.constantFrom('card', 'bank'),
};
const equality = ['equal', 'not_equal'];
const order = ['greater_than', 'greater_or_equal', 'less_than', 'less_or_equal'];

const condition = fc.oneof(
  ...Object.entries(values).flatMap(([field, value]) => [
    fc.record({
      field: fc.constant(field),
      comparison: fc.constantFrom(...equality, ...(field === 'amount' ? order : [])),
      value: value as fc.Arbitrary<unknown>,
    }),
    fc.record({
      field: fc.constant(field),
      comparison: fc.constantFrom('in', 'not_in'),
      value: fc.array(value as fc.Arbitrary<unknown>, { minLength: 1, maxLength: 3 }),
    }),
  ]),
);

const shares = fc.tuple(fc.integer({ min: 0, max: 100 }), choice, choice).map(([split, one, other]) => [
  { split, connector: one },
  { split: 100 - split, connector: other },
]);

/** Any routing that a merchant may set. */
export const arbitraryAlgorithm: fc.Arbitrary<{ type: string; data: unknown }> = fc.oneof(
  fc.record({ type: fc.constant('single'), data: choice }),
  fc.record({ type: fc.constant('priority'), data: choices }),
  fc.record({ type: fc.constant('volume_split'), data: shares }),
  fc.record({
    type: fc.constant('advanced'),
    data: fc.record({
      rules: fc.array(
        fc.record({
          name: fc.constant('rule'),
          conditions: fc.array(condition, { maxLength: 3 }),
          connectors: choices,
        }),
        { maxLength: 3 },
      ),
      default: choices,
    }),
  }),
);
