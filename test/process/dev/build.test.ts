import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const script = path.resolve('deploy/build.js');

/** Stands in for the compiler: records its run, and writes one output per source. */
const compiler = `#!/bin/sh
echo ran >> compiler.log
for source in $(cd src && find . \\( -name '*.ts' -o -name 'en.json' \\) ! -path './pages/*' ! -path './checkout/page/*'); do
  mkdir -p "dist/$(dirname "$source")" && : > "dist/$(echo $source | sed 's/ts$/js/')"
done`;

/** Stands in for the script that bundles the pages. */
const bundler = `import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('dist/pages', { recursive: true });
writeFileSync('dist/pages/inputs.sha256', '');`;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'switchyard-build-'));
  await cp(script, path.join(folder, 'deploy', 'build.js'));
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  }
}

async function writeProject(): Promise<void> {
  const tsc = path.join('node_modules', 'typescript', 'bin', 'tsc');
  // TypeScript's loader is not needed here: Node strips types.
  const tsx = {
    'node_modules/tsx/package.json': '{ "exports": "./index.js" }',
    'node_modules/tsx/index.js': '',
  };
  const pages = {
    'src/pages/docs/main.ts': '',
    'src/checkout/page/main.ts': '',
    'src/checkout/tsconfig.json': '{}',
    'src/checkout/locales/en.json': '{}',
    'src/dev/bundle-pages.ts': bundler,
  };
  await write({ 'src/main.ts': '', 'src/service.ts': '', ...pages, [tsc]: compiler, ...tsx });
  await chmod(path.join(folder, tsc), 0o755);
}

const build = () => promisify(execFile)(process.execPath, [path.join(folder, 'deploy', 'build.js')]);

/** How often the compiler has run. */
async function compilations(): Promise<number> {
  const log = await readFile(path.join(folder, 'compiler.log'), 'utf8').catch(() => '');
  return log.split('\n').length - 1;
}

async function outputs(): Promise<string[]> {
  const entries = await readdir(path.join(folder, 'dist'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => path.relative(path.join(folder, 'dist'), path.join(entry.parentPath, entry.name)))
    .sort();
}

const all = [
  'checkout/locales/en.json',
  'dev/bundle-pages.js',
  'main.js',
  'pages/inputs.sha256',
  'service.js',
];

test('A build compiles changed files only', async () => {
  await writeProject();
  expect((await build()).stdout).toContain('Compiling');
  expect(await outputs()).toEqual(all);
  expect((await build()).stdout).toBe('');
  expect(await compilations()).toBe(1);

  await write({ 'src/main.ts': 'changed' });
  await build();
  expect(await compilations()).toBe(2);
  await write({ 'package-lock.json': '{ "changed": true }' });
  await build();
  expect(await compilations()).toBe(3);
});

test('Generated files are not build inputs, and the contract they come from is', async () => {
  await writeProject();
  await build();
  await write({ 'src/dashboard/pages/payments/payment.documents.ts': '' });
  expect((await build()).stdout).toBe('');
  await write({ 'schema/schema.graphql': 'type Query' });
  expect((await build()).stdout).toContain('Compiling');
});

test('A build deletes the output of a moved or deleted source', async () => {
  await writeProject();
  await build();
  await write({ 'dist/database/migrations/Migration1.js': '' });
  await build();
  expect(await outputs()).toEqual(all);
});

test.for(['service.js', 'checkout/locales/en.json'])(
  '%s is compiled again if it is missing',
  async (output) => {
    await writeProject();
    await build();
    await rm(path.join(folder, 'dist', output));
    await build();
    expect(await outputs()).toEqual(all);
    expect(await compilations()).toBe(2);
  },
);

test('The installed program is executable', async () => {
  await writeProject();
  await write({ 'src/commands/switchyard.ts': '' });
  await build();
  const program = await stat(path.join(folder, 'dist/commands/switchyard.js'));
  expect(program.mode & 0o111).toBe(0o111);
});

test('A build that failed is repeated', async () => {
  await writeProject();
  await write({ 'node_modules/typescript/bin/tsc': '#!/bin/sh\necho ran >> compiler.log\nexit 2' });
  await expect(build()).rejects.toMatchObject({ code: 2 });
  await expect(build()).rejects.toMatchObject({ code: 2 });
  expect(await compilations()).toBe(2);
});

test('A package without sources needs no compiler, and missing compilers are a plain error', async () => {
  await write({ 'dist/main.js': '' });
  expect((await build()).stdout).toBe('');
  await write({ 'src/main.ts': '' });
  await expect(build()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/compiler is a development dependency.*without --omit=dev/),
  });
});
