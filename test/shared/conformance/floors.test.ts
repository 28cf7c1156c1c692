import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The folders of `src/core` by floor, lowest first. A folder imports from itself and lower floors only. */
const floors = [
  ['foundation'],
  ['model'],
  ['entities'],
  ['reads'],
  ['routing', 'webhook-endpoints'],
  ['writes'],
  ['domains', 'lists', 'test-clock'],
  [
    'access',
    'cards',
    'connector-calls',
    'customers',
    'error-mappings',
    'mandates',
    'notifications',
    'payment-links',
    'request-log',
  ],
  ['business-profiles', 'disputes', 'payment-methods', 'team'],
  [
    'connector-accounts',
    'imports',
    'merchant-accounts',
    'payments',
    'payouts',
    'reports',
    'vault-exports',
    'webhooks',
  ],
  ['authentications', 'refunds', 'wallets'],
  ['fraud-checks', 'offers'],
  ['maintenance', 'outcomes'],
  ['operations'],
];
const core = path.resolve(import.meta.dirname, '../../../src/core');
const floorOf = (folder: string) => floors.findIndex((folders) => folders.includes(folder));

test('Every folder of src/core is on a floor', () => {
  expect(readdirSync(core).sort()).toEqual(floors.flat().sort());
});

test('No folder of src/core imports from another one on its own or a higher floor', () => {
  const files = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const violations = files.flatMap((file) =>
    [...readFileSync(path.join(core, file), 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
      .map(([, specifier]) => path.join(path.dirname(file), specifier!))
      .filter((target) => {
        const [from, to] = [file.split(path.sep)[0]!, target.split(path.sep)[0]!];
        return from !== to && floorOf(to) >= floorOf(from);
      })
      .map((target) => `${file} imports ${target}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(violations).toEqual([]);
});
