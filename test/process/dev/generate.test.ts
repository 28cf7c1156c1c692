import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generateDashboard } from '../../../src/dev/dashboard/generate-dashboard.ts';

let root: string;
const at = (file: string) => path.join(root, file);
const source = 'src/dashboard/data/unread.graphql';
const documents = 'src/dashboard/data/unread.documents.ts';
const exists = (file: string) =>
  stat(at(file)).then(
    () => true,
    () => false,
  );

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'switchyard-generate-'));
  for (const file of ['package-lock.json', 'schema/schema.graphql', 'schema/rules.json', 'src/dashboard'])
    await cp(path.resolve(file), at(file), { recursive: true });
  await generateDashboard(root);
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('An edited or deleted document is written again, and no other file is touched', async () => {
  const written = await readFile(at(documents), 'utf8');
  expect(written).toContain('export const UnreadDocument');
  const other = 'src/dashboard/act/picker.documents.ts';
  const { mtimeMs } = await stat(at(other));
  await writeFile(at(documents), `${written}// changed`);
  await generateDashboard(root);
  expect(await readFile(at(documents), 'utf8')).toBe(written);
  await rm(at(documents));
  await generateDashboard(root);
  expect(await readFile(at(documents), 'utf8')).toBe(written);
  expect((await stat(at(other))).mtimeMs).toBe(mtimeMs);
});

test('The document of a deleted source is removed', async () => {
  await rm(at(source));
  await generateDashboard(root);
  expect(await exists(documents)).toBe(false);
});

test('A document with a field missing from the schema is refused, also on the next run', async () => {
  await writeFile(at(source), 'query Unread { viewer { shoeSize } }');
  await expect(generateDashboard(root)).rejects.toThrow(/shoeSize/);
  await expect(generateDashboard(root)).rejects.toThrow(/shoeSize/);
});
