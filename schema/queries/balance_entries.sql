-- GraphQL balanceEntry: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."entry_id" as "entry_id", t."type" as "type",
  to_char(
    t."occurred_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "occurred_at",
  t."state" as "state", t."merchant_connector_id" as "merchant_connector_id", t."profile_id" as "profile_id",
  t."payment_id" as "payment_id", t."capture_id" as "capture_id", t."refund_id" as "refund_id",
  t."dispute_id" as "dispute_id", t."payout_id" as "payout_id", t."settlement_id" as "settlement_id"
from
  "balance_entries" t
where
  t."merchant_id" = $1
  and exists (
    select
    from
      merchant_accounts m
    where
      m.merchant_id = $2::text
      and m.is_recon_enabled
      and m.recon_status = 'active'
  )
  and t."entry_id" = $3::text
limit
  1;

-- GraphQL balanceEntries: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."entry_id" as "entry_id", t."type" as "type",
  to_char(
    t."occurred_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "occurred_at",
  t."state" as "state", t."merchant_connector_id" as "merchant_connector_id", t."profile_id" as "profile_id",
  t."payment_id" as "payment_id", t."capture_id" as "capture_id", t."refund_id" as "refund_id",
  t."dispute_id" as "dispute_id", t."payout_id" as "payout_id", t."settlement_id" as "settlement_id"
from
  "balance_entries" t
where
  t."merchant_id" = $2
  and exists (
    select
    from
      merchant_accounts m
    where
      m.merchant_id = $3::text
      and m.is_recon_enabled
      and m.recon_status = 'active'
  )
order by
  t."occurred_at" desc, t."entry_id" desc
limit
  $1::int;

-- GraphQL balanceEntries.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "balance_entries" t
where
  t."merchant_id" = $1
  and exists (
    select
    from
      merchant_accounts m
    where
      m.merchant_id = $2::text
      and m.is_recon_enabled
      and m.recon_status = 'active'
  );

-- GraphQL balanceEntries.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "balance_entries" t
    where
      t."merchant_id" = $1
      and exists (
        select
        from
          merchant_accounts m
        where
          m.merchant_id = $2::text
          and m.is_recon_enabled
          and m.recon_status = 'active'
      )
    limit
      $3::int
  ) counted;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."entry_id" as "entry_id", t."type" as "type",
  to_char(
    t."occurred_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "occurred_at",
  t."state" as "state", t."merchant_connector_id" as "merchant_connector_id", t."profile_id" as "profile_id",
  t."payment_id" as "payment_id", t."capture_id" as "capture_id", t."refund_id" as "refund_id",
  t."dispute_id" as "dispute_id", t."payout_id" as "payout_id", t."settlement_id" as "settlement_id"
from
  "balance_entries" t
where
  t."merchant_id" = $2
  and exists (
    select
    from
      merchant_accounts m
    where
      m.merchant_id = $3::text
      and m.is_recon_enabled
      and m.recon_status = 'active'
  )
  and (t."occurred_at", t."entry_id") < ($4::timestamptz, $5::text)
order by
  t."occurred_at" desc, t."entry_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."entry_id" as "entry_id", t."type" as "type",
  to_char(
    t."occurred_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "occurred_at",
  t."state" as "state", t."merchant_connector_id" as "merchant_connector_id", t."profile_id" as "profile_id",
  t."payment_id" as "payment_id", t."capture_id" as "capture_id", t."refund_id" as "refund_id",
  t."dispute_id" as "dispute_id", t."payout_id" as "payout_id", t."settlement_id" as "settlement_id"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "balance_entries" t on t."merchant_id" = $3::text
  and t."entry_id" = k.id;
