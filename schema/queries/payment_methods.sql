-- GraphQL paymentMethod: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."customer_id" as "customer_id",
  t."payment_method_id" as "payment_method_id", t."payment_method" as "payment_method",
  to_char(
    t."created" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created",
  t."status" as "status"
from
  "payment_methods" t
where
  t."merchant_id" = $1
  and t."payment_method_id" = $2::text
limit
  1;

-- GraphQL paymentMethods: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."customer_id" as "customer_id",
  t."payment_method_id" as "payment_method_id", t."payment_method" as "payment_method",
  to_char(
    t."created" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created",
  t."status" as "status"
from
  "payment_methods" t
where
  t."merchant_id" = $2
order by
  t."created" desc, t."payment_method_id" desc
limit
  $1::int;

-- GraphQL paymentMethods.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "payment_methods" t
where
  t."merchant_id" = $1;

-- GraphQL paymentMethods.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "payment_methods" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- GraphQL paymentMethods with a search: readPage (src/core/reads/page.ts)
with
  queued as materialized (
    select
      q.merchant_id, q.object_id
    from
      search_changes q
      cross join lateral (
        select
          search_words (
            coalesce(o.customer_id, '') || ' ' || coalesce(o.payment_method_id, ''),
            'A'
          ) || array_to_tsvector(
            array[
              'payment_methods/', 'payment_methods/' || o.merchant_id
            ]
          ) || identifier_end (o.payment_method_id) as words
        from
          "payment_methods" o
        where
          o."merchant_id" = q.merchant_id
          and o."payment_method_id" = q.object_id
        limit
          1
      ) o
    where
      q.object_table = 'payment_methods'
      and q.merchant_id = $4::text
      and o.words @@ (
        select
          sought_words ($3::text, '')
      )
  ),
  first as materialized (
    select
      l."merchant_id", l."payment_method_id" as object_id
    from
      (
        select
          t."merchant_id", t."payment_method_id", t."created"
        from
          "payment_methods" t
        where
          t."merchant_id" = $2
        order by
          t."created" desc, t."payment_method_id" desc
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
          and e.object_table = 'payment_methods'
          and e.object_id = l."payment_method_id"
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
          and e.object_table = 'payment_methods'
          and e.object_id = l."payment_method_id"
        offset
          0
      )
    order by
      l."created" desc, l."payment_method_id" desc
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
        'payment_methods',
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
  t."merchant_id" as "merchant_id", t."customer_id" as "customer_id",
  t."payment_method_id" as "payment_method_id", t."payment_method" as "payment_method",
  to_char(
    t."created" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created",
  t."status" as "status"
from
  found f
  join "payment_methods" t on t."merchant_id" = f.merchant_id
  and t."payment_method_id" = f.object_id
where
  t."merchant_id" = $2
order by
  t."created" desc, t."payment_method_id" desc
limit
  $1::int;

-- REST listPaymentMethods: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."customer_id", t."payment_method_id", t."payment_method", t."payment_method_type",
  t."card", t."recurring_enabled", t."installment_payment_enabled", t."payment_experience", t."metadata",
  t."created", t."bank_transfer", t."last_used_at", t."client_secret", t."status", t."number_replaced_at",
  t."connector_mandates", t."network_transaction_id", t."billing", t."updated_at"
from
  "payment_methods" t
where
  t."merchant_id" = $2
order by
  t."created" desc, t."payment_method_id" desc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."customer_id" as "customer_id",
  t."payment_method_id" as "payment_method_id", t."payment_method" as "payment_method",
  to_char(
    t."created" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created",
  t."status" as "status"
from
  "payment_methods" t
where
  t."merchant_id" = $2
  and (t."created", t."payment_method_id") < ($3::timestamptz, $4::text)
order by
  t."created" desc, t."payment_method_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."customer_id" as "customer_id",
  t."payment_method_id" as "payment_method_id", t."payment_method" as "payment_method",
  to_char(
    t."created" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created",
  t."status" as "status"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "payment_methods" t on t."merchant_id" = $3::text
  and t."payment_method_id" = k.id;
