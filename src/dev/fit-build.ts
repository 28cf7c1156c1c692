import { glob, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Runs before the compiler: unless `dist` holds one output for each source, what was compiled before is deleted and
 * compiled anew. The compiler deletes no output whose source has moved, a migration for example, which would still be
 * applied; and it does not notice that an output is missing. Plain Node runs this file, without a loader.
 */
const BUNDLE = path.join('dist', 'graphiql');
const BUILD_INFO = path.join('dist', '.tsbuildinfo');

/** The files of a folder that match, as the module that they are of. */
async function modulesIn(folder: string, pattern: string, except: string): Promise<Set<string>> {
  const modules = new Set<string>();
  for await (const file of glob(path.join(folder, '**', pattern))) {
    if (file.startsWith(except + path.sep)) continue;
    modules.add(path.relative(folder, file).replace(/\.ts$|\.js(\.map)?$/, ''));
  }
  return modules;
}

const page = path.join('src', 'graphql', 'graphiql', 'page');
const sources = await modulesIn('src', '*.ts', page);
const outputs = await modulesIn('dist', '*.{js,js.map}', BUNDLE);
if (sources.symmetricDifference(outputs).size > 0) {
  for await (const entry of glob(path.join('dist', '*'))) {
    if (entry !== BUNDLE) await rm(entry, { recursive: true });
  }
  await rm(BUILD_INFO, { force: true });
}
