-- GraphQL customer: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."customer_id" as "customer_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."customer_id" as "customer_id",
          c."payment_method_id" as "payment_method_id", c."payment_method" as "payment_method",
          to_char(
            c."created" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created",
          c."status" as "status"
        from
          "payment_methods" c
        where
          c."merchant_id" = $3::text
          and c."customer_id" = t."customer_id"
        order by
          c."created" desc, c."payment_method_id" desc
        limit
          1000
      ) r
  ) as "payment_methods",
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."mandate_id" as "mandate_id", c."status" as "status",
          c."customer_id" as "customer_id", c."payment_method_id" as "payment_method_id",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at"
        from
          "mandates" c
        where
          c."merchant_id" = $3::text
          and c."customer_id" = t."customer_id"
        order by
          c."created_at" desc, c."mandate_id" desc
        limit
          1000
      ) r
  ) as "mandates",
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."payment_id" as "payment_id", c."status" as "status",
          c."amount" as "amount", c."net_amount" as "net_amount",
          to_char(
            c."created" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created",
          to_char(
            c."updated" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "updated",
          c."customer_id" as "customer_id", c."mandate_id" as "mandate_id",
          c."payment_method" as "payment_method", c."authentication_type" as "authentication_type",
          c."profile_id" as "profile_id", c."merchant_connector_id" as "merchant_connector_id",
          c."payment_method_id" as "payment_method_id",
          to_char(
            c."paid_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "paid_at"
        from
          "payments" c
        where
          c."merchant_id" = $3::text
          and c."customer_id" = t."customer_id"
        order by
          c."created" desc, c."payment_id" desc
        limit
          1000
      ) r
  ) as "payments"
from
  "customers" t
where
  t."merchant_id" = $1
  and t."customer_id" = $2::text
limit
  1;

-- GraphQL customers: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."customer_id" as "customer_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."customer_id" as "customer_id",
          c."payment_method_id" as "payment_method_id", c."payment_method" as "payment_method",
          to_char(
            c."created" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created",
          c."status" as "status"
        from
          "payment_methods" c
        where
          c."merchant_id" = $2::text
          and c."customer_id" = t."customer_id"
        order by
          c."created" desc, c."payment_method_id" desc
        limit
          1000
      ) r
  ) as "payment_methods",
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."mandate_id" as "mandate_id", c."status" as "status",
          c."customer_id" as "customer_id", c."payment_method_id" as "payment_method_id",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at"
        from
          "mandates" c
        where
          c."merchant_id" = $2::text
          and c."customer_id" = t."customer_id"
        order by
          c."created_at" desc, c."mandate_id" desc
        limit
          1000
      ) r
  ) as "mandates",
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."payment_id" as "payment_id", c."status" as "status",
          c."amount" as "amount", c."net_amount" as "net_amount",
          to_char(
            c."created" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created",
          to_char(
            c."updated" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "updated",
          c."customer_id" as "customer_id", c."mandate_id" as "mandate_id",
          c."payment_method" as "payment_method", c."authentication_type" as "authentication_type",
          c."profile_id" as "profile_id", c."merchant_connector_id" as "merchant_connector_id",
          c."payment_method_id" as "payment_method_id",
          to_char(
            c."paid_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "paid_at"
        from
          "payments" c
        where
          c."merchant_id" = $2::text
          and c."customer_id" = t."customer_id"
        order by
          c."created" desc, c."payment_id" desc
        limit
          1000
      ) r
  ) as "payments"
from
  "customers" t
where
  t."merchant_id" = $3
order by
  t."created_at" desc, t."customer_id" desc
limit
  $1::int;

-- GraphQL customers.totalCount: countRows (src/core/reads/count.ts)
-- REST listCustomersWithCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "customers" t
where
  t."merchant_id" = $1;

-- GraphQL customers.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "customers" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- GraphQL customers with a search: readPage (src/core/reads/page.ts)
with
  queued as materialized (
    select
      q.merchant_id, q.object_id
    from
      search_changes q
      cross join lateral (
        select
          search_words (coalesce(o.customer_id, ''), 'A') || search_words (
            coalesce(o.name, '') || ' ' || coalesce(o.email, '') || ' ' || coalesce(o.description, ''),
            'D'
          ) || phone_words (o.phone, o.phone_country_code) || array_to_tsvector(
            array['customers/', 'customers/' || o.merchant_id]
          ) || identifier_end (o.customer_id) as words
        from
          "customers" o
        where
          o."merchant_id" = q.merchant_id
          and o."customer_id" = q.object_id
        limit
          1
      ) o
    where
      q.object_table = 'customers'
      and q.merchant_id = $5::text
      and o.words @@ (
        select
          sought_words ($4::text, '')
      )
  ),
  first as materialized (
    select
      l."merchant_id", l."customer_id" as object_id
    from
      (
        select
          t."merchant_id", t."customer_id", t."created_at"
        from
          "customers" t
        where
          t."merchant_id" = $3
        order by
          t."created_at" desc, t."customer_id" desc
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
          and e.object_table = 'customers'
          and e.object_id = l."customer_id"
        limit
          1
      ) e
    where
      e.words @@ (
        select
          sought_words ($4::text, '')
      )
      and not exists (
        select
        from
          search_changes e
        where
          e.merchant_id = l."merchant_id"
          and e.object_table = 'customers'
          and e.object_id = l."customer_id"
        offset
          0
      )
    order by
      l."created_at" desc, l."customer_id" desc
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
        'customers',
        (
          select
            sought_words ($4::text, '')
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
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."customer_id" as "customer_id",
          c."payment_method_id" as "payment_method_id", c."payment_method" as "payment_method",
          to_char(
            c."created" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created",
          c."status" as "status"
        from
          "payment_methods" c
        where
          c."merchant_id" = $2::text
          and c."customer_id" = t."customer_id"
        order by
          c."created" desc, c."payment_method_id" desc
        limit
          1000
      ) r
  ) as "payment_methods",
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."mandate_id" as "mandate_id", c."status" as "status",
          c."customer_id" as "customer_id", c."payment_method_id" as "payment_method_id",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at"
        from
          "mandates" c
        where
          c."merchant_id" = $2::text
          and c."customer_id" = t."customer_id"
        order by
          c."created_at" desc, c."mandate_id" desc
        limit
          1000
      ) r
  ) as "mandates",
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."payment_id" as "payment_id", c."status" as "status",
          c."amount" as "amount", c."net_amount" as "net_amount",
          to_char(
            c."created" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created",
          to_char(
            c."updated" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "updated",
          c."customer_id" as "customer_id", c."mandate_id" as "mandate_id",
          c."payment_method" as "payment_method", c."authentication_type" as "authentication_type",
          c."profile_id" as "profile_id", c."merchant_connector_id" as "merchant_connector_id",
          c."payment_method_id" as "payment_method_id",
          to_char(
            c."paid_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "paid_at"
        from
          "payments" c
        where
          c."merchant_id" = $2::text
          and c."customer_id" = t."customer_id"
        order by
          c."created" desc, c."payment_id" desc
        limit
          1000
      ) r
  ) as "payments"
from
  found f
  join "customers" t on t."merchant_id" = f.merchant_id
  and t."customer_id" = f.object_id
where
  t."merchant_id" = $3
order by
  t."created_at" desc, t."customer_id" desc
limit
  $1::int;

-- REST listCustomers: readPageTexts (src/core/reads/page.ts)
-- REST listCustomersWithCount: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."customer_id", t."name", t."email", t."phone", t."phone_country_code", t."description",
  t."address", t."created_at", t."metadata", t."default_payment_method_id", t."modified_at", t."deleted_at"
from
  "customers" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."customer_id" desc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."customer_id" as "customer_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "customers" t
where
  t."merchant_id" = $2
  and (t."created_at", t."customer_id") < ($3::timestamptz, $4::text)
order by
  t."created_at" desc, t."customer_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."customer_id" as "customer_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "customers" t on t."merchant_id" = $3::text
  and t."customer_id" = k.id;

-- Nested list Customer.payment_methods: readChildren (src/core/reads/children.ts)
select
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."customer_id" as "customer_id",
          c."payment_method_id" as "payment_method_id", c."payment_method" as "payment_method",
          to_char(
            c."created" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created",
          c."status" as "status"
        from
          "payment_methods" c
        where
          c."merchant_id" = $3::text
          and c."customer_id" = p.id
        order by
          c."created" desc, c."payment_method_id" desc
        limit
          1000
      ) r
  ) as "payment_methods"
