import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Rule } from '../../../../src/core/entities/values/typed-routing.ts';
import { canonicalName } from '../../../../src/core/foundation/canonical-name.ts';
import { orderAccounts, rulingFor } from '../../../../src/core/routing/order-accounts.ts';
import { readRoutingAlgorithm } from '../../../../src/core/routing/routing-algorithm.ts';
import type { RoutingFacts } from '../../../../src/core/routing/routing-request.ts';
import { property } from '../../../kit/property.ts';
import { seededDraw } from '../../../kit/seeds.ts';
import { accounts, arbitraryAlgorithm, facts } from './algorithms.ts';

const order = (algorithm: unknown, more: Partial<RoutingFacts> = {}, draw = () => 0, of = accounts) =>
  orderAccounts(readRoutingAlgorithm(algorithm, 'routing'), of, { ...facts, ...more }, draw).map(
    (account) => account.merchant_connector_id,
  );
const split = (...shares: [number, string][]) => ({
  type: 'volume_split',
  data: shares.map(([percent, id]) => ({ split: percent, connector: { merchant_connector_id: id } })),
});

test('Without a routing algorithm the accounts keep their order', () => {
  expect(order(null)).toEqual(['mca_1', 'mca_2', 'mca_3', 'mca_4']);
});

test('A single algorithm selects only the accounts of its choice', () => {
  expect(order({ type: 'single', data: { merchant_connector_id: 'mca_3' } })).toEqual(['mca_3']);
  expect(order({ type: 'single', data: { connector: 'alpha' } })).toEqual(['mca_1', 'mca_2']);
  expect(order({ type: 'single', data: { connector: 'beta', merchant_connector_id: 'mca_1' } })).toEqual([]);
});

test('A priority algorithm orders by its list, each account once', () => {
  const data = ['gamma', { merchant_connector_id: 'mca_2' }, 'alpha', 'elsewhere'];
  expect(order({ type: 'priority', data })).toEqual(['mca_4', 'mca_2', 'mca_1']);
});

test('A volume split starts with the drawn share and continues with the largest', () => {
  const shares = split([20, 'mca_1'], [50, 'mca_3'], [30, 'mca_4']);
  expect(order(shares, {}, () => 0)).toEqual(['mca_3', 'mca_4', 'mca_1']);
  expect(order(shares, {}, () => 0.49)).toEqual(['mca_3', 'mca_4', 'mca_1']);
  expect(order(shares, {}, () => 0.5)).toEqual(['mca_4', 'mca_3', 'mca_1']);
  expect(order(shares, {}, () => 0.999)).toEqual(['mca_1', 'mca_3', 'mca_4']);
});

test('A volume split applies to the eligible accounts', () => {
  const shares = split([50, 'mca_1'], [25, 'mca_3'], [25, 'mca_4']);
  const left = accounts.slice(1);
  expect(order(shares, {}, () => 0.4, left)).toEqual(['mca_3', 'mca_4']);
  expect(order(shares, {}, () => 0.6, left)).toEqual(['mca_4', 'mca_3']);
  expect(order(split([100, 'mca_1'], [0, 'mca_4']), {}, () => 0.5, left)).toEqual(['mca_4']);
});

test('An advanced algorithm applies the first matching rule', () => {
  const rule = (connector: string, ...conditions: [string, string, unknown][]) => ({
    name: connector,
    conditions: conditions.map(([field, comparison, value]) => ({ field, comparison, value })),
    connectors: [connector],
  });
  const algorithm = {
    type: 'advanced',
    data: {
      rules: [
        rule('beta', ['amount', 'greater_or_equal', 10_000], ['currency', 'equal', 'EUR']),
        rule('gamma', ['card_network', 'in', ['MASTERCARD', 'AmericanExpress']]),
      ],
      default: ['alpha'],
    },
  };
  expect(order(algorithm, { amount: 10_000 })).toEqual(['mca_3']);
  expect(order(algorithm, { amount: 10_000, currency: 'USD' })).toEqual(['mca_1', 'mca_2']);
  expect(order(algorithm, { amount: 9_999 })).toEqual(['mca_1', 'mca_2']);
  expect(order(algorithm, { card_network: 'Mastercard' })).toEqual(['mca_4']);
  expect(order(algorithm, { card_network: null })).toEqual(['mca_1', 'mca_2']);
});

