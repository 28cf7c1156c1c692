-- Job deliver_webhooks: findDueEndpoints (src/core/webhooks/due-endpoints.ts)
select
  merchant_id as "merchantId", endpoint_id as "endpointId", stopped_at is not null as "isDisabled",
  due_at::text as "dueAt"
from
  webhook_endpoint_states
where
  due_at <= $1::timestamptz
  and (due_at, merchant_id, endpoint_id) > ($2::timestamptz, $3, $4)
  and true
order by
  due_at, merchant_id, endpoint_id
limit
  $5::int;

-- Job deliver_webhooks: lockEndpoints (src/core/webhooks/lease-deliveries.ts)
select
  merchant_id as "merchantId", endpoint_id as "endpointId"
from
  unnest($1::text[], $2::text[]) as e (merchant_id, endpoint_id)
where
  pg_try_advisory_xact_lock(
    870241,
    hashtext (merchant_id || '/' || endpoint_id)
  );

-- Job deliver_webhooks: leaseLocked (src/core/webhooks/lease-deliveries.ts)
with
  e as materialized (
    select
      e.merchant_id, e.endpoint_id,
      coalesce(h.resting_until > $3::timestamptz, false) as is_resting,
      (
        case
          when h.failures >= 5
          or h.resting_until > $3::timestamptz then 1
          else coalesce(h.in_flight_max, 8)
        end - (
          select
            count(*)
          from
            pending_deliveries l
          where
            l.merchant_id = e.merchant_id
            and l.merchant_id = any ($1::text[])
            and l.endpoint_id = e.endpoint_id
            and l.lease is not null
            and l.leased_until > $3::timestamptz
            and (
              l.urgent
              or h.resting_until is null
              or h.resting_until <= $3::timestamptz
            )
        )
      )::int as capacity
    from
      unnest($1::text[], $2::text[]) as e (merchant_id, endpoint_id)
      left join webhook_endpoint_states h on h.merchant_id = e.merchant_id
      and h.endpoint_id = e.endpoint_id
      and h.merchant_id = any ($1::text[])
    where
      h.stopped_at is null
  ),
  candidates as materialized (
    select
      d.*, e.capacity, blocker.found is not null as is_blocked, blocker.lease as blocker_lease,
      blocker.next_attempt_at as blocker_due_at
    from
      e
      cross join lateral (
        (
          select
            d.merchant_id, d.endpoint_id, d.delivery_id, d.object_id, d.event_sequence, d.redelivery, d.lease,
            d.next_attempt_at
          from
            pending_deliveries d
          where
            not e.is_resting
            and d.merchant_id = e.merchant_id
            and d.merchant_id = any ($1::text[])
            and d.endpoint_id = e.endpoint_id
            and d.next_attempt_at <= $3::timestamptz
            and (
              d.lease is null
              or d.leased_until <= $3::timestamptz
            )
          order by
            d.next_attempt_at, d.event_sequence
          limit
            64
        )
        union all
        (
          select
            d.merchant_id, d.endpoint_id, d.delivery_id, d.object_id, d.event_sequence, d.redelivery, d.lease,
            d.next_attempt_at
          from
            pending_deliveries d
          where
            e.is_resting
            and d.urgent
            and d.merchant_id = e.merchant_id
            and d.merchant_id = any ($1::text[])
            and d.endpoint_id = e.endpoint_id
            and d.next_attempt_at <= $3::timestamptz
            and (
              d.lease is null
              or d.leased_until <= $3::timestamptz
            )
          order by
            d.next_attempt_at
          limit
            1
        )
      ) d
      left join lateral (
        select
          true as found, b.lease, b.next_attempt_at
        from
          pending_deliveries b
        where
          not d.redelivery
          and b.merchant_id = d.merchant_id
          and b.merchant_id = any ($1::text[])
          and b.object_id = d.object_id
          and b.endpoint_id = d.endpoint_id
          and not b.redelivery
          and b.event_sequence < d.event_sequence
        order by
          b.event_sequence desc
        limit
          1
      ) blocker on true
    where
      e.capacity > 0
  ),
  ranked as (
    select
      *,
      row_number() over (
        partition by
          merchant_id, endpoint_id, is_blocked
        order by
          next_attempt_at, event_sequence
      ) as rank,
      count(*) filter (
        where
          not is_blocked
      ) over (
        partition by
          merchant_id, endpoint_id
      ) as ready
    from
      candidates
  ),
  chosen as materialized (
    select
      *
    from
      ranked
    where
      not is_blocked
      and rank <= capacity
    order by
      rank, merchant_id, endpoint_id
    limit
      $6::int
  ),
  leased as (
    update pending_deliveries d
    set
      lease = $4, leased_until = $5::timestamptz, next_attempt_at = $5::timestamptz
    from
      chosen r
    where
      d.merchant_id = r.merchant_id
      and d.merchant_id = any ($1::text[])
      and d.delivery_id = r.delivery_id
      and d.delivery_id = any (
        array(
          select
            delivery_id
          from
            chosen
        )
      )
      and d.lease is not distinct from r.lease
    returning
      d.merchant_id, d.endpoint_id, d.profile_id, d.delivery_id, d.event_id, d.event_type, d.attempt_count,
      d.urgent
  ),
  postponed as materialized (
    select
      *
    from
      ranked
    where
      is_blocked
      and blocker_lease is null
      and ready < capacity
  ),
  deferred as (
    update pending_deliveries d
    set
      next_attempt_at = greatest(r.blocker_due_at, $7::timestamptz)
    from
      postponed r
    where
      d.merchant_id = r.merchant_id
      and d.merchant_id = any ($1::text[])
      and d.delivery_id = r.delivery_id
      and d.delivery_id = any (
        array(
          select
            delivery_id
          from
            postponed
        )
      )
      and d.lease is null
    returning
      1
  )
