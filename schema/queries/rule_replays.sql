-- GraphQL ruleReplay: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."replay_id" as "replay_id", t."ruleset_id" as "ruleset_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "rule_replays" t
where
  t."merchant_id" = $1
  and t."replay_id" = $2::text
limit
  1;

-- GraphQL ruleReplays: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."replay_id" as "replay_id", t."ruleset_id" as "ruleset_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "rule_replays" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."replay_id" desc
limit
  $1::int;

-- GraphQL ruleReplays.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "rule_replays" t
where
  t."merchant_id" = $1;

-- GraphQL ruleReplays.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "rule_replays" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- REST listRuleReplays: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."replay_id", t."ruleset_id", t."profile_id", t."decision", t."status", t."progress",
  t."failure_reason", t."created_gte", t."created_lt", t."payments", t."moved", t."challenged", t."exempted",
  t."blocked", t."reviewed", t."surcharged", t."expected", t."unknown_facts", t."created_at", t."finished_at",
  t."expires_at"
from
  "rule_replays" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."replay_id" desc
limit
  $1::int;

-- REST listRuleReplayPayments: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."replay_id" as "replay_id", t."ruleset_id" as "ruleset_id",
  t."profile_id" as "profile_id", t."decision" as "decision", t."status" as "status",
  t."progress" as "progress", t."failure_reason" as "failure_reason",
  to_char(
    t."created_gte" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_gte",
  to_char(
    t."created_lt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_lt",
  t."payments" as "payments", t."moved" as "moved", t."challenged" as "challenged",
  t."exempted" as "exempted", t."blocked" as "blocked", t."reviewed" as "reviewed",
  t."surcharged" as "surcharged", t."expected" as "expected", t."unknown_facts" as "unknown_facts",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."finished_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "finished_at",
  to_char(
    t."expires_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "expires_at"
from
  "rule_replays" t
where
  t."merchant_id" = $1
  and t."replay_id" = $2::text
limit
  1;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."replay_id" as "replay_id", t."ruleset_id" as "ruleset_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "rule_replays" t
where
  t."merchant_id" = $2
  and (t."created_at", t."replay_id") < ($3::timestamptz, $4::text)
order by
  t."created_at" desc, t."replay_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."replay_id" as "replay_id", t."ruleset_id" as "ruleset_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "rule_replays" t on t."merchant_id" = $3::text
  and t."replay_id" = k.id;
