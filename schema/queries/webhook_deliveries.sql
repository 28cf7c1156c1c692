-- GraphQL webhookDelivery: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."delivery_id" as "delivery_id", t."event_id" as "event_id",
  t."event_type" as "event_type", t."profile_id" as "profile_id", t."endpoint_id" as "endpoint_id",
  t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "webhook_deliveries" t
where
  t."merchant_id" = $1
  and t."delivery_id" = $2::text
limit
  1;

-- GraphQL webhookDeliveries: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."delivery_id" as "delivery_id", t."event_id" as "event_id",
  t."event_type" as "event_type", t."profile_id" as "profile_id", t."endpoint_id" as "endpoint_id",
  t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "webhook_deliveries" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."delivery_id" desc
limit
  $1::int;

-- GraphQL webhookDeliveries.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "webhook_deliveries" t
where
  t."merchant_id" = $1;

-- GraphQL webhookDeliveries.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "webhook_deliveries" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- REST listWebhookDeliveries: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."delivery_id", t."event_id", t."event_type", t."object_id", t."payment_id",
  t."profile_id", t."endpoint_id", t."status", t."url", t."attempt_count", t."attempts", t."status_code",
  t."error_message", t."redelivery", t."next_attempt_at", t."created_at", t."completed_at"
from
  "webhook_deliveries" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."delivery_id" desc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."delivery_id" as "delivery_id", t."event_id" as "event_id",
  t."event_type" as "event_type", t."profile_id" as "profile_id", t."endpoint_id" as "endpoint_id",
  t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "webhook_deliveries" t
where
  t."merchant_id" = $2
  and (t."created_at", t."delivery_id") < ($3::timestamptz, $4::text)
order by
  t."created_at" desc, t."delivery_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."delivery_id" as "delivery_id", t."event_id" as "event_id",
  t."event_type" as "event_type", t."profile_id" as "profile_id", t."endpoint_id" as "endpoint_id",
  t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "webhook_deliveries" t on t."merchant_id" = $3::text
  and t."delivery_id" = k.id;
