import { expect, test } from 'vitest';
import {
  COUNT_MAX,
  inListComparisons,
  ruleComparisons,
  velocityCounts,
  velocitySubjects,
} from '../../../src/core/entities/values/fact-types.ts';
import { riskEffects, threeDsEffects } from '../../../src/core/entities/values/rule-actions.ts';
import {
  documentedFacts,
  RuleDecision,
  velocityCount,
} from '../../../src/core/entities/values/rule-facts.ts';
import {
  comparedBy,
  comparisonOf,
  comparisonWith,
  conditionOf,
  conditionWith,
  currencyPlace,
  groupOf,
  pathOfPart,
  type Velocity,
  velocityOf,
} from '../../../src/dashboard/pages/rules/conditions.ts';
import { differenceOf } from '../../../src/dashboard/pages/rules/difference.ts';
import { draftOf, findingText, readText, rulesOf, textOf } from '../../../src/dashboard/pages/rules/draft.ts';
import {
  COUNT,
  comparisonName,
  factOf,
  factOptions,
  hasValues,
} from '../../../src/dashboard/pages/rules/facts.ts';
import { describedRules } from '../../../src/dashboard/pages/rules/rules.fields.ts';
import {
  actionText,
  conditionText,
  decisions,
  effectName,
} from '../../../src/dashboard/pages/rules/sentences.ts';

const names = new Map([['list_1', 'Known addresses']]);
const nameOf = (field: string) => field.replace('<key>', 'tier');

test('Every fact and comparison of rules has a row, and every decision and effect a name', () => {
  expect(describedRules.facts.map(({ name }) => name)).toEqual(documentedFacts.map(([name]) => name));
  let walked = 0;
  for (const [name, fact] of documentedFacts) {
    const field = nameOf(name);
    const comparisons = [...fact.type.comparisons, ...(fact.list ? inListComparisons : [])];
    expect([field, factOf(field)?.comparisons]).toEqual([field, comparisons]);
    for (const comparison of comparisons) {
      const row = comparedBy(comparisonWith(field), comparison);
      expect(comparisonOf(row)).toEqual(row);
      expect(Array.isArray(row.value)).toBe(hasValues(comparison));
      expect(conditionText(row, names).toLowerCase()).toContain(comparisonName(comparison));
      walked += 1;
    }
    const zoned = comparisonOf({ field, comparison: 'equal', value: 1, time_zone: 'Europe/Berlin' });
    expect([field, zoned !== null]).toEqual([field, fact.zoned === true]);
  }
  expect(walked).toBeGreaterThan(documentedFacts.length * 2);
  for (const comparison of ruleComparisons) expect(comparisonName(comparison)).not.toMatch(/_|equal/);
  expect(Object.keys(decisions).sort()).toEqual([...RuleDecision.values].sort());
  expect([describedRules.risk, describedRules.three_ds]).toEqual([riskEffects, threeDsEffects]);
  for (const effect of [...riskEffects, ...threeDsEffects]) expect(effectName(effect)).toMatch(/^[\dA-Z]/);
});

test('Every count has a row, a name and a choice where its subject is known', () => {
  const { comparisons, counts, maximum, only, subjects } = describedRules.velocity;
  expect({ counts, subjects, maximum, only }).toEqual({
    ...{ counts: velocityCounts, subjects: velocitySubjects, maximum: COUNT_MAX, only: 'payment' },
  });
  expect(comparisons).toEqual(velocityCount.type.comparisons);
  for (const count of counts) {
    const chosen = COUNT + count;
    for (const decision of RuleDecision.values) {
      const offered = factOptions(decision).map(({ value }) => value);
      expect([decision, offered.includes(chosen)]).toEqual([decision, decision !== 'payout_routing']);
    }
    for (const by of subjects) {
      for (const comparison of comparisons) {
        const row = comparedBy({ ...(conditionWith(chosen) as Velocity), by }, comparison);
        expect(velocityOf(row)).toEqual(row);
        expect(comparisonOf(row)).toBeNull();
        expect(Array.isArray(row.value)).toBe(hasValues(comparison));
        expect(conditionText(row, names)).toContain(comparisonName(comparison));
      }
    }
  }
  for (const other of [
    germany,
    { ...velocity, later: 1 },
    { ...velocity, within: 60 },
    { ...velocity, by: 'x' },
  ]) {
    expect(velocityOf(other)).toBeNull();
  }
});

