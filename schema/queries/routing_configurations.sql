-- GraphQL routingConfiguration: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."id" as "id", t."profile_id" as "profile_id",
  t."ruleset_id" as "ruleset_id", t."transaction_type" as "transaction_type",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "routing_configurations" t
where
  t."merchant_id" = $1
  and t."id" = $2::text
limit
  1;

-- GraphQL routingConfigurations: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."id" as "id", t."profile_id" as "profile_id",
  t."ruleset_id" as "ruleset_id", t."transaction_type" as "transaction_type",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "routing_configurations" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."id" desc
limit
  $1::int;

-- GraphQL routingConfigurations.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "routing_configurations" t
where
  t."merchant_id" = $1;

-- GraphQL routingConfigurations.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "routing_configurations" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- REST listRoutingConfigurations: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."id", t."profile_id", t."name", t."description", t."algorithm", t."ruleset_id",
  t."transaction_type", t."active", t."created_at", t."modified_at"
from
  "routing_configurations" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."id" desc
limit
  $1::int;

-- REST listActiveRouting: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."id", t."profile_id", t."name", t."description", t."algorithm", t."ruleset_id",
  t."transaction_type", t."active", t."created_at", t."modified_at"
from
  "routing_configurations" t
where
  t."merchant_id" = $2
  and t."active"
order by
  t."created_at" desc, t."id" desc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."id" as "id", t."profile_id" as "profile_id",
  t."ruleset_id" as "ruleset_id", t."transaction_type" as "transaction_type",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "routing_configurations" t
where
  t."merchant_id" = $2
  and (t."created_at", t."id") < ($3::timestamptz, $4::text)
order by
  t."created_at" desc, t."id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."id" as "id", t."profile_id" as "profile_id",
  t."ruleset_id" as "ruleset_id", t."transaction_type" as "transaction_type",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "routing_configurations" t on t."merchant_id" = $3::text
  and t."id" = k.id;
