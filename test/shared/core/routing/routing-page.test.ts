import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readRoutingAlgorithm } from '../../../../src/core/routing/routing-algorithm.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/routing.md'), 'utf8');
const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => JSON.parse(json!));

test('docs/routing.md shows a valid algorithm of each type', () => {
  const types = examples.map((example) => readRoutingAlgorithm(example, 'routing_algorithm')!.type);
  expect(types).toEqual(['priority', 'volume_split', 'single', 'advanced']);
});

test('docs/routing.md names every field a rule can compare, with an example of a list and of an amount', () => {
  const fields = [...page.matchAll(/^\| `(\w+)` \| (?!its|that|payouts|Compared)/gm)].map(([, name]) => name);
  const facts = [
    'amount',
    'currency',
    'country',
    'card_network',
    'payment_method',
    'payment_method_type',
    'authentication_type',
    'payout_type',
  ];
  expect(fields).toEqual(facts);
  const rule = (field: string) => ({
    type: 'advanced',
    data: {
      rules: [
        {
          conditions: [{ field, comparison: 'equal', value: field === 'amount' ? 1 : 'US' }],
          connectors: ['a'],
        },
      ],
    },
  });
  const plain = facts.filter(
    (field) => !['currency', 'payment_method', 'authentication_type', 'payout_type'].includes(field),
  );
  for (const field of plain) expect(readRoutingAlgorithm(rule(field), 'routing')).toBeTruthy();
  expect(() => readRoutingAlgorithm(rule('issuer'), 'routing')).toThrow('must be one of');
});
