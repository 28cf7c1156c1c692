/**
 * Partitions of growing tables, and the functions by which a job creates and drops them. The serving role has no right
 * to the schema: it reaches rows through the parent only, and so through its row-level security.
 */
export const partitionFunctions = (): string[] => [
  'create schema partitions',
  // The prefix of identifiers, which is followed by a ULID; null where the key is a time. And the number of partitions
  // created ahead.
  `
    create view partitions.rules as
      select * from (values
        ('events', 'event_id', 'evt_', 'month', 2),
        ('webhook_deliveries', 'event_id', 'evt_', 'month', 2),
        ('connector_calls', 'call_id', 'call_', 'month', 2),
        ('audit_log', 'entry_id', 'aud_', 'month', 2),
        ('updates', 'recorded_at', null, 'day', 3)
      ) as r(parent, key, prefix, unit, ahead)`,
  `
    create function partitions.ulid_time(at timestamptz) returns text language sql immutable
      begin atomic
        select string_agg(substr('${CROCKFORD}', ((ms >> (45 - 5 * i)) & 31)::int + 1, 1), '' order by i)
        from (select floor(extract(epoch from at) * 1000)::bigint as ms) t, generate_series(0, 9) i;
      end`,
  `
    create function partitions.time_of_ulid(ulid text) returns timestamptz language sql immutable
      begin atomic
        select to_timestamp(sum((strpos('${CROCKFORD}', substr(ulid, i + 1, 1)) - 1) * power(32, 9 - i)) / 1000)
        from generate_series(0, 9) i;
      end`,
  `
    create function partitions.bound(prefix text, at timestamptz) returns text language sql stable
      begin atomic select coalesce(prefix || partitions.ulid_time(at), at::text); end`,
  `
    create function partitions.next(at timestamptz, unit text, steps int) returns timestamptz language sql immutable
      begin atomic
        select (date_trunc(unit, at at time zone 'UTC') + steps * ('1 ' || unit)::interval) at time zone 'UTC';
      end`,
  MISSING_PARTITIONS,
  MAKE_PARTITION,
  PARTITION_NEEDED,
  DROP_PARTITION,
  'revoke execute on function missing_partitions, make_partition, drop_partition from public',
  `
    do $$
    declare rule record;
    begin
      for rule in select * from partitions.rules loop
        execute format('create table partitions.%I partition of %I default', rule.parent || '_default', rule.parent);
        execute format('alter table partitions.%I enable row level security', rule.parent || '_default');
      end loop;
      perform make_partition(parent, starts_at) from missing_partitions(now());
    end $$`,
];

/** The digits of a ULID. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The options of the functions. They wait only briefly for locks because later statements queue behind them; the job
 * tries again.
 */
const ASKED = `language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '100ms'`;

/** One process at a time creates or drops partitions. */
const ALONE = `perform pg_advisory_xact_lock(hashtextextended('switchyard partitions', 0))`;

/**
 * The partitions that there should be and are not: of now, ahead, and of rows that found none when they were written.
 */
const MISSING_PARTITIONS = `
  create function missing_partitions(at timestamptz) returns table (parent text, starts_at timestamptz) ${ASKED} as $$
  declare
    rule record;
    times text;
  begin
    for rule in select * from partitions.rules loop
      times := case when rule.prefix is null then format('select %I as time from partitions.%I', rule.key, rule.parent || '_default')
        else format(
          'select partitions.time_of_ulid(ulid) as time from (select distinct substr(%1$I, %2$s, 10) as ulid from partitions.%3$I
             where %1$I ~ %4$L) u',
          rule.key, length(rule.prefix) + 1, rule.parent || '_default', '^' || rule.prefix || '[0-7][0-9A-HJKMNP-TV-Z]{9}') end;
      return query execute format(
        'select %L, s.starts_at from (
           select partitions.next($1, %L, step) as starts_at from generate_series(0, %s) step
           union select partitions.next(time, %L, 0) from (%s) t) s
         where to_regclass(partitions.name_of(%L, %L, s.starts_at)) is null order by 2',
        rule.parent, rule.unit, rule.ahead, rule.unit, times, rule.parent, rule.unit) using at;
    end loop;
  end $$`;

/**
 * Creates the partition of a time, and moves rows into it from the default partition. Writes to the table wait until it
 * is done: for milliseconds where there is nothing to move.
 */
