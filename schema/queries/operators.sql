-- GraphQL operator: find (src/core/reads/one.ts)
select
  t."person_id" as "person_id",
  to_char(
    t."appointed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "appointed_at"
from
  "operators" t
where
  t."person_id" = $1::text
limit
  1;

-- GraphQL operators: readPage (src/core/reads/page.ts)
select
  t."person_id" as "person_id",
  to_char(
    t."appointed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "appointed_at"
from
  "operators" t
order by
  t."appointed_at" asc, t."person_id" asc
limit
  $1::int;

-- GraphQL operators.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "operators" t;

-- GraphQL operators.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "operators" t
    limit
      $1::int
  ) counted;

-- GraphQL operators with a search: readPage (src/core/reads/page.ts)
select
  t."person_id" as "person_id",
  to_char(
    t."appointed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "appointed_at"
from
  "operators" t
where
  t."search" @@ (
    select
      sought_words ($2::text, '')
  )
order by
  t."appointed_at" asc, t."person_id" asc
limit
  $1::int;

-- REST listOperators: readPageTexts (src/core/reads/page.ts)
select
  t."person_id", t."email", t."appointed_by", t."appointed_at", t."last_seen_at"
from
  "operators" t
order by
  t."appointed_at" asc, t."person_id" asc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."person_id" as "person_id",
  to_char(
    t."appointed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "appointed_at"
from
  "operators" t
where
  (t."appointed_at", t."person_id") > ($2::timestamptz, $3::text)
order by
  t."appointed_at" asc, t."person_id" asc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."person_id" as "person_id",
  to_char(
    t."appointed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "appointed_at"
from
  unnest($1::text[]) as k (id)
  join "operators" t on t."person_id" = k.id;
