-- GraphQL note: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."note_id" as "note_id", t."payment_id" as "payment_id",
  t."profile_id" as "profile_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "notes" t
where
  t."merchant_id" = $1
  and t."note_id" = $2::text
limit
  1;

-- GraphQL notes: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."note_id" as "note_id", t."payment_id" as "payment_id",
  t."profile_id" as "profile_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "notes" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."note_id" desc
limit
  $1::int;

-- GraphQL notes.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "notes" t
where
  t."merchant_id" = $1;

-- GraphQL notes.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "notes" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- REST listNotes: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."note_id", t."payment_id", t."text", t."author_type", t."author_id", t."author_name",
  t."profile_id", t."created_at"
from
  "notes" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."note_id" desc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."note_id" as "note_id", t."payment_id" as "payment_id",
  t."profile_id" as "profile_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "notes" t
where
  t."merchant_id" = $2
  and (t."created_at", t."note_id") < ($3::timestamptz, $4::text)
order by
  t."created_at" desc, t."note_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."note_id" as "note_id", t."payment_id" as "payment_id",
  t."profile_id" as "profile_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "notes" t on t."merchant_id" = $3::text
  and t."note_id" = k.id;
