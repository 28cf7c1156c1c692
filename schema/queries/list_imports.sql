-- GraphQL listImport: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."import_id" as "import_id", t."list_id" as "list_id",
  t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "list_imports" t
where
  t."merchant_id" = $1
  and t."import_id" = $2::text
limit
  1;

-- GraphQL listImports: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."import_id" as "import_id", t."list_id" as "list_id",
  t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "list_imports" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."import_id" desc
limit
  $1::int;

-- GraphQL listImports.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "list_imports" t
where
  t."merchant_id" = $1;

-- GraphQL listImports.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "list_imports" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- REST listListImportRefusals: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."import_id" as "import_id", t."list_id" as "list_id",
  t."status" as "status", t."progress" as "progress", t."lines_total" as "lines_total",
  t."lines_read" as "lines_read", t."lines_added" as "lines_added", t."lines_known" as "lines_known",
  t."lines_refused" as "lines_refused", t."refused" as "refused", t."failure_reason" as "failure_reason",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."ended_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "ended_at"
from
  "list_imports" t
where
  t."merchant_id" = $1
  and t."import_id" = $2::text
limit
  1;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."import_id" as "import_id", t."list_id" as "list_id",
  t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "list_imports" t
where
  t."merchant_id" = $2
  and (t."created_at", t."import_id") < ($3::timestamptz, $4::text)
order by
  t."created_at" desc, t."import_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."import_id" as "import_id", t."list_id" as "list_id",
  t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "list_imports" t on t."merchant_id" = $3::text
  and t."import_id" = k.id;
