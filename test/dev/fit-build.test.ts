import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const script = path.resolve('src/dev/fit-build.ts');

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'switchyard-build-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs the script on such files, and tells what is left in `dist`. */
async function outputsAfter(files: readonly string[]): Promise<string[]> {
  for (const file of files) {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, file), '');
  }
  await promisify(execFile)(process.execPath, [script], { cwd: folder });
  const left = await readdir(path.join(folder, 'dist'), { recursive: true, withFileTypes: true });
  return left
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(folder, 'dist'), path.join(entry.parentPath, entry.name)))
    .sort();
}

const compiled = ['dist/.tsbuildinfo', 'dist/main.js', 'dist/main.js.map', 'dist/graphiql/page.js'];

test('A build that has one output for each source is kept', async () => {
  const left = await outputsAfter(['src/main.ts', 'src/graphql/graphiql/page/page.ts', ...compiled]);
  expect(left).toEqual(['.tsbuildinfo', 'graphiql/page.js', 'main.js', 'main.js.map']);
});

test('The output of a source that was moved or deleted is not left behind', async () => {
  const left = await outputsAfter(['src/main.ts', ...compiled, 'dist/database/migrations/Migration1.js']);
  expect(left).toEqual(['graphiql/page.js']);
});

test('A missing output makes the compiler write all of them again', async () => {
  const left = await outputsAfter(['src/main.ts', 'src/service.ts', ...compiled]);
  expect(left).toEqual(['graphiql/page.js']);
});
