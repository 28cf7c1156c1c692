import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FactValue } from '../../../../src/core/entities/values/fact-types.ts';
import { factNames, facts } from '../../../../src/core/entities/values/rule-facts.ts';
import { ValidationErrors } from '../../../../src/core/model/validation-errors.ts';
import { readRoutingAction } from '../../../../src/core/routing/routing-rules.ts';
import { readCondition, readRules } from '../../../../src/core/rules/read-rules.ts';
import {
  compileCondition,
  type FactCondition,
  type Subject,
} from '../../../../src/core/rules/rule-conditions.ts';
import { implies, warningsOf } from '../../../../src/core/rules/rule-warnings.ts';
import { property } from '../../../kit/property.ts';
import { condition, subject, valuesByFact } from './arbitrary-rules.ts';

/** The problems of a condition, or of rules, by path. */
const problemsOf = (read: (errors: ValidationErrors) => unknown) => {
  const errors = new ValidationErrors();
  read(errors);
  return errors.problems.map(({ message, param }) => `${param}: ${message}`);
};
const read = (value: unknown) => problemsOf((errors) => readCondition(value, 'when', 0, errors));
const readAll = (value: unknown) => problemsOf((errors) => readRules(value, readRoutingAction, errors));

/** What the documentation says, written as naively as possible. */
function naive(when: FactCondition, given: Subject): boolean {
  if ('all' in when) return !when.all.some((part) => !naive(part, given));
  if ('any' in when) return when.any.filter((part) => naive(part, given)).length > 0;
  if ('not' in when) return naive(when.not, given) === false;
  const { comparison, value } = when;
  const [field, known] = naiveValue(when, given);
  const plain = (one: FactValue): FactValue => {
    if (typeof one !== 'string') return one;
    if (['card_network', 'card_type', 'card_issuer', 'payment_method_type'].includes(field))
      return [...one.toLowerCase()].filter((letter) => !' -_'.includes(letter)).join('');
    if (field === 'email' || field === 'email_domain') return one.toLowerCase();
    return field === 'phone' ? [...one].filter((letter) => letter >= '0' && letter <= '9').join('') : one;
  };
  const same = (one: FactValue) => {
    if (known === null) return false;
    const [left, right] = [plain(known), plain(one)];
    return field === 'card_isin' ? String(left).slice(0, String(right).length) === right : left === right;
  };
  const among = ([value].flat() as FactValue[]).some(same);
  if (comparison === 'equal' || comparison === 'in' || comparison === 'starts_with') return among;
  if (comparison === 'not_equal' || comparison === 'not_in') return !among;
  if (known === null) return false;
  const [left, right] = [Number(known), Number(value)];
  const holds = {
    greater_than: left > right,
    greater_or_equal: left >= right,
    less_than: left < right,
    less_or_equal: left <= right,
  };
  return holds[comparison as keyof typeof holds];
}

function naiveValue(when: Extract<FactCondition, { comparison: string }>, given: Subject) {
  if ('count' in when) {
    const key = `${when.count} by ${when.by} within ${when.within} up to ${Math.max(...([when.value].flat() as number[])) + 1}`;
    return ['count', given.lookedUp?.get(key) ?? null] as const;
  }
  return [when.field, naiveFact(when.field, given, when.time_zone ?? 'UTC')] as const;
}

function naiveFact(
  field: string,
  { at, facts: given, metadata }: Subject,
  timeZone: string,
): FactValue | null {
  if (field === 'metadata.tier') {
    const tier = metadata?.tier;
    return tier === undefined || typeof tier === 'object' ? null : `${tier}`;
  }
  const known = given[field] ?? null;
  if (known !== null) return known;
  if (field === 'customer_payments' && given.customer_known === false) return 0;
  // No domain of the samples is on the list.
  if (field === 'disposable_domain' && given.email_domain) return false;
  // Tokyo has no summer time.
  const local = new Date(at.getTime() + (timeZone === 'Asia/Tokyo' ? 9 * 3_600_000 : 0));
  if (field === 'hour') return local.getUTCHours();
  if (field === 'weekday') {
    return ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'][local.getUTCDay()]!;
  }
  return null;
}

property(
  'A valid condition is read without a problem, also after a round trip as JSON',
  condition(),
  (when) => {
    expect(read(when)).toEqual([]);
    expect(read(JSON.parse(JSON.stringify(when)))).toEqual([]);
  },
);

property('A condition holds exactly if the plain reading of it does', condition(), subject, (when, given) => {
  expect(compileCondition(when)(given)).toBe(naive(when, given));
});

property('Reading never throws, whatever the JSON', fc.jsonValue(), fc.jsonValue(), (when, then) => {
  read(when);
  readAll(when);
  readAll([{ name: 'a', when, then }]);
});

property('What provably follows does follow', condition(1), condition(1), subject, (a, b, given) => {
  if (implies(a, b) && naive(a, given)) expect(naive(b, given)).toBe(true);
});

property('A rule that is said never to hold never holds', condition(2), subject, (when, given) => {
  const [warning] = warningsOf('payment_routing', [{ name: 'a', when, then: {} }]).filter(({ message }) =>
    message.includes('never holds'),
  );
  const known = { ...given, facts: { ...given.facts, payout_type: null } };
  if (warning) expect(naive(when, known)).toBe(false);
});

test('Every fact has values to test, of its type', () => {
  expect(Object.keys(valuesByFact).sort()).toEqual([...factNames, 'metadata.tier'].sort());
  for (const name of factNames)
    for (const value of valuesByFact[name]!) expect(facts[name].type.isValid(value), name).toBe(true);
});

