-- GraphQL domain: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."domain_id" as "domain_id", t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "domains" t
where
  t."merchant_id" = $1
  and t."domain_id" = $2::text
limit
  1;

-- GraphQL domains: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."domain_id" as "domain_id", t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "domains" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."domain_id" desc
limit
  $1::int;

-- GraphQL domains.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "domains" t
where
  t."merchant_id" = $1;

-- GraphQL domains.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "domains" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- REST listDomains: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."domain_id", t."domain_name", t."scope", t."status", t."token", t."dns_record",
  t."file_url", t."proved_by", t."failures", t."failure_reason", t."verified_at", t."checked_at",
  t."next_check_at", t."acts_until", t."created_at", t."modified_at"
from
  "domains" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."domain_id" desc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."domain_id" as "domain_id", t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "domains" t
where
  t."merchant_id" = $2
  and (t."created_at", t."domain_id") < ($3::timestamptz, $4::text)
order by
  t."created_at" desc, t."domain_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."domain_id" as "domain_id", t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "domains" t on t."merchant_id" = $3::text
  and t."domain_id" = k.id;