select
  l.*, v.body, v.traceparent, d.deferred
from
  (
    select
      count(*) as deferred
    from
      deferred
  ) d
  left join leased l on true
  left join events v on v.merchant_id = l.merchant_id
  and v.merchant_id = any ($1::text[])
  and v.event_id = l.event_id;

-- Job deliver_webhooks: settleEndpoints (src/core/webhooks/due-endpoints.ts)
select
  settle_webhook_endpoints ($1::text[], $2::text[], $3::timestamptz, $4::int);

-- Job deliver_webhooks: recordAttempts (src/core/webhooks/record-attempts.ts)
with
  outcomes as (
    select
      *
    from
      jsonb_to_recordset($3::jsonb) as o (
        delivery_id text, event_id text, lease text, status text, attempts jsonb, status_code int,
        error_message text, url text, next_attempt_at timestamptz, pace text
      )
  ),
  live_updates as (
    insert into
      updates (merchant_id, object_type, object_id, recorded_at)
    select
      q.merchant_id, 'webhook_delivery', q.delivery_id, $4::timestamptz
    from
      pending_deliveries q
    where
      q.merchant_id = $1
      and q.delivery_id = any ($6)
      and q.lease = any ($7::text[])
    returning
      1
  ),
  ended as (
    delete from pending_deliveries q using outcomes o
    where
      q.merchant_id = $1
      and q.delivery_id = o.delivery_id
      and q.delivery_id = any ($6)
      and q.lease = o.lease
      and o.status <> 'pending'
    returning
      q.delivery_id, q.object_id, q.event_sequence, q.redelivery
  ),
  kept as (
    update pending_deliveries q
    set
      lease = null, leased_until = null, next_attempt_at = o.next_attempt_at,
      attempt_count = q.attempt_count + jsonb_array_length(o.attempts),
      urgent = q.urgent
      and o.attempts = '[]'
    from
      outcomes o
    where
      q.merchant_id = $1
      and q.delivery_id = o.delivery_id
      and q.delivery_id = any ($6)
      and q.lease = o.lease
      and o.status = 'pending'
    returning
      q.delivery_id
  ),
  recorded as (
    update webhook_deliveries d
    set
      status = o.status, attempts = d.attempts || o.attempts,
      attempt_count = d.attempt_count + jsonb_array_length(o.attempts),
      status_code = case
        when o.attempts = '[]' then d.status_code
        else o.status_code
      end, error_message = o.error_message, urgent = d.urgent
      and o.attempts = '[]',
      url = coalesce(decode(o.url, 'hex'), d.url),
      next_attempt_at = o.next_attempt_at, completed_at = case
        when o.status <> 'pending' then $4::timestamptz
      end, failed_at = case
        when o.status = 'failed' then $4::timestamptz
      end
    from
      outcomes o
    where
      d.merchant_id = $1
      and d.event_id = o.event_id
      and d.delivery_id = o.delivery_id
      and d.event_id = any ($5::text[])
      and o.delivery_id in (
        select
          delivery_id
        from
          ended
        union all
        select
          delivery_id
        from
          kept
      )
    returning
      d.delivery_id, o.pace
  ),
  next as (
    select
      n.delivery_id
    from
      ended e
      cross join lateral (
        select
          n.delivery_id
        from
          pending_deliveries n
        where
          n.merchant_id = $1
          and n.object_id = e.object_id
          and n.endpoint_id = $2
          and not n.redelivery
          and n.event_sequence > e.event_sequence
        order by
          n.event_sequence
        limit
          1
      ) n
    where
      not e.redelivery
  ),
  brought_forward as (
    update pending_deliveries d
    set
      next_attempt_at = $4::timestamptz
    from
      next n
    where
      d.merchant_id = $1
      and d.delivery_id = n.delivery_id
      and d.delivery_id = any (
        array(
          select
            delivery_id
          from
            next
        )
      )
      and d.next_attempt_at > $4::timestamptz
  ),
  paced as (
    update webhook_endpoint_states h
    set
      in_flight_max = case
        when p.fewer > 0 then greatest(h.in_flight_max >> least(p.fewer, 30), 8)
        else least(h.in_flight_max + p.more, 64)
      end
    from
      (
        select
          count(*) filter (
            where
              pace = 'more'
          )::int as more,
          count(*) filter (
            where
              pace = 'fewer'
          )::int as fewer
        from
          recorded
      ) p
    where
      h.merchant_id = $1
      and h.endpoint_id = $2
      and case
        when p.fewer > 0 then h.in_flight_max > 8
        else p.more > 0
        and h.in_flight_max < 64
        and h.due_at <= $4::timestamptz
      end
  )
select
  r.delivery_id,
  (
    select
      h.failures > 0
    from
      webhook_endpoint_states h
    where
      h.merchant_id = $1
      and h.endpoint_id = $2
  ) as has_failures,
  (
    select
      h.resting_until > $4::timestamptz
    from
      webhook_endpoint_states h
    where
      h.merchant_id = $1
      and h.endpoint_id = $2
  ) as is_resting
from
  recorded r;
