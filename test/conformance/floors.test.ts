import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The rooms of `src/core`, lowest floor first. A room imports itself and lower floors only. */
const floors = [
  ['foundation'],
  ['model'],
  ['entities'],
  ['reads'],
  ['routing', 'webhook-endpoints'],
  ['writes'],
  ['access', 'cards', 'connector-calls', 'customers', 'error-mappings', 'mandates'],
  ['business-profiles', 'connector-accounts', 'disputes', 'payment-methods'],
  ['merchant-accounts', 'payments', 'payouts', 'webhooks'],
  ['authentications', 'refunds', 'session-tokens'],
  ['outcomes'],
];
const core = path.resolve(import.meta.dirname, '../../src/core');
const floorOf = (room: string) => floors.findIndex((rooms) => rooms.includes(room));

test('every room of src/core stands on a floor', () => {
  expect(readdirSync(core).sort()).toEqual(floors.flat().sort());
});

test('no import in src/core leads to another room of the same floor or of a higher one', () => {
  const files = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const wrong = files.flatMap((file) =>
    [...readFileSync(path.join(core, file), 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
      .map(([, specifier]) => path.join(path.dirname(file), specifier!))
      .filter((target) => {
        const [from, to] = [file.split(path.sep)[0]!, target.split(path.sep)[0]!];
        return from !== to && floorOf(to) >= floorOf(from);
      })
      .map((target) => `${file} imports ${target}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});
