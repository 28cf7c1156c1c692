import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import type { Connector } from '../../../../src/core/foundation/ports/connector.ts';
import { isFullRun } from '../../../kit/figure.ts';

/**
 * Follows docs/connectors.md literally, in a copy of the project: writes its files to the given paths, type-checks
 * them, and runs the last one, which contains the conformance suite.
 */
const root = resolve(import.meta.dirname, '../../../..');
const page = await readFile(join(root, 'docs/connectors.md'), 'utf8');
const blocksOf = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n// (\\S+)\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, path, text]) => ({ path: path!, text: text! }),
  );

const copy = await realpath(await mkdtemp(join(tmpdir(), 'switchyard-page-')));
afterAll(() => rm(copy, { recursive: true, force: true }));

/** Links the contents of a project folder, so that files written next to them do not reach the project. */
async function link(folder: string, besides: readonly string[]): Promise<void> {
  await mkdir(join(copy, folder), { recursive: true });
  const names = (await readdir(join(root, folder))).filter((name) => !besides.includes(name));
  await Promise.all(names.map((name) => symlink(join(root, folder, name), join(copy, folder, name))));
}
await link('.', ['src', 'test', 'tsconfig.json', 'dist', '.git']);
await link('src', ['connectors']);
await link('src/connectors', ['acme', 'vendors.ts']);
await link('test', ['shared']);
await link('test/shared', ['connectors']);
await link('test/shared/connectors', ['acme']);
await cp(join(root, 'src/connectors/vendors.ts'), join(copy, 'src/connectors/vendors.ts'));

const files = blocksOf('ts');
for (const { path, text } of files) {
  await mkdir(dirname(join(copy, path)), { recursive: true });
  await writeFile(join(copy, path), `${text}`);
}
for (const { path, text } of blocksOf('diff')) {
  for (const hunk of text.split('@@\n')) {
    const lines = hunk.trimEnd().split('\n');
    const joined = (shown: readonly string[]) => shown.map((line) => `${line.slice(1)}\n`).join('');
    const before = joined(lines.filter((line) => !line.startsWith('+')));
    const old = await readFile(join(copy, path), 'utf8');
    expect(old).toContain(before);
    await writeFile(join(copy, path), old.replace(before, joined(lines)));
  }
}
const config = {
  extends: join(root, 'tsconfig.json'),
  compilerOptions: { rootDir: '/', noEmit: true },
  // The suite's file is checked by running it: type-checking it would include the whole service.
  include: ['src/connectors/vendors.ts', 'src/connectors/acme', 'test/shared/connectors/acme/harness.ts'],
};
await writeFile(join(copy, 'tsconfig.json'), JSON.stringify(config));

test('The files of docs/connectors.md form a complete connector', () => {
  expect(files.map(({ path }) => path)).toEqual([
    ...['acme', 'capabilities', 'client', 'outcomes', 'operations', 'read-webhook'].map(
      (name) => `src/connectors/acme/${name}.ts`,
    ),
    'test/shared/connectors/acme/harness.ts',
    'test/shared/connectors/acme/conformance.test.ts',
  ]);
});

test.runIf(isFullRun)('The files of docs/connectors.md pass the type checker', async () => {
  const checker = [join(root, 'node_modules/typescript/bin/tsc'), '-p', copy];
  const told = await promisify(execFile)(process.execPath, checker).catch(
    (error: { stdout: string }) => error,
  );
  expect(told.stdout).toBe('');
});

test('The connector of docs/connectors.md supports everything that the page describes', async () => {
  const { acmeConnector } = (await import(join(copy, 'src/connectors/acme/acme.ts'))) as {
    acmeConnector: (setup: object) => Connector;
  };
  const acme = acmeConnector({ baseUrl: null, environment: 'test', now: () => new Date(), warn: () => {} });
  expect([...acme.abilities].sort()).toEqual(
    ['authorize', 'capture', 'look_up', 'refund', 'verify', 'void', 'webhooks'].sort(),
  );
});

await import(join(copy, 'test/shared/connectors/acme/conformance.test.ts'));
