import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { documentedFacts } from '../../../../src/core/entities/values/rule-facts.ts';
import { ValidationErrors } from '../../../../src/core/model/validation-errors.ts';
import { readRoutingAction } from '../../../../src/core/routing/routing-rules.ts';
import { readRules } from '../../../../src/core/rules/read-rules.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/rules.md'), 'utf8');

test('docs/rules.md has each fact as it is described', () => {
  const rows = [...page.matchAll(/^\| `([\w.<>]+)` \| (.+) \| (.+) \|$/gm)].map(([row]) => row);
  expect(rows).toEqual(
    documentedFacts.map(
      ([name, { about, only, source }]) =>
        `| \`${name}\` | ${about}${only ? ` (${only}s)` : ''} | ${source} |`,
    ),
  );
});

test('The example of docs/rules.md is valid', () => {
  const [, json] = /```json\n([\s\S]*?)```/.exec(page)!;
  const errors = new ValidationErrors();
  const example = JSON.parse(json!);
  expect(readRules(example.rules, readRoutingAction, errors).length).toBe(2);
  readRoutingAction(example.default, 'default', errors);
  expect(errors.problems).toEqual([]);
});
