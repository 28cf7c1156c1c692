import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const json = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

/** An entry of `package-lock.json`. */
interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly os?: string;
  readonly cpu?: string;
  readonly bin?: Readonly<Record<string, string>>;
}

const packages = json('package-lock.json').packages as Readonly<Record<string, Locked>>;
/** The packages that install a `node` into `node_modules/.bin`, which npm scripts prefer to the machine's own. */
const runtimes = Object.entries(packages).filter(([, { bin }]) => bin?.node !== undefined);

test('package-lock.json has a digest of each Node binary, and no install script downloads one', () => {
  const platforms = runtimes.map(([, { os, cpu }]) => `${os}-${cpu}`);
  expect(platforms).toEqual(['darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64']);
  const major = readFileSync(path.join(root, '.node-version'), 'utf8').trim();
  for (const [, locked] of runtimes) {
    expect(locked.integrity).toMatch(/^sha512-/);
    expect(locked.optional).toBe(true);
    expect(locked.hasInstallScript).toBeUndefined();
    expect(locked.version).toBe(runtimes[0]![1].version);
    expect(locked.version.split('.')[0]).toBe(major);
  }
  const allowed = Object.keys(json('package.json').allowScripts as object);
  expect(allowed.filter((name) => /^node\b/.test(name))).toEqual([]);
});

const own = runtimes.find(([, { os, cpu }]) => os === process.platform && cpu === process.arch);

test.runIf(own)('These tests run on the locked Node version', () => {
  expect(process.versions.node).toBe(own![1].version);
});

test('The documented production install has no bundler, compiler or test runner, and one install script', () => {
  const page = readFileSync(path.join(root, 'docs/install.md'), 'utf8');
  const dockerfile = readFileSync(path.join(root, 'deploy/Dockerfile'), 'utf8');
  for (const text of [page, dockerfile]) expect(text).toContain('npm ci --omit=dev --omit=optional');
  const installed = Object.entries(packages).filter(
    ([name, { dev, devOptional, optional }]) => name !== '' && !dev && !devOptional && !optional,
  );
  const names = installed.map(([name]) => name.replace(/^.*node_modules\//, ''));
  expect(names).toContain('better-auth');
  const tools =
    /^(vite|vitest|tsx|esbuild|rollup|rolldown|lightningcss|typescript|react|react-dom|playwright.*|@vitest\/.*|@rolldown\/.*|@esbuild\/.*)$/;
  expect(names.filter((name) => tools.test(name))).toEqual([]);
  const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([name]) => name);
  expect(scripted).toEqual(['node_modules/@apollo/protobufjs']);
});
