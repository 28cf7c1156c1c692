-- GraphQL listImportRefusal: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."refusal_id" as "refusal_id", t."import_id" as "import_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "list_import_refusals" t
where
  t."merchant_id" = $1
  and t."refusal_id" = $2::text
limit
  1;

-- GraphQL listImportRefusals: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."refusal_id" as "refusal_id", t."import_id" as "import_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "list_import_refusals" t
where
  t."merchant_id" = $2
order by
  t."created_at" asc, t."refusal_id" asc
limit
  $1::int;

-- GraphQL listImportRefusals.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "list_import_refusals" t
where
  t."merchant_id" = $1;

-- GraphQL listImportRefusals.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "list_import_refusals" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."refusal_id" as "refusal_id", t."import_id" as "import_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "list_import_refusals" t
where
  t."merchant_id" = $2
  and (t."created_at", t."refusal_id") > ($3::timestamptz, $4::text)
order by
  t."created_at" asc, t."refusal_id" asc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."refusal_id" as "refusal_id", t."import_id" as "import_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "list_import_refusals" t on t."merchant_id" = $3::text
  and t."refusal_id" = k.id;
