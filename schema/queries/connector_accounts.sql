-- GraphQL connectorAccount: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."connector_type" as "connector_type",
  t."merchant_connector_id" as "merchant_connector_id", t."profile_id" as "profile_id",
  t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "connector_accounts" t
where
  t."merchant_id" = $1
  and t."merchant_connector_id" = $2::text
limit
  1;

-- GraphQL connectorAccounts: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."connector_type" as "connector_type",
  t."merchant_connector_id" as "merchant_connector_id", t."profile_id" as "profile_id",
  t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "connector_accounts" t
where
  t."merchant_id" = $2
order by
  t."created_at" asc, t."merchant_connector_id" asc
limit
  $1::int;

-- GraphQL connectorAccounts.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "connector_accounts" t
where
  t."merchant_id" = $1;

-- GraphQL connectorAccounts.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "connector_accounts" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- GraphQL connectorAccounts with a search: readPage (src/core/reads/page.ts)
with
  queued as materialized (
    select
      q.merchant_id, q.object_id
    from
      search_changes q
      cross join lateral (
        select
          search_words (
            coalesce(o.connector_name, '') || ' ' || coalesce(o.connector_label, '') || ' ' || coalesce(o.merchant_connector_id, ''),
            'A'
          ) || array_to_tsvector(
            array[
              'connector_accounts/', 'connector_accounts/' || o.merchant_id
            ]
          ) || identifier_end (o.merchant_connector_id) as words
        from
          "connector_accounts" o
        where
          o."merchant_id" = q.merchant_id
          and o."merchant_connector_id" = q.object_id
        limit
          1
      ) o
    where
      q.object_table = 'connector_accounts'
      and q.merchant_id = $4::text
      and o.words @@ (
        select
          sought_words ($3::text, '')
      )
  ),
  first as materialized (
    select
      l."merchant_id", l."merchant_connector_id" as object_id
    from
      (
        select
          t."merchant_id", t."merchant_connector_id", t."created_at"
        from
          "connector_accounts" t
        where
          t."merchant_id" = $2
        order by
          t."created_at" asc, t."merchant_connector_id" asc
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
          and e.object_table = 'connector_accounts'
          and e.object_id = l."merchant_connector_id"
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
          and e.object_table = 'connector_accounts'
          and e.object_id = l."merchant_connector_id"
        offset
          0
      )
    order by
      l."created_at" asc, l."merchant_connector_id" asc
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
        'connector_accounts',
        (
          select
            sought_words ($3::text, '')
        ),
        newest_first => false, at_most => $1::int
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
  t."merchant_id" as "merchant_id", t."connector_type" as "connector_type",
  t."merchant_connector_id" as "merchant_connector_id", t."profile_id" as "profile_id",
  t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  found f
  join "connector_accounts" t on t."merchant_id" = f.merchant_id
  and t."merchant_connector_id" = f.object_id
where
  t."merchant_id" = $2
order by
  t."created_at" asc, t."merchant_connector_id" asc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."connector_type" as "connector_type",
  t."merchant_connector_id" as "merchant_connector_id", t."profile_id" as "profile_id",
  t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "connector_accounts" t
where
  t."merchant_id" = $2
  and (t."created_at", t."merchant_connector_id") > ($3::timestamptz, $4::text)
order by
  t."created_at" asc, t."merchant_connector_id" asc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."connector_type" as "connector_type",
  t."merchant_connector_id" as "merchant_connector_id", t."profile_id" as "profile_id",
  t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "connector_accounts" t on t."merchant_id" = $3::text
  and t."merchant_connector_id" = k.id;
