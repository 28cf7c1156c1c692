import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isBrowserCode } from '../../kit/browser-code.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const packageJson = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
  name: string;
  version: string;
};

/** Development-only code: its own folder, which is imported through one file, and the bundled pages. */
const isDevelopments = (file: string) => file.startsWith('src/dev/') || isBundled(file);
const isBundled = (file: string) => isBrowserCode(path.relative('src', file));

const sources = readdirSync(path.join(root, 'src'), { recursive: true })
  .map((name) => path.join('src', String(name)))
  .filter((file) => file.endsWith('.ts') && !isDevelopments(file));

/** The modules that a file imports at load time or later; type imports are erased. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const imported = [...text.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)'/gm)];
  const bare = [...text.matchAll(/^import '([^']+)'|\bimport\('([^']+)'\)/gm)];
  return [...imported, ...bare].map(([, one, other]) => (one ?? other)!);
}

test('Production code imports no development code and no package that production lacks', () => {
  const packages = new Set<string>();
  for (const file of sources) {
    for (const module of importsOf(file)) {
      if (module.startsWith('.')) {
        const target = path.join(path.dirname(file), module);
        if (file !== 'src/service/development.ts')
          expect([file, isDevelopments(target)]).toEqual([file, false]);
      } else if (!isBuiltin(module)) {
        packages.add(
          module
            .split('/')
            .slice(0, module.startsWith('@') ? 2 : 1)
            .join('/'),
        );
      }
    }
  }
  expect(packages).toContain('express');
  expect(Object.keys(packageJson.dependencies)).toEqual(expect.arrayContaining([...packages]));
});

test('The bill of materials lists each production package with its version and digest', () => {
  const npm = process.env.npm_execpath;
  expect(npm, 'npm runs the tests').toBeDefined();
  execFileSync(process.execPath, ['deploy/sbom.js'], { cwd: root });
  const file = path.join(root, 'sbom.cdx.json');
  const bill = JSON.parse(readFileSync(file, 'utf8')) as {
    metadata: { component: { name: string; version: string } };
    components: { purl: string; hashes?: { content: string }[] }[];
  };
  rmSync(file);
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; dev?: true; optional?: true; devOptional?: true }>;
  };
  const { name, version } = packageJson;
  expect(bill.metadata.component).toMatchObject({ name, version });
  const listed = new Set(bill.components.map(({ purl }) => decodeURIComponent(purl)));
  const installed = Object.entries(packages)
    .filter(([at, one]) => at !== '' && !one.dev && !one.optional && !one.devOptional)
    .map(
      ([at, one]) =>
        `pkg:npm/${at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${one.version}`,
    );
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.filter((purl) => !listed.has(purl))).toEqual([]);
  expect([...listed].filter((purl) => !installed.includes(purl))).toEqual([]);
  expect(bill.components.filter(({ hashes }) => !hashes?.length)).toEqual([]);
});

test('Node code imports no type of the bundled pages, which would invalidate every build', () => {
  const files = readdirSync(path.join(root, 'src'), { recursive: true })
    .map((name) => path.join('src', String(name)))
    .filter((file) => /\.tsx?$/.test(file) && !isBundled(file));
  const importing = files.filter((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/from '(\.[^']+)'/g)].some(([, module]) =>
      isBundled(path.join(path.dirname(file), module!)),
    ),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(importing).toEqual([]);
});

test('The package contains the build output and no development files', () => {
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root });
  const [packed] = JSON.parse(String(output)) as [{ files: { path: string }[] }];
  const files = packed.files.map((file) => file.path);
  expect(files).toEqual(
    expect.arrayContaining(['deploy/build.js', 'dist/main.js', 'dist/commands/switchyard.js', 'README.md']),
  );
  expect(files.filter((file) => /^(?:src|test|dist\/dev)\/|\.map$|\.compile-cache/.test(file))).toEqual([]);
});

test('The lock file has no deprecated package', () => {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { deprecated?: string }>;
  };
  const deprecated = Object.entries(packages).filter(([, entry]) => entry.deprecated);
  expect(Object.keys(packages).length).toBeGreaterThan(100);
  expect(deprecated.map(([name]) => name)).toEqual([]);
});
