-- GraphQL dispute: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."dispute_id" as "dispute_id", t."payment_id" as "payment_id",
  t."dispute_stage" as "dispute_stage", t."dispute_status" as "dispute_status",
  to_char(
    t."challenge_required_by" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "challenge_required_by",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "updated_at",
  t."amount" as "amount", t."payment_method" as "payment_method", t."profile_id" as "profile_id"
from
  "disputes" t
where
  t."merchant_id" = $1
  and t."dispute_id" = $2::text
limit
  1;

-- GraphQL disputes: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."dispute_id" as "dispute_id", t."payment_id" as "payment_id",
  t."dispute_stage" as "dispute_stage", t."dispute_status" as "dispute_status",
  to_char(
    t."challenge_required_by" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "challenge_required_by",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "updated_at",
  t."amount" as "amount", t."payment_method" as "payment_method", t."profile_id" as "profile_id"
from
  "disputes" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."dispute_id" desc
limit
  $1::int;

-- GraphQL disputes.totalCount: countRows (src/core/reads/count.ts)
with
  counted as (
    select
      t."currency" as "currency", t."connector" as "connector", t."profile_id" as "profile_id",
      t."status" as "dispute_status", t."payment_method" as "payment_method", t."amount" as "amount",
      null::timestamptz as bucket, t.count
    from
      stats_changes t
      left join stats_progress p on p.merchant_id = t.merchant_id
      and p.object_type = 'dispute'
    where
      t."merchant_id" = $1
      and t.object_type = 'dispute'
      and t.starts_at >= $2::timestamptz
      and t.starts_at < $3::timestamptz
      and (
        p.counted_until is null
        or t.starts_at < p.counted_until
      )
    union all
    select
      t."currency" as "currency", t."connector" as "connector", t."profile_id" as "profile_id",
      t."status" as "dispute_status", t."payment_method" as "payment_method", t."amount" as "amount",
      null::timestamptz as bucket, t.count
    from
      stats_totals t
    where
      t."merchant_id" = $4
      and t.object_type = 'dispute'
      and t.period = 'month'
      and t.starts_at >= $5::timestamptz
      and t.starts_at < $6::timestamptz
    union all
    select
      t."currency", t."connector", t."profile_id", t."dispute_status", t."payment_method", t."amount",
      null::timestamptz as bucket, 1 as count
    from
      "disputes" t
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
          and p.object_type = 'dispute'
      )
  )
select
  coalesce(sum("count"), 0)::int8 as "count"
from
  counted;

-- GraphQL disputes.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "disputes" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- GraphQL disputes with a search: readPage (src/core/reads/page.ts)
with
  queued as materialized (
    select
      q.merchant_id, q.object_id
    from
      search_changes q
      cross join lateral (
        select
          search_words (
            coalesce(o.dispute_id, '') || ' ' || coalesce(o.payment_id, '') || ' ' || coalesce(o.connector_dispute_id, '') || ' ' || coalesce(o.connector_reason, ''),
            'A'
          ) || array_to_tsvector(array['disputes/', 'disputes/' || o.merchant_id]) || identifier_end (o.dispute_id) as words
        from
          "disputes" o
        where
          o."merchant_id" = q.merchant_id
          and o."dispute_id" = q.object_id
        limit
          1
      ) o
    where
      q.object_table = 'disputes'
      and q.merchant_id = $4::text
      and o.words @@ (
        select
          sought_words ($3::text, '')
      )
  ),
  first as materialized (
    select
      l."merchant_id", l."dispute_id" as object_id
    from
      (
        select
          t."merchant_id", t."dispute_id", t."created_at"
        from
          "disputes" t
        where
          t."merchant_id" = $2
        order by
          t."created_at" desc, t."dispute_id" desc
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
          and e.object_table = 'disputes'
          and e.object_id = l."dispute_id"
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
          and e.object_table = 'disputes'
          and e.object_id = l."dispute_id"
        offset
          0
      )
    order by
      l."created_at" desc, l."dispute_id" desc
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
        'disputes',
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
  t."merchant_id" as "merchant_id", t."dispute_id" as "dispute_id", t."payment_id" as "payment_id",
  t."dispute_stage" as "dispute_stage", t."dispute_status" as "dispute_status",
  to_char(
    t."challenge_required_by" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "challenge_required_by",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "updated_at",
  t."amount" as "amount", t."payment_method" as "payment_method", t."profile_id" as "profile_id"
from
  found f
  join "disputes" t on t."merchant_id" = f.merchant_id
  and t."dispute_id" = f.object_id
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."dispute_id" desc
limit
  $1::int;

-- REST listDisputes: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."dispute_id", t."payment_id", t."dispute_stage", t."dispute_status",
  t."connector_status", t."connector_dispute_id", t."connector_reason", t."connector_reason_code",
  t."challenge_required_by", t."connector_created_at", t."connector_updated_at", t."created_at",
  t."updated_at", t."amount", t."currency", t."connector", t."payment_method", t."profile_id",
  t."merchant_connector_id", t."evidence_files"
from
  "disputes" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."dispute_id" desc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."dispute_id" as "dispute_id", t."payment_id" as "payment_id",
  t."dispute_stage" as "dispute_stage", t."dispute_status" as "dispute_status",
  to_char(
    t."challenge_required_by" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "challenge_required_by",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "updated_at",
  t."amount" as "amount", t."payment_method" as "payment_method", t."profile_id" as "profile_id"
from
  "disputes" t
where
  t."merchant_id" = $2
  and (t."created_at", t."dispute_id") < ($3::timestamptz, $4::text)
order by
  t."created_at" desc, t."dispute_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."dispute_id" as "dispute_id", t."payment_id" as "payment_id",
  t."dispute_stage" as "dispute_stage", t."dispute_status" as "dispute_status",
  to_char(
    t."challenge_required_by" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "challenge_required_by",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "updated_at",
  t."amount" as "amount", t."payment_method" as "payment_method", t."profile_id" as "profile_id"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "disputes" t on t."merchant_id" = $3::text
  and t."dispute_id" = k.id;
