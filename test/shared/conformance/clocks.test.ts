import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isBrowserCode } from '../../kit/browser-code.ts';

const src = path.resolve(import.meta.dirname, '../../../src');

/**
 * Where the host's clock is read, and why that decides nothing. All other code uses the database's time from the
 * context (`ports.now()`), measures durations with `performance.now()`, or asks PostgreSQL (`now()`).
 */
const reads: Readonly<Record<string, string>> = {
  'core/foundation/service-clock.ts': 'It compares the two clocks.',
  'core/foundation/ids.ts': 'The default of tests and tools: a service gives its own.',
  'connectors/guard.ts':
    'cockatiel goes by it, within one process, for seconds. One that is set back is noticed: its circuits are forgotten.',
  'people/request-rules.ts': 'What better-auth will take by this clock is checked, by the same.',
  'commands/backup.ts': 'It names the folder, and is in the manifest.',
  'commands/listen/receiver.ts': "The developer's own machine shows when a webhook came.",
  'dev/demo/load.ts': 'Demo data begins with the day of the developer.',
  'dev/migration.ts': 'It names a migration.',
  'checkout/server/authentication-page.ts': 'A script of a page: the offset of the customer’s time zone.',
  'core/model/formats.ts': 'Only the year counts, for the latest expiry of a card, twenty years ahead.',
};

const reading = /\bDate\.now\b|\bnew Date\(\)|(?<![.\w])Date\(\)|\bnew Date\b(?!\()/;

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  // Browser code uses the viewer's own clock, in texts and choices of theirs.
  .filter((file) => /\.tsx?$/.test(file) && !isBrowserCode(file))
  .map((file) => file.split(path.sep).join('/'));

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

test("Only listed files read the host's clock, each with a reason", () => {
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((file) =>
    reading.test(withoutComments(readFileSync(path.join(src, file), 'utf8'))),
  );
  expect(found.sort()).toEqual(Object.keys(reads).sort());
});

test('The check finds each way to read the clock', () => {
  for (const text of ['Date.now()', 'const now = Date.now;', 'new Date()', 'new Date;', 'Date()'])
    expect([text, reading.test(text)]).toEqual([text, true]);
  for (const text of ['new Date(at)', 'performance.now()', 'ports.now()', 'Date.parse(text)', 'toDate()'])
    expect([text, reading.test(text)]).toEqual([text, false]);
});
