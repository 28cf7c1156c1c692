-- Job look_up_connector_calls: leaseCalls (src/core/connector-calls/lease-calls.ts)
with
  busy as (
    select
      *
    from
      unnest($3::text[], $4::int[]) as b (merchant_id, calls)
  ),
  oldest as materialized (
    (
      select
        c.merchant_id, c.call_id, c.look_up_at
      from
        connector_calls c
      where
        c.status = 'intended'
        and c.look_up_at <= $1::timestamptz
        and (
          select
            true
          from
            connector_calls c
          where
            c.status = 'intended'
            and c.look_up_at <= $1::timestamptz
            and true
          order by
            c.look_up_at
          limit
            1
        )
        and true
        and c.merchant_id <> all (
          array(
            select
              merchant_id
            from
              busy
            where
              calls >= $5::int
          )
        )
      order by
        c.look_up_at
      limit
        1000
    )
    union all
    (
      select
        c.merchant_id, c.call_id, c.look_up_at
      from
        connector_calls c
      where
        c.status = 'intended'
        and c.process_id is not null
        and c.process_id <> all (
          array(
            select
              p.process_id
            from
              processes p
            where
              p.seen_at > now() - interval '4000 ms'
          )
        )
        and (
          c.look_up_at > $1::timestamptz
          or c.look_up_at is null
        )
        and true
        and c.merchant_id <> all (
          array(
            select
              merchant_id
            from
              busy
            where
              calls >= $5::int
          )
        )
      limit
        1000
    )
  ),
  ranked as (
    select
      merchant_id, call_id, look_up_at,
      coalesce(b.calls, 0) + row_number() over (
        partition by
          merchant_id
        order by
          look_up_at
      ) as rank
    from
      oldest
      left join busy b using (merchant_id)
  )
select
  merchant_id, call_id, look_up_at
from
  ranked
where
  rank <= $5::int
order by
  rank, look_up_at
limit
  $2::int;

-- Job look_up_connector_calls: leaseCalls (src/core/connector-calls/lease-calls.ts)
with
  due as (
    select
      c.call_id
    from
      connector_calls c
      join unnest($2::text[], $3::timestamptz[]) as f (call_id, look_up_at) on f.call_id = c.call_id
      and f.look_up_at is not distinct from c.look_up_at
    where
      c.merchant_id = $1
      and c.status = 'intended'
      and c.call_id = any ($2::text[])
    for update of
      c skip locked
  )
update connector_calls c
set
  process_id = $4, look_up_at = $5::timestamptz
from
  due
where
  c.merchant_id = $1
  and c.call_id = due.call_id
  and c.call_id = any ($2::text[])
returning
  c.merchant_id, c.call_id, c.traceparent;
