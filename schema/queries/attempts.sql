-- GraphQL attempt: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."attempt_id" as "attempt_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "attempts" t
where
  t."merchant_id" = $1
  and t."attempt_id" = $2::text
limit
  1;

-- GraphQL attempts: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."attempt_id" as "attempt_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "attempts" t
where
  t."merchant_id" = $2
order by
  t."created_at" asc, t."attempt_id" asc
limit
  $1::int;

-- GraphQL attempts.totalCount: countRows (src/core/reads/count.ts)
with
  counted as (
    select
      t."currency" as "currency", t."connector" as "connector", t."profile_id" as "profile_id",
      t."status" as "status", t."error_code" as "error_code", t."payment_method" as "payment_method",
      t."payment_method_type" as "payment_method_type", t."unified_code" as "unified_code",
      t."authentication_type" as "authentication_type", t."connector_decision" as "connector_decision",
      t."amount" as "amount", null::timestamptz as bucket, t.count
    from
      stats_changes t
      left join stats_progress p on p.merchant_id = t.merchant_id
      and p.object_type = 'attempt'
    where
      t."merchant_id" = $1
      and t.object_type = 'attempt'
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
      t."payment_method_type" as "payment_method_type", t."unified_code" as "unified_code",
      t."authentication_type" as "authentication_type", t."connector_decision" as "connector_decision",
      t."amount" as "amount", null::timestamptz as bucket, t.count
    from
      stats_totals t
    where
      t."merchant_id" = $4
      and t.object_type = 'attempt'
      and t.period = 'month'
      and t.starts_at >= $5::timestamptz
      and t.starts_at < $6::timestamptz
    union all
    select
      t."currency", t."connector", t."profile_id", t."status", t."error_code", t."payment_method",
      t."payment_method_type", t."unified_code", t."authentication_type", t."connector_decision", t."amount",
      null::timestamptz as bucket, 1 as count
    from
      "attempts" t
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
          and p.object_type = 'attempt'
      )
  )
select
  coalesce(sum("count"), 0)::int8 as "count"
from
  counted;

-- GraphQL attempts.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "attempts" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."attempt_id" as "attempt_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "attempts" t
where
  t."merchant_id" = $2
  and (t."created_at", t."attempt_id") > ($3::timestamptz, $4::text)
order by
  t."created_at" asc, t."attempt_id" asc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."attempt_id" as "attempt_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "attempts" t on t."merchant_id" = $3::text
  and t."attempt_id" = k.id;
