-- GraphQL loggedRequest: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."log_id" as "log_id", t."api" as "api", t."actor_id" as "actor_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "request_log" t
where
  t."merchant_id" = $1
  and t."log_id" = $2::text
limit
  1;

-- GraphQL requestLog: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."log_id" as "log_id", t."api" as "api", t."actor_id" as "actor_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "request_log" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."log_id" desc
limit
  $1::int;

-- GraphQL requestLog.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "request_log" t
where
  t."merchant_id" = $1;

-- GraphQL requestLog.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "request_log" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- REST listRequestLog: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."log_id", t."request_id", t."api", t."method", t."path", t."operation", t."status",
  t."error_code", t."actor_type", t."actor_id", t."address", t."idempotency_key", t."duration_ms", t."query",
  t."request", t."response", t."created_at"
from
  "request_log" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."log_id" desc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."log_id" as "log_id", t."api" as "api", t."actor_id" as "actor_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "request_log" t
where
  t."merchant_id" = $2
  and (t."created_at", t."log_id") < ($3::timestamptz, $4::text)
order by
  t."created_at" desc, t."log_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."log_id" as "log_id", t."api" as "api", t."actor_id" as "actor_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "request_log" t on t."merchant_id" = $3::text
  and t."log_id" = k.id;
