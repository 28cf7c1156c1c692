-- GraphQL ruleReplayPayment: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."replayed_id" as "replayed_id", t."replay_id" as "replay_id",
  t."from_account" as "from_account", t."to_account" as "to_account",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "rule_replay_payments" t
where
  t."merchant_id" = $1
  and t."replayed_id" = $2::text
limit
  1;

-- GraphQL ruleReplayPayments: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."replayed_id" as "replayed_id", t."replay_id" as "replay_id",
  t."from_account" as "from_account", t."to_account" as "to_account",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "rule_replay_payments" t
where
  t."merchant_id" = $2
order by
  t."created_at" asc, t."replayed_id" asc
limit
  $1::int;

-- GraphQL ruleReplayPayments.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "rule_replay_payments" t
where
  t."merchant_id" = $1;

-- GraphQL ruleReplayPayments.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "rule_replay_payments" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."replayed_id" as "replayed_id", t."replay_id" as "replay_id",
  t."from_account" as "from_account", t."to_account" as "to_account",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "rule_replay_payments" t
where
  t."merchant_id" = $2
  and (t."created_at", t."replayed_id") > ($3::timestamptz, $4::text)
order by
  t."created_at" asc, t."replayed_id" asc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."replayed_id" as "replayed_id", t."replay_id" as "replay_id",
  t."from_account" as "from_account", t."to_account" as "to_account",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "rule_replay_payments" t on t."merchant_id" = $3::text
  and t."replayed_id" = k.id;
