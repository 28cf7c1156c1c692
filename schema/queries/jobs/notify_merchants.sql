-- Job notify_merchants: resolveAndFind (src/core/notifications/watch-conditions.ts)
with
  found as materialized (
    select
      a.merchant_id, a.profile_id as object_id, a.profile_id,
      coalesce(
        (m.notification_rules ->> 'success_rate_by_email')::boolean,
        true
      ) as by_email,
      (100 * s.approved / s.decided)::int as value,
      r.below as threshold, null::text as payment_id, null::text as connector,
      null::text as merchant_connector_id, null::timestamptz as due_at, null::text as error_code
    from
      (
        select distinct
          x.merchant_id, x.profile_id
        from
          stats_totals x
        where
          x.object_type = 'attempt'
          and x.period = 'quarter_hour'
          and x.starts_at >= $1::timestamptz - interval '60 minutes'
          and x.starts_at <= $1::timestamptz
          and x.profile_id is not null
          and x.count > 0
          and true
      ) a
      join merchant_accounts m on m.merchant_id = a.merchant_id
      and coalesce(
        (m.notification_rules ->> 'success_rate_enabled')::boolean,
        true
      )
      cross join lateral (
        select
          coalesce(
            (m.notification_rules ->> 'success_rate_below')::int,
            50
          ) as below,
          coalesce(
            (m.notification_rules ->> 'success_rate_attempts')::int,
            20
          ) as attempts,
          coalesce(
            (m.notification_rules ->> 'success_rate_hours')::int,
            1
          ) as hours
      ) r
      cross join lateral (
        select
          sum(t.count) as decided,
          coalesce(
            sum(t.count) filter (
              where
                t.connector_decision = 'approved'
            ),
            0
          ) as approved
        from
          stats_totals t
        where
          t.merchant_id = a.merchant_id
          and true
          and t.object_type = 'attempt'
          and t.period = 'quarter_hour'
          and t.starts_at > $1::timestamptz - make_interval(hours => r.hours)
          and t.starts_at > $1::timestamptz - interval '1440 minutes'
          and t.starts_at <= $1::timestamptz
          and t.profile_id = a.profile_id
          and t.connector_decision in ('approved', 'declined')
      ) s
    where
      s.decided >= r.attempts
      and 100 * s.approved < r.below * s.decided
  ),
  ended as (
    update notifications n
    set
      resolved_at = $1::timestamptz
    where
      n.kind = 'success_rate_fell'
      and n.resolved_at is null
      and true
      and not exists (
        select
        from
          found f
        where
          f.merchant_id = n.merchant_id
          and f.object_id = n.object_id
      )
  )
select
  f.*
from
  found f
where
  not exists (
    select
    from
      notifications n
    where
      n.merchant_id = f.merchant_id
      and n.object_id = f.object_id
      and n.kind = 'success_rate_fell'
      and true
      and (
        n.resolved_at is null
        or n.resolved_at > $1::timestamptz - interval '1 hour'
        or n.kind = 'payout_failed'
      )
  )
order by
  f.merchant_id, f.object_id
limit
  500;

-- Job notify_merchants: resolveAndFind (src/core/notifications/watch-conditions.ts)
with
  found as materialized (
    select
      e.merchant_id, e.endpoint_id as object_id, e.profile_id,
      coalesce(
        (
          m.notification_rules ->> 'webhooks_failing_by_email'
        )::boolean,
        true
      ) as by_email,
      greatest(
        extract(
          epoch
          from
            $1::timestamptz - e.since
        ) / 60,
        0
      )::int as value,
      coalesce(
        (
          m.notification_rules ->> 'webhooks_failing_minutes'
        )::int,
        15
      ) as threshold,
      null::text as payment_id, null::text as connector, null::text as merchant_connector_id,
      null::timestamptz as due_at, null::text as error_code
    from
      (
        select
          merchant_id, endpoint_id, profile_id, stopped_at as since, true as stopped
        from
          webhook_endpoint_states x
        where
          stopped_at is not null
          and true
        union all
        select
          merchant_id, endpoint_id, profile_id, resting_since, false
        from
          webhook_endpoint_states x
        where
          resting_since is not null
          and resting_reason = 'no_response'
          and stopped_at is null
          and true
        union all
        select
          s.merchant_id, s.endpoint_id, s.profile_id, w.since, false
        from
          webhook_endpoint_states s
          cross join lateral (
            select
              min(d.created_at) as since
            from
              pending_deliveries d
            where
              d.merchant_id = s.merchant_id
              and true
              and d.endpoint_id = s.endpoint_id
              and d.attempt_count > 0
          ) w
        where
          s.due_at is not null
          and s.stopped_at is null
          and s.resting_since is null
          and w.since is not null
          and true
          and not exists (
            select
            from
              webhook_deliveries d
            where
              d.merchant_id = s.merchant_id
              and true
              and d.endpoint_id = s.endpoint_id
              and d.status = 'delivered'
              and d.created_at > w.since
          )
      ) e
      join merchant_accounts m on m.merchant_id = e.merchant_id
      and coalesce(
        (
          m.notification_rules ->> 'webhooks_failing_enabled'
        )::boolean,
        true
      )
    where
      e.stopped
      or e.since <= $1::timestamptz - make_interval(
        mins => coalesce(
          (
            m.notification_rules ->> 'webhooks_failing_minutes'
          )::int,
          15
        )
      )
  ),
  ended as (
    update notifications n
    set
      resolved_at = $1::timestamptz
    where
      n.kind = 'webhooks_failing'
      and n.resolved_at is null
      and true
      and not exists (
        select
        from
          found f
        where
          f.merchant_id = n.merchant_id
          and f.object_id = n.object_id
      )
  )
