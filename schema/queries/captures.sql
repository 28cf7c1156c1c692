-- GraphQL capture: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."capture_id" as "capture_id", t."payment_id" as "payment_id",
  to_char(
    t."captured_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "captured_at",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "captures" t
where
  t."merchant_id" = $1
  and t."capture_id" = $2::text
limit
  1;

-- GraphQL captures: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."capture_id" as "capture_id", t."payment_id" as "payment_id",
  to_char(
    t."captured_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "captured_at",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "captures" t
where
  t."merchant_id" = $2
order by
  t."created_at" asc, t."capture_id" asc
limit
  $1::int;

-- GraphQL captures.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "captures" t
where
  t."merchant_id" = $1;

-- GraphQL captures.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "captures" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- REST listCaptures: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."capture_id", t."payment_id", t."status", t."amount", t."currency", t."connector",
  t."authorized_attempt_id", t."connector_capture_id", t."capture_sequence", t."error_message",
  t."error_code", t."error_reason", t."reference_id", t."fee", t."fee_currency", t."settlement_reference",
  t."available_on", t."captured_at", t."profile_id", t."created_at", t."modified_at"
from
  "captures" t
where
  t."merchant_id" = $2
order by
  t."created_at" asc, t."capture_id" asc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."capture_id" as "capture_id", t."payment_id" as "payment_id",
  to_char(
    t."captured_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "captured_at",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "captures" t
where
  t."merchant_id" = $2
  and (t."created_at", t."capture_id") > ($3::timestamptz, $4::text)
order by
  t."created_at" asc, t."capture_id" asc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."capture_id" as "capture_id", t."payment_id" as "payment_id",
  to_char(
    t."captured_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "captured_at",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "captures" t on t."merchant_id" = $3::text
  and t."capture_id" = k.id;
