/**
 * Bundles the pages of `src/pages`, `src/checkout` and `src/dashboard`, each into a folder of `dist/pages/`, unless the
 * bundles there were built from the same inputs. Run as `npm run build:pages`, and by `deploy/build.js`.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Rolldown } from 'vite';
import { scriptFile } from '../checkout/server/elements-page.ts';
import { version } from '../config/version.ts';
import { bundlesFolder } from '../http/pages/bundled-page.ts';
import { NONCE_PLACEHOLDER } from '../http/pages/dashboard-page.ts';
import { COMPRESSED_SUFFIX } from '../http/pages/stored-document.ts';
import { generateDashboard } from './dashboard/generate-dashboard.ts';
import { writeInventory } from './page-inventory.ts';

const src = path.resolve(import.meta.dirname, '..');
const dashboardFolder = path.join(src, 'dashboard');
/** The files that pages share with the service. */
const sharedFiles = [
  'foundation/currencies.ts',
  'foundation/ports/connector-errors.ts',
  'foundation/url-path.ts',
  'foundation/dashboard-link.ts',
  'entities/values/rule-defaults.ts',
  'payment-links/allowed-domains.ts',
  'payment-links/style-sheet.ts',
].map((file) => path.join(src, 'core', file));
const bundledFolders = ['pages', 'checkout/page', 'checkout/elements', 'checkout/recipient', 'dashboard'].map(
  (folder) => path.join(src, folder),
);
const lockFile = path.resolve(import.meta.dirname, '../../package-lock.json');
const digestFile = path.join(bundlesFolder, 'inputs.sha256');
/** The ECMAScript version of browsers of 2020, in which customers and recipients open their pages. */
const PUBLIC_TARGET = 'es2020';
/** The pages, by the name of their bundle: folder and target. */
const pages = {
  graphiql: { folder: 'pages/graphiql', target: 'es2022' },
  docs: { folder: 'pages/docs', target: 'es2022' },
  checkout: { folder: 'checkout/page', target: PUBLIC_TARGET },
  elements: { folder: 'checkout/elements', target: PUBLIC_TARGET },
  recipient: { folder: 'checkout/recipient', target: PUBLIC_TARGET },
} as const;

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((file) => path.join(file.parentPath, file.name)).sort();
}

/** The lock file stands for the bundler and every bundled package. */
async function digestInputs(): Promise<string> {
  const hash = createHash('sha256');
  for (const input of [
    lockFile,
    import.meta.filename,
    path.resolve(import.meta.dirname, 'page-inventory.ts'),
    ...sharedFiles,
    ...(await Promise.all(bundledFolders.map(filesIn))).flat(),
  ]) {
    hash.update(`${path.relative(src, input)}\0`).update(await readFile(input));
  }
  return hash.digest('hex');
}

const onLog: NonNullable<Rolldown.RolldownOptions['onLog']> = (level, log, report) => {
  // Dozens of packages are marked 'use client', which is irrelevant without server rendering.
  if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
};

async function bundlePage(name: keyof typeof pages): Promise<void> {
  const { folder, target } = pages[name];
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: path.join(src, folder),
    base: `/${name}/`,
    logLevel: 'warn',
    build: {
      outDir: path.join(bundlesFolder, name),
      emptyOutDir: true,
      target,
      // Swagger UI is one large file, loaded once and then cached for good.
      chunkSizeWarningLimit: 2048,
      rolldownOptions: {
        checks: { pluginTimings: false },
        // GraphiQL loads the parts of its editor one by one as it starts, and needs them all.
        output: { codeSplitting: false },
        onLog,
      },
    },
    css: {
      transformer: 'lightningcss',
      // GraphiQL embeds its fonts, three quarters of its style sheet. The pages use the system's fonts.
      lightningcss: { visitor: { Rule: { 'font-face': () => [] } } },
    },
  });
}

/** The dashboard. Each page loads when it is opened. */
async function bundleDashboard(): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: dashboardFolder,
    base: '/dashboard/',
    logLevel: 'warn',
    html: { cspNonce: NONCE_PLACEHOLDER },
    build: {
      outDir: path.join(bundlesFolder, 'dashboard'),
      emptyOutDir: true,
      target: 'es2022',
      // Data in addresses is no source of the Content-Security-Policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // The first chunk has React, the GraphQL client and the components that every page uses.
      chunkSizeWarningLimit: 700,
      rolldownOptions: { checks: { pluginTimings: false }, onLog },
    },
  });
}

/** The script that shops' pages load: one file of a name that stays. */
async function bundleScript(): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: path.join(src, pages.elements.folder),
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: path.dirname(scriptFile),
      emptyOutDir: true,
      target: PUBLIC_TARGET,
      lib: {
        entry: 'switchyard.ts',
        formats: ['iife'],
        name: 'switchyardScript',
        fileName: () => path.basename(scriptFile),
      },
    },
  });
}

/** Compresses assets once at the highest level: compression per request has to be fast. */
async function compressAssets(): Promise<void> {
  const assets = (await filesIn(bundlesFolder)).filter((file) => /\.(?:js|css|svg)$/.test(file));
  const compress = async (file: string) =>
    writeFile(file + COMPRESSED_SUFFIX, await promisify(brotliCompress)(await readFile(file)));
  await Promise.all(assets.map(compress));
}

// The documents are inputs of the dashboard's bundle.
await generateDashboard();
const digest = await digestInputs();
const builtDigest = await readFile(digestFile, 'utf8').catch(() => undefined);
if (digest !== builtDigest) {
  process.stdout.write('Bundling the pages …\n');
  // Always bundle the production build of React, in any environment.
  process.env.NODE_ENV = 'production';
  const names = Object.keys(pages) as (keyof typeof pages)[];
  for (const name of names) await bundlePage(name);
  await bundleScript();
  await bundleDashboard();
  const integrity = writeInventory([...names, 'dashboard']);
  process.stdout.write(`${path.basename(scriptFile)} ${version} ${integrity}\n`);
  await compressAssets();
  // Written last, so that an interrupted build does not count as complete.
  await writeFile(digestFile, digest);
}
