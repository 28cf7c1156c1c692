-- GraphQL teamMember: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."person_id" as "person_id", t."role" as "role",
  to_char(
    t."joined_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "joined_at"
from
  "team_members" t
where
  t."merchant_id" = $1
  and t."person_id" = $2::text
limit
  1;

-- GraphQL teamMembers: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."person_id" as "person_id", t."role" as "role",
  to_char(
    t."joined_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "joined_at"
from
  "team_members" t
where
  t."merchant_id" = $2
order by
  t."joined_at" asc, t."person_id" asc
limit
  $1::int;

-- GraphQL teamMembers.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "team_members" t
where
  t."merchant_id" = $1;

-- GraphQL teamMembers.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "team_members" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- GraphQL teamMembers with a search: readPage (src/core/reads/page.ts)
with
  queued as materialized (
    select
      q.merchant_id, q.object_id
    from
      search_changes q
      cross join lateral (
        select
          search_words (
            coalesce(o.email, '') || ' ' || coalesce(o.name, ''),
            'A'
          ) || array_to_tsvector(
            array['team_members/', 'team_members/' || o.merchant_id]
          ) || identifier_end (o.person_id) as words
        from
          "team_members" o
        where
          o."merchant_id" = q.merchant_id
          and o."person_id" = q.object_id
        limit
          1
      ) o
    where
      q.object_table = 'team_members'
      and q.merchant_id = $4::text
      and o.words @@ (
        select
          sought_words ($3::text, '')
      )
  ),
  first as materialized (
    select
      l."merchant_id", l."person_id" as object_id
    from
      (
        select
          t."merchant_id", t."person_id", t."joined_at"
        from
          "team_members" t
        where
          t."merchant_id" = $2
        order by
          t."joined_at" asc, t."person_id" asc
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
          and e.object_table = 'team_members'
          and e.object_id = l."person_id"
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
          and e.object_table = 'team_members'
          and e.object_id = l."person_id"
        offset
          0
      )
    order by
      l."joined_at" asc, l."person_id" asc
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
        'team_members',
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
  t."merchant_id" as "merchant_id", t."person_id" as "person_id", t."role" as "role",
  to_char(
    t."joined_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "joined_at"
from
  found f
  join "team_members" t on t."merchant_id" = f.merchant_id
  and t."person_id" = f.object_id
where
  t."merchant_id" = $2
order by
  t."joined_at" asc, t."person_id" asc
limit
  $1::int;

-- REST listTeamMembers: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."person_id", t."email", t."name", t."role", t."role_given_by", t."vault_export_since",
  t."joined_at", t."last_seen_at"
from
  "team_members" t
where
  t."merchant_id" = $2
order by
  t."joined_at" asc, t."person_id" asc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."person_id" as "person_id", t."role" as "role",
  to_char(
    t."joined_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "joined_at"
from
  "team_members" t
where
  t."merchant_id" = $2
  and (t."joined_at", t."person_id") > ($3::timestamptz, $4::text)
order by
  t."joined_at" asc, t."person_id" asc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."person_id" as "person_id", t."role" as "role",
  to_char(
    t."joined_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "joined_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "team_members" t on t."merchant_id" = $3::text
  and t."person_id" = k.id;
