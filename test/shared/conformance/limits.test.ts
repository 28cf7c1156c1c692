import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { limitVariables } from '../../../src/config/limits.ts';
import { problemCodes } from '../../../src/core/foundation/errors.ts';
import { allLimits, withLimits } from '../../../src/dev/limit-reference.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const limits = allLimits.flatMap((stage) => stage.limits);

test('Every limit variable is in the table once, with its default', () => {
  const variables = Object.entries(limitVariables).filter(
    ([name]) => !/_KEPT_(DAYS|MONTHS)$/.test(name) && name !== 'RATE_LIMITS',
  );
  const inTable = limits.flatMap(([setting, value]) => (setting === null ? [] : [[setting, value]]));
  expect(inTable.sort()).toEqual(variables.map(([name, spec]) => [name, spec.default]).sort());
});

/** Files that refuse for reasons other than a limit. */
const others: Readonly<Record<string, string>> = {
  'core/outcomes/receive-webhook.ts':
    'A connector is asked to send a webhook again of which some events failed.',
  'core/reads/slow-read.ts': 'A search that takes too long is told what helps.',
  'database/rows.ts': 'A client that has hung up learns of nothing.',
};

test('The table of limits lists exactly the files that refuse for load or a rate', () => {
  const src = path.join(root, 'src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const refusing = files.filter((file) =>
    /(?:new Problem|super)\(\s*'(?:overloaded|rate_limited)'/.test(
      readFileSync(path.join(src, file), 'utf8'),
    ),
  );
  const named = new Set(allLimits.flatMap((stage) => stage.files));
  expect([...named].filter((file) => !files.includes(file))).toEqual([]);
  expect(refusing.filter((file) => !named.has(file) && !(file in others))).toEqual([]);
  expect(Object.keys(others).filter((file) => !refusing.includes(file))).toEqual([]);
});

test('Every code of the table is an API error code', () => {
  const codes = limits.flatMap(([, , , beyond]) =>
    [...beyond.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code!),
  );
  expect(codes.filter((code) => !(code in problemCodes))).toEqual([]);
  expect(new Set(codes).size).toBeGreaterThan(3);
});

test('docs/run.md shows the current limits', () => {
  const page = readFileSync(path.join(root, 'docs/run.md'), 'utf8');
  expect(withLimits(page)).toBe(page);
});
