import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

const source = path.resolve(import.meta.dirname, '../../../src');
/** Generated or recorded files, which no person reads from top to bottom. */
const isWritten = (file: string) =>
  !/\.(documents|fields)\.ts$|data\/schema-types\.ts$|\/generated\/|database\/migrations\//.test(file);
const files = globSync('**/*.{ts,tsx}', { cwd: source }).filter(isWritten).sort();
const texts = new Map(files.map((file) => [file, readFileSync(path.join(source, file), 'utf8')]));
const lengths = new Map([...texts].map(([file, text]) => [file, text.split('\n').length - 1]));

/** Lines that half, nine tenths and all of the files have at most. */
const FILE_LINES = { median: 82, p90: 195, max: 400 };
/** The file of the largest resource, whose fields are a line or two each. */
const LONGER: Readonly<Record<string, number>> = {
  'core/entities/payment.ts': 700,
};
const FUNCTION_LINES_MAX = 70;
/** Hand-written lines. An issue that adds abilities raises these, knowingly. */
const LINES = { core: 78_000, others: 84_000 };

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly body?: Node | null;
  readonly argument?: Node | null;
  readonly [member: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const holdsJsx = (node: Node): boolean => node.type.startsWith('JSX') || childrenOf(node).some(holdsJsx);

/** The object, array, class or text that a function returns: data, or parts that are measured by themselves. */
function returnedLiteral({ body }: Node): Node | null {
  const last = body?.type === 'BlockStatement' ? (body.body as unknown as Node[]).at(-1) : null;
  const value = last?.type === 'ReturnStatement' ? last.argument : body;
  const isLiteral = value && /^((Object|Array|Class)Expression|TemplateLiteral)$/.test(value.type);
  return isLiteral ? value : null;
}

/** Functions of a file longer than a screen. */
function longFunctions(file: string, text: string): string[] {
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const lines = ({ end, start }: Node) => lineOf(end) - lineOf(start) + 1;
  const found: string[] = [];
  const visit = (node: Node): void => {
    if (/Function/.test(node.type) && isNode(node.body) && node.end - node.start > FUNCTION_LINES_MAX * 10) {
      const literal = returnedLiteral(node);
      const length = lines(node) - (literal ? lines(literal) : 0);
      if (length > FUNCTION_LINES_MAX && !holdsJsx(node))
        found.push(`${file}:${lineOf(node.start)} ${length}`);
    }
    childrenOf(node).forEach(visit);
  };
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node);
  return found;
}

test('Files are short enough to read at once', () => {
  const sorted = [...lengths.values()].sort((a, b) => a - b);
  expect(sorted.length).toBeGreaterThan(1_000);
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(FILE_LINES.median);
  expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThanOrEqual(FILE_LINES.p90);
  expect([...lengths].filter(([file, lines]) => lines > (LONGER[file] ?? FILE_LINES.max))).toEqual([]);
});

test('A function fits on a screen, unless it is data or a page', () => {
  expect([...texts].flatMap(([file, text]) => longFunctions(file, text))).toEqual([]);
});

test('Hand-written lines stay within the budget', () => {
  const sums = { core: 0, others: 0 };
  for (const [file, lines] of lengths) sums[file.startsWith('core/') ? 'core' : 'others'] += lines;
  expect(sums.core).toBeLessThanOrEqual(LINES.core);
  expect(sums.others).toBeLessThanOrEqual(LINES.others);
});
