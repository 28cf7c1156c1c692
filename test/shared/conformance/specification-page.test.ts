import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import '../../../src/core/entities/resources.ts';
import { attemptStates } from '../../../src/core/entities/states/attempt-states.ts';
import { captureStates } from '../../../src/core/entities/states/capture-states.ts';
import { disputeStages, disputeStates } from '../../../src/core/entities/states/dispute-states.ts';
import { paymentStates } from '../../../src/core/entities/states/payment-states.ts';
import { payoutStates } from '../../../src/core/entities/states/payout-states.ts';
import { refundStates } from '../../../src/core/entities/states/refund-states.ts';
import type { AnyStateMachine } from '../../../src/core/foundation/state-machine.ts';
import { type DescribedClass, type FieldDescription, fieldsOf } from '../../../src/core/model/index.ts';
import { specifiedOperations } from '../../../src/rest/operations.ts';
import { cellsOf, sectionsOf, tablesOf } from './markdown.ts';
import { endpoints, shapes } from './specification.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const page = readFileSync(path.join(root, 'docs/specification.md'), 'utf8');
const sections = sectionsOf(page);

const textOf = (heading: string): string | undefined =>
  sections.find(({ title }) => title === heading || title.startsWith(`${heading}: `))?.text;

/** The text of a section and its subsections. */
function wholeOf(heading: string): string {
  const from = sections.findIndex(({ title }) => title === heading || title.startsWith(`${heading}: `));
  const rest = sections.slice(from + 1);
  const end = rest.findIndex(({ level }) => level <= sections[from]!.level);
  return [sections[from]!, ...(end < 0 ? rest : rest.slice(0, end))].map(({ text }) => text).join('\n');
}

/** The titles of a file's tests, as in the source. */
const titles = new Map<string, ReadonlySet<string>>();
function titlesIn(file: string): ReadonlySet<string> {
  const known = titles.get(file);
  if (known) return known;
  const source = readFileSync(path.join(root, file), 'utf8');
  const literal =
    /(?:\btest|\))(?:\.\w+)*\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)\s*,/g;
  const found = new Set(
    [...source.matchAll(literal)].map(([, text]) => text!.slice(1, -1).replace(/\\(.)/g, '$1')),
  );
  titles.set(file, found);
  return found;
}

interface TestLink {
  readonly file: string;
  readonly title: string;
}

const linkedTests = (text: string): TestLink[] =>
  [...text.matchAll(/\]\(\.\.\/(test\/[^ )]+) (?:"([^"]*)"|'([^']*)')\)/g)].map(([, file, title, other]) => ({
    file: file!,
    title: title ?? other!,
  }));

/** The fault of a link to a test, if any. */
function faultOf({ file, title }: TestLink): string | null {
  if (!existsSync(path.join(root, file))) return `${file} does not exist`;
  return titlesIn(file).has(title) ? null : `${file} has no test "${title}"`;
}

test('Every link to a test names a test that exists', () => {
  const links = linkedTests(page);
  expect(links.length).toBeGreaterThan(200);
  expect(links.length).toBe(page.match(/\.test\.ts/g)!.length);
  expect(links.map(faultOf).filter((fault) => fault !== null)).toEqual([]);
});

test('The check finds a link to a missing file or test', () => {
  const file = 'test/shared/conformance/specification-page.test.ts';
  expect(faultOf({ file: 'test/none.test.ts', title: 'x' })).toContain('does not exist');
  expect(faultOf({ file, title: 'A test that is not there' })).toContain('has no test');
  expect(faultOf({ file, title: 'Every link to a test names a test that exists' })).toBeNull();
});

test('Every rule links to a test', () => {
  const tables = tablesOf(page).filter(([header]) => cellsOf(header!.text).at(-1) === 'Tests');
  const rules = tables.flatMap(([, , ...rows]) => rows);
  expect(rules.length).toBeGreaterThan(150);
  expect(rules.filter(({ text }) => linkedTests(cellsOf(text).at(-1)!).length === 0)).toEqual([]);
});

