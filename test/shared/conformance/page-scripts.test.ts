import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { isBrowserCode } from '../../kit/browser-code.ts';

const root = path.resolve(import.meta.dirname, '../../..');

const sourcesIn = (folder: string): [file: string, source: string][] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.d\.ts$|\.documents\.ts$/.test(file))
    .map((file) => [path.join(folder, file), readFileSync(path.join(root, folder, file), 'utf8')]);

interface Node {
  readonly type: string;
  readonly [name: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const isFunction = ({ type }: Node) => /Function/.test(type);

/** The state of a button that a call sets: `setBusy(true)` is `['setBusy', true]`; null for anything else. */
function setterOf({ arguments: args, callee, type }: Node): [name: string, value: boolean] | null {
  const { name } = (callee ?? {}) as { name?: string };
  const [value] = (args ?? []) as { value?: unknown }[];
  const isSetter = type === 'CallExpression' && /^set[A-Z]\w+$/.test(name ?? '');
  return isSetter && typeof value?.value === 'boolean' ? [name!, value.value] : null;
}

/** The states that a function sets before waiting and resets only without an exception. */
function leftAfterException(file: string, source: string): string[] {
  const found: string[] = [];
  const inFunction = (body: Node): void => {
    const set = new Map<string, number>();
    const back = new Map<string, boolean>();
    let awaits = 0;
    let firstSet = -1;
    const walk = (value: unknown, isFinal: boolean): void => {
      if (Array.isArray(value)) for (const each of value) walk(each, isFinal);
      if (!isNode(value)) return;
      if (isFunction(value)) {
        inFunction(value.body as Node);
        return;
      }
      if (value.type === 'AwaitExpression' && firstSet >= 0) awaits += 1;
      const setter = setterOf(value);
      if (setter?.[1] === true) {
        set.set(setter[0], awaits);
        firstSet = 0;
      }
      if (setter?.[1] === false && set.has(setter[0]) && awaits > set.get(setter[0])!)
        back.set(setter[0], isFinal || back.get(setter[0]) === true);
      for (const [name, child] of Object.entries(value)) walk(child, isFinal || name === 'finalizer');
    };
    walk(body, false);
    for (const [name, isSafe] of back) if (!isSafe) found.push(`${file} ${name}(false)`);
  };
  inFunction(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file) as unknown as Node);
  return found;
}

test('No button stays disabled after an exception: its state is reset in finally', () => {
  const sources = [...sourcesIn('src/pages'), ...sourcesIn('src/checkout'), ...sourcesIn('src/dashboard')];
  expect(sources.length).toBeGreaterThan(250);
  expect(sources.flatMap(([file, source]) => leftAfterException(file, source))).toEqual([]);
});

test.for([
  ['async () => { setBusy(true); await ask(); setBusy(false); }', 1],
  ['async function f() { setBusy(true); try { await ask(); } catch { say(); } setBusy(false); }', 1],
  ['async () => { setBusy(true); try { await ask(); } finally { setBusy(false); } }', 0],
  ['() => { setOpen(true); close(() => setOpen(false)); }', 0],
] as const)('The check finds %s', ([source, count]) => {
  expect(leftAfterException('x.ts', `const x = ${source}`)).toHaveLength(count);
});

/** Features missing in browsers of 2020 and pages over plain HTTP: customers' pages are bundled for them. */
const tooNew =
  /\.at\(|Object\.(?:hasOwn|groupBy)\b|\.(?:findLast|findLastIndex|toSorted|toReversed|toSpliced|with)\(|structuredClone|randomUUID|URL\.(?:canParse|parse)\(|crypto\.subtle|AbortSignal\.(?:any|timeout)|Promise\.withResolvers|navigator\.clipboard/;

/** The sources in customers' pages and shops' pages, including core files listed in `bundle-pages.ts`. */
const publicSources = (): [string, string][] => {
  const bundler = readFileSync(path.join(root, 'src/dev/bundle-pages.ts'), 'utf8');
  const [, listed = ''] = /const sharedFiles = \[([^\]]*)\]/.exec(bundler)!;
  const shared = [...listed.matchAll(/'([^']+)'/g)].map(([, file]) => path.join('src/core', file!));
  return [
    ...['page', 'elements', 'recipient'].flatMap((page) => sourcesIn(`src/checkout/${page}`)),
    ...shared
      // Only the dashboard's.
      .filter((file) => !/rule-defaults|dashboard-link/.test(file))
      .map((file): [string, string] => [file, readFileSync(path.join(root, file), 'utf8')]),
  ];
};

test("Customers' pages run in browsers of 2020, also over plain HTTP", () => {
  const sources = publicSources();
  expect(sources.length).toBeGreaterThan(40);
  const withoutComments = (source: string) => source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const found = sources.flatMap(([file, source]) =>
    withoutComments(source)
      .split('\n')
      .filter((line) => tooNew.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

/** Runtime imports of values, each as its file below `src`. */
function valueImports([file, source]: [file: string, source: string]): string[] {
  const imports = source.matchAll(/^(?:import|export) (?!type\b)(?:\{?([^;']*?)\}? from )?'(\.[^']+)'/gm);
  return [...imports]
    .filter(([, names]) => !names || names.split(',').some((name) => /^(?!type\b)\w/.test(name.trim())))
    .map(([, , specifier]) => path.join(path.dirname(file), specifier!));
}

test("Customers' pages run only their own files and core files that the bundler knows", () => {
  const sources = publicSources();
  const known = new Set(sources.map(([file]) => file));
  const imported = sources.flatMap(valueImports).filter((file) => !file.endsWith('.css'));
  expect(imported.filter((file) => file.startsWith('src/core/')).length).toBeGreaterThan(5);
  expect(imported.filter((file) => !known.has(file))).toEqual([]);
});

test("The service, including the server of customers' pages, imports no browser file", () => {
  const served = sourcesIn('src').filter(([file]) => !isBrowserCode(path.relative('src', file)));
  expect(served.length).toBeGreaterThan(1000);
  const found = served.flatMap((source) =>
    valueImports(source)
      .filter((imported) => isBrowserCode(path.relative('src', imported)))
      .map((imported) => `${source[0]} imports ${imported}`),
  );
  expect(found).toEqual([]);
});
