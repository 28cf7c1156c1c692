import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Problem } from '../../../../src/core/foundation/errors.ts';
import { readRoutingAlgorithm } from '../../../../src/core/routing/routing-algorithm.ts';
import { problemsOf } from '../../../kit/problems.ts';
import { property } from '../../../kit/property.ts';
import { arbitraryAlgorithm } from './algorithms.ts';

const PARAM = 'routing_algorithm';
const read = (value: unknown) => readRoutingAlgorithm(value, PARAM);
const faults = (value: unknown) => problemsOf(() => read(value)).map(({ param }) => param);
const faultsIn = (type: string, data: unknown) => faults({ type, data });

test('An absent routing algorithm is read as none', () => {
  for (const value of [null, undefined, {}, { type: null, data: null }]) expect(read(value)).toBeNull();
});

test('A single algorithm names one connector account', () => {
  const data = { connector: 'sandbox', merchant_connector_id: 'mca_1' };
  expect(read({ type: 'single', data })).toEqual({ fallback: null, type: 'single', account: data });
  expect(read({ type: 'single', data: 'sandbox' })).toEqual({
    fallback: null,
    type: 'single',
    account: { connector: 'sandbox', merchant_connector_id: null },
  });
  // The payout fields' shape fits one account for any type.
  expect(read({ type: 'priority', data })).toEqual({
    fallback: null,
    type: 'priority',
    accounts: [data],
  });
});

test('A volume split is in whole percent that add up to 100', () => {
  const share = (split: unknown) => ({ split, connector: { connector: 'sandbox' } });
  expect(read({ type: 'volume_split', data: [share(70), share(30)] })).toMatchObject({
    shares: [{ split: 70, account: { connector: 'sandbox' } }, { split: 30 }],
  });
  expect(faultsIn('volume_split', [share(70), share(20)])).toEqual(['routing_algorithm.data']);
  expect(faultsIn('volume_split', [share(99.5), share(0.5)])).toContain('routing_algorithm.data[0].split');
  expect(faultsIn('volume_split', [{ split: 100 }])).toEqual(['routing_algorithm.data[0].connector']);
});

test('The rules of an advanced algorithm are validated', () => {
  const rule = (more: object) => ({ name: 'r', conditions: [], connectors: ['sandbox'], ...more });
  const within = (more: object) => faultsIn('advanced', { rules: [rule(more)], default: [] });
  const condition = (field: string, comparison: string, value: unknown) =>
    within({ conditions: [{ field, comparison, value }] });
  const at = 'routing_algorithm.data.rules[0]';

  expect(within({})).toEqual([]);
  expect(within({ connectors: [] })).toEqual([`${at}.connectors`]);
  expect(within({ connectors: [{}] })).toEqual([`${at}.connectors[0]`]);
  expect(condition('amount', 'greater_than', 10)).toEqual([]);
  expect(condition('amount', 'greater_than', '10')).toEqual([`${at}.conditions[0].value`]);
  expect(condition('currency', 'greater_than', 'EUR')).toEqual([`${at}.conditions[0].comparison`]);
  expect(condition('currency', 'equal', 'euro')).toEqual([`${at}.conditions[0].value`]);
  expect(condition('country', 'in', ['DE', 'de'])).toEqual([`${at}.conditions[0].value[1]`]);
  expect(condition('country', 'in', 'DE')).toEqual([`${at}.conditions[0].value`]);
  expect(condition('payment_method', 'equal', 'cash')).toEqual([`${at}.conditions[0].value`]);
  expect(condition('colour', 'equal', 'red')).toEqual([`${at}.conditions[0].field`]);
});

test('An invalid algorithm is rejected with every fault and no value', () => {
  const value = {
    type: 'priority',
    data: [{ connector: 4242424242424242 }, 7, { conector: 'x' }],
    extra: '4242424242424242',
  };
  expect(faults(value)).toEqual([
    'routing_algorithm.extra',
    'routing_algorithm.data[0].connector',
    'routing_algorithm.data[1]',
    'routing_algorithm.data[2].conector',
    'routing_algorithm.data[2]',
  ]);
  for (const { message } of problemsOf(() => read(value))) expect(message).not.toContain('4242');
  expect(faults({ type: 'fastest' })).toEqual(['routing_algorithm.type']);
  expect(faults({ data: {} })).toEqual(['routing_algorithm.type']);
  expect(faults('sandbox')).toEqual(['routing_algorithm']);
});

property('Every valid routing algorithm is read', arbitraryAlgorithm, (value) => {
  return read(value)?.type === value.type;
});

const almost = fc.oneof(
  fc.jsonValue({ maxDepth: 6 }),
  fc.record({
    type: fc.oneof(fc.constantFrom('single', 'priority', 'volume_split', 'advanced'), fc.jsonValue()),
    data: fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.array(fc.record({ split: fc.jsonValue(), connector: fc.jsonValue() })),
      fc.record({
        rules: fc.array(
          fc.record({
            conditions: fc.array(
              fc.record({ field: fc.jsonValue(), comparison: fc.jsonValue(), value: fc.jsonValue() }),
            ),
            connectors: fc.jsonValue(),
          }),
        ),
        default: fc.jsonValue(),
      }),
    ),
  }),
);
property('Every other value is rejected with a problem', almost, (value) => {
  try {
    read(value);
  } catch (error) {
    expect(error).toBeInstanceOf(Problem);
    expect((error as Problem).status).toBe(400);
    expect((error as Problem).param).toMatch(/^routing_algorithm/);
  }
});
