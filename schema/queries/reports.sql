-- GraphQL report: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."report_id" as "report_id", t."schedule_id" as "schedule_id",
  t."list" as "list", t."status" as "status",
  to_char(
    t."period_from" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "period_from",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "reports" t
where
  t."merchant_id" = $1
  and t."report_id" = $2::text
limit
  1;

-- GraphQL reports: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."report_id" as "report_id", t."schedule_id" as "schedule_id",
  t."list" as "list", t."status" as "status",
  to_char(
    t."period_from" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "period_from",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "reports" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."report_id" desc
limit
  $1::int;

-- GraphQL reports.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "reports" t
where
  t."merchant_id" = $1;

-- GraphQL reports.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "reports" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- REST listReports: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."report_id", t."schedule_id", t."name", t."list", t."status", t."failure_reason",
  t."period_from", t."period_to", t."time_zone", t."file_name", t."rows", t."bytes", t."mask_personal_data",
  t."profile_id", t."expires_at", t."created_at"
from
  "reports" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."report_id" desc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."report_id" as "report_id", t."schedule_id" as "schedule_id",
  t."list" as "list", t."status" as "status",
  to_char(
    t."period_from" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "period_from",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "reports" t
where
  t."merchant_id" = $2
  and (t."created_at", t."report_id") < ($3::timestamptz, $4::text)
order by
  t."created_at" desc, t."report_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."report_id" as "report_id", t."schedule_id" as "schedule_id",
  t."list" as "list", t."status" as "status",
  to_char(
    t."period_from" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "period_from",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "reports" t on t."merchant_id" = $3::text
  and t."report_id" = k.id;