test('A list is no value, and a value no list', () => {
  const germanys = comparedBy(germany, 'in');
  const listed = comparedBy(germanys, 'in_list');
  expect([germanys.value, listed.value, comparedBy(listed, 'not_in_list').value]).toEqual([['DE'], '', '']);
  const named = { ...listed, value: 'list_1' };
  expect([comparedBy(named, 'not_in_list').value, comparedBy(named, 'equal').value]).toEqual(['list_1', '']);
  expect(comparedBy(named, 'in').value).toEqual([]);
});

const germany = { field: 'country', comparison: 'equal', value: 'DE' };
const france = { field: 'country', comparison: 'equal', value: 'FR' };
const velocity = { count: 'declines', by: 'card', within: '1h', comparison: 'greater_than', value: 3 };

test.for([
  ['a comparison', germany, ['rules[0].when']],
  ['all', { all: [germany, france] }, ['rules[0].when.all[0]', 'rules[0].when.all[1]']],
  ['one in all', { all: [germany] }, ['rules[0].when.all[0]']],
  ['any', { any: [germany, velocity] }, ['rules[0].when.any[0]', 'rules[0].when.any[1]']],
  ['not', { not: germany }, ['rules[0].when.not']],
  ['not any', { not: { any: [germany, france] } }, ['rules[0].when.not.any[0]', 'rules[0].when.not.any[1]']],
  ['not all', { not: { all: [germany] } }, ['rules[0].when.not.all[0]']],
  ['a not in a not', { not: { not: germany } }, ['rules[0].when.not']],
  ['a condition of a later release', velocity, ['rules[0].when']],
  ['an unknown member', { all: [germany], later: true }, ['rules[0].when']],
  ['an unknown comparison', { ...germany, later: true }, ['rules[0].when']],
] as const)(
  'The rows of %s are the same condition, at the paths that errors name',
  ([, condition, paths]) => {
    const group = groupOf(condition, 'rules[0].when');
    expect(conditionOf(group, group.parts)).toEqual(condition);
    expect(group.parts.map((_, i) => pathOfPart(group, i))).toEqual(paths);
    expect(conditionOf(group, [])).toBeUndefined();
  },
);

test('What a row can’t show is no row: nothing of it is lost', () => {
  for (const other of [
    velocity,
    { ...velocity, later: 1 },
    { ...germany, later: 1 },
    { field: 'later', comparison: 'equal', value: 1 },
    'x',
    null,
  ]) {
    expect(comparisonOf(other)).toBeNull();
  }
});

test('The currency of amounts is the one that the group requires', () => {
  const amount = { field: 'amount', comparison: 'greater_than', value: 1000 };
  const euros = { field: 'currency', comparison: 'equal', value: 'EUR' };
  expect(currencyPlace(groupOf({ all: [amount, euros] }, ''))).toBe(1);
  expect(currencyPlace(groupOf({ any: [amount, euros] }, ''))).toBe(-1);
  expect(currencyPlace(groupOf({ all: [amount, euros, euros] }, ''))).toBe(-1);
  expect(conditionText({ all: [amount, euros] }, names)).toBe('Amount is more than €10.00');
  expect(conditionText({ all: [{ any: [amount, germany] }, euros] }, names)).toBe(
    '(amount is more than €10.00 or billing country is DE) and currency is EUR',
  );
  expect(conditionText(amount, names)).toBe('Amount is more than 1000 in minor units');
  expect(conditionText({ not: { any: [germany, france] } }, names)).toBe(
    'Not (billing country is DE or billing country is FR)',
  );
  const later = { ...velocity, later: true };
  expect(conditionText(later, names)).toBe(JSON.stringify(later));
  expect(conditionText({ any: [velocity, germany] }, names)).toBe(
    'Number of declines by card within 1 hour is more than 3 or billing country is DE',
  );
  const listed = { field: 'email', comparison: 'in_list', value: 'list_1' };
  expect(conditionText(listed, names)).toBe('Email is in the list “Known addresses”');
});

