-- Job send_sandbox_webhooks: claimEvents (src/connectors/sandbox/send-webhooks.ts)
select
  merchant_id, merchant_connector_id, event_id
from
  sandbox_events
where
  told_at is null
  and next_at <= $1::timestamptz
  and tries < 24
  and true
order by
  next_at
limit
  50;

-- Job send_sandbox_webhooks: claimEvents (src/connectors/sandbox/send-webhooks.ts)
with
  due as (
    select
      merchant_connector_id, event_id,
      extract(
        epoch
        from
          next_at
      )::float8 * 1000 as due_ms,
      $1::timestamptz + least(30 * power(2, tries), 3600) * interval '1 second' as retry_at
    from
      sandbox_events
    where
      merchant_id = $2
      and (merchant_connector_id, event_id) in (
        select
          *
        from
          unnest($3::text[], $4::text[])
      )
      and told_at is null
      and next_at <= $1::timestamptz
      and tries < 24
    for update
      skip locked
  )
update sandbox_events e
set
  tries = e.tries + 1, next_at = due.retry_at
from
  due
where
  e.merchant_id = $2
  and e.merchant_connector_id = due.merchant_connector_id
  and e.event_id = due.event_id
returning
  e.merchant_id, e.merchant_connector_id, e.event_id, e.body, due.due_ms;
