import type { Migration } from '@mikro-orm/migrations';

/*
 * PostgreSQL builds no index of a partitioned table concurrently. But it makes an empty one of the parent, which partitions
 * that are attached later get too, builds one of each partition concurrently, and attaches those to the parent's.
 */

/** A migration whose statements {@link buildIndexesOfPartitions} replaces. */
type Expanded = Pick<Migration, 'getQueries' | 'execute'>;

/**
 * The statement of a migration without a transaction that builds an index of a partitioned table while its rows are written:
 * {@link buildIndexesOfPartitions} puts those of the partitions in its place.
 *
 * @param terms The text after the table's name: the columns in parentheses, and the condition.
 */
export const indexOfPartitions = (index: string, table: string, terms: string): string =>
  `create index concurrently "${index}" on each partition of "${table}" ${terms}`;

/**
 * The statement of a migration without a transaction that gives an index other columns. The new index is built while the
 * former one serves. {@link buildIndexesOfPartitions} puts the steps in its place that are not done yet, so that a migration
 * which did not get a lock goes on where it was.
 *
 * @param terms See {@link indexOfPartitions}.
 */
export const replacedIndex = (index: string, table: string, terms: string): string =>
  `create index concurrently "${index}" in place of the former on "${table}" ${terms}`;

/**
 * The statement of a migration without a transaction that gives a partitioned table another primary key of columns that are
 * not null. The indexes of its partitions are built while rows are written; the key is exchanged within milliseconds.
 */
export const primaryKeyOfPartitions = (table: string, columns: readonly string[]): string =>
  `create key concurrently on each partition of "${table}" (${columns.join(', ')})`;

type Expansion = (migration: Expanded, ...groups: string[]) => Promise<string[]>;
const expansions: readonly (readonly [RegExp, Expansion])[] = [
  [/^create index concurrently "(\w+)" on each partition of "(\w+)" (.+)$/s, statementsOf],
  [/^create index concurrently "(\w+)" in place of the former on "(\w+)" (.+)$/s, replacementOf],
  [/^create key concurrently on each partition of "(\w+)" \((.+)\)$/, keyStatementsOf],
];

/** Replaces the statements of the functions above in a migration by those that PostgreSQL knows. */
export async function buildIndexesOfPartitions(migration: Expanded): Promise<void> {
  const queries = migration.getQueries();
  const expanded: string[] = [];
  for (const query of queries.map(String)) expanded.push(...(await expand(migration, query)));
  queries.splice(0, queries.length, ...expanded);
}

async function expand(migration: Expanded, query: string): Promise<string[]> {
  for (const [pattern, expansion] of expansions) {
    const match = pattern.exec(query);
    if (match) return expansion(migration, ...match.slice(1));
  }
  return [query];
}

/** Whether the tables are spread: a cluster builds the index of all partitions at once. */
async function isCluster(migration: Pick<Migration, 'execute'>): Promise<boolean> {
  return (await migration.execute(`select 1 from pg_extension where extname = 'citus'`)).length > 0;
}

async function statementsOf(
  migration: Pick<Migration, 'execute'>,
  index: string,
  table: string,
  terms: string,
): Promise<string[]> {
  if (await isCluster(migration)) return [`create index if not exists "${index}" on "${table}" ${terms}`];
  await migration.execute(`create index if not exists "${index}" on only "${table}" ${terms}`);
  const partitions = await migration.execute(`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = '${table}'::regclass and not exists (
      select from pg_index x join pg_inherits of_index on of_index.inhrelid = x.indexrelid
      where x.indrelid = c.oid and of_index.inhparent = '${index}'::regclass)
    order by c.relname`);
  return (partitions as { name: string }[]).flatMap(({ name }) => [
    // An interrupted build leaves an invalid index behind.
    `drop index concurrently if exists partitions."${name}_${index}"`,
    `create index concurrently "${name}_${index}" on partitions."${name}" ${terms}`,
    `alter index "${index}" attach partition partitions."${name}_${index}"`,
  ]);
}

async function partitionsOf(migration: Pick<Migration, 'execute'>, table: string): Promise<string[]> {
  const rows = await migration.execute(`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = '${table}'::regclass order by c.relname`);
  return (rows as { name: string }[]).map(({ name }) => name);
}

/** The columns of a valid index, comma-separated; null without one. */
async function columnsOf(migration: Pick<Migration, 'execute'>, index: string): Promise<string | null> {
  const [row] = await migration.execute(`
    select (select string_agg(attname, ', ' order by attnum) from pg_attribute where attrelid = x.indexrelid) as columns
    from pg_index x where x.indexrelid = to_regclass('${index}') and x.indisvalid`);
  return (row as { columns: string } | undefined)?.columns ?? null;
}

/** Whether an index is one that was built with these terms, which are its comment. */
async function hasTerms(migration: Expanded, index: string, terms: string): Promise<boolean> {
  const [row] = await migration.execute(`
    select obj_description(indexrelid, 'pg_class') as terms from pg_index
    where indexrelid = to_regclass('"${index}"') and indisvalid`);
  return (row as { terms: string | null } | undefined)?.terms === terms;
}

async function replacementOf(
  migration: Expanded,
  index: string,
  table: string,
  terms: string,
): Promise<string[]> {
  if (await hasTerms(migration, index, terms)) return [];
  const next = `${index}_next`;
  const noted = `comment on index "${next}" is '${terms.replaceAll("'", "''")}'`;
  const renamed = `alter index "${next}" rename to "${index}"`;
  const partitions = await partitionsOf(migration, table);
  if (partitions.length > 0) {
    return [
      ...(await statementsOf(migration, next, table, terms)),
      noted,
      `drop index if exists "${index}"`,
      ...partitions.map(
        (name) => `alter index if exists partitions."${name}_${next}" rename to "${name}_${index}"`,
      ),
      renamed,
    ];
  }
  const built = [
    `drop index concurrently if exists "${next}"`,
    `create index concurrently "${next}" on "${table}" ${terms}`,
    noted,
  ];
  const isBuilt = await hasTerms(migration, next, terms);
  return [...(isBuilt ? [] : built), `drop index concurrently if exists "${index}"`, renamed];
}

async function keyStatementsOf(migration: Expanded, table: string, columns: string): Promise<string[]> {
  const [dropped, added] = [
    `alter table "${table}" drop constraint "${table}_pkey"`,
    `alter table "${table}" add constraint "${table}_pkey" primary key (${columns})`,
  ];
  if ((await columnsOf(migration, `"${table}_pkey"`)) === columns) return [];
  if (await isCluster(migration)) return [dropped, added];
  const partitions = await partitionsOf(migration, table);
  const builds: string[] = [];
  for (const name of partitions) {
    if ((await columnsOf(migration, `partitions."${name}_key"`)) === columns) continue;
    builds.push(
      `drop index concurrently if exists partitions."${name}_key"`,
      `create unique index concurrently "${name}_key" on partitions."${name}" (${columns})`,
    );
  }
  const adopted = partitions.map(
    (name) =>
      `alter table partitions."${name}" add constraint "${name}_pkey" primary key using index "${name}_key";`,
  );
  return [...builds, `do $$ begin ${dropped}; ${adopted.join(' ')} ${added}; end $$`];
}