select
  f.*
from
  found f
where
  not exists (
    select
    from
      notifications n
    where
      n.merchant_id = f.merchant_id
      and n.object_id = f.object_id
      and n.kind = 'webhooks_failing'
      and true
      and (
        n.resolved_at is null
        or n.resolved_at > $1::timestamptz - interval '1 hour'
        or n.kind = 'payout_failed'
      )
  )
order by
  f.merchant_id, f.object_id
limit
  500;

-- Job notify_merchants: resolveAndFind (src/core/notifications/watch-conditions.ts)
with
  found as materialized (
    select
      d.merchant_id, d.dispute_id as object_id, d.profile_id,
      coalesce(
        (m.notification_rules ->> 'dispute_due_by_email')::boolean,
        true
      ) as by_email,
      (
        extract(
          epoch
          from
            d.deadline - $1::timestamptz
        ) / 86400
      )::int as value,
      coalesce(
        (m.notification_rules ->> 'dispute_due_days')::int,
        3
      ) as threshold,
      d.payment_id, d.connector, d.merchant_connector_id, d.deadline as due_at, null::text as error_code
    from
      (
        select
          *
        from
          disputes x
        where
          x.dispute_status = 'dispute_opened'
          and x.deadline > $1::timestamptz
          and x.deadline <= $1::timestamptz + interval '30 days'
          and true
      ) d
      join merchant_accounts m on m.merchant_id = d.merchant_id
      and coalesce(
        (m.notification_rules ->> 'dispute_due_enabled')::boolean,
        true
      )
    where
      d.deadline <= $1::timestamptz + make_interval(
        days => coalesce(
          (m.notification_rules ->> 'dispute_due_days')::int,
          3
        )
      )
  ),
  ended as (
    update notifications n
    set
      resolved_at = $1::timestamptz
    where
      n.kind = 'dispute_due'
      and n.resolved_at is null
      and true
      and not exists (
        select
        from
          found f
        where
          f.merchant_id = n.merchant_id
          and f.object_id = n.object_id
      )
  )
select
  f.*
from
  found f
where
  not exists (
    select
    from
      notifications n
    where
      n.merchant_id = f.merchant_id
      and n.object_id = f.object_id
      and n.kind = 'dispute_due'
      and true
      and (
        n.resolved_at is null
        or n.resolved_at > $1::timestamptz - interval '1 hour'
        or n.kind = 'payout_failed'
      )
  )
order by
  f.merchant_id, f.object_id
limit
  500;

