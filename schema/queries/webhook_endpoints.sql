-- GraphQL webhookEndpoint: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."endpoint_id" as "endpoint_id", t."profile_id" as "profile_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "webhook_endpoints" t
where
  t."merchant_id" = $1
  and t."endpoint_id" = $2::text
limit
  1;

-- GraphQL webhookEndpoints: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."endpoint_id" as "endpoint_id", t."profile_id" as "profile_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "webhook_endpoints" t
where
  t."merchant_id" = $2
order by
  t."created_at" asc, t."endpoint_id" asc
limit
  $1::int;

-- GraphQL webhookEndpoints.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "webhook_endpoints" t
where
  t."merchant_id" = $1;

-- GraphQL webhookEndpoints.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "webhook_endpoints" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- REST listWebhookEndpoints: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."endpoint_id", t."profile_id", t."url", t."description", t."event_types", t."filter",
  t."version", t."headers", t."mask_personal_data", t."disabled", t."previous_secret_expires_at",
  t."created_at", t."modified_at"
from
  "webhook_endpoints" t
where
  t."merchant_id" = $2
order by
  t."created_at" asc, t."endpoint_id" asc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."endpoint_id" as "endpoint_id", t."profile_id" as "profile_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "webhook_endpoints" t
where
  t."merchant_id" = $2
  and (t."created_at", t."endpoint_id") > ($3::timestamptz, $4::text)
order by
  t."created_at" asc, t."endpoint_id" asc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."endpoint_id" as "endpoint_id", t."profile_id" as "profile_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "webhook_endpoints" t on t."merchant_id" = $3::text
  and t."endpoint_id" = k.id;