from
  unnest($1::text[], $2::text[]) with ordinality as p (merchant_id, id, place)
order by
  p.place;

-- Nested list Customer.mandates: readChildren (src/core/reads/children.ts)
select
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."mandate_id" as "mandate_id", c."status" as "status",
          c."customer_id" as "customer_id", c."payment_method_id" as "payment_method_id",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at"
        from
          "mandates" c
        where
          c."merchant_id" = $3::text
          and c."customer_id" = p.id
        order by
          c."created_at" desc, c."mandate_id" desc
        limit
          1000
      ) r
  ) as "mandates"
from
  unnest($1::text[], $2::text[]) with ordinality as p (merchant_id, id, place)
order by
  p.place;

-- Nested list Customer.payments: readChildren (src/core/reads/children.ts)
select
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."payment_id" as "payment_id", c."status" as "status",
          c."amount" as "amount", c."net_amount" as "net_amount",
          to_char(
            c."created" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created",
          to_char(
            c."updated" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "updated",
          c."customer_id" as "customer_id", c."mandate_id" as "mandate_id",
          c."payment_method" as "payment_method", c."authentication_type" as "authentication_type",
          c."profile_id" as "profile_id", c."merchant_connector_id" as "merchant_connector_id",
          c."payment_method_id" as "payment_method_id",
          to_char(
            c."paid_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "paid_at"
        from
          "payments" c
        where
          c."merchant_id" = $3::text
          and c."customer_id" = p.id
        order by
          c."created" desc, c."payment_id" desc
        limit
          1000
      ) r
  ) as "payments"
from
  unnest($1::text[], $2::text[]) with ordinality as p (merchant_id, id, place)
order by
  p.place;
