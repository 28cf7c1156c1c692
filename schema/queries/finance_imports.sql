-- GraphQL financeImport: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."import_id" as "import_id", t."kind" as "kind", t."status" as "status",
  t."merchant_connector_id" as "merchant_connector_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "finance_imports" t
where
  t."merchant_id" = $1
  and t."import_id" = $2::text
limit
  1;

-- GraphQL financeImports: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."import_id" as "import_id", t."kind" as "kind", t."status" as "status",
  t."merchant_connector_id" as "merchant_connector_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "finance_imports" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."import_id" desc
limit
  $1::int;

-- GraphQL financeImports.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "finance_imports" t
where
  t."merchant_id" = $1;

-- GraphQL financeImports.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "finance_imports" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- REST listFinanceImports: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."import_id", t."kind", t."status", t."merchant_connector_id", t."format",
  t."mapping_name", t."mapping", t."columns", t."first_lines", t."sums", t."refused", t."lines_read",
  t."lines_refused", t."lines_taken", t."lines_duplicate", t."progress", t."failure_reason", t."created_at",
  t."confirmed_at", t."finished_at", t."expires_at"
from
  "finance_imports" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."import_id" desc
limit
  $1::int;

-- REST listFinanceImportRefusals: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."import_id" as "import_id", t."kind" as "kind", t."status" as "status",
  t."merchant_connector_id" as "merchant_connector_id", t."format" as "format",
  t."mapping_name" as "mapping_name", t."mapping" as "mapping", t."columns" as "columns",
  t."first_lines" as "first_lines", t."sums" as "sums", t."refused" as "refused",
  t."lines_read" as "lines_read", t."lines_refused" as "lines_refused", t."lines_taken" as "lines_taken",
  t."lines_duplicate" as "lines_duplicate", t."progress" as "progress",
  t."failure_reason" as "failure_reason",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."confirmed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "confirmed_at",
  to_char(
    t."finished_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "finished_at",
  to_char(
    t."expires_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "expires_at"
from
  "finance_imports" t
where
  t."merchant_id" = $1
  and t."import_id" = $2::text
limit
  1;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."import_id" as "import_id", t."kind" as "kind", t."status" as "status",
  t."merchant_connector_id" as "merchant_connector_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "finance_imports" t
where
  t."merchant_id" = $2
  and (t."created_at", t."import_id") < ($3::timestamptz, $4::text)
order by
  t."created_at" desc, t."import_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."import_id" as "import_id", t."kind" as "kind", t."status" as "status",
  t."merchant_connector_id" as "merchant_connector_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "finance_imports" t on t."merchant_id" = $3::text
  and t."import_id" = k.id;
