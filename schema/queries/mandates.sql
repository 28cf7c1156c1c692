-- GraphQL mandate: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."mandate_id" as "mandate_id", t."status" as "status",
  t."customer_id" as "customer_id", t."payment_method_id" as "payment_method_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "mandates" t
where
  t."merchant_id" = $1
  and t."mandate_id" = $2::text
limit
  1;

-- GraphQL mandates: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."mandate_id" as "mandate_id", t."status" as "status",
  t."customer_id" as "customer_id", t."payment_method_id" as "payment_method_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "mandates" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."mandate_id" desc
limit
  $1::int;

-- GraphQL mandates.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "mandates" t
where
  t."merchant_id" = $1;

-- GraphQL mandates.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "mandates" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- GraphQL mandates with a search: readPage (src/core/reads/page.ts)
with
  queued as materialized (
    select
      q.merchant_id, q.object_id
    from
      search_changes q
      cross join lateral (
        select
          search_words (
            coalesce(o.mandate_id, '') || ' ' || coalesce(o.customer_id, ''),
            'A'
          ) || array_to_tsvector(array['mandates/', 'mandates/' || o.merchant_id]) || identifier_end (o.mandate_id) as words
        from
          "mandates" o
        where
          o."merchant_id" = q.merchant_id
          and o."mandate_id" = q.object_id
        limit
          1
      ) o
    where
      q.object_table = 'mandates'
      and q.merchant_id = $4::text
      and o.words @@ (
        select
          sought_words ($3::text, '')
      )
  ),
  first as materialized (
    select
      l."merchant_id", l."mandate_id" as object_id
    from
      (
        select
          t."merchant_id", t."mandate_id", t."created_at"
        from
          "mandates" t
        where
          t."merchant_id" = $2
        order by
          t."created_at" desc, t."mandate_id" desc
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
          and e.object_table = 'mandates'
          and e.object_id = l."mandate_id"
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
          and e.object_table = 'mandates'
          and e.object_id = l."mandate_id"
        offset
          0
      )
    order by
      l."created_at" desc, l."mandate_id" desc
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
        'mandates',
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
  t."merchant_id" as "merchant_id", t."mandate_id" as "mandate_id", t."status" as "status",
  t."customer_id" as "customer_id", t."payment_method_id" as "payment_method_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  found f
  join "mandates" t on t."merchant_id" = f.merchant_id
  and t."mandate_id" = f.object_id
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."mandate_id" desc
limit
  $1::int;

-- REST listMandates: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."mandate_id", t."status", t."usage", t."customer_id", t."payment_method_id",
  t."payment_id", t."amount", t."currency", t."start_date", t."end_date", t."customer_acceptance",
  t."metadata", t."created_at", t."updated_at"
from
  "mandates" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."mandate_id" desc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."mandate_id" as "mandate_id", t."status" as "status",
  t."customer_id" as "customer_id", t."payment_method_id" as "payment_method_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "mandates" t
where
  t."merchant_id" = $2
  and (t."created_at", t."mandate_id") < ($3::timestamptz, $4::text)
order by
  t."created_at" desc, t."mandate_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."mandate_id" as "mandate_id", t."status" as "status",
  t."customer_id" as "customer_id", t."payment_method_id" as "payment_method_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "mandates" t on t."merchant_id" = $3::text
  and t."mandate_id" = k.id;