test('Errors name the part and what would be right', () => {
  const deep = (depth: number): unknown =>
    depth === 0 ? { field: 'currency', comparison: 'equal', value: 'EUR' } : { not: deep(depth - 1) };
  expect(read(deep(5))).toEqual([]);
  expect(read(deep(6))).toEqual([
    expect.stringMatching(/^when\.not\.not\.not\.not\.not: .*at most 5 of all, any/),
  ]);
  expect(read({ field: 'contry', comparison: 'equal', value: 'DE' })).toEqual([
    expect.stringMatching(/^when\.field: .*did you mean country\?/),
  ]);
  expect(read({ field: 'country', comparison: 'greater_than', value: 'DE' })).toEqual([
    'when.comparison: when.comparison must be one of equal, not_equal, in, not_in, in_list, not_in_list for country.',
  ]);
  expect(read({ all: [{ field: 'country', comparison: 'in', value: ['DE', 'Germany'] }] })).toEqual([
    expect.stringMatching(/^when\.all\[0\]\.value\[1\]: .*two-letter ISO 3166/),
  ]);
  expect(read({ field: 'hour', comparison: 'equal', value: 9, time_zone: 'Europe/Berlln' })).toEqual([
    expect.stringMatching(/^when\.time_zone: .*IANA time zone/),
  ]);
  expect(read({ field: 'amount', comparison: 'equal', value: 9, time_zone: 'UTC' })).toEqual([
    'when.time_zone: There is no parameter when.time_zone.',
  ]);
  expect(read({ all: [], any: [] })).toEqual(expect.arrayContaining([expect.stringContaining('not both')]));
  expect(read({ all: [] })).toEqual(['when.all: when.all must be a list of 1 to 100 conditions.']);
  const currency = { field: 'currency', comparison: 'equal', value: 'EUR' };
  const many = { name: 'many', when: { any: Array(100).fill(currency) }, then: { connectors: ['a'] } };
  expect(readAll([many])).toEqual([]);
  expect(readAll([many, { ...many, name: 'more' }])).toEqual([
    'rules: rules must have at most 100 conditions in all, not 200.',
  ]);
  expect(readAll([many, many])).toContain(
    'rules[1].name: rules[1].name must differ from the name of rules[0].',
  );
});

test('Actions are refused by path', () => {
  const action = (then: unknown) => readAll([{ name: 'a', then }]);
  expect(action({ connectors: ['stripe', { merchant_connector_id: 'mca_1' }], fallback: 'none' })).toEqual(
    [],
  );
  expect(action({ connectors: [], fallback: 'none' })).toEqual([]);
  expect(action({ connectors: [] })).toEqual([
    'rules[0].then.connectors: rules[0].then.connectors must be a list of 1 to 100 accounts.',
  ]);
  expect(action({ success_rate: { connectors: ['a'] } })).toEqual([]);
  expect(action({ success_rate: { connectors: ['a'], explore_percent: 21 } })).toEqual([
    expect.stringContaining('rules[0].then.success_rate.explore_percent must be'),
  ]);
  expect(action({ volume_split: [{ split: 70, connector: 'a' }] })).toEqual([
    'rules[0].then.volume_split: rules[0].then.volume_split must have splits that add up to 100, not 70.',
  ]);
  expect(action({ connectors: ['a'], fallback: 'other' })).toEqual([
    'rules[0].then.fallback: rules[0].then.fallback must be one of others, none.',
  ]);
  expect(action({ connectors: ['a'], volume_split: [] })).toEqual([expect.stringContaining('not both')]);
  expect(action({})).toEqual([expect.stringContaining('must have one of connectors, volume_split')]);
});

test('Warnings name rules that never apply, and amounts without a currency', () => {
  const is = (field: string, value: unknown, comparison = 'equal') => ({ field, comparison, value });
  const warned = (...conditions: unknown[]) =>
    warningsOf(
      'payment_routing',
      conditions.map((when, i) => ({ name: `${i}`, when: when as FactCondition, then: {} })),
    ).map(({ param }) => param);
  const large = is('amount', 1000, 'greater_than');
  expect(warned(large)).toEqual(['rules[0].when']);
  expect(warned({ all: [large, is('currency', 'EUR')] })).toEqual([]);
  expect(warned({ all: [is('currency', 'EUR'), { any: [large] }] })).toEqual([]);
  expect(warned({ all: [is('country', 'DE'), is('country', ['FR'], 'in')] })).toEqual(['rules[0].when']);
  expect(warned({ all: [is('hour', 9, 'less_than'), is('hour', 9, 'greater_than')] })).toEqual([
    'rules[0].when',
  ]);
  expect(warned({ all: [is('card_isin', '4242', 'starts_with'), is('card_isin', '51')] })).toEqual([
    'rules[0].when',
  ]);
  expect(warned(is('payout_type', 'card'))).toEqual(['rules[0].when']);
  expect(warned(is('payout_type', 'card', 'not_equal'))).toEqual([]);
  expect(warned(undefined, is('country', 'DE'))).toEqual(['rules[1]']);
  expect(
    warned(is('country', ['DE', 'FR'], 'in'), { all: [is('country', 'DE'), is('currency', 'EUR')] }),
  ).toEqual(['rules[1]']);
  expect(warned(is('country', 'DE'), is('country', ['DE', 'FR'], 'in'))).toEqual([]);
  expect(warned(is('card_network', 'Visa'), is('card_network', 'VISA'))).toEqual(['rules[1]']);
});
