-- GraphQL reportSchedule: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."schedule_id" as "schedule_id", t."list" as "list",
  t."period" as "period",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "report_schedules" t
where
  t."merchant_id" = $1
  and t."schedule_id" = $2::text
limit
  1;

-- GraphQL reportSchedules: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."schedule_id" as "schedule_id", t."list" as "list",
  t."period" as "period",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "report_schedules" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."schedule_id" desc
limit
  $1::int;

-- GraphQL reportSchedules.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "report_schedules" t
where
  t."merchant_id" = $1;

-- GraphQL reportSchedules.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "report_schedules" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- REST listReportSchedules: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."schedule_id", t."name", t."list", t."filter", t."columns", t."period", t."time_zone",
  t."hour", t."recipients", t."profile_id", t."mask_personal_data", t."enabled", t."next_run_at",
  t."created_at", t."modified_at"
from
  "report_schedules" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."schedule_id" desc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."schedule_id" as "schedule_id", t."list" as "list",
  t."period" as "period",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "report_schedules" t
where
  t."merchant_id" = $2
  and (t."created_at", t."schedule_id") < ($3::timestamptz, $4::text)
order by
  t."created_at" desc, t."schedule_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."schedule_id" as "schedule_id", t."list" as "list",
  t."period" as "period",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "report_schedules" t on t."merchant_id" = $3::text
  and t."schedule_id" = k.id;
