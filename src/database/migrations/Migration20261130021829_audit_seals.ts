import { Migration } from '@mikro-orm/migrations';

/** The seals of the audit log in rows of their own, and the queue of the entries to seal. */
export class Migration20261130021829_audit_seals extends Migration {
  override up(): void {
    this.addSql(
      `create table "audit_seals" ("merchant_id" text not null, "sequence" int4 not null, "first_entry_id" text not null, "last_entry_id" text not null, "entry_ids" text[] not null, "hashes" bytea not null, primary key ("merchant_id", "sequence"))`,
    );
    this.addSql(`create index "audit_seals_by_last_entry" on "audit_seals" ("merchant_id", "last_entry_id")`);
    this.addSql(`create index "audit_seals_by_first_entry" on "audit_seals" ("first_entry_id")`);
    // Its rows come and go within a minute.
    this.addSql(
      `create table "unsealed_audit_entries" ("merchant_id" text not null, "entry_id" text not null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "entry_id")) with (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000000)`,
    );
    for (const table of ['audit_seals', 'unsealed_audit_entries']) {
      this.addSql(`alter table "${table}" enable row level security`);
      this.addSql(`alter table "${table}" force row level security`);
      this.addSql(
        `create policy "tenancy" on "${table}" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
      );
    }
    this.addSql(queueEntry);
    this.addSql(appendSeals);
    this.addSql('revoke execute on function append_audit_seals(text, int, text[], bytea) from public');
    this.addSql(partitionNeeded);
    this.addSql(dropPartition);
  }
}

const queueEntry = `
  create function queue_audit_entry() returns trigger language plpgsql as $$
  begin
    insert into unsealed_audit_entries (merchant_id, entry_id, created_at)
    values (new.merchant_id, new.entry_id, new.created_at);
    return null;
  end $$`;

/** Entries of one seal: a row of them stays below 2 kB, so that a read of it reads one page. */
const SEALED_TOGETHER = 25;

/**
 * Appends entries to a merchant's chain, and takes them from the queue. It acts as the tables' owner: the service's role
 * may neither write seals nor change the queue. A place and an entry are sealed once; for any other call it fails.
 */
const appendSeals = `
  create function append_audit_seals(of text, first int, entries text[], entry_hashes bytea)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    last int;
    taken int;
    part text[];
    lowest text;
    highest text;
  begin
    select s.sequence + cardinality(s.entry_ids) - 1 into last from audit_seals s
    where s.merchant_id = of order by s.sequence desc limit 1;
    if last is null then
      select l.sequence into last from audit_log l
      where l.merchant_id = of and l.hash is not null order by l.sequence desc limit 1;
      select greatest(last, max(a.sequence), 0) into last from audit_anchors a where a.merchant_id = of;
    end if;
    if first <> last + 1 or length(entry_hashes) <> 32 * cardinality(entries) then
      raise exception using errcode = 'object_not_in_prerequisite_state',
        message = format('The chain of %s ends at %s: it cannot go on at %s.', of, last, first);
    end if;
    delete from unsealed_audit_entries q where q.merchant_id = of and q.entry_id = any(entries);
    get diagnostics taken = row_count;
    if taken <> cardinality(entries) then
      raise exception using errcode = 'object_not_in_prerequisite_state',
        message = format('Of %s entries of %s, %s are not sealed yet.', cardinality(entries), of, taken);
    end if;
    select min(e), max(e) into lowest, highest from unnest(entries) e;
    if exists (select 1 from audit_seals s
      where s.merchant_id = of and s.last_entry_id >= lowest and s.first_entry_id <= highest and s.entry_ids && entries)
    then
      raise exception using errcode = 'object_not_in_prerequisite_state',
        message = format('Some entries of %s are sealed already.', of);
    end if;
    for i in 0 .. (cardinality(entries) - 1) / ${SEALED_TOGETHER} loop
      part := entries[${SEALED_TOGETHER} * i + 1 : ${SEALED_TOGETHER} * i + ${SEALED_TOGETHER}];
      select min(e), max(e) into lowest, highest from unnest(part) e;
      insert into audit_seals (merchant_id, sequence, first_entry_id, last_entry_id, entry_ids, hashes)
      values (of, first + ${SEALED_TOGETHER} * i, lowest, highest, part,
        substring(entry_hashes from ${32 * SEALED_TOGETHER} * i + 1 for ${32 * SEALED_TOGETHER}));
    end loop;
  end $$`;

/** The entries of seals, each with its place: to be joined to \`audit_seals s\`. */
const entriesOfSeals = 'cross join lateral unnest(s.entry_ids) with ordinality as u(entry_id, at)';

/** As before; of the audit log, the places in the chain are read from the seals too. */
const partitionNeeded = `
  create or replace function partitions.needed(of text, past text, since timestamptz) returns boolean language plpgsql as $$
  begin
    return case
      when of in ('events', 'webhook_deliveries') then exists (select 1 from pending_deliveries
        where event_id < past and created_at >= since)
      when of = 'connector_calls' then exists (select 1 from connector_calls where call_id < past and status = 'intended')
      when of = 'audit_log' then exists (select 1 from audit_log where entry_id < past and sequence is null)
        or exists (select 1 from unsealed_audit_entries q
          join audit_log l on l.merchant_id = q.merchant_id and l.entry_id = q.entry_id where q.entry_id < past)
        or exists (select 1 from audit_anchors a join audit_log l
          on l.merchant_id = a.merchant_id and l.sequence <= a.sequence and l.hash is not null
          where l.entry_id >= past and l.created_at > now() - interval '365 days')
        or exists (select 1 from audit_anchors a join audit_seals s
          on s.merchant_id = a.merchant_id and s.sequence <= a.sequence ${entriesOfSeals}
          join audit_log l on l.merchant_id = s.merchant_id and l.entry_id = u.entry_id
          where s.sequence + u.at - 1 <= a.sequence and l.entry_id >= past
            and l.created_at > now() - interval '365 days')
      else false end;
  end $$`;

/** As before; of the audit log, the anchor is the last entry of the partition in the chain, wherever its seal is. */
const dropPartition = `
  create or replace function drop_partition(of text, before timestamptz) returns text
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '100ms' as $$
  declare
    rule record;
    oldest text;
    past_at timestamptz;
    past text;
  begin
    perform pg_advisory_xact_lock(hashtextextended('switchyard partitions', 0));
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
         where hash is not null order by merchant_id, sequence desc on conflict do nothing', oldest);
      insert into audit_anchors (merchant_id, sequence, hash, dropped_at)
      select distinct on (s.merchant_id) s.merchant_id, s.sequence + u.at - 1,
        encode(substring(s.hashes from 32 * u.at::int - 31 for 32), 'hex'), now()
      from audit_seals s ${entriesOfSeals}
      where s.first_entry_id < past and u.entry_id < past
      order by s.merchant_id, s.sequence + u.at desc on conflict do nothing;
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
      where l.merchant_id = a.merchant_id and l.sequence <= a.sequence and l.hash is not null and l.entry_id >= past;
      delete from audit_log l using (
        select s.merchant_id, u.entry_id from audit_anchors a
        join audit_seals s on s.merchant_id = a.merchant_id and s.sequence <= a.sequence ${entriesOfSeals}
        where s.sequence + u.at - 1 <= a.sequence and u.entry_id >= past) gone
      where l.merchant_id = gone.merchant_id and l.entry_id = gone.entry_id;
      -- A seal whose later entries are kept is kept whole.
      delete from audit_seals s using audit_anchors a
      where s.merchant_id = a.merchant_id and s.sequence + cardinality(s.entry_ids) - 1 <= a.sequence;
      delete from unsealed_audit_entries where entry_id < past;
    end if;
    if of in ('events', 'webhook_deliveries') then delete from pending_deliveries where event_id < past; end if;
    execute format('drop table partitions.%I', oldest);
    return oldest;
  end $$`;
