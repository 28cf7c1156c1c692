import { Migration } from '@mikro-orm/migrations';
import { foldStatsOf } from './baseline/statistics-functions.ts';

/**
 * Functions of background work take one merchant, whose rows are all in one place where merchants are spread over a
 * cluster. Those of all merchants stay for the release before.
 */
export class Migration20261127215115_functions_by_merchant extends Migration {
  override up(): void {
    this.addSql(foldStatsOf());
    this.addSql(sealAuditEntries);
    this.addSql('revoke execute on function seal_audit_entries(text, text[], int[], text[]) from public');
    this.addSql(settleWebhookEndpoints);
    this.addSql(makePartition);
    this.addSql(needed);
  }
}

/** The service's role may not change entries: this gives them their places in the chain, once, as the tables' owner. */
const sealAuditEntries = `
  create function seal_audit_entries(of text, entries text[], sequences int[], hashes text[])
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    update audit_log e set sequence = s.sequence, hash = s.hash
    from unnest(entries, sequences, hashes) as s(entry_id, sequence, hash)
    where e.merchant_id = of and e.entry_id = s.entry_id and e.sequence is null
      and not exists (select from audit_log l where l.merchant_id = of and l.sequence = s.sequence);
  end $$`;

const queued = `from pending_deliveries d
              where d.merchant_id = h.merchant_id and d.merchant_id = any(merchants) and d.endpoint_id = h.endpoint_id`;
const inOrder = 'order by d.next_attempt_at, d.event_sequence limit 1';
/** When the first lease of endpoint `h` expires, if no attempt is recorded before. */
const nextExpiry = `(select min(d.leased_until) ${queued} and d.lease is not null and d.leased_until > at)`;
const nextAttempt = `(select d.next_attempt_at ${queued} ${inOrder})`;

/**
 * As before. Each table's merchants are named, and an endpoint's advisory lock is taken where its row is, which is where
 * the trigger of its deliveries takes it.
 */
const settleWebhookEndpoints = `
  create or replace function settle_webhook_endpoints(merchants text[], endpoints text[], at timestamptz, trips_after int)
  returns void language plpgsql as $$
  declare
    settled record;
  begin
    perform set_config('synchronous_commit', 'off', true);
    with locked as (
      select e.merchant_id, e.endpoint_id from webhook_endpoint_states e
      where e.merchant_id = any(merchants)
        and (e.merchant_id, e.endpoint_id) in (select * from unnest(merchants, endpoints))
        and pg_try_advisory_xact_lock(870242, hashtext(e.merchant_id || '/' || e.endpoint_id))
      order by e.merchant_id, e.endpoint_id for update of e skip locked
    )
    select array_agg(l.merchant_id) as merchants, array_agg(l.endpoint_id) as endpoints into settled from locked l;
    update webhook_endpoint_states e set due_at = n.due_at
    from (
      select h.merchant_id, h.endpoint_id, case
          when h.stopped_at is not null then
            coalesce((select at ${queued} and (d.lease is null or d.leased_until <= at) ${inOrder}), ${nextExpiry})
          when h.resting_until > at then least(
            (select d.next_attempt_at ${queued} and d.urgent order by d.next_attempt_at limit 1),
            (select greatest(h.resting_until, d.next_attempt_at) ${queued} ${inOrder}))
          when h.failures >= trips_after then coalesce(${nextExpiry}, ${nextAttempt})
          else ${nextAttempt}
        end as due_at
      from unnest(settled.merchants, settled.endpoints) k(merchant_id, endpoint_id)
      join webhook_endpoint_states h on h.merchant_id = k.merchant_id and h.endpoint_id = k.endpoint_id
        and h.merchant_id = any(merchants)
    ) n
    where e.merchant_id = n.merchant_id and e.merchant_id = any(merchants) and e.endpoint_id = n.endpoint_id
      and e.due_at is distinct from n.due_at and (n.due_at is null or n.due_at > at);
  end $$`;

/** The most rows that are moved while writes of the table wait. */
const MOVED_MAX = 1_000;

/** As before; where no row waits for the partition, which is the rule, none is moved. */
const makePartition = `
  create or replace function make_partition(of text, at timestamptz) returns bigint
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '100ms' as $$
  declare
    rule record;
    made text;
    range text;
    first text;
    past text;
    columns text;
    moved bigint;
  begin
    perform pg_advisory_xact_lock(hashtextextended('switchyard partitions', 0));
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

/** As before. What is sought has a column: Citus makes a result of it. */
const needed = `
  create or replace function partitions.needed(of text, past text, since timestamptz) returns boolean language plpgsql as $$
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
