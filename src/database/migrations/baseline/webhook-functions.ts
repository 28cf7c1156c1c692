/**
 * Functions and triggers that maintain `webhook_endpoint_states.due_at`, so that a scan for due deliveries reads the endpoints
 * that are due and no others.
 *
 * A write of deliveries moves it forward where needed, and so locks no endpoint that is already due: commands of one
 * merchant do not wait for each other. Only `settle_webhook_endpoints` moves it back, once a scan has taken what was due. A
 * delivery that is written but not yet committed must not be overlooked then. So writers share an advisory lock of the
 * endpoint until they commit, and an endpoint with a writer is not settled; it stays due, and is settled by a later scan.
 */
export const webhookFunctions = (): string[] => [
  // Statements of a function see what was committed before each of them, here before the lock was taken.
  `
    create function note_webhooks_due() returns trigger language plpgsql as $$
    declare
      noted record;
    begin
      for noted in
        select merchant_id, endpoint_id, min(profile_id) as profile_id, min(next_attempt_at) as due_at,
          min(next_attempt_at) filter (where urgent) as urgent_at from written
        where status = 'pending' group by merchant_id, endpoint_id order by merchant_id, endpoint_id
      loop
        perform pg_advisory_xact_lock_shared(${dueLock('noted')});
        perform from webhook_endpoint_states e
        where e.merchant_id = noted.merchant_id and e.endpoint_id = noted.endpoint_id and e.due_at <= ${notedDue};
        if not found then
          insert into webhook_endpoint_states as e (merchant_id, endpoint_id, profile_id, due_at)
          select p.merchant_id, noted.endpoint_id, p.profile_id, noted.due_at from business_profiles p
          where p.merchant_id = noted.merchant_id and p.profile_id = noted.profile_id
          on conflict (merchant_id, endpoint_id) do update set due_at = least(e.due_at, ${notedDue});
        end if;
      end loop;
      return null;
    end $$`,
  ...(['insert', 'update'] as const).map(
    (event) => `
    create trigger webhooks_due_after_${event} after ${event} on webhook_deliveries
      referencing new table as written for each statement execute function note_webhooks_due()`,
  ),

  // What it changes may be lost in a crash: an endpoint is then looked at once more. So nobody waits for the disk under
  // its lock.
  `
    create function settle_webhook_endpoints(merchants text[], endpoints text[], at timestamptz, trips_after int)
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
              (select at from webhook_deliveries d
               where ${pendingOf('h')} and (d.lease is null or d.leased_until <= at)
               order by d.next_attempt_at, d.event_sequence limit 1),
              ${nextExpiry})
            when h.resting_until > at then least(
              (select d.next_attempt_at from webhook_deliveries d
               where ${pendingOf('h')} and d.urgent order by d.next_attempt_at limit 1),
              (select greatest(h.resting_until, d.next_attempt_at) from webhook_deliveries d
               where ${pendingOf('h')} order by d.next_attempt_at, d.event_sequence limit 1))
            when h.failures >= trips_after then coalesce(${nextExpiry}, ${nextAttempt})
            else ${nextAttempt}
          end as due_at
        from unnest(settled.merchants, settled.endpoints) k(merchant_id, endpoint_id)
        join webhook_endpoint_states h on h.merchant_id = k.merchant_id and h.endpoint_id = k.endpoint_id
      ) n
      where e.merchant_id = n.merchant_id and e.endpoint_id = n.endpoint_id
        and e.due_at is distinct from n.due_at and (n.due_at is null or n.due_at > at);
    end $$`,
];

/** The two keys of the advisory lock of endpoint `e`'s due time. */
const dueLock = (e: string) => `870242, hashtext(${e}.merchant_id || '/' || ${e}.endpoint_id)`;

/** When endpoint `e` is due for the deliveries that were written: after its pause, unless they are urgent or to fail at once. */
const notedDue =
  'least(noted.urgent_at, greatest(noted.due_at, case when e.stopped_at is null then e.resting_until end))';

const pendingOf = (e: string) =>
  `d.merchant_id = ${e}.merchant_id and d.endpoint_id = ${e}.endpoint_id and d.status = 'pending'`;

/** When the first lease of endpoint `h` expires, if no attempt is recorded before. */
const nextExpiry = `(
              select min(d.leased_until) from webhook_deliveries d
              where ${pendingOf('h')} and d.lease is not null and d.leased_until > at)`;

const nextAttempt = `(
              select d.next_attempt_at from webhook_deliveries d
              where ${pendingOf('h')} order by d.next_attempt_at, d.event_sequence limit 1)`;
