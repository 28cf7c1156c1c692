-- GraphQL businessProfile: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."profile_id" as "profile_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "business_profiles" t
where
  t."merchant_id" = $1
  and t."profile_id" = $2::text
limit
  1;

-- GraphQL businessProfiles: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."profile_id" as "profile_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "business_profiles" t
where
  t."merchant_id" = $2
order by
  t."created_at" asc, t."profile_id" asc
limit
  $1::int;

-- GraphQL businessProfiles.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "business_profiles" t
where
  t."merchant_id" = $1;

-- GraphQL businessProfiles.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "business_profiles" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- GraphQL businessProfiles with a search: readPage (src/core/reads/page.ts)
with
  queued as materialized (
    select
      q.merchant_id, q.object_id
    from
      search_changes q
      cross join lateral (
        select
          search_words (
            coalesce(o.profile_id, '') || ' ' || coalesce(o.profile_name, ''),
            'A'
          ) || array_to_tsvector(
            array[
              'business_profiles/', 'business_profiles/' || o.merchant_id
            ]
          ) || identifier_end (o.profile_id) as words
        from
          "business_profiles" o
        where
          o."merchant_id" = q.merchant_id
          and o."profile_id" = q.object_id
        limit
          1
      ) o
    where
      q.object_table = 'business_profiles'
      and q.merchant_id = $4::text
      and o.words @@ (
        select
          sought_words ($3::text, '')
      )
  ),
  first as materialized (
    select
      l."merchant_id", l."profile_id" as object_id
    from
      (
        select
          t."merchant_id", t."profile_id", t."created_at"
        from
          "business_profiles" t
        where
          t."merchant_id" = $2
        order by
          t."created_at" asc, t."profile_id" asc
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
          and e.object_table = 'business_profiles'
          and e.object_id = l."profile_id"
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
          and e.object_table = 'business_profiles'
          and e.object_id = l."profile_id"
        offset
          0
      )
    order by
      l."created_at" asc, l."profile_id" asc
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
        'business_profiles',
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
  t."merchant_id" as "merchant_id", t."profile_id" as "profile_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  found f
  join "business_profiles" t on t."merchant_id" = f.merchant_id
  and t."profile_id" = f.object_id
where
  t."merchant_id" = $2
order by
  t."created_at" asc, t."profile_id" asc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."profile_id" as "profile_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "business_profiles" t
where
  t."merchant_id" = $2
  and (t."created_at", t."profile_id") > ($3::timestamptz, $4::text)
order by
  t."created_at" asc, t."profile_id" asc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."profile_id" as "profile_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "business_profiles" t on t."merchant_id" = $3::text
  and t."profile_id" = k.id;
