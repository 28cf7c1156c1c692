-- GraphQL refundStats: queryHeavy (src/core/reads/stats.ts)
with
  counted as (
    select
      t."currency" as "currency", t."connector" as "connector", t."profile_id" as "profile_id",
      t."status" as "status", t."error_code" as "error_code", t."payment_method" as "payment_method",
      t."amount" as "amount", null::timestamptz as bucket, t.count
    from
      stats_changes t
      left join stats_progress p on p.merchant_id = t.merchant_id
      and p.object_type = 'refund'
    where
      t."merchant_id" = $1
      and t.object_type = 'refund'
      and t.starts_at >= $2::timestamptz
      and t.starts_at < $3::timestamptz
      and (
        p.counted_until is null
        or t.starts_at < p.counted_until
      )
    union all
    select
      t."currency" as "currency", t."connector" as "connector", t."profile_id" as "profile_id",
      t."status" as "status", t."error_code" as "error_code", t."payment_method" as "payment_method",
      t."amount" as "amount", null::timestamptz as bucket, t.count
    from
      stats_totals t
    where
      t."merchant_id" = $4
      and t.object_type = 'refund'
      and t.period = 'month'
      and t.starts_at >= $5::timestamptz
      and t.starts_at < $6::timestamptz
    union all
    select
      t."currency", t."connector", t."profile_id", t."status", t."error_code", t."payment_method", t."amount",
      null::timestamptz as bucket, 1 as count
    from
      "refunds" t
    where
      t."merchant_id" = $7
      and t."created_at" >= $9::timestamptz
      and t."created_at" < $10::timestamptz
      and t."created_at" >= (
        select
          p.counted_until
        from
          stats_progress p
        where
          p.merchant_id = $8::text
          and p.object_type = 'refund'
      )
  )
select
  g."currency", null as bucket, false as is_compared, g.count, g.successes, g.failures, g."amount"
from
  (
    select
      c."currency"::text as "currency", c.bucket,
      sum(c.count)::int8 as count,
      coalesce(
        sum(c.count) filter (
          where
            c."status" = any ($12::text[])
        ),
        0
      )::int8 as successes,
      coalesce(
        sum(c.count) filter (
          where
            c."status" = any ($13::text[])
        ),
        0
      )::int8 as failures,
      sum(c."amount")::int8 as "amount"
    from
      counted c
    group by
      1, 2
    having
      sum(c.count) <> 0
  ) g
order by
  is_compared, count desc, "currency"
limit
  $11::int;
