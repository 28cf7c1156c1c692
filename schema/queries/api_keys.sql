-- GraphQL apiKey: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."key_id" as "key_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."expires_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "expires_at",
  to_char(
    t."revoked_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "revoked_at"
from
  "api_keys" t
where
  t."merchant_id" = $1
  and t."key_id" = $2::text
limit
  1;

-- GraphQL apiKeys: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."key_id" as "key_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."expires_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "expires_at",
  to_char(
    t."revoked_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "revoked_at"
from
  "api_keys" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."key_id" desc
limit
  $1::int;

-- GraphQL apiKeys.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "api_keys" t
where
  t."merchant_id" = $1;

-- GraphQL apiKeys.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "api_keys" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- GraphQL apiKeys with a search: readPage (src/core/reads/page.ts)
with
  queued as materialized (
    select
      q.merchant_id, q.object_id
    from
      search_changes q
      cross join lateral (
        select
          search_words (
            coalesce(o.key_id, '') || ' ' || coalesce(o.name, ''),
            'A'
          ) || array_to_tsvector(array['api_keys/', 'api_keys/' || o.merchant_id]) || identifier_end (o.key_id) as words
        from
          "api_keys" o
        where
          o."merchant_id" = q.merchant_id
          and o."key_id" = q.object_id
        limit
          1
      ) o
    where
      q.object_table = 'api_keys'
      and q.merchant_id = $4::text
      and o.words @@ (
        select
          sought_words ($3::text, '')
      )
  ),
  first as materialized (
    select
      l."merchant_id", l."key_id" as object_id
    from
      (
        select
          t."merchant_id", t."key_id", t."created_at"
        from
          "api_keys" t
        where
          t."merchant_id" = $2
        order by
          t."created_at" desc, t."key_id" desc
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
          and e.object_table = 'api_keys'
          and e.object_id = l."key_id"
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
          and e.object_table = 'api_keys'
          and e.object_id = l."key_id"
        offset
          0
      )
    order by
      l."created_at" desc, l."key_id" desc
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
        'api_keys',
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
  t."merchant_id" as "merchant_id", t."key_id" as "key_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."expires_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "expires_at",
  to_char(
    t."revoked_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "revoked_at"
from
  found f
  join "api_keys" t on t."merchant_id" = f.merchant_id
  and t."key_id" = f.object_id
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."key_id" desc
limit
  $1::int;

-- REST listApiKeys: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."key_id", t."name", t."description", t."prefix", t."last4", t."created_at",
  t."expires_at", t."revoked_at", t."last_used_at", t."allowed_addresses", t."permissions",
  t."unnamed_permissions_until", t."created_by", t."profile_id", t."replaces"
from
  "api_keys" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."key_id" desc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."key_id" as "key_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."expires_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "expires_at",
  to_char(
    t."revoked_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "revoked_at"
from
  "api_keys" t
where
  t."merchant_id" = $2
  and (t."created_at", t."key_id") < ($3::timestamptz, $4::text)
order by
  t."created_at" desc, t."key_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."key_id" as "key_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."expires_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "expires_at",
  to_char(
    t."revoked_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "revoked_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "api_keys" t on t."merchant_id" = $3::text
  and t."key_id" = k.id;