test('Every section has a rule, a table or sections below it', () => {
  const bare = sections.filter(({ level, title }) => level > 1 && tablesOf(wholeOf(title)).length === 0);
  expect(bare.map(({ title }) => title)).toEqual([]);
});

interface Citation {
  readonly place: string;
  /** Up to the end of its sentence. */
  readonly text: string;
}

/** The citations in comments: `Specification: Events, rule 3.` cites `Events` and `rule 3`. */
function citationsOf(place: string, source: string): Citation[] {
  const joined = source.replace(/\n\s*(?:\*(?!\/)|\/\/)\s*/g, ' ');
  return [...joined.matchAll(/\bSpecification:\s((?:`[^`]*`|[^.`])*)/g)].map(([, text]) => ({
    place,
    text: text!.replace(/\*\/.*/s, '').trim(),
  }));
}

const fieldNames = new Set(Object.values(shapes).flatMap((shape) => shape.map(({ name }) => name)));

/** The parts of a citation that lead nowhere. */
function unledBy({ text }: Citation): string[] {
  let section: string | undefined;
  return text.split(', ').flatMap((part) => {
    const [, name, code] = /^([^`]*?)\s*(?:`([^`]+)`)?$/.exec(part) ?? [undefined, part];
    const rule = /^rule (\d+)$/.exec(name!);
    if (rule) return new RegExp(`^${rule[1]}\\. `, 'm').test(section ?? '') ? [] : [part];
    if (name) {
      const heading = name.replace(/^endpoint /, 'Endpoint ');
      const within =
        section &&
        tablesOf(section)
          .flat()
          .some((row) => cellsOf(row.text)[0] === heading);
      const found = textOf(heading);
      if (!found && !within) return [part];
      section = found ?? section;
    }
    const members = code?.split('.') ?? [];
    return members.filter((member) => !fieldNames.has(member) && !section?.includes(`\`${member}\``));
  });
}

const cited = ['src/**/*.{ts,tsx,sql}', 'deploy/**/*.{ts,tsx}', 'test/**/*.ts']
  .flatMap((pattern) => globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' }))
  .filter((file) => !file.endsWith('specification-page.test.ts'))
  .flatMap((file) => citationsOf(file, readFileSync(path.join(root, file), 'utf8')));

test('Every citation of the specification leads to a section of the page', () => {
  expect(cited.length).toBeGreaterThan(150);
  const lost = cited
    .map((citation) => [citation.place, citation.text, unledBy(citation)] as const)
    .filter(([, , parts]) => parts.length > 0);
  expect(lost).toEqual([]);
});

test('The check finds a citation of a missing section, rule or field', () => {
  const unled = (comment: string) => citationsOf('', comment).map(unledBy);
  expect(unled('/** Specification: Payout. */ // Specification: endpoint 5, `payout_link`.')).toEqual([
    [],
    [],
  ]);
  expect(unled('/** Specification:\n * Payment `net_amount`, and more. */')).toEqual([['and more']]);
  expect(unled('// Specification: endpoint 20.')).toEqual([['endpoint 20']]);
  expect(unled('// Specification: Events, rule 4. Or not.')).toEqual([[]]);
  expect(unled('// Specification: Events, rule 9')).toEqual([['rule 9']]);
  expect(unled('// Specification: Payment `net_amounts`.')).toEqual([['net_amounts']]);
});

test('Every endpoint has a section, under its method and path', () => {
  const headings = sections.map(({ title }) => title).filter((title) => title.startsWith('Endpoint '));
  expect(headings).toEqual(
    endpoints.map(({ method, number, path: at }) => `Endpoint ${number}: ${method.toUpperCase()} ${at}`),
  );
  for (const { number, query = [] } of endpoints) {
    const text = textOf(`Endpoint ${number}`)!;
    expect(
      query.filter((name) => !text.includes(`\`${name}\``)),
      `endpoint ${number}`,
    ).toEqual([]);
  }
});

/** The sections of resources whose shapes have other names. */
const named: Readonly<Record<string, string>> = {
  PaymentMethod: 'Payment method (saved)',
  ErrorMapping: 'Error-mapping record (gsm)',
  CustomerPaymentMethods: 'Endpoint 10',
  SessionTokens: 'Endpoint 3',
  Authentication: 'Endpoint 4',
};
const sectionOfShape = (shape: string): string =>
  named[shape] ??
  [shape, shape.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)].find((title) =>
    textOf(title),
  ) ??
  '';

test('Every resource has a section that names its list-only and single-only fields', () => {
  const answered = endpoints.map(({ answers }) => /(\w+)\]?$/.exec(answers)![1]!);
  const nested = [
    'Refund',
    'Dispute',
    'Attempt',
    'Capture',
    'PayoutAttempt',
    'SavedCard',
    'CustomerPaymentMethod',
  ];
  for (const shape of new Set([...answered, ...nested])) {
    const text = textOf(sectionOfShape(shape));
    expect(text, shape).toBeDefined();
    const special = shapes[shape]!.filter(({ visibility }) => visibility !== 'always').map(
      ({ name }) => name,
    );
    expect(
      special.filter((name) => !text!.includes(`\`${name}\``)),
      shape,
    ).toEqual([]);
  }
});

/** The fields of every class in the requests and responses of the specification's operations. */
function describedFields(): Map<string, FieldDescription> {
  const fields = new Map<string, FieldDescription>();
  const seen = new Set<DescribedClass>();
  const walk = (target: DescribedClass) => {
    if (seen.has(target)) return;
    seen.add(target);
    for (const field of fieldsOf(target)) {
      fields.set(`${target.name}.${field.name}`, field);
      if (field.of) walk(field.of());
    }
  };
  for (const { body, response } of specifiedOperations) {
    walk(response.target);
    if (body) walk(body as DescribedClass);
  }
  return fields;
}

test('Every enumerated field of the specification is in the table, with a value that the field accepts', () => {
  const rows = tablesOf(textOf('Enumerations')!)[0]!
    .slice(2)
    .map(({ text }) => cellsOf(text));
  const values = new Map(rows.map(([field, value]) => [field!.slice(1, -1), value!.slice(1, -1)]));
  const fields = describedFields();
  for (const [name, value] of values) {
    const field = fields.get(name);
    expect(field, name).toBeDefined();
    expect(field!.enumeration?.().values ?? [value], name).toContain(value);
  }
  const enumerated = [...fields].filter(([name, field]) => {
    const [of, member] = name.split('.') as [string, string];
    return field.enumeration && shapes[of]?.some((shown) => shown.name === member);
  });
  expect(enumerated.map(([name]) => name).filter((name) => !values.has(name))).toEqual([]);
});

const machines = {
  'Payment `status`': paymentStates,
  'Attempt `status`': attemptStates,
  'Capture `status`': captureStates,
  'Refund `status`': refundStates,
  'Dispute `dispute_stage`': disputeStages,
  'Dispute `dispute_status`': disputeStates,
  'Payout `status`': payoutStates,
} as unknown as Readonly<Record<string, AnyStateMachine>>;

test('The tables of states match the state machines', () => {
  const tables = tablesOf(textOf('States and transitions')!).filter(
    ([header]) => cellsOf(header!.text)[1] === 'May become',
  );
  const shown = tables.map(([header, , ...rows]) => [
    cellsOf(header!.text)[0]!,
    rows.map(({ text }) => cellsOf(text)),
  ]);
  const code = (status: string) => `\`${status}\``;
  const expected = Object.entries(machines).map(([title, { terminal, transitions }]) => [
    title,
    Object.entries(transitions).map(([status, next]) => [
      terminal.includes(status) ? `**${code(status)}**` : code(status),
      next.map(code).join(', ') || '—',
    ]),
  ]);
  expect(shown).toEqual(expected);
});

test('The table of keys matches the endpoints of each kind', () => {
  const kinds = ['api_key', 'publishable_key', 'admin_key', 'ephemeral_key'] as const;
  const rows = tablesOf(textOf('Authentication')!)[0]!.slice(2);
  expect(rows.map(({ text }) => cellsOf(text)[2])).toEqual(
    kinds.map((kind) =>
      specifiedOperations
        .filter(({ keys }) => keys.includes(kind))
        .map(({ number }) => number)
        .join(', '),
    ),
  );
});
