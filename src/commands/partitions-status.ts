import { defineCommand, print } from './command.ts';
import { readAll, tableOf } from './read-all.ts';

interface Status {
  readonly table_name: string;
  readonly partitions: number;
  readonly first: string | null;
  readonly last: string | null;
  readonly missing: string | null;
  readonly default_rows: number;
  readonly default_size: string;
}

/**
 * Reads the catalog, and one row by index for each month in a default partition, whatever the number of rows: PostgreSQL's
 * statistics give it.
 */
const STATUS = `
  with tables as (
    select p.partrelid as id, c.relname as name, p.partdefid as default_id
    from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
    where c.relnamespace = 'public'::regnamespace
  ), made as (
    select i.inhparent as id, substr(c.relname, length(t.name) + 2) as period
    from tables t join pg_inherits i on i.inhparent = t.id join pg_class c on c.oid = i.inhrelid
    where c.oid is distinct from t.default_id
  ), missing as (
    select parent, string_agg(to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD'), ' ' order by starts_at) as starts
    from missing_partitions(now()) group by parent
  )
  select t.name as table_name, m.partitions, m.first, m.last, missing.starts as missing,
    pg_stat_get_live_tuples(t.default_id)::int as default_rows,
    pg_size_pretty(pg_table_size(t.default_id)) as default_size
  from tables t
  join (select id, count(*)::int as partitions, min(period) as first, max(period) as last from made group by id) m using (id)
  left join missing on missing.parent = t.name order by t.name`;

export const command = defineCommand({
  about: `Shows the partitions of each table that has some: the first and the last, those that are missing by their first day, and how
many rows wait in the default partition, by PostgreSQL's statistics. It exits with 1 if partitions are missing or rows
wait, and says what to do.`,
  run: async () => {
    const { rows } = await readAll((session) => session.query<Status>(STATUS));
    print(
      tableOf(
        rows as unknown as Record<string, unknown>[],
        'There are no partitions: run switchyard migrate.',
      ),
    );
    const missing = rows.filter((row) => row.missing !== null).map((row) => row.table_name);
    const late = rows.filter((row) => row.default_rows > 0).map((row) => row.table_name);
    if (missing.length > 0)
      print(
        `Partitions of ${missing.join(', ')} are missing: the hourly job has not made them. See that a process runs jobs, and ` +
          'look for keep_partitions in the log. Until then rows go to the default partition, and no write fails.',
      );
    if (late.length > 0)
      print(
        `Rows of ${late.join(', ')} wait in the default partition. The hourly job gives them their partition; to have it now, ` +
          'run: switchyard partitions move. docs/run.md#retention has its costs.',
      );
    return missing.length + late.length === 0 ? 0 : 1;
  },
});
