-- GraphQL settlementLine: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."line_id" as "line_id", t."settlement_id" as "settlement_id",
  t."merchant_connector_id" as "merchant_connector_id", t."type" as "type",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "settlement_lines" t
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
  and t."line_id" = $3::text
limit
  1;

-- GraphQL settlementLines: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."line_id" as "line_id", t."settlement_id" as "settlement_id",
  t."merchant_connector_id" as "merchant_connector_id", t."type" as "type",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "settlement_lines" t
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
  t."created_at" asc, t."line_id" asc
limit
  $1::int;

-- GraphQL settlementLines.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "settlement_lines" t
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

-- GraphQL settlementLines.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "settlement_lines" t
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
  t."merchant_id" as "merchant_id", t."line_id" as "line_id", t."settlement_id" as "settlement_id",
  t."merchant_connector_id" as "merchant_connector_id", t."type" as "type",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "settlement_lines" t
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
  and (t."created_at", t."line_id") > ($4::timestamptz, $5::text)
order by
  t."created_at" asc, t."line_id" asc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."line_id" as "line_id", t."settlement_id" as "settlement_id",
  t."merchant_connector_id" as "merchant_connector_id", t."type" as "type",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "settlement_lines" t on t."merchant_id" = $3::text
  and t."line_id" = k.id;
