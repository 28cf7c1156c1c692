/**
 * Bundles the GraphiQL page into `dist/graphiql/`, unless the bundle there already came from the same
 * inputs. Run as `npm run build:graphiql`, and by `build.js`.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundleFolder, packageRoot } from './bundle-folder.ts';

const pageFolder = path.join(packageRoot, 'src/graphql/graphiql/page');
const digestFile = path.join(bundleFolder, 'inputs.sha256');

/** The lockfile stands for the bundler and every bundled package. */
async function digestInputs(): Promise<string> {
  const pageFiles = (await readdir(pageFolder)).sort().map((name) => path.join(pageFolder, name));
  const hash = createHash('sha256');
  for (const input of [path.join(packageRoot, 'package-lock.json'), import.meta.filename, ...pageFiles]) {
    hash.update(`${path.relative(packageRoot, input)}\0`).update(await readFile(input));
  }
  return hash.digest('hex');
}

async function bundlePage(): Promise<void> {
  // Always bundle the production build of React, whatever environment the install runs in.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: pageFolder,
    // With relative URLs the router can be mounted at any path.
    base: './',
    logLevel: 'warn',
    build: {
      outDir: bundleFolder,
      emptyOutDir: true,
      target: 'es2022',
      // Monaco is a single large chunk, loaded once and then cached for good.
      chunkSizeWarningLimit: 4096,
      rolldownOptions: {
        onLog(level, log, report) {
          // Dozens of packages are marked 'use client', which is irrelevant without server rendering.
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
        },
      },
    },
    worker: { format: 'es' },
  });
}

const digest = await digestInputs();
const builtDigest = await readFile(digestFile, 'utf8').catch(() => undefined);
if (digest !== builtDigest) {
  process.stdout.write('Bundling the GraphiQL page …\n');
  await bundlePage();
  // Written last, so that an interrupted build does not count as complete.
  await writeFile(digestFile, digest);
}