test.each([
  ['amount', 'equal', 5000, true],
  ['amount', 'greater_than', 5000, false],
  ['amount', 'less_than', 5000, false],
  ['amount', 'less_or_equal', 5000, true],
  ['amount', 'not_in', [1, 5000], false],
  ['country', 'not_equal', 'FR', true],
  ['country', 'not_in', ['FR'], true],
  ['payment_method_type', 'equal', 'CREDIT', true],
])('A rule compares %s %s %j', (field, comparison, value, fits) => {
  const rules = [{ conditions: [{ field, comparison, value }], connectors: ['beta'] }];
  expect(order({ type: 'advanced', data: { rules, default: [] } })).toEqual(fits ? ['mca_3'] : []);
});

property(
  'An order contains only given accounts, each at most once',
  fc.option(arbitraryAlgorithm, { nil: null }),
  fc.shuffledSubarray(accounts),
  fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  (algorithm, given, at) => {
    const ids = given.map((account) => account.merchant_connector_id);
    const ordered = order(algorithm, {}, () => at, given);
    expect(new Set(ordered).size).toBe(ordered.length);
    expect(ids).toEqual(expect.arrayContaining(ordered));
    if (algorithm === null) expect(ordered).toEqual(ids);
  },
);

/** Whether the conditions of a rule hold, as routing evaluated them before it shared the evaluation of rulesets. */
function heldBefore({ conditions }: Rule, known: RoutingFacts): boolean {
  const normalized = (value: string | number) => (typeof value === 'string' ? canonicalName(value) : value);
  return conditions.every(({ comparison, field, values }) => {
    const fact = known[field];
    const [value] = values as [string | number];
    const isAmong =
      fact !== null && values.some((candidate) => normalized(candidate) === normalized(fact as never));
    if (comparison === 'equal' || comparison === 'in') return isAmong;
    if (comparison === 'not_equal' || comparison === 'not_in') return !isAmong;
    if (comparison === 'greater_than') return fact! > value;
    if (comparison === 'greater_or_equal') return fact! >= value;
    return comparison === 'less_than' ? fact! < value : fact! <= value;
  });
}

property(
  'An advanced algorithm selects the rule that it always selected',
  arbitraryAlgorithm.filter(({ type }) => type === 'advanced'),
  fc.record({
    amount: fc.constantFrom(0, 999, 5000, 10_000),
    currency: fc.constantFrom('EUR', 'USD', 'JPY'),
    country: fc.constantFrom(null, 'DE', 'FR', 'US'),
    card_network: fc.constantFrom(null, 'Visa', 'OTHER', 'o-t h_er'),
    payment_method: fc.constantFrom(null, 'card', 'wallet'),
    payment_method_type: fc.constantFrom(null, 'Credit', 'credit', 'debit'),
    authentication_type: fc.constantFrom(null, 'three_ds', 'no_three_ds'),
    payout_type: fc.constantFrom(null, 'card', 'bank', 'wallet'),
  }),
  (written, known) => {
    const algorithm = readRoutingAlgorithm(written, 'routing');
    if (algorithm?.type !== 'advanced') throw new Error('The algorithm has another type.');
    expect(rulingFor(algorithm, known)).toBe(algorithm.rules.find((rule) => heldBefore(rule, known)));
  },
);

property(
  'A volume split orders all its accounts, whatever is drawn',
  fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  fc.integer({ min: 0, max: 100 }),
  (at, percent) => {
    const ordered = order(split([percent, 'mca_1'], [100 - percent, 'mca_4']), {}, () => at);
    expect([...ordered].sort()).toEqual(['mca_1', 'mca_4']);
  },
);

property(
  'A volume split distributes traffic by its shares',
  fc.integer(),
  fc.integer({ min: 0, max: 100 }),
  (seed, percent) => {
    const draws = 2_000;
    const draw = seededDraw(seed);
    const shares = split([percent, 'mca_1'], [100 - percent, 'mca_4']);
    const algorithm = readRoutingAlgorithm(shares, 'routing');
    let first = 0;
    for (let i = 0; i < draws; i++) {
      if (orderAccounts(algorithm, accounts, facts, draw)[0]!.merchant_connector_id === 'mca_1') first++;
    }
    // At most six standard deviations, 6 × √(0.25 / 2000): once in half a billion seeds.
    expect(Math.abs(first / draws - percent / 100)).toBeLessThan(0.067);
  },
);
