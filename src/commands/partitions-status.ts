import { defineCommand, print } from './command.ts';
import { readAll, tableOf } from './read-all.ts';

/** How far ahead the hourly job makes partitions, and how their names end; the database's `partitions.rules`. */
export const units = Object.freeze({
  day: { ahead: 3, format: '_YYYY_MM_DD' },
  month: { ahead: 2, format: '_YYYY_MM' },
});

/** The one table in partitions by day. */
export const BY_DAY = 'updates';

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
 * Reads the catalog alone, however many rows there are: the rows of a default partition are those that PostgreSQL's
 * statistics count.
 */
const STATUS = `
  with tables as (
    select p.partrelid as id, c.relname as name, p.partdefid as default_id,
      case c.relname when '${BY_DAY}' then 'day' else 'month' end as unit
    from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
    where c.relnamespace = 'public'::regnamespace
  ), units (unit, ahead, format) as (
    values ${Object.entries(units)
      .map(([unit, { ahead, format }]) => `('${unit}', ${ahead}, '${format}')`)
      .join(', ')}
  ), wanted as (
    select t.id, t.name || to_char(date_trunc(unit, now() at time zone 'UTC') + step * ('1 ' || unit)::interval, format) as name
    from tables t join units using (unit) cross join lateral generate_series(0, ahead) step
  ), made as (
    select i.inhparent as id, c.relname as name
    from tables t join pg_inherits i on i.inhparent = t.id join pg_class c on c.oid = i.inhrelid
    where c.oid is distinct from t.default_id
  )
  select t.name as table_name,
    (select count(*)::int from made where made.id = t.id) as partitions,
    (select substr(min(name), length(t.name) + 2) from made where made.id = t.id) as first,
    (select substr(max(name), length(t.name) + 2) from made where made.id = t.id) as last,
    (select string_agg(substr(w.name, length(t.name) + 2), ' ' order by w.name) from wanted w
     where w.id = t.id and not exists (select from made where made.id = t.id and made.name = w.name)) as missing,
    pg_stat_get_live_tuples(t.default_id)::int as default_rows,
    pg_size_pretty(pg_table_size(t.default_id)) as default_size
  from tables t order by t.name`;

export const command = defineCommand({
  about: `Shows the partitions of each table that has some: the first and the last, which of now and ahead are missing, and how
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
          'run: switchyard partitions move. docs/operation.md#retention says what it costs.',
      );
    return missing.length + late.length === 0 ? 0 : 1;
  },
});
