-- GraphQL ruleset: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."ruleset_id" as "ruleset_id", t."profile_id" as "profile_id",
  t."decision" as "decision", t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "rulesets" t
where
  t."merchant_id" = $1
  and t."ruleset_id" = $2::text
limit
  1;

-- GraphQL rulesets: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."ruleset_id" as "ruleset_id", t."profile_id" as "profile_id",
  t."decision" as "decision", t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "rulesets" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."ruleset_id" desc
limit
  $1::int;

-- GraphQL rulesets.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "rulesets" t
where
  t."merchant_id" = $1;

-- GraphQL rulesets.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "rulesets" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- REST listRulesets: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."ruleset_id", t."profile_id", t."decision", t."version", t."name", t."description",
  t."status", t."rules", t."default", t."warnings", t."created_at", t."activated_at", t."modified_at"
from
  "rulesets" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."ruleset_id" desc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."ruleset_id" as "ruleset_id", t."profile_id" as "profile_id",
  t."decision" as "decision", t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "rulesets" t
where
  t."merchant_id" = $2
  and (t."created_at", t."ruleset_id") < ($3::timestamptz, $4::text)
order by
  t."created_at" desc, t."ruleset_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."ruleset_id" as "ruleset_id", t."profile_id" as "profile_id",
  t."decision" as "decision", t."status" as "status",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "rulesets" t on t."merchant_id" = $3::text
  and t."ruleset_id" = k.id;
