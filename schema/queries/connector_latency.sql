-- GraphQL connectorLatency: queryHeavy (src/core/reads/stats.ts)
with
  now as (
    select
      t."connector" as "connector", t."operation" as "operation", t."duration_band" as "duration_band",
      t."duration_ms" as "duration_ms", null::timestamptz as bucket, t.count
    from
      stats_changes t
      left join stats_progress p on p.merchant_id = t.merchant_id
      and p.object_type = 'connector_call'
    where
      t."merchant_id" = $1
      and t.object_type = 'connector_call'
      and t.starts_at >= $2::timestamptz
      and t.starts_at < $3::timestamptz
      and (
        p.counted_until is null
        or t.starts_at < p.counted_until
      )
    union all
    select
      t."connector" as "connector", t."operation" as "operation", t."duration_band" as "duration_band",
      t."duration_ms" as "duration_ms", null::timestamptz as bucket, t.count
    from
      stats_totals t
    where
      t."merchant_id" = $4
      and t.object_type = 'connector_call'
      and t.period = 'month'
      and t.starts_at >= $5::timestamptz
      and t.starts_at < $6::timestamptz
    union all
    select
      t."connector", t."operation", t."duration_band", t."duration_ms", null::timestamptz as bucket,
      1 as count
    from
      "connector_calls" t
    where
      t."merchant_id" = $7
      and t."duration_ms" is not null
      and t."created_at" >= $9::timestamptz
      and t."created_at" < $10::timestamptz
      and t."created_at" >= (
        select
          p.counted_until
        from
          stats_progress p
        where
          p.merchant_id = $8::text
          and p.object_type = 'connector_call'
      )
      and t."call_id" >= (
        select
          p.calls_from
        from
          stats_progress p
        where
          p.merchant_id = $8::text
          and p.object_type = 'connector_call'
      )
  ),
  counted as (
    select
      n.*, false as is_compared
    from
      now n
  ),
  bands as (
    select
      is_compared, "connector", bucket, duration_band,
      sum(c.count) as count,
      sum(c.duration_ms) as total
    from
      counted c
    group by
      is_compared, "connector", bucket, duration_band
    having
      sum(c.count) <> 0
  ),
  reached as (
    select
      *,
      sum(count) over (
        partition by
          is_compared, "connector", bucket
        order by
          duration_band
      ) as reached,
      sum(count) over (
        partition by
          is_compared, "connector", bucket
      ) as calls
    from
      bands
  )
select
  is_compared, "connector", null as bucket,
  sum(count)::int8 as count,
  round(sum(total) / sum(count))::int8 as mean,
  round(
    power(
      2,
      (
        min(duration_band) filter (
          where
            reached >= 0.5 * calls
        )
      ) / 4.0
    )
  )::int8 as p50,
  round(
    power(
      2,
      (
        min(duration_band) filter (
          where
            reached >= 0.95 * calls
        )
      ) / 4.0
    )
  )::int8 as p95
from
  reached r
group by
  is_compared, "connector", r.bucket
order by
  is_compared, "connector", r.bucket
limit
  $11::int;
