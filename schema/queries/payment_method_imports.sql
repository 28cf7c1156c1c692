-- GraphQL paymentMethodImport: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."import_id" as "import_id", t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "payment_method_imports" t
where
  t."merchant_id" = $1
  and t."import_id" = $2::text
limit
  1;

-- GraphQL paymentMethodImports: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."import_id" as "import_id", t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "payment_method_imports" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."import_id" desc
limit
  $1::int;

-- GraphQL paymentMethodImports.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "payment_method_imports" t
where
  t."merchant_id" = $1;

-- GraphQL paymentMethodImports.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "payment_method_imports" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- REST listPaymentMethodImports: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."import_id", t."status", t."format", t."encrypted", t."rows_total", t."rows_done",
  t."rows_created", t."rows_updated", t."rows_duplicate", t."rows_failed", t."created_at", t."completed_at"
from
  "payment_method_imports" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."import_id" desc
limit
  $1::int;

-- REST listPaymentMethodImportResults: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."import_id" as "import_id", t."status" as "status",
  t."format" as "format", t."encrypted" as "encrypted", t."rows_total" as "rows_total",
  t."rows_done" as "rows_done", t."rows_created" as "rows_created", t."rows_updated" as "rows_updated",
  t."rows_duplicate" as "rows_duplicate", t."rows_failed" as "rows_failed",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."completed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "completed_at"
from
  "payment_method_imports" t
where
  t."merchant_id" = $1
  and t."import_id" = $2::text
limit
  1;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."import_id" as "import_id", t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "payment_method_imports" t
where
  t."merchant_id" = $2
  and (t."created_at", t."import_id") < ($3::timestamptz, $4::text)
order by
  t."created_at" desc, t."import_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."import_id" as "import_id", t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "payment_method_imports" t on t."merchant_id" = $3::text
  and t."import_id" = k.id;
