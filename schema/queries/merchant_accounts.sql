-- GraphQL merchantAccount: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."organization_id" as "organization_id",
  t."recon_status" as "recon_status", t."product_type" as "product_type",
  t."merchant_account_type" as "merchant_account_type",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."suspended_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "suspended_at"
from
  "merchant_accounts" t
where
  t."merchant_id" = $1
  and t."merchant_id" = $2::text
limit
  1;

-- GraphQL merchantAccounts: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."organization_id" as "organization_id",
  t."recon_status" as "recon_status", t."product_type" as "product_type",
  t."merchant_account_type" as "merchant_account_type",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."suspended_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "suspended_at"
from
  "merchant_accounts" t
where
  t."merchant_id" = $2
order by
  t."created_at" asc, t."merchant_id" asc
limit
  $1::int;

-- GraphQL merchantAccounts.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "merchant_accounts" t
where
  t."merchant_id" = $1;

-- GraphQL merchantAccounts.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "merchant_accounts" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- GraphQL merchantAccounts with a search: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."organization_id" as "organization_id",
  t."recon_status" as "recon_status", t."product_type" as "product_type",
  t."merchant_account_type" as "merchant_account_type",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."suspended_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "suspended_at"
from
  "merchant_accounts" t
where
  t."merchant_id" = $2
  and t."search" @@ (
    select
      sought_words ($3::text, '')
  )
order by
  t."created_at" asc, t."merchant_id" asc
limit
  $1::int;

-- REST listBalanceEntries: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."entry_id", t."type", t."gross", t."fee", t."net", t."currency", t."settled_net",
  t."settled_currency", t."exchange_rate", t."occurred_at", t."available_on", t."state",
  t."merchant_connector_id", t."profile_id", t."connector_reference", t."payment_id", t."capture_id",
  t."refund_id", t."dispute_id", t."payout_id", t."settlement_id"
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

-- REST listMerchantAccounts: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."merchant_name", t."return_url", t."enable_payment_response_hash",
  t."payment_response_hash_key", t."redirect_to_merchant_with_http_post", t."merchant_details",
  t."webhook_details", t."payout_routing_algorithm", t."frm_routing_algorithm", t."sub_merchants_enabled",
  t."parent_merchant_id", t."publishable_key", t."metadata", t."locker_id", t."primary_business_details",
  t."organization_id", t."is_recon_enabled", t."default_profile", t."recon_status",
  t."pm_collect_link_config", t."product_type", t."merchant_account_type", t."created_at",
  t."previous_publishable_key", t."previous_publishable_key_expires_at", t."suspended_at",
  t."suspension_reason", t."require_second_factor", t."blocklist_enabled", t."notification_rules",
  t."test_clock_advanced_by", t."modified_at"
from
  "merchant_accounts" t
where
  t."merchant_id" = $2
order by
  t."created_at" asc, t."merchant_id" asc
limit
  $1::int;

-- REST listBankStatementLines: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."line_id", t."import_id", t."line_number", t."booked_on", t."amount", t."currency",
  t."reference", t."counterparty", t."settlement_id", t."duplicate_of", t."created_at"
from
  "bank_statement_lines" t
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
  t."created_at" desc, t."line_id" desc
limit
  $1::int;

-- REST listSettlements: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."settlement_id", t."connector", t."merchant_connector_id", t."profile_id",
  t."settlement_reference", t."period_start", t."period_end", t."currency", t."gross", t."fee", t."net",
  t."transferred", t."line_count", t."bank_reference", t."bank_amount", t."state", t."paid_at", t."created_at"
from
  "settlements" t
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
  t."created_at" desc, t."settlement_id" desc
limit
  $1::int;

-- REST listSettlementLines: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."settlement_id" as "settlement_id", t."connector" as "connector",
  t."merchant_connector_id" as "merchant_connector_id", t."profile_id" as "profile_id",
  t."settlement_reference" as "settlement_reference",
  to_char(
    t."period_start" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "period_start",
  to_char(
    t."period_end" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "period_end",
  t."currency" as "currency", t."gross" as "gross", t."fee" as "fee", t."net" as "net",
  t."transferred" as "transferred", t."line_count" as "line_count", t."bank_reference" as "bank_reference",
  t."bank_amount" as "bank_amount", t."state" as "state",
  to_char(
    t."paid_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "paid_at",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "settlements" t
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
  and t."settlement_id" = $3::text
limit
  1;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."organization_id" as "organization_id",
  t."recon_status" as "recon_status", t."product_type" as "product_type",
  t."merchant_account_type" as "merchant_account_type",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."suspended_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "suspended_at"
from
  "merchant_accounts" t
where
  t."merchant_id" = $2
  and (t."created_at", t."merchant_id") > ($3::timestamptz, $4::text)
order by
  t."created_at" asc, t."merchant_id" asc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."organization_id" as "organization_id",
  t."recon_status" as "recon_status", t."product_type" as "product_type",
  t."merchant_account_type" as "merchant_account_type",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."suspended_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "suspended_at"
from
  unnest($1::text[]) as k (id)
  join "merchant_accounts" t on t."merchant_id" = k.id;
