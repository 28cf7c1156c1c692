import { Migration } from '@mikro-orm/migrations';
import {
  type CountedTable,
  columns,
  countedTables,
  detailDimensions,
  dimensions,
  isZero,
  mainDimensions,
  nonZero,
  nullOf,
  sums,
} from './baseline/statistics-functions.ts';

/**
 * A change of an object that is not in the totals yet records nothing for statistics: they read the object itself. The
 * triggers record changes of older objects, as before, with the object's own time of creation, which makes the two
 * distinct: a change of an object created at or after `stats_progress.counted_until` says nothing.
 */
export class Migration20261130021900_objects_counted extends Migration {
  override up(): void {
    this.addSql(isCountedLive);
    for (const table of countedTables) this.addSql(recordFunction(table));
    this.addSql(foldChanges);
    this.addSql(foldObjects);
    this.addSql(rebuildTotals);
  }
}

const list = (names: readonly string[]) => names.join(', ');

/**
 * Whether statistics read an object from its table until this transaction has ended. They do if it was created since
 * `counted_until`, which does not change while somebody holds the lock in shared mode. Recording a change is never wrong:
 * while the lock is taken or waited for, a writer records instead of waiting, and so does a transaction that would read an
 * old `counted_until`.
 */
const isCountedLive = `
  create function is_counted_live(of text, kind text, at timestamptz) returns boolean language plpgsql as $function$
  declare
    since timestamptz;
  begin
    if current_setting('transaction_isolation') <> 'read committed'
       or not pg_try_advisory_xact_lock_shared(hashtextextended('switchyard statistics ' || of, 0)) then
      return false;
    end if;
    select p.counted_until into since from stats_progress p where p.merchant_id = of and p.object_type = kind;
    return coalesce(at >= since, false);
  end $function$`;

/** The lock on what is counted where, on the node of the merchant. It is held to the end of the transaction. */
const lock = (id: string) => `
    insert into stats_progress (merchant_id, object_type) values ${countedTables
      .map(({ type }) => `(${id}, '${type}')`)
      .join(', ')} on conflict do nothing;
    perform pg_advisory_xact_lock(hashtextextended('switchyard statistics ' || p.merchant_id, 0))
    from stats_progress p where p.merchant_id = ${id} and p.object_type = 'payment';`;

/** An object's values in the columns of a change. */
const valuesOf = ({ columns: of, created, type }: CountedTable, row: string, sign: '' | '-'): string =>
  list([
    `${row}.merchant_id`,
    `'${type}'`,
    `${row}.${created}`,
    ...dimensions.map((column) => (of[column] ? `${row}.${of[column]}` : nullOf(column))),
    `${sign}1`,
    ...sums.map((column) => (of[column] ? `${sign}${row}.${of[column]}` : 'null::int8')),
  ]);

const isCounted = ({ unless }: CountedTable, row: string): string =>
  unless ? `${row}.${unless} is not null` : 'true';

/** Replaces the function that records changes of a table's statistics. Deleted connector calls are those of a statement. */
function recordFunction(counted: CountedTable): string {
  const { created, table, type } = counted;
  const isLive = (row: string) => `is_counted_live(${row}.merchant_id, '${type}', ${row}.${created})`;
  const insert = (row: string, sign: '' | '-') =>
    `insert into stats_changes (${columns}) values (${valuesOf(counted, row, sign)});`;
  const isMoved = table === 'connector_calls';
  const deleted = isMoved
    ? `for gone in select * from before_rows r where ${isCounted(counted, 'r')} loop
          if not ${isLive('gone')} then
            ${insert('gone', '-')}
          end if;
        end loop;`
    : `if not ${isLive('old')} then
          ${insert('old', '-')}
        end if;`;
  return `create or replace function record_stats_of_${table}() returns trigger language plpgsql as $function$
    declare
      ${isMoved ? 'gone record;' : ''}
      was_live boolean;
      is_live boolean;
    begin
      if tg_op = 'INSERT' then
        if not ${isLive('new')} then
          ${insert('new', '')}
        end if;
      elsif tg_op = 'DELETE' then
        ${deleted}
      else
        was_live := ${isLive('old')};
        is_live := case when new.${created} = old.${created} then was_live else ${isLive('new')} end;
        if not was_live and ${isCounted(counted, 'old')} then
          ${insert('old', '-')}
        end if;
        if not is_live and ${isCounted(counted, 'new')} then
          ${insert('new', '')}
        end if;
      end if;
      return null;
    end $function$`;
}

