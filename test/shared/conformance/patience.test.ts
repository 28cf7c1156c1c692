import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const tests = path.resolve(import.meta.dirname, '../..');
/** What measures, and runs in `npm run reliability` or by itself. */
const measuring = /^(bench|process\/drills|process\/operation\/failover)\//;
const PATIENCE_MS = 60_000;

test('No test gives up on what it waits for within a minute: machines that run tests are busy', () => {
  const files = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !measuring.test(file),
  );
  expect(files.length).toBeGreaterThan(400);
  const impatient = files.flatMap((file) =>
    [...readFileSync(path.join(tests, file), 'utf8').matchAll(/(?<!\w)timeout: ([\d_]+)/g)]
      .filter(([, limit]) => Number(limit!.replaceAll('_', '')) < PATIENCE_MS)
      .map(([limit]) => `${file}: ${limit}`),
  );
  expect(impatient).toEqual([]);
});
