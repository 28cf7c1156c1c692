import { indexOfPartitions, replacedIndex } from '../database/partition-indexes.ts';

/** A migration to write. */
export interface PlannedMigration {
  /** Follows the name that was given; empty for the first. */
  readonly suffix: string;
  readonly statements: readonly string[];
  /** Whether it runs in a transaction: an index is not built in one. */
  readonly isTransactional: boolean;
}

/** The form of a statement, and the table that it concerns. */
interface Parsed {
  readonly text: string;
  readonly kind: 'create table' | 'create index' | 'drop index' | 'other';
  readonly table: string | null;
  /** The name of the index or constraint. */
  readonly name: string;
}

const name = (group: string) => `"?(?<${group}>[\\w.]+)"?`;
const forms: readonly (readonly [Parsed['kind'], RegExp])[] = [
  ['create table', new RegExp(`^create table ${name('table')}`)],
  [
    'create index',
    new RegExp(`^create (?<unique>unique )?index ${name('name')} on ${name('table')} (?<terms>.+)$`, 's'),
  ],
  ['drop index', new RegExp(`^drop index (?:if exists )?${name('name')}$`)],
  ['other', new RegExp(`^(?:alter table|create policy ${name('name')} on) ${name('table')}`)],
];

function parse(text: string): Parsed {
  for (const [kind, form] of forms) {
    const groups = form.exec(text)?.groups;
    if (groups) return { text, kind, table: groups.table ?? null, name: groups.name ?? '' };
  }
  return { text, kind: 'other', table: null, name: '' };
}

/**
 * Orders the statements that turn the tables into those of the entities into migrations which a running release does not
 * notice: one for new tables, one for each table that is altered, one that validates constraints, one without a transaction
 * that builds indexes, and one that makes unique indexes constraints. Statements that no order makes safe, such as a dropped
 * column, are left to the rules of migrations.
 *
 * @param partitioned The partitioned tables, whose indexes are built partition by partition, and their indexes, which are not
 * dropped concurrently.
 */
export function planMigrations(
  statements: readonly string[],
  partitioned: ReadonlySet<string>,
): PlannedMigration[] {
  const all = statements.map(parse);
  const made = new Set(all.flatMap(({ kind, table }) => (kind === 'create table' ? [table] : [])));
  const isOfMade = ({ table }: Parsed) => made.has(table);
  const later = all.filter((each) => !isOfMade(each));

  const altered = new Map<string | null, string[]>();
  const validated: string[] = [];
  const indexed: string[] = [];
  const adopted: string[] = [];
  const namesOf = (kind: Parsed['kind']) =>
    new Set(later.flatMap((each) => (each.kind === kind ? [each.name] : [])));
  const [created, dropped] = [namesOf('create index'), namesOf('drop index')];
  for (const statement of later) {
    const { kind, table, text } = statement;
    if (kind === 'create index') indexed.push(...concurrently(text, partitioned, dropped));
    else if (kind === 'drop index') {
      if (created.has(statement.name)) continue;
      if (partitioned.has(statement.name)) altered.set(null, [...(altered.get(null) ?? []), text]);
      else indexed.push(`drop index concurrently if exists "${statement.name}"`);
    } else {
      const safe = withoutScan(text);
      altered.set(table, [...(altered.get(table) ?? []), ...safe.altered]);
      validated.push(...safe.validated);
      indexed.push(...safe.indexed);
      adopted.push(...safe.adopted);
    }
  }
  const planned = [
    { suffix: '', statements: all.filter(isOfMade).map(({ text }) => text), isTransactional: true },
    ...[...altered].map(([table, texts]) => ({
      suffix: made.size > 0 || altered.size > 1 ? `_${table ?? 'others'}` : '',
      statements: texts,
      isTransactional: true,
    })),
    { suffix: '_validated', statements: validated, isTransactional: true },
    { suffix: '_indexed', statements: indexed, isTransactional: false },
    ...adopted.map((text) => ({ suffix: '_unique', statements: [text], isTransactional: true })),
  ].filter((each) => each.statements.length > 0);
  return planned.length === 1 ? [{ ...planned[0]!, suffix: '' }] : planned;
}

/**
 * Builds an index while rows are written, after dropping the leftovers of a failed try. One that is dropped as well takes the
 * place of the former.
 */
function concurrently(
  text: string,
  partitioned: ReadonlySet<string>,
  dropped: ReadonlySet<string>,
): string[] {
  const { name: index, table, terms, unique = '' } = forms[1]![1].exec(text)!.groups!;
  if (dropped.has(index!) && !unique) return [replacedIndex(index!, table!, terms!)];
  if (!partitioned.has(table!)) {
    const statement = `create ${unique}index concurrently "${index}" on "${table}" ${terms}`;
    return [`drop index concurrently if exists "${index}"`, statement];
  }
  return unique ? [text] : [indexOfPartitions(index!, table!, terms!)];
}

const constraint = /^alter table "?([\w.]+)"? add constraint "?(\w+)"? (check|foreign key|unique)\b(.*)$/s;

/** A constraint that holds for new rows at once and for the others once they are read, beside writes. */
function withoutScan(text: string) {
  const [, table, name, kind, terms] = constraint.exec(text) ?? [];
  const none = { altered: [text], validated: [], indexed: [], adopted: [] };
  if (!kind) return none;
  if (kind === 'unique') {
    return {
      altered: [],
      validated: [],
      indexed: [
        `drop index concurrently if exists "${name}"`,
        `create unique index concurrently "${name}" on "${table}"${terms}`,
      ],
      adopted: [`alter table "${table}" add constraint "${name}" unique using index "${name}"`],
    };
  }
  return {
    ...none,
    altered: [`${text} not valid`],
    validated: [`alter table "${table}" validate constraint "${name}"`],
  };
}