const MAKE_PARTITION = `
  create function partitions.name_of(parent text, unit text, at timestamptz) returns text language sql stable
    begin atomic
      select 'partitions.' || parent || to_char(at at time zone 'UTC', case unit when 'day' then '_YYYY_MM_DD' else '_YYYY_MM' end);
    end;
  create function make_partition(of text, at timestamptz) returns bigint ${ASKED} as $$
  declare
    rule record;
    made text;
    first text;
    past text;
    columns text;
    moved bigint;
  begin
    ${ALONE};
    select * into strict rule from partitions.rules r where r.parent = of;
    made := partitions.name_of(of, rule.unit, at);
    if to_regclass(made) is not null then return 0; end if;
    first := partitions.bound(rule.prefix, partitions.next(at, rule.unit, 0));
    past := partitions.bound(rule.prefix, partitions.next(at, rule.unit, 1));
    select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
    where attrelid = of::regclass and attnum > 0 and not attisdropped and attgenerated = '';
    execute format('create table %s (like public.%I including all excluding indexes excluding identity)', made, of);
    execute format('alter table %s enable row level security', made);
    -- A write that was on its way to the default partition would be refused there once the range is another's.
    execute format('lock table only public.%I in share row exclusive mode', of);
    execute format('lock table partitions.%I in access exclusive mode', of || '_default');
    execute format(
      'with moved as (delete from partitions.%1$I where %2$I >= %3$L and %2$I < %4$L returning *)
       insert into %5$s (%6$s) select %6$s from moved', of || '_default', rule.key, first, past, made, columns);
    get diagnostics moved = row_count;
    execute format('alter table public.%I attach partition %s for values from (%L) to (%L)', of, made, first, past);
    return moved;
  end $$`;

/** Whether something before the end of a partition is needed still. */
const PARTITION_NEEDED = `
  create function partitions.needed(of text, past text, since timestamptz) returns boolean language plpgsql as $$
  begin
    return case
      -- A pending delivery keeps its event, but not for ever: an endpoint whose circuit stays open uses up few attempts.
      when of in ('events', 'webhook_deliveries') then exists (select from webhook_deliveries
        where event_id < past and status = 'pending' and created_at >= since)
      when of = 'connector_calls' then exists (select from connector_calls where call_id < past and status = 'intended')
      -- What has no place in the chain yet, and what was sealed before older entries but is too young to be dropped.
      when of = 'audit_log' then exists (select from audit_log where entry_id < past and sequence is null)
        or exists (select from audit_anchors a join audit_log l
          on l.merchant_id = a.merchant_id and l.sequence <= a.sequence
          where l.entry_id >= past and l.created_at > now() - interval '365 days')
      else false end;
  end $$`;

/**
 * Drops a table's oldest partition if it ends before a time and nothing of it is needed; returns its name, or null. Of
 * the audit log it keeps the last hash of each chain, and entries are 365 days old at least by the database's own clock:
 * the role that serves may not delete any.
 */
const DROP_PARTITION = `
  create function drop_partition(of text, before timestamptz) returns text ${ASKED} as $$
  declare
    rule record;
    oldest text;
    past_at timestamptz;
    past text;
  begin
    ${ALONE};
    -- A session that does not see every merchant's rows would find nothing needed.
    if current_setting('switchyard.merchant_id', true) is distinct from '*' then
      raise exception using errcode = 'insufficient_privilege', message = 'Partitions are of all merchants.';
    end if;
    select * into strict rule from partitions.rules r where r.parent = of;
    if of = 'audit_log' then before := least(before, now() - interval '365 days'); end if;
    select c.relname into oldest from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = of::regclass and c.relname <> of || '_default' order by c.relname limit 1;
    past_at := partitions.next(to_date(substr(oldest, length(of) + 2), 'YYYY_MM_DD')::timestamp at time zone 'UTC', rule.unit, 1);
    if past_at is null or past_at > before then return null; end if;
    past := partitions.bound(rule.prefix, past_at);
    if of = 'audit_log' then
      execute format(
        'insert into audit_anchors (merchant_id, sequence, hash, dropped_at)
         select distinct on (merchant_id) merchant_id, sequence, hash, now() from partitions.%I
         where sequence is not null order by merchant_id, sequence desc on conflict do nothing', oldest);
      delete from audit_anchors a using audit_anchors later
      where a.merchant_id = later.merchant_id and a.sequence < later.sequence;
    end if;
    execute format('lock table only public.%I in access exclusive mode', of);
    if partitions.needed(of, past, before) then
      raise exception using errcode = 'object_in_use', message = 'Rows of ' || oldest || ' are needed still.';
    end if;
    if of = 'audit_log' then
      -- The order of a chain is that of sealing: entries of the first minutes after may have a place before the anchor.
      delete from audit_log l using audit_anchors a
      where l.merchant_id = a.merchant_id and l.sequence <= a.sequence and l.entry_id >= past;
    end if;
    execute format('drop table partitions.%I', oldest);
    return oldest;
  end $$`;
