-- GraphQL paymentMethodExport: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."export_id" as "export_id", t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "payment_method_exports" t
where
  t."merchant_id" = $1
  and t."export_id" = $2::text
limit
  1;

-- GraphQL paymentMethodExports: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."export_id" as "export_id", t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "payment_method_exports" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."export_id" desc
limit
  $1::int;

-- GraphQL paymentMethodExports.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "payment_method_exports" t
where
  t."merchant_id" = $1;

-- GraphQL paymentMethodExports.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "payment_method_exports" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- REST listPaymentMethodExports: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."export_id", t."status", t."public_key", t."public_key_sha256", t."requested_by",
  t."approvals", t."approve_before", t."starts_at", t."stopped_by", t."rows_done", t."files_done",
  t."download_before", t."created_at"
from
  "payment_method_exports" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."export_id" desc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."export_id" as "export_id", t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "payment_method_exports" t
where
  t."merchant_id" = $2
  and (t."created_at", t."export_id") < ($3::timestamptz, $4::text)
order by
  t."created_at" desc, t."export_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."export_id" as "export_id", t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "payment_method_exports" t on t."merchant_id" = $3::text
  and t."export_id" = k.id;
