/**
 * The queue of webhook deliveries is a table of its own, kept by row triggers of the deliveries: a process of 0.2.0 writes those
 * only.
 *
 * Functions and triggers that maintain `webhook_endpoint_states.due_at`, so that a scan for due deliveries reads the endpoints
 * that are due and no others.
 *
 * A write of deliveries moves it forward where needed, and so locks no endpoint that is already due: commands of one
 * merchant do not wait for each other. Only `settle_webhook_endpoints` moves it back, once a scan has taken what was due. A
 * delivery that is written but not yet committed must not be overlooked then. So writers share an advisory lock of the
 * endpoint until they commit, and an endpoint with a writer is not settled; it stays due, and is settled by a later scan.
 */
export const webhookFunctions = (): string[] => [
  // A delivery takes its place from the sequence of events itself, so that it can be inserted beside its event, by values.
  `create function delivery_place() returns int8 language sql as $$ select nextval('events_sequence_seq') $$`,
  'alter table webhook_deliveries alter column event_sequence set default delivery_place()',
  ...queueFunctions,
  noteDue,
  ...dueTriggers,
  settleWebhookEndpoints,
];

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

/** Statements of a function see what was committed before each of them, here before the lock was taken. */
const noteDue = `
  create function note_webhooks_due() returns trigger language plpgsql as $$
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

const ofEndpoint = `from pending_deliveries d
              where d.merchant_id = h.merchant_id and d.merchant_id = any(merchants) and d.endpoint_id = h.endpoint_id`;
const inOrder = 'order by d.next_attempt_at, d.event_sequence limit 1';
/** When the first lease of endpoint `h` expires, if no attempt is recorded before. */
const nextExpiry = `(select min(d.leased_until) ${ofEndpoint} and d.lease is not null and d.leased_until > at)`;
const nextAttempt = `(select d.next_attempt_at ${ofEndpoint} ${inOrder})`;

/**
 * What it changes may be lost in a crash: an endpoint is then looked at once more. So nobody waits for the disk under its lock.
 * Each table's merchants are named, and an endpoint's advisory lock is taken where its row is, which is where the trigger of
 * its deliveries takes it.
 */
const settleWebhookEndpoints = `
  create function settle_webhook_endpoints(merchants text[], endpoints text[], at timestamptz, trips_after int)
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
            coalesce((select at ${ofEndpoint} and (d.lease is null or d.leased_until <= at) ${inOrder}), ${nextExpiry})
          when h.resting_until > at then least(
            (select d.next_attempt_at ${ofEndpoint} and d.urgent order by d.next_attempt_at limit 1),
            (select greatest(h.resting_until, d.next_attempt_at) ${ofEndpoint} ${inOrder}))
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