const added = (of = '') => sums.map((column) => `sum(${of}${column})::int8 as ${column}`);
const quarterOf = (at: string) => `date_bin('15 minutes', ${at}, timestamptz '2000-01-01 00:00:00Z')`;

/**
 * Adds rows with the columns of changes to the totals of all periods; of kept rows to all but those of quarters of an hour,
 * which have them.
 *
 * @param from - A relation with these columns and `is_kept`.
 */
const addToTotals = (from: string): string => `summed as (
      select merchant_id, object_type, ${quarterOf('starts_at')} as starts_at, ${list(dimensions)},
             sum(count)::int as count, ${list(added())}, is_kept
      from ${from} group by merchant_id, object_type, ${quarterOf('starts_at')}, ${list(dimensions)}, is_kept
      having ${nonZero}
    ), typed as (
      select merchant_id, object_type, starts_at, ${list(mainDimensions)},
             ${list(detailDimensions.map((column) => `null::text as ${column}`))}, count, ${list(sums)}, is_kept from summed
      union all
      select merchant_id, 'attempt_detail', starts_at, ${list(dimensions)}, count, ${list(sums)}, is_kept from summed
      where object_type = 'attempt'
    ), spread as (
      select 'quarter_hour' as period, ${columns} from typed where not is_kept
      ${['hour', 'day', 'month']
        .map(
          (period) => `union all
      select '${period}', merchant_id, object_type, date_trunc('${period}', starts_at, 'UTC'), ${list(dimensions)}, count, ${list(sums)}
      from typed`,
        )
        .join('\n      ')}
    ), added as (
      insert into stats_totals as t (period, series, ${columns})
      select period, md5(jsonb_build_array(${list(dimensions)})::text)::uuid as series,
             merchant_id, object_type, starts_at, ${list(dimensions)}, sum(count)::int, ${list(sums.map((column) => `sum(${column})::int8`))}
      from spread group by period, merchant_id, object_type, starts_at, ${list(dimensions)}
      having ${nonZero}
      order by merchant_id, object_type, period, starts_at, series
      on conflict (merchant_id, object_type, period, starts_at, series)
      do update set ${list(['count', ...sums].map((column) => `${column} = t.${column} + excluded.${column}`))}
    )`;

/**
 * Adds a merchant's oldest changes to the totals, and returns how many. They are summed first: most objects leave their
 * initial status at once. Readers see either the changes or the totals that include them, because one transaction deletes
 * the changes and writes the totals. A total whose count is zero may still hold an amount.
 */
const foldChanges = `
  create or replace function fold_stats(of text, at_most int) returns int language plpgsql as $function$
  declare
    folded int;
    oldest int8[];
  begin
    ${lock('of')}
    oldest := array(
      select c.sequence from stats_changes c where c.merchant_id = of and c.starts_at < coalesce((
        select p.counted_until from stats_progress p where p.merchant_id = of and p.object_type = c.object_type), 'infinity')
      order by c.sequence limit at_most for update of c skip locked);
    with taken as (
      delete from stats_changes c where c.merchant_id = of and c.sequence = any(oldest)
      returning *, false as is_kept
    ), ${addToTotals('taken')}
    select count(*) into folded from taken;
    delete from stats_totals where merchant_id = of and ${isZero};
    return folded;
  end $function$`;

/** The objects of every type created in a range, with the columns of changes. */
const objects = (within: (counted: CountedTable) => string): string =>
  countedTables
    .map(
      (counted) => `
      select ${valuesOf(counted, 'o', '')}, false from ${counted.table} o
      where o.merchant_id = of and ${isCounted(counted, 'o')} and ${within(counted)}`,
    )
    .join('\n      union all');

/** The condition on an object's type and time; on its identifier too where only that is indexed by time. */
const inRange = ({ created, table, type }: CountedTable): string =>
  `kind = '${type}' and o.${created} >= since and o.${created} < past${
    table === 'connector_calls' ? ' and o.call_id >= first_call' : ''
  }`;

/** The time of creation of the object after so many. */
const afterSome = ({ created, table, type }: CountedTable): string => `
      when '${type}' then (
        select o.${created} from ${table} o
        where o.merchant_id = of and ${table === 'connector_calls' ? 'o.call_id >= first_call and ' : ''}o.${created} >= since
        order by ${table === 'connector_calls' ? 'o.call_id' : `o.${created}`} offset at_most limit 1)`;

