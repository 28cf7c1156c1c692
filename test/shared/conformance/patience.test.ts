import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const tests = path.resolve(import.meta.dirname, '../..');
/** Measurements, which run in `npm run reliability` or separately. */
const measuring = /^(bench|process\/drills|process\/operation\/failover)\//;
const PATIENCE_MS = 60_000;

const sources = readdirSync(tests, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !measuring.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(tests, file), 'utf8') }));

test('No test waits less than a minute, because test machines are busy', () => {
  expect(sources.length).toBeGreaterThan(400);
  const impatient = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/(?<!\w)timeout: ([\d_]+)/g)]
      .filter(([, limit]) => Number(limit!.replaceAll('_', '')) < PATIENCE_MS)
      .map(([limit]) => `${file}: ${limit}`),
  );
  expect(impatient).toEqual([]);
});

/** The arguments of a call that begins before a position in a text. */
function argumentsAt(text: string, start: number): string {
  let end = start;
  for (let open = 1; open > 0 && end < text.length; end += 1) {
    if (text[end] === '(') open += 1;
    else if (text[end] === ')') open -= 1;
  }
  return text.slice(start, end - 1);
}

test('Every wait sets a limit: the default is one second', () => {
  const waits = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\bvi\.wait(?:For|Until)\(/g)].map(({ 0: call, index }) => ({
      file,
      given: argumentsAt(text, index + call.length),
    })),
  );
  expect(waits.length).toBeGreaterThan(40);
  const isLimited = ({ given }: { given: string }) =>
    /, (\{[^}]*\btimeout\b[^}]*\}|[A-Za-z]\w*),?\s*$/.test(given.replace(/\s+/g, ' '));
  expect(waits.filter((wait) => !isLimited(wait))).toEqual([]);
});