-- Job notify_merchants: resolveAndFind (src/core/notifications/watch-conditions.ts)
with
  found as materialized (
    select
      t.merchant_id, a.merchant_connector_id as object_id, c.profile_id,
      coalesce(
        (m.notification_rules ->> 'circuit_open_by_email')::boolean,
        true
      ) as by_email,
      a.failed as value, 5 as threshold, null::text as payment_id, c.connector_name as connector,
      a.merchant_connector_id, null::timestamptz as due_at, null::text as error_code
    from
      (
        select distinct
          x.merchant_id
        from
          stats_totals x
        where
          x.object_type in ('attempt', 'refund', 'payout')
          and x.period = 'quarter_hour'
          and x.starts_at >= $1::timestamptz - interval '60 minutes'
          and x.starts_at <= $1::timestamptz
          and x.count > 0
          and true
      ) t
      join merchant_accounts m on m.merchant_id = t.merchant_id
      and coalesce(
        (m.notification_rules ->> 'circuit_open_enabled')::boolean,
        true
      )
      cross join lateral (
        select
          k.merchant_connector_id,
          (
            count(*) filter (
              where
                k.unreached
                and k.place < k.answered
            )
          )::int as failed
        from
          (
            select
              r.*,
              coalesce(
                min(r.place) filter (
                  where
                    not r.unreached
                ) over (
                  partition by
                    r.merchant_connector_id
                ),
                5001
              ) as answered
            from
              (
                select
                  w.merchant_connector_id,
                  coalesce(
                    (
                      w.outcome ->> 'code' = 'connector_unreachable'
                      or w.outcome ->> 'reason' in ('timed_out', 'unreachable')
                    ),
                    false
                  ) as unreached,
                  row_number() over (
                    partition by
                      w.merchant_connector_id
                    order by
                      w.call_id desc
                  ) as place
                from
                  (
                    select
                      call_id, merchant_connector_id, outcome
                    from
                      connector_calls l
                    where
                      merchant_id = t.merchant_id
                      and true
                      and call_id > $2
                      and created_at >= $1::timestamptz - interval '10 minutes'
                      and outcome is not null
                    order by
                      call_id desc
                    limit
                      5000
                  ) w
              ) r
          ) k
        group by
          k.merchant_connector_id
      ) a
      join connector_accounts c on c.merchant_id = t.merchant_id
      and c.merchant_connector_id = a.merchant_connector_id
      and true
    where
      a.failed >= 5
  ),
  ended as (
    update notifications n
    set
      resolved_at = $1::timestamptz
    where
      n.kind = 'circuit_open'
      and n.resolved_at is null
      and true
      and not exists (
        select
        from
          found f
        where
          f.merchant_id = n.merchant_id
          and f.object_id = n.object_id
      )
  )
select
  f.*
from
  found f
where
  not exists (
    select
    from
      notifications n
    where
      n.merchant_id = f.merchant_id
      and n.object_id = f.object_id
      and n.kind = 'circuit_open'
      and true
      and (
        n.resolved_at is null
        or n.resolved_at > $1::timestamptz - interval '1 hour'
        or n.kind = 'payout_failed'
      )
  )
order by
  f.merchant_id, f.object_id
limit
  500;

-- Job notify_merchants: resolveAndFind (src/core/notifications/watch-conditions.ts)
with
  found as materialized (
    select
      p.merchant_id, p.payout_id as object_id, p.profile_id,
      coalesce(
        (m.notification_rules ->> 'payout_failed_by_email')::boolean,
        true
      ) as by_email,
      null::int as value, null::int as threshold, null::text as payment_id, p.connector,
      p.merchant_connector_id, null::timestamptz as due_at,
      left(p.error_code, 100) as error_code
    from
      (
        select
          *
        from
          payouts x
        where
          x.status in ('failed', 'ineligible')
          and x.updated >= $1::timestamptz - interval '7 days'
          and true
      ) p
      join merchant_accounts m on m.merchant_id = p.merchant_id
      and coalesce(
        (m.notification_rules ->> 'payout_failed_enabled')::boolean,
        true
      )
  ),
  ended as (
    update notifications n
    set
      resolved_at = $1::timestamptz
    where
      n.kind = 'payout_failed'
      and n.resolved_at is null
      and true
      and not exists (
        select
        from
          found f
        where
          f.merchant_id = n.merchant_id
          and f.object_id = n.object_id
      )
  )
select
  f.*
from
  found f
where
  not exists (
    select
    from
      notifications n
    where
      n.merchant_id = f.merchant_id
      and n.object_id = f.object_id
      and n.kind = 'payout_failed'
      and true
      and (
        n.resolved_at is null
        or n.resolved_at > $1::timestamptz - interval '1 hour'
        or n.kind = 'payout_failed'
      )
  )
order by
  f.merchant_id, f.object_id
limit
  500;

-- Job notify_merchants: notifyOfExpiringKeys (src/core/access/expiring-keys.ts)
select
  k.merchant_id, k.key_id
from
  api_keys k
where
  k.expires_at is not null
  and k.revoked_at is null
  and k.expires_at > now()
  and k.expires_at <= now() + interval '30 days'
  and case
    when k.expires_at <= now() + interval '7 days' then case
      when coalesce(k.expiry_noticed_days, 31) > 7 then 7
    end
    when k.expires_at <= now() + interval '30 days' then case
      when coalesce(k.expiry_noticed_days, 31) > 30 then 30
    end
  end is not null
  and true
order by
  k.expires_at
limit
  500;

-- Job notify_merchants: claimSome (src/core/notifications/send-mail.ts)
select
  merchant_id, notification_id
from
  notifications
where
  mail_due
  and true
order by
  created_at
limit
  200;
