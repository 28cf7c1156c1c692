-- GraphQL refund: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."refund_id" as "refund_id", t."payment_id" as "payment_id",
  t."customer_id" as "customer_id", t."amount" as "amount", t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "updated_at",
  t."payment_method" as "payment_method", t."profile_id" as "profile_id"
from
  "refunds" t
where
  t."merchant_id" = $1
  and t."refund_id" = $2::text
limit
  1;

-- GraphQL refunds: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."refund_id" as "refund_id", t."payment_id" as "payment_id",
  t."customer_id" as "customer_id", t."amount" as "amount", t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "updated_at",
  t."payment_method" as "payment_method", t."profile_id" as "profile_id"
from
  "refunds" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."refund_id" desc
limit
  $1::int;

-- GraphQL refunds.totalCount: countRows (src/core/reads/count.ts)
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
  coalesce(sum("count"), 0)::int8 as "count"
from
  counted;

-- GraphQL refunds.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "refunds" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- GraphQL refunds with a search: readPage (src/core/reads/page.ts)
with
  queued as materialized (
    select
      q.merchant_id, q.object_id
    from
      search_changes q
      cross join lateral (
        select
          search_words (
            coalesce(o.refund_id, '') || ' ' || coalesce(o.payment_id, '') || ' ' || coalesce(o.reason, '') || ' ' || coalesce(o.connector_refund_id, ''),
            'A'
          ) || array_to_tsvector(array['refunds/', 'refunds/' || o.merchant_id]) || identifier_end (o.refund_id) as words
        from
          "refunds" o
        where
          o."merchant_id" = q.merchant_id
          and o."refund_id" = q.object_id
        limit
          1
      ) o
    where
      q.object_table = 'refunds'
      and q.merchant_id = $4::text
      and o.words @@ (
        select
          sought_words ($3::text, '')
      )
  ),
  first as materialized (
    select
      l."merchant_id", l."refund_id" as object_id
    from
      (
        select
          t."merchant_id", t."refund_id", t."created_at"
        from
          "refunds" t
        where
          t."merchant_id" = $2
        order by
          t."created_at" desc, t."refund_id" desc
        limit
          $1::int * 200
      ) l
      cross join lateral (
        select
          e.words
        from
          search_entries e
        where
          e.merchant_id = l."merchant_id"
          and e.object_table = 'refunds'
          and e.object_id = l."refund_id"
        limit
          1
      ) e
    where
      e.words @@ (
        select
          sought_words ($3::text, '')
      )
      and not exists (
        select
        from
          search_changes e
        where
          e.merchant_id = l."merchant_id"
          and e.object_table = 'refunds'
          and e.object_id = l."refund_id"
        offset
          0
      )
    order by
      l."created_at" desc, l."refund_id" desc
    limit
      $1::int
  ),
  found as (
    select
      merchant_id, object_id
    from
      queued
    union all
    select
      merchant_id, object_id
    from
      first
    where
      (
        select
          count(*)
        from
          first
      ) = $1::int
    union all
    select
      merchant_id, object_id
    from
      find_searched (
        'refunds',
        (
          select
            sought_words ($3::text, '')
        ),
        newest_first => true, at_most => $1::int
      )
    where
      (
        select
          count(*)
        from
          first
      ) < $1::int
  )
select
  t."merchant_id" as "merchant_id", t."refund_id" as "refund_id", t."payment_id" as "payment_id",
  t."customer_id" as "customer_id", t."amount" as "amount", t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "updated_at",
  t."payment_method" as "payment_method", t."profile_id" as "profile_id"
from
  found f
  join "refunds" t on t."merchant_id" = f.merchant_id
  and t."refund_id" = f.object_id
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."refund_id" desc
limit
  $1::int;

-- REST listRefunds: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."refund_id", t."payment_id", t."customer_id", t."amount", t."currency", t."status",
  t."reason", t."error_message", t."error_code", t."unified_code", t."unified_message", t."error_category",
  t."router_error", t."metadata", t."created_at", t."updated_at", t."connector", t."payment_method",
  t."profile_id", t."merchant_connector_id", t."connector_refund_id", t."split_refunds",
  t."issuer_error_code", t."issuer_error_message", t."fee", t."fee_currency", t."settlement_reference",
  t."available_on", t."surcharge_amount"
from
  "refunds" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."refund_id" desc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."refund_id" as "refund_id", t."payment_id" as "payment_id",
  t."customer_id" as "customer_id", t."amount" as "amount", t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "updated_at",
  t."payment_method" as "payment_method", t."profile_id" as "profile_id"
from
  "refunds" t
where
  t."merchant_id" = $2
  and (t."created_at", t."refund_id") < ($3::timestamptz, $4::text)
order by
  t."created_at" desc, t."refund_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."refund_id" as "refund_id", t."payment_id" as "payment_id",
  t."customer_id" as "customer_id", t."amount" as "amount", t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "updated_at",
  t."payment_method" as "payment_method", t."profile_id" as "profile_id"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "refunds" t on t."merchant_id" = $3::text
  and t."refund_id" = k.id;
