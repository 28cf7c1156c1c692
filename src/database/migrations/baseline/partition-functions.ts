/**
 * Partitions of growing tables, and the functions by which a job creates and drops them. The serving role has no right
 * to the schema: it reaches rows through the parent only, and so through its row-level security.
 */
export const partitionFunctions = (): string[] => [
  'create schema partitions',
  // The prefix of identifiers, which is followed by a ULID; null where the key is a time. And the number of partitions
  // created ahead.
  `create view partitions.rules as
      select * from (values
        ('events', 'event_id', 'evt_', 'month', 2),
        ('webhook_deliveries', 'event_id', 'evt_', 'month', 2),
        ('connector_calls', 'call_id', 'call_', 'month', 2),
        ('audit_log', 'entry_id', 'aud_', 'month', 2),
        ('status_changes', 'change_id', 'chg_', 'month', 2),
        ('updates', 'recorded_at', null, 'day', 3),
        ('request_log', 'log_id', 'rlog_', 'day', 3)
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
  EXISTING_PARTITIONS,
  MAKE_DEFAULT,
  LATE_MONTHS,
  MISSING_PARTITIONS,
  MAKE_PARTITION,
  ADOPT_DEFAULT,
  PARTITION_NEEDED,
  DROP_PARTITION,
  `revoke execute on function missing_partitions, make_partition, drop_partition,
     bound_default_partition, check_default_partition, adopt_default_partition from public`,
  `
    do $$
    declare rule record;
    begin
      for rule in select * from partitions.rules loop
        perform partitions.make_default(rule.parent, rule.key);
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

/** A table's partitions but the default one, with their bounds as keys and as times. */
const EXISTING_PARTITIONS = `
  create function partitions.existing(of text)
    returns table (name text, first text, past text, starts_at timestamptz, ends_at timestamptz) language sql stable
    begin atomic
      select c.relname, b[1], b[2],
        case when r.prefix is null then b[1]::timestamptz else partitions.time_of_ulid(substr(b[1], length(r.prefix) + 1)) end,
        case when r.prefix is null then b[2]::timestamptz else partitions.time_of_ulid(substr(b[2], length(r.prefix) + 1)) end
      from partitions.rules r
      join pg_inherits i on i.inhparent = r.parent::regclass
      join pg_class c on c.oid = i.inhrelid
      cross join regexp_match(pg_get_expr(c.relpartbound, c.oid), $re$FROM \\('([^']*)'\\) TO \\('([^']*)'\\)$re$) b
      where r.parent = of and b is not null;
    end`;

/** Creates a table's default partition. Its own index finds the months of its rows. */
const MAKE_DEFAULT = `
  create function partitions.make_default(of text, key text) returns void language plpgsql as $$
  begin
    execute format('create table partitions.%I partition of public.%I default', of || '_default', of);
    execute format('alter table partitions.%I enable row level security', of || '_default');
    execute format('create index %I on partitions.%I (%I)', of || '_late', of || '_default', key);
  end $$`;

/** The months (or days) of the rows in a default partition: one index look-up each. */
const LATE_MONTHS = `
  create function partitions.late(of text) returns table (starts_at timestamptz) language plpgsql stable as $$
  declare
    rule record;
    read text;
    last text;
    found text;
  begin
    select * into strict rule from partitions.rules r where r.parent = of;
    read := format('select min(%1$I)::text from partitions.%2$I where %1$I > %%L', rule.key, of || '_default');
    -- No time of a ULID begins with 8: other keys are the caller's own mistake.
    if rule.prefix is not null then read := read || format(' and %I < %L', rule.key, rule.prefix || '8'); end if;
    last := coalesce(rule.prefix, '-infinity');
    loop
      execute format(read, last) into found;
      exit when found is null;
      if rule.prefix is null then starts_at := partitions.next(found::timestamptz, rule.unit, 0);
      elsif substr(found, length(rule.prefix) + 1, 10) ~ '^[0-7][0-9A-HJKMNP-TV-Z]{9}$' then
        starts_at := partitions.next(partitions.time_of_ulid(substr(found, length(rule.prefix) + 1, 10)), rule.unit, 0);
      else
        last := found;
        continue;
      end if;
      return next;
      last := partitions.bound(rule.prefix, partitions.next(starts_at, rule.unit, 1) - interval '1 ms');
      if rule.prefix is not null then last := last || 'ZZZZZZZZZZZZZZZZ'; end if;
    end loop;
  end $$`;

/**
 * The partitions that there should be and are not: of now, ahead, and of rows that found none when they were written.
 */
const MISSING_PARTITIONS = `
  create function missing_partitions(at timestamptz) returns table (parent text, starts_at timestamptz) ${ASKED} as $$
    #variable_conflict use_column
  declare
    rule record;
  begin
    for rule in select * from partitions.rules loop
      return query
        select rule.parent, s.starts_at from (
          select partitions.next(at, rule.unit, step) as starts_at from generate_series(0, rule.ahead) step
          union select l.starts_at from partitions.late(rule.parent) l) s
        where not exists (
          select from partitions.existing(rule.parent) e where e.starts_at <= s.starts_at and e.ends_at > s.starts_at)
        order by 2;
    end loop;
  end $$`;

/** Rows that a partition takes from the default one when it is made: writes to the table wait for about 0.1 s. */
const MOVED_MAX = 1_000;

/**
 * Creates the partition of a time, and moves rows into it from the default partition. Writes to the table wait until it
 * is done: for milliseconds where there is nothing to move. Where more rows wait than can be moved so, it fails with
 * `program_limit_exceeded`: the default partition becomes the partition of its rows instead.
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
    range text;
    first text;
    past text;
    columns text;
    moved bigint;
  begin
    ${ALONE};
    select * into strict rule from partitions.rules r where r.parent = of;
    made := partitions.name_of(of, rule.unit, at);
    if exists (select from partitions.existing(of) e where e.starts_at <= at and e.ends_at > at) then return 0; end if;
    first := partitions.bound(rule.prefix, partitions.next(at, rule.unit, 0));
    past := partitions.bound(rule.prefix, partitions.next(at, rule.unit, 1));
    range := format('%1$I >= %2$L and %1$I < %3$L', rule.key, first, past);
    execute format('select count(*) from (select 1 from partitions.%I where %s limit ${MOVED_MAX + 1}) r',
      of || '_default', range) into moved;
    if moved > ${MOVED_MAX} then
      raise exception using errcode = 'program_limit_exceeded', message = 'More than ${MOVED_MAX} rows of ' || of || ' wait for ' || made || '.';
    end if;
    select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
    where attrelid = of::regclass and attnum > 0 and not attisdropped and attgenerated = '';
    execute format('create table %s (like public.%I including all excluding indexes excluding identity)', made, of);
    execute format('alter table %s enable row level security', made);
    -- A write that was on its way to the default partition would be refused there once the range is another's.
    execute format('lock table only public.%I in share row exclusive mode', of);
    execute format('lock table partitions.%I in access exclusive mode', of || '_default');
    execute format('select count(*) from (select 1 from partitions.%I where %s limit 1) r', of || '_default', range) into moved;
    if moved > 0 then
      execute format(
        'with moved as (delete from partitions.%1$I where %2$s returning *)
         insert into %3$s (%4$s) select %4$s from moved', of || '_default', range, made, columns);
      get diagnostics moved = row_count;
    end if;
    execute format('alter table public.%I attach partition %s for values from (%L) to (%L)', of, made, first, past);
    return moved;
  end $$`;

/**
 * Turns a default partition with many rows into the partition of the months that they are of, without moving one: the
 * first function bounds it, the second checks what it has beside reads and writes, and the third exchanges it for an
 * empty one. Only the first and the last lock the table, for milliseconds. Until the last has ended, a row of yet other
 * months is refused; those around the present have partitions by then.
 */
const ADOPT_DEFAULT = `
  create function partitions.late_range(rule partitions.rules, out since timestamptz, out until timestamptz) language sql stable
    begin atomic
      select min(l.starts_at), partitions.next(max(l.starts_at), rule.unit, 1) from partitions.late(rule.parent) l;
    end;
  create function bound_default_partition(of text) returns void ${ASKED} as $$
  declare
    rule partitions.rules;
    since timestamptz;
    until timestamptz;
    between_them text;
  begin
    ${ALONE};
    select * into strict rule from partitions.rules r where r.parent = of;
    select l.since, l.until into since, until from partitions.late_range(rule) l;
    select e.name into between_them from partitions.existing(of) e where e.starts_at < until and e.ends_at > since limit 1;
    if between_them is not null then
      raise exception using errcode = 'object_not_in_prerequisite_state',
        message = format('%s_default has rows of before and after %s: move those of the smaller side.', of, between_them);
    end if;
    execute format('alter table partitions.%I drop constraint if exists adopted', of || '_default');
    execute format('alter table partitions.%1$I add constraint adopted check (%2$I >= %3$L and %2$I < %4$L) not valid',
      of || '_default', rule.key, partitions.bound(rule.prefix, since), partitions.bound(rule.prefix, until));
  end $$;
  create function check_default_partition(of text) returns void ${ASKED} as $$
  begin
    ${ALONE};
    execute format('alter table partitions.%I validate constraint adopted', of || '_default');
  end $$;
  create function adopt_default_partition(of text) returns text ${ASKED} as $$
  declare
    rule partitions.rules;
    made text;
    since timestamptz;
    until timestamptz;
  begin
    ${ALONE};
    select * into strict rule from partitions.rules r where r.parent = of;
    select l.since, l.until into since, until from partitions.late_range(rule) l;
    made := partitions.name_of(of, rule.unit, partitions.next(until, rule.unit, -1));
    execute format('lock table only public.%I in access exclusive mode', of);
    execute format('alter table public.%I detach partition partitions.%I', of, of || '_default');
    execute format('drop index partitions.%I', of || '_late');
    execute format('alter table partitions.%I rename to %I', of || '_default', split_part(made, '.', 2));
    perform partitions.make_default(of, rule.key);
    execute format('alter table public.%I attach partition %s for values from (%L) to (%L)', of, made,
      partitions.bound(rule.prefix, since), partitions.bound(rule.prefix, until));
    execute format('alter table %s drop constraint adopted', made);
    return made;
  end $$`;

/**
 * Whether something before the end of a partition is needed still: a pending delivery keeps its event, but not for ever, as an
 * endpoint whose circuit stays open uses up few attempts; of the audit log, an entry without a place in the chain, and one that
 * was sealed before older entries but is too young to be dropped. Citus makes a result of what is sought: it has a column.
 */
const PARTITION_NEEDED = `
  create function partitions.needed(of text, past text, since timestamptz) returns boolean language plpgsql as $$
  begin
    return case
      when of in ('events', 'webhook_deliveries') then exists (select 1 from pending_deliveries
        where event_id < past and created_at >= since)
      when of = 'connector_calls' then exists (select 1 from connector_calls where call_id < past and status = 'intended')
      when of = 'audit_log' then exists (select 1 from audit_log where entry_id < past and sequence is null)
        or exists (select 1 from audit_anchors a join audit_log l
          on l.merchant_id = a.merchant_id and l.sequence <= a.sequence
          where l.entry_id >= past and l.created_at > now() - interval '365 days')
      else false end;
  end $$`;

/**
 * Drops a table's oldest partition if it ends before a time and nothing of it is needed; returns its name, or null. Of
 * the audit log it keeps the last hash of each chain, and entries are 365 days old at least by the database's own clock:
 * the role that serves may not delete any. Deliveries of its events leave the queue.
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
    select e.name, e.ends_at, e.past into oldest, past_at, past from partitions.existing(of) e order by e.starts_at limit 1;
    if past_at is null or past_at > before then return null; end if;
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
    if of in ('events', 'webhook_deliveries') then delete from pending_deliveries where event_id < past; end if;
    execute format('drop table partitions.%I', oldest);
    return oldest;
  end $$`;
