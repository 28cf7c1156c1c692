-- GraphQL paymentMethodImportResult: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."result_id" as "result_id", t."import_id" as "import_id",
  t."outcome" as "outcome",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "payment_method_import_results" t
where
  t."merchant_id" = $1
  and t."result_id" = $2::text
limit
  1;

-- GraphQL paymentMethodImportResults: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."result_id" as "result_id", t."import_id" as "import_id",
  t."outcome" as "outcome",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "payment_method_import_results" t
where
  t."merchant_id" = $2
order by
  t."created_at" asc, t."result_id" asc
limit
  $1::int;

-- GraphQL paymentMethodImportResults.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "payment_method_import_results" t
where
  t."merchant_id" = $1;

-- GraphQL paymentMethodImportResults.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "payment_method_import_results" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."result_id" as "result_id", t."import_id" as "import_id",
  t."outcome" as "outcome",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "payment_method_import_results" t
where
  t."merchant_id" = $2
  and (t."created_at", t."result_id") > ($3::timestamptz, $4::text)
order by
  t."created_at" asc, t."result_id" asc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."result_id" as "result_id", t."import_id" as "import_id",
  t."outcome" as "outcome",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "payment_method_import_results" t on t."merchant_id" = $3::text
  and t."result_id" = k.id;
