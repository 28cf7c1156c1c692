import type { Migration } from '@mikro-orm/migrations';

/*
 * PostgreSQL builds no index of a partitioned table concurrently. But it makes an empty one of the parent, which partitions
 * that are attached later get too, builds one of each partition concurrently, and attaches those to the parent's.
 */

/**
 * The statement of a migration without a transaction that builds an index of a partitioned table while its rows are written:
 * {@link buildIndexesOfPartitions} puts those of the partitions in its place.
 *
 * @param terms The text after the table's name: the columns in parentheses, and the condition.
 */
export const indexOfPartitions = (index: string, table: string, terms: string): string =>
  `create index concurrently "${index}" on each partition of "${table}" ${terms}`;

const pattern = /^create index concurrently "(\w+)" on each partition of "(\w+)" (.+)$/s;

/** Replaces the statements of {@link indexOfPartitions} in a migration by one for each partition that lacks the index. */
export async function buildIndexesOfPartitions(
  migration: Pick<Migration, 'getQueries' | 'execute'>,
): Promise<void> {
  const queries = migration.getQueries();
  const expanded: string[] = [];
  for (const query of queries.map(String)) {
    const [, index, table, terms] = pattern.exec(query) ?? [];
    expanded.push(...(index ? await statementsOf(migration, index, table!, terms!) : [query]));
  }
  queries.splice(0, queries.length, ...expanded);
}

async function statementsOf(
  migration: Pick<Migration, 'execute'>,
  index: string,
  table: string,
  terms: string,
): Promise<string[]> {
  // A cluster builds the index of all partitions at once.
  const cluster = await migration.execute(`select 1 as found from pg_extension where extname = 'citus'`);
  if (cluster.length > 0) return [`create index if not exists "${index}" on "${table}" ${terms}`];
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