test.for([
  [{ risk: 'block', reason: 'stolen' }, 'Block: stolen'],
  [{ three_ds: 'exempt', exemption: 'low_value' }, 'Request the exemption: low value'],
  [
    { surcharge: { type: 'rate', value: 250, max: 500, tax_rate: 1900 } },
    'Surcharge 2.5%, at most €5.00, plus 19% tax',
  ],
  [{ surcharge: null }, 'No surcharge'],
  [
    { connectors: [{ merchant_connector_id: 'mca_1' }, 'adyen'], fallback: 'none' },
    'Main, then any account at adyen, else refuse',
  ],
  [{ connectors: [], fallback: 'none' }, 'No account, else refuse'],
  [{ volume_split: [{ split: 100, connector: { connector: 'adyen' } }] }, '100% any account at adyen'],
  [{ success_rate: { connectors: ['adyen'] } }, '{"success_rate":{"connectors":["adyen"]}}'],
] as const)('%j reads as %s', ([action, text]) => {
  expect(actionText(action, new Map([['mca_1', 'Main']]), 'EUR')).toBe(text);
});

const rule = (name: string, then = 'block') => ({ name, when: germany, then: { risk: then } });
const kindsOf = (before: object[], after: object[]) =>
  differenceOf({ rules: before, default: null }, { rules: after, default: null }).map(({ kinds, name }) => [
    name,
    kinds.join(),
  ]);

test('A difference names the fewest rules that moved, and compares by meaning', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => rule(name)) as [object, object, object, object];
  expect(kindsOf([a, b, c, d], [d, a, b, c])).toEqual([['d', 'moved']]);
  expect(kindsOf([a, b], [rule('b', 'allow'), a])).toEqual([
    ['b', 'changed'],
    ['a', 'moved'],
  ]);
  expect(kindsOf([a], [a, b])).toEqual([['b', 'added']]);
  expect(kindsOf([a, b], [b])).toEqual([['a', 'removed']]);
  expect(kindsOf([{ then: { risk: 'block', reason: null }, name: 'a', when: germany }], [a])).toEqual([]);
  const [otherwise] = differenceOf({ rules: [], default: null }, { rules: [], default: { risk: 'block' } });
  expect(otherwise).toMatchObject({ name: null, kinds: ['added'] });
});

test('JSON and rows are one document, and a rule keeps its key while its name stays', () => {
  const saved = { rules: [rule('a'), rule('b')], default: { risk: 'allow' } };
  const draft = draftOf(saved);
  const read = readText(textOf(rulesOf(draft)));
  expect(read).toEqual(saved);
  const again = draftOf({ ...saved, rules: [rule('a', 'allow'), rule('c')] }, draft.rules);
  expect(again.rules[0]!.key).toBe(draft.rules[0]!.key);
  expect(again.rules[1]!.key).not.toBe(draft.rules[1]!.key);
  for (const text of ['{', '[]', 'null', '{"rules": {}}', '{"rules": [1]}', '{"rules": [], "later": 1}']) {
    expect([text, readText(text)]).toEqual([text, { problem: expect.any(String) }]);
  }
  const message = 'rules[1] never applies: rules[0], which precedes it, holds whenever it does.';
  expect(findingText({ param: 'rules[1]', message })).toBe(
    'Never applies: rule 1, which precedes it, holds whenever it does.',
  );
  const unknown = 'There is no parameter rules[0].then.later.';
  expect(findingText({ param: 'rules[0].then.later', message: unknown })).toBe(unknown);
});