/** The last time of creation, not before `until`. */
const lastOf = ({ created, table, type }: CountedTable): string => `
      when '${type}' then (
        select max(o.${created}) from ${table} o
        where o.merchant_id = of and o.${created} >= until${
          table === 'connector_calls' ? ' and o.call_id >= call_id_of(until)' : ''
        })`;

/** The first identifier of a call made a minute before a time. Identifiers begin with their time. */
const callIdOf = `
  create function call_id_of(at timestamptz) returns text language sql immutable
    begin atomic
      select 'call_' || string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((ms >> (45 - 5 * i)) & 31)::int + 1, 1), '' order by i)
      from (select floor(extract(epoch from at - interval '1 minute') * 1000)::bigint as ms) t, generate_series(0, 9) i;
    end;`;

/**
 * Adds a merchant's objects created before a time to the totals, and returns the most of one type: if `at_most` or more,
 * some are left. Without a time it adds all, and from then on every change is recorded.
 *
 * The recorded changes of these objects are deleted: their rows include them. A change that the statement does not see is
 * of a row that it sees as it was, and counts from now on. The first call for a type adds nothing, as all its objects are
 * in the totals or in changes: it begins after the last.
 */
const foldObjects = `${callIdOf}
  create function fold_objects(of text, until timestamptz, at_most int) returns int
  language plpgsql set lock_timeout = '5s' as $function$
  declare
    kind text;
    since timestamptz;
    past timestamptz;
    first_call text;
    folded int;
    most int := 0;
  begin
    ${lock('of')}
    foreach kind in array array[${countedTables.map(({ type }) => `'${type}'`).join(', ')}] loop
      select p.counted_until, p.calls_from into since, first_call from stats_progress p
      where p.merchant_id = of and p.object_type = kind;
      if since is null and until is null or until <= since then continue; end if;
      if since is null then
        past := greatest(until, case kind${countedTables.map(lastOf).join('')} end + interval '1 ms');
        update stats_progress p set counted_until = past, calls_from = call_id_of(past)
        where p.merchant_id = of and p.object_type = kind;
        continue;
      end if;
      past := case kind${countedTables.map(afterSome).join('')} end;
      if past is null or past <= since or past > until then past := coalesce(until, 'infinity'); end if;
      with told as (
        delete from stats_changes c
        where c.merchant_id = of and c.object_type = kind and c.starts_at >= since and c.starts_at < past
      ), taken (${columns}, is_kept) as (${objects(inRange)}
      ), ${addToTotals('taken')}
      select count(*) into folded from taken;
      most := greatest(most, folded);
      update stats_progress p
      set counted_until = nullif(past, 'infinity'), calls_from = case when past < 'infinity' then call_id_of(past) end
      where p.merchant_id = of and p.object_type = kind;
    end loop;
    delete from stats_totals where merchant_id = of and ${isZero};
    if until is null then
      delete from stats_progress p where p.merchant_id = of and p.counted_until is null;
    end if;
    return most;
  end $function$`;

/**
 * Makes a merchant's totals anew from its objects; returns the number of objects. Writers go on, and record their changes
 * meanwhile; readers see the totals so far until it commits. Totals of connector calls outlive the calls: those of before
 * the oldest call on record stay.
 */
const rebuildTotals = `
  create function rebuild_stats(of text) returns bigint language plpgsql set lock_timeout = '5s' as $function$
  declare
    rebuilt bigint;
    first_call timestamptz;
  begin
    ${lock('of')}
    first_call := coalesce(${quarterOf(
      '(select c.created_at from connector_calls c where c.merchant_id = of order by c.call_id limit 1)',
    )}, 'infinity');
    delete from stats_totals t
    where t.merchant_id = of and (t.object_type <> 'connector_call' or t.period <> 'quarter_hour' or t.starts_at >= first_call);
    with told as (
      delete from stats_changes c
      where c.merchant_id = of and (c.object_type <> 'connector_call' or c.starts_at >= first_call)
    ), taken (${columns}, is_kept) as (${objects(
      ({ created, table, type }) => `o.${created} < coalesce((
        select p.counted_until from stats_progress p where p.merchant_id = of and p.object_type = '${type}'), 'infinity')${
          table === 'connector_calls' ? ' and o.created_at >= first_call' : ''
        }`,
    )}
      union all
      select ${columns}, true from stats_totals t where t.merchant_id = of and t.object_type = 'connector_call'
    ), ${addToTotals('taken')}
    select count(*) into rebuilt from taken where not is_kept;
    return rebuilt;
  end $function$`;
