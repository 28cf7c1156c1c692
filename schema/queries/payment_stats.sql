-- GraphQL paymentStats: queryHeavy (src/core/reads/stats.ts)
with
  counted as (
    select
      t.*, null::timestamptz as bucket, 1 as count
    from
      "payments" t
    where
      t."merchant_id" = $1
  )
select
  g."currency", g."fee_currency", null as bucket, false as is_compared, g.count, g.successes, g.failures,
  g."amount", g."amount_received", g."amount_capturable", g."amount_refunded", g."net_amount",
  g."amount_disputed", g."fee"
from
  (
    select
      c."currency"::text as "currency", c."fee_currency"::text as "fee_currency", c.bucket,
      sum(c.count)::int8 as count,
      coalesce(
        sum(c.count) filter (
          where
            c."status" = any ($3::text[])
        ),
        0
      )::int8 as successes,
      coalesce(
        sum(c.count) filter (
          where
            c."status" = any ($4::text[])
        ),
        0
      )::int8 as failures,
      sum(c."amount")::int8 as "amount",
      sum(c."amount_received")::int8 as "amount_received",
      sum(c."amount_capturable")::int8 as "amount_capturable",
      sum(c."amount_refunded")::int8 as "amount_refunded",
      sum(c."net_amount")::int8 as "net_amount",
      sum(c."amount_disputed")::int8 as "amount_disputed",
      sum(c."fee")::int8 as "fee"
    from
      counted c
    group by
      1, 2, 3
    having
      sum(c.count) <> 0
  ) g
order by
  is_compared, count desc, "currency", "fee_currency"
limit
  $2::int;
