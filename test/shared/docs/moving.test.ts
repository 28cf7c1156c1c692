import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { otherColumns } from '../../../src/core/imports/column-names.ts';
import { isImportColumn } from '../../../src/core/imports/import-row.ts';

/** Shared prefixes that the page's table abbreviates. */
const shortened = /^(?:billing_address|card\.address)(?=_)/;

test('The page on moving lists every known column of other services, mapped to our fields', async () => {
  const page = (await readFile('docs/moving.md', 'utf8')).toLowerCase();
  const names = [...otherColumns.keys()];
  const missing = names.filter(
    (name) => !page.includes(`\`${name}\``) && !page.includes(`\`${name.replace(shortened, '')}\``),
  );
  expect(missing).toEqual([]);
  expect([...otherColumns.values()].filter((own) => own !== null && !isImportColumn(own))).toEqual([]);
});

test("Every column of ours in the page's table exists", async () => {
  const page = await readFile('docs/moving.md', 'utf8');
  const [, table] = /\n\| Column \| Content \|\n([\s\S]*?)\n\n/.exec(page)!;
  const cells = table!
    .split('\n')
    .slice(1)
    .map((row) => row.split(' | ')[0]!);
  const columns = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
  const named = columns.map((name) =>
    name.replace(/<\w+>/, 'x').replace(/billing\.(address|phone)\.….*/, 'billing.email'),
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !isImportColumn(name))).toEqual([]);
});
