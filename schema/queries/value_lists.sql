-- GraphQL valueList: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."list_id" as "list_id", t."kind" as "kind",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "value_lists" t
where
  t."merchant_id" = $1
  and t."list_id" = $2::text
limit
  1;

-- GraphQL valueLists: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."list_id" as "list_id", t."kind" as "kind",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "value_lists" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."list_id" desc
limit
  $1::int;

-- GraphQL valueLists.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "value_lists" t
where
  t."merchant_id" = $1;

-- GraphQL valueLists.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "value_lists" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- REST listValueLists: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."list_id", t."name", t."kind", t."created_at"
from
  "value_lists" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."list_id" desc
limit
  $1::int;

-- REST listListImports: find (src/core/reads/one.ts)
-- REST listListEntries: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."list_id" as "list_id", t."name" as "name", t."kind" as "kind",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "value_lists" t
where
  t."merchant_id" = $1
  and t."list_id" = $2::text
limit
  1;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."list_id" as "list_id", t."kind" as "kind",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "value_lists" t
where
  t."merchant_id" = $2
  and (t."created_at", t."list_id") < ($3::timestamptz, $4::text)
order by
  t."created_at" desc, t."list_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."list_id" as "list_id", t."kind" as "kind",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "value_lists" t on t."merchant_id" = $3::text
  and t."list_id" = k.id;
