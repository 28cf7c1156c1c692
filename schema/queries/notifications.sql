-- GraphQL notification: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."notification_id" as "notification_id", t."kind" as "kind",
  t."profile_id" as "profile_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "notifications" t
where
  t."merchant_id" = $1
  and t."notification_id" = $2::text
limit
  1;

-- GraphQL notifications: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."notification_id" as "notification_id", t."kind" as "kind",
  t."profile_id" as "profile_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "notifications" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."notification_id" desc
limit
  $1::int;

-- GraphQL notifications.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "notifications" t
where
  t."merchant_id" = $1;

-- GraphQL notifications.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "notifications" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- REST listNotifications: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."notification_id", t."kind", t."object_id", t."profile_id", t."payment_id",
  t."connector", t."merchant_connector_id", t."value", t."threshold", t."due_at", t."error_code", t."message",
  t."read", t."read_at", t."resolved_at", t."created_at"
from
  "notifications" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."notification_id" desc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."notification_id" as "notification_id", t."kind" as "kind",
  t."profile_id" as "profile_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "notifications" t
where
  t."merchant_id" = $2
  and (t."created_at", t."notification_id") < ($3::timestamptz, $4::text)
order by
  t."created_at" desc, t."notification_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."notification_id" as "notification_id", t."kind" as "kind",
  t."profile_id" as "profile_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "notifications" t on t."merchant_id" = $3::text
  and t."notification_id" = k.id;
