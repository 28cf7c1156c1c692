/**
 * The command behind `npm run build`, which the commands that run what is built begin with: compiles `src` into `dist`
 * and bundles the pages for browsers, unless `dist` came from the same inputs. Plain JavaScript, because it runs where nothing is
 * compiled yet, and in a package, which has no `src` and for which there is nothing to do.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

process.chdir(path.dirname(import.meta.dirname));

const STAMP = path.join('dist', '.inputs');
const BUNDLES = path.join('dist', 'pages');
/** What `bin` of package.json names, which a shell starts. */
const PROGRAM = path.join('dist', 'commands', 'switchyard.js');
/** What the bundler compiles. */
const BUNDLED = ['pages', 'dashboard', 'checkout/page', 'checkout/elements', 'checkout/recipient'].map((name) =>
  path.join('src', name, path.sep),
);
/** The files of the dashboard that `src/dev/dashboard/generate-dashboard.ts` writes, which follow from the contract. */
const GENERATED = /\.(?:documents|fields)\.ts$|\bschema-types\.ts$/;
const CONTRACTS = ['schema.graphql', 'rules.json'].map((name) => path.join('schema', name));

/** The files below a folder; none if it does not exist. */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

const sources = filesIn('src')
  .filter((file) => !GENERATED.test(file))
  .sort();
const isCompiled = (file) =>
  /\.(ts|json)$/.test(file) &&
  path.basename(file) !== 'tsconfig.json' &&
  !BUNDLED.some((folder) => file.startsWith(folder));
const moduleOf = (file, folder) => path.relative(folder, file).replace(/\.ts$|\.js(\.map)?$/, '');

/** The compiler's own version and the bundled packages are in the lock file. */
function digestInputs() {
  const hash = createHash('sha256');
  const configuration = ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
  for (const file of ['deploy/build.js', ...configuration, ...CONTRACTS, ...sources]) {
    hash.update(`${file}\0`).update(existsSync(file) ? readFileSync(file) : '');
  }
  return hash.digest('hex');
}

/** Whether `dist` has one output for each source, and none whose source was moved or deleted: migrations are listed. */
function hasEachOutput() {
  const outputs = filesIn('dist').filter((file) => !file.startsWith(BUNDLES + path.sep));
  const compiled = outputs.filter((file) => /\.(js(\.map)?|json)$/.test(file)).map((file) => moduleOf(file, 'dist'));
  const wanted = sources.filter(isCompiled).map((file) => moduleOf(file, 'src'));
  return new Set(wanted).symmetricDifference(new Set(compiled)).size === 0;
}

/** Deletes what was compiled: the compiler neither deletes an output without a source nor notices a missing one. */
function removeOutputs() {
  for (const name of existsSync('dist') ? readdirSync('dist') : []) {
    const entry = path.join('dist', name);
    if (entry !== BUNDLES) rmSync(entry, { recursive: true });
  }
}

/** Runs a step of the build, and ends this process as it ended if it failed. */
function run(command, args) {
  const { error, status } = spawnSync(command, args, { stdio: 'inherit' });
  if (error?.code === 'ENOENT') {
    process.stderr.write(
      `There is no ${command}: what is built is out of date, and the compiler is a development dependency. ` +
        'Run `npm ci` without --omit=dev, or install the package that `npm pack` makes.\n',
    );
  } else if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

if (sources.length > 0) {
  const digest = digestInputs();
  const isComplete = hasEachOutput();
  const built = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';
  if (!isComplete || digest !== built || !existsSync(path.join(BUNDLES, 'inputs.sha256'))) {
    rmSync(STAMP, { force: true });
    if (!isComplete) removeOutputs();
    process.stdout.write('Compiling …\n');
    // By its path: the generator of clients has a compiler of the same command's name.
    run(path.join('node_modules', 'typescript', 'bin', 'tsc'), ['-p', 'tsconfig.build.json']);
    if (existsSync(PROGRAM)) chmodSync(PROGRAM, 0o755);
    run(process.execPath, ['--import', 'tsx', path.join('src', 'dev', 'bundle-pages.ts')]);
    // Written last, so that an interrupted build does not count as complete.
    writeFileSync(STAMP, digest);
  }
}
