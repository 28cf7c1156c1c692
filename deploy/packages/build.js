/**
 * `npm run build:sdk`: makes the packages of this folder, or those that its arguments name. It generates what follows from
 * other files into `src/generated`, which is not committed, and compiles `src` into `dist`, unless `dist` came from the
 * same inputs.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';

const here = import.meta.dirname;
const root = path.resolve(here, '../..');
const contract = path.join(root, 'schema/openapi.json');
const formTypes = path.join(root, 'src/checkout/elements/form-types.ts');

/** The packages, in the order of their imports, with what each takes from elsewhere and makes of it. */
const packages = {
  node: { inputs: [contract], generate: generateOperations },
  js: {
    inputs: [formTypes],
    generate: (folder) => copyFileSync(formTypes, path.join(folder, 'form-types.ts')),
  },
  react: { inputs: [formTypes, path.join(here, 'js/src/load-switchyard.ts')], after: 'js' },
};

/** The versions of the generator and the compiler are in the lock file. */
function digestInputs(folder, inputs) {
  const written = readdirSync(path.join(folder, 'src')).filter((name) => /\.tsx?$/.test(name));
  const own = ['package.json', 'tsconfig.json', ...written.sort().map((name) => `src/${name}`)];
  const hash = createHash('sha256');
  for (const file of [
    ...inputs,
    path.join(root, 'package-lock.json'),
    ...['build.js', 'tsconfig.json'].map((name) => path.join(here, name)),
    ...own.map((name) => path.join(folder, name)),
  ]) {
    hash.update(`${path.relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Runs the generator, which needs the compiler's JavaScript API: TypeScript 7 has none that it knows. */
async function generateOperations(folder, version) {
  registerHooks({
    resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-6' : name, context),
  });
  const { createClient } = await import('@hey-api/openapi-ts');
  await createClient({
    input: contract,
    output: { path: folder, importFileExtension: '.ts', tsConfigPath: null },
    plugins: [
      '@hey-api/typescript',
      {
        name: '@hey-api/sdk',
        // The key is a header of every request, whatever kind of key it is.
        auth: false,
        operations: { strategy: 'single', containerName: 'Operations' },
        responseStyle: 'data',
      },
      { name: '@hey-api/client-fetch', throwOnError: true },
    ],
    logs: { level: 'silent', file: false },
  });
  writeFileSync(path.join(folder, 'version.ts'), `export const version = '${version}';\n`);
}

async function build(name) {
  const { after, generate, inputs } = packages[name];
  if (after) await build(after);
  const folder = path.join(here, name);
  const [generated, dist] = [path.join(folder, 'src/generated'), path.join(folder, 'dist')];
  const stamp = path.join(dist, '.inputs');
  const digest = digestInputs(folder, inputs);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  process.stdout.write(`Building @switchyard/${name} …\n`);
  for (const old of [generated, dist]) rmSync(old, { recursive: true, force: true });
  if (generate) {
    mkdirSync(generated);
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    await generate(generated, version);
  }
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(compiler, ['-p', folder], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  // Written last, so that an interrupted build does not count as complete.
  writeFileSync(stamp, digest);
}

const named = process.argv.slice(2);
for (const name of named.length > 0 ? named : Object.keys(packages)) await build(name);
