import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const dashboard = path.resolve(import.meta.dirname, '../../../src/dashboard');
const sources = (await readdir(dashboard, { recursive: true })).filter(
  (file) => /\.tsx?$/.test(file) && !/\.documents\.ts$/.test(file),
);

/** Formatting of a number, time or key for people in a fixed locale or a non-standard way. */
const formats = {
  'a number with fixed decimals': /\.toFixed\(|\.toPrecision\(/,
  'a format of its own': /new Intl\.|\.toLocale\w+\(/,
  'a unit after a number': /\}(?: |\u00a0)?(?:%|ms|KB|kB|MB)\b/,
  'a date by its parts': /\.getMonth\(\) \+ 1|\.toDateString\(|\.toUTCString\(/,
  'a key of one system': /['"`>]Ctrl/,
};

test.for(Object.entries(formats))('No dashboard source outside data/ contains %s', async ([, format]) => {
  const others = sources.filter((file) => !file.startsWith(`data${path.sep}`));
  expect(others.length).toBeGreaterThan(100);
  const found: string[] = [];
  for (const file of others) {
    const lines = (await readFile(path.join(dashboard, file), 'utf8')).split('\n');
    lines.forEach((line, i) => {
      if (format.test(line)) found.push(`${file}:${i + 1} ${line.trim()}`);
    });
  }
  expect(found).toEqual([]);
});

test('Formats in data/ follow the viewer, except English texts and the calendar of a zone', async () => {
  const found: string[] = [];
  for (const file of sources.filter((one) => one.startsWith(`data${path.sep}`))) {
    const text = await readFile(path.join(dashboard, file), 'utf8');
    for (const [format, locale] of text.matchAll(/new Intl\.\w+\(\s*('[^']*'|\w*)/g)) {
      if (locale !== 'undefined' && locale !== '') found.push(`${path.basename(file)}: ${format}`);
    }
    expect(text).not.toMatch(formats['a number with fixed decimals']);
  }
  expect(found.sort()).toEqual([
    "words.ts: new Intl.DateTimeFormat('en'",
    "words.ts: new Intl.RelativeTimeFormat('en'",
    "words.ts: new Intl.RelativeTimeFormat('en'",
    "zones.ts: new Intl.DateTimeFormat('en-US'",
  ]);
});
