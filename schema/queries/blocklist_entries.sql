-- GraphQL blocklistEntry: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."fingerprint_id" as "fingerprint_id", t."data_kind" as "data_kind",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "blocklist_entries" t
where
  t."merchant_id" = $1
  and t."fingerprint_id" = $2::text
limit
  1;

-- GraphQL blocklistEntries: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."fingerprint_id" as "fingerprint_id", t."data_kind" as "data_kind",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "blocklist_entries" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."fingerprint_id" desc
limit
  $1::int;

-- GraphQL blocklistEntries.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "blocklist_entries" t
where
  t."merchant_id" = $1;

-- GraphQL blocklistEntries.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "blocklist_entries" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- REST listBlocklist: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."fingerprint_id", t."data_kind", t."created_at"
from
  "blocklist_entries" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."fingerprint_id" desc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."fingerprint_id" as "fingerprint_id", t."data_kind" as "data_kind",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "blocklist_entries" t
where
  t."merchant_id" = $2
  and (t."created_at", t."fingerprint_id") < ($3::timestamptz, $4::text)
order by
  t."created_at" desc, t."fingerprint_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."fingerprint_id" as "fingerprint_id", t."data_kind" as "data_kind",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "blocklist_entries" t on t."merchant_id" = $3::text
  and t."fingerprint_id" = k.id;
