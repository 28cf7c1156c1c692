/**
 * `npm run build:sdk`: generates types and operations from `schema/openapi.json` into `src/generated`, and compiles `src`
 * into `dist`, unless `dist` came from the same inputs. What is generated is a megabyte that follows from the contract,
 * so it is not committed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';

const here = import.meta.dirname;
const root = path.resolve(here, '../../..');
const generated = path.join(here, 'src/generated');
const dist = path.join(here, 'dist');
const stamp = path.join(dist, '.inputs');
const contract = path.join(root, 'schema/openapi.json');

/** The versions of the generator and the compiler are in the lock file. */
function digestInputs() {
  const written = readdirSync(path.join(here, 'src')).filter((name) => name.endsWith('.ts'));
  const own = ['build.js', 'package.json', 'tsconfig.json', ...written.sort().map((name) => `src/${name}`)];
  const hash = createHash('sha256');
  for (const file of [
    contract,
    path.join(root, 'package-lock.json'),
    ...own.map((name) => path.join(here, name)),
  ]) {
    hash.update(`${path.relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Runs the generator, which needs the compiler's JavaScript API: TypeScript 7 has none that it knows. */
async function generate() {
  registerHooks({
    resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-6' : name, context),
  });
  const { createClient } = await import('@hey-api/openapi-ts');
  await createClient({
    input: contract,
    output: { path: generated, importFileExtension: '.ts', tsConfigPath: null },
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
}

const digest = digestInputs();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== digest) {
  process.stdout.write('Building @switchyard/node …\n');
  for (const folder of [generated, dist]) rmSync(folder, { recursive: true, force: true });
  await generate();
  const compiler = path.join(root, 'node_modules/.bin/tsc');
  const { status } = spawnSync(compiler, ['-p', here], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  // Written last, so that an interrupted build does not count as complete.
  writeFileSync(stamp, digest);
}
