-- GraphQL listEntry: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."entry_id" as "entry_id", t."list_id" as "list_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "list_entries" t
where
  t."merchant_id" = $1
  and t."entry_id" = $2::text
limit
  1;

-- GraphQL listEntries: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."entry_id" as "entry_id", t."list_id" as "list_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "list_entries" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."entry_id" desc
limit
  $1::int;

-- GraphQL listEntries.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "list_entries" t
where
  t."merchant_id" = $1;

-- GraphQL listEntries.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "list_entries" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."entry_id" as "entry_id", t."list_id" as "list_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "list_entries" t
where
  t."merchant_id" = $2
  and (t."created_at", t."entry_id") < ($3::timestamptz, $4::text)
order by
  t."created_at" desc, t."entry_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."entry_id" as "entry_id", t."list_id" as "list_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "list_entries" t on t."merchant_id" = $3::text
  and t."entry_id" = k.id;
