import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createDatabase, dropDatabase } from '../../kit/database.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** How many files of src a reader follows one request through. */
const FILES_MAX: Readonly<Record<string, number>> = { confirm: 105, list: 50, dashboard: 60, every: 20 };
/**
 * How many lines the functions have that run, so that folding files is no way below the other ceiling. Some run only in some
 * measurements, such as those that wait for a connection.
 */
const LINES_MAX: Readonly<Record<string, number>> = { confirm: 5_850, list: 1_720, dashboard: 1_980 };

interface Way {
  readonly files: readonly string[];
  readonly lines: Readonly<Record<string, number>>;
}
/** Entries directly in src. */
const ENTRIES_MAX = 18;

test('A request enters no more files than a reader can follow', async () => {
  const database = await createDatabase();
  const script = path.join('test', 'bench', 'files-touched.ts');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', script, '--json', '--database', database],
    { cwd: root, maxBuffer: 2 ** 24 },
  );
  await dropDatabase(database);
  const ways = JSON.parse(stdout) as Record<string, Way>;
  // Each enters the file that serves it, so the measurement covers the whole request.
  for (const [name, file] of [
    ['confirm', 'core/payments/authorize/confirm-payment.ts'],
    ['list', 'rest/routes/payments.ts'],
    ['every', 'core/access/authenticate.ts'],
  ] as const)
    expect(ways[name]!.files).toContain(file);
  // Only a request with an alias is translated.
  for (const { files } of Object.values(ways))
    expect(files.filter((file) => file.startsWith('rest/dialects/'))).toEqual([]);
  for (const [name, most] of Object.entries(FILES_MAX))
    expect(ways[name]!.files.length, ways[name]!.files.join('\n')).toBeLessThanOrEqual(most);
  for (const [name, most] of Object.entries(LINES_MAX)) {
    const { lines } = ways[name]!;
    const total = Object.values(lines).reduce((sum, count) => sum + count, 0);
    expect(total, `${name}: ${JSON.stringify(lines)}`).toBeGreaterThan(most / 2);
    expect(total, `${name}: ${JSON.stringify(lines)}`).toBeLessThanOrEqual(most);
  }
});

test('src has few enough entries to take in at a glance', async () => {
  const entries = await readdir(path.join(root, 'src'));
  expect(entries.length, entries.join(' ')).toBeLessThanOrEqual(ENTRIES_MAX);
});
