import { Migration } from '@mikro-orm/migrations';

/**
 * The queue of webhook deliveries becomes a table of its own, kept by triggers of the deliveries. They are row triggers by
 * `NEW` and `OLD` alone. A process of the release before goes on writing deliveries as it did: what it queues is queued,
 * and what it leases, defers or ends changes the queue.
 */
export class Migration20261127141226_pending_deliveries extends Migration {
  override up(): void {
    this.addSql(
      `create table "pending_deliveries" ("merchant_id" text not null, "delivery_id" text not null, "event_id" text not null, "event_type" text not null, "object_id" text not null, "profile_id" text not null, "endpoint_id" text not null, "event_sequence" int8 not null, "redelivery" boolean not null default false, "urgent" boolean not null default false, "attempt_count" int4 not null default 0, "next_attempt_at" timestamptz(3) not null, "lease" text null, "leased_until" timestamptz(3) null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "delivery_id"))`,
    );
    this.addSql(
      `create index "pending_deliveries_due" on "pending_deliveries" ("merchant_id", "endpoint_id", "next_attempt_at", "event_sequence")`,
    );
    this.addSql(
      `create index "pending_deliveries_in_order" on "pending_deliveries" ("merchant_id", "object_id", "event_sequence") where not redelivery`,
    );
    this.addSql(
      `create index "pending_deliveries_under_way" on "pending_deliveries" ("merchant_id", "endpoint_id") where lease is not null`,
    );
    this.addSql(
      `create index "pending_deliveries_urgent" on "pending_deliveries" ("merchant_id", "endpoint_id", "next_attempt_at") where urgent`,
    );
    for (const event of ['insert', 'update']) {
      this.addSql(`drop trigger webhooks_due_after_${event} on webhook_deliveries`);
    }
    this.addSql(`drop index "webhook_deliveries_due"`);
    this.addSql(`drop index "webhook_deliveries_in_order"`);
    this.addSql(`drop index "webhook_deliveries_under_way"`);
    this.addSql(`drop index "webhook_deliveries_urgent"`);
    this.addSql(`alter table "pending_deliveries" enable row level security`);
    this.addSql(`alter table "pending_deliveries" force row level security`);
    this.addSql(
      `create policy "tenancy" on "pending_deliveries" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    // The owner sees the rows of every merchant only so.
    this.addSql(`select set_config('switchyard.merchant_id', '*', true)`);
    this.addSql(`insert into pending_deliveries (${queued.join(', ')})
      select ${queued.join(', ')} from webhook_deliveries where status = 'pending'`);
    for (const text of [...queueFunctions, noteDue, ...dueTriggers, settle, needed, dropPartition]) {
      this.addSql(text);
    }
  }
}

/** The columns of a queued delivery, which are those of the delivery. */
const queued = [
  'merchant_id',
  'delivery_id',
  'event_id',
  'event_type',
  'object_id',
  'profile_id',
  'endpoint_id',
  'event_sequence',
  'redelivery',
  'urgent',
  'attempt_count',
  'next_attempt_at',
  'lease',
  'leased_until',
  'created_at',
] as const;

/**
 * A pending delivery is in the queue, and an ended one is not. No trigger follows a DELETE: rows are deleted only to move
 * them to another partition, and with a partition (`drop_partition`).
 */
const queueFunctions = [
  `
  create function queue_delivery() returns trigger language plpgsql as $$
  begin
    if new.status <> 'pending' then
      delete from pending_deliveries where merchant_id = new.merchant_id and delivery_id = new.delivery_id;
    elsif tg_op = 'INSERT' or old.status <> 'pending' then
      insert into pending_deliveries (${queued.join(', ')}) values (${queued.map((name) => `new.${name}`).join(', ')});
    else
      update pending_deliveries p set next_attempt_at = new.next_attempt_at, urgent = new.urgent,
        attempt_count = new.attempt_count, endpoint_id = new.endpoint_id
      where p.merchant_id = new.merchant_id and p.delivery_id = new.delivery_id
        and (p.next_attempt_at, p.urgent, p.attempt_count, p.endpoint_id)
          is distinct from (new.next_attempt_at, new.urgent, new.attempt_count, new.endpoint_id);
    end if;
    return null;
  end $$`,
  `
  create trigger queue_after_insert after insert on webhook_deliveries
    for each row when (new.status = 'pending') execute function queue_delivery()`,
  `
  create trigger queue_after_update after update on webhook_deliveries
    for each row when (old.status <> new.status or new.status = 'pending') execute function queue_delivery()`,
];

/** The two keys of the advisory lock of endpoint `e`'s due time. */
const dueLock = (e: string) => `870242, hashtext(${e}.merchant_id || '/' || ${e}.endpoint_id)`;

/** When endpoint `e` is due for a queued delivery: after its pause, unless that is urgent or to fail at once. */
const noted = `least(case when new.urgent then new.next_attempt_at end,
      greatest(new.next_attempt_at, case when e.stopped_at is null then e.resting_until end))`;

/** As before, for one row. Statements of a function see what was committed before each of them, here before the lock was taken. */
const noteDue = `
  create or replace function note_webhooks_due() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(${dueLock('new')});
    perform from webhook_endpoint_states e
    where e.merchant_id = new.merchant_id and e.endpoint_id = new.endpoint_id and e.due_at <= ${noted};
    if not found then
      insert into webhook_endpoint_states as e (merchant_id, endpoint_id, profile_id, due_at)
      select p.merchant_id, new.endpoint_id, p.profile_id, new.next_attempt_at from business_profiles p
      where p.merchant_id = new.merchant_id and p.profile_id = new.profile_id
      on conflict (merchant_id, endpoint_id) do update set due_at = least(e.due_at, ${noted});
    end if;
    return null;
  end $$`;

/** A lease and a deferral make it due later, which the next scan of its endpoint finds. */
const dueTriggers = [
  `
  create trigger webhooks_due_after_insert after insert on pending_deliveries
    for each row execute function note_webhooks_due()`,
  `
  create trigger webhooks_due_after_update after update of next_attempt_at, urgent, endpoint_id on pending_deliveries
    for each row when (new.next_attempt_at < old.next_attempt_at or new.urgent and not old.urgent
      or new.endpoint_id <> old.endpoint_id)
    execute function note_webhooks_due()`,
];

const pendingOf = (e: string) => `d.merchant_id = ${e}.merchant_id and d.endpoint_id = ${e}.endpoint_id`;

/** When the first lease of endpoint `h` expires, if no attempt is recorded before. */
const nextExpiry = `(
              select min(d.leased_until) from pending_deliveries d
              where ${pendingOf('h')} and d.lease is not null and d.leased_until > at)`;

const nextAttempt = `(
              select d.next_attempt_at from pending_deliveries d
              where ${pendingOf('h')} order by d.next_attempt_at, d.event_sequence limit 1)`;

/** As before, over the queue. */
const settle = `
    create or replace function settle_webhook_endpoints(merchants text[], endpoints text[], at timestamptz, trips_after int)
    returns void language plpgsql as $$
    declare
      settled record;
    begin
      perform set_config('synchronous_commit', 'off', true);
      with free as materialized (
        select k.merchant_id, k.endpoint_id from unnest(merchants, endpoints) k(merchant_id, endpoint_id)
        where pg_try_advisory_xact_lock(${dueLock('k')})
      ), locked as (
        select e.merchant_id, e.endpoint_id from webhook_endpoint_states e
        join free on free.merchant_id = e.merchant_id and free.endpoint_id = e.endpoint_id
        order by e.merchant_id, e.endpoint_id for update of e skip locked
      )
      select array_agg(l.merchant_id) as merchants, array_agg(l.endpoint_id) as endpoints into settled from locked l;
      update webhook_endpoint_states e set due_at = n.due_at
      from (
        select h.merchant_id, h.endpoint_id, case
            when h.stopped_at is not null then coalesce(
              (select at from pending_deliveries d
               where ${pendingOf('h')} and (d.lease is null or d.leased_until <= at)
               order by d.next_attempt_at, d.event_sequence limit 1),
              ${nextExpiry})
            when h.resting_until > at then least(
              (select d.next_attempt_at from pending_deliveries d
               where ${pendingOf('h')} and d.urgent order by d.next_attempt_at limit 1),
              (select greatest(h.resting_until, d.next_attempt_at) from pending_deliveries d
               where ${pendingOf('h')} order by d.next_attempt_at, d.event_sequence limit 1))
            when h.failures >= trips_after then coalesce(${nextExpiry}, ${nextAttempt})
            else ${nextAttempt}
          end as due_at
        from unnest(settled.merchants, settled.endpoints) k(merchant_id, endpoint_id)
        join webhook_endpoint_states h on h.merchant_id = k.merchant_id and h.endpoint_id = k.endpoint_id
      ) n
      where e.merchant_id = n.merchant_id and e.endpoint_id = n.endpoint_id
        and e.due_at is distinct from n.due_at and (n.due_at is null or n.due_at > at);
    end $$`;

/** As before: a pending delivery keeps its event, as the queue has it. */
const needed = `
  create or replace function partitions.needed(of text, past text, since timestamptz) returns boolean language plpgsql as $$
  begin
    return case
      -- A pending delivery keeps its event, but not for ever: an endpoint whose circuit stays open uses up few attempts.
      when of in ('events', 'webhook_deliveries') then exists (select from pending_deliveries
        where event_id < past and created_at >= since)
      when of = 'connector_calls' then exists (select from connector_calls where call_id < past and status = 'intended')
      -- What has no place in the chain yet, and what was sealed before older entries but is too young to be dropped.
      when of = 'audit_log' then exists (select from audit_log where entry_id < past and sequence is null)
        or exists (select from audit_anchors a join audit_log l
          on l.merchant_id = a.merchant_id and l.sequence <= a.sequence
          where l.entry_id >= past and l.created_at > now() - interval '365 days')
      else false end;
  end $$`;

const asked = `language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '100ms'`;
const alone = `perform pg_advisory_xact_lock(hashtextextended('switchyard partitions', 0))`;

/** As before, and what was queued of the partition's events leaves the queue. */
const dropPartition = `
  create or replace function drop_partition(of text, before timestamptz) returns text ${asked} as $$
  declare
    rule record;
    oldest text;
    past_at timestamptz;
    past text;
  begin
    ${alone};
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
