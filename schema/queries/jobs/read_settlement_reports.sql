-- Job read_settlement_reports: openFeeds (src/core/settlements/report-feeds.ts)
select
  h.merchant_id, c.merchant_connector_id
from
  merchant_accounts h
  join connector_accounts c on c.merchant_id = h.merchant_id
where
  h.recon_status = 'active'
  and h.is_recon_enabled
  and true
  and not exists (
    select
    from
      settlement_feeds f
    where
      f.merchant_id = c.merchant_id
      and f.merchant_connector_id = c.merchant_connector_id
  )
limit
  1000;

-- Job read_settlement_reports: findObjects (src/core/writes/due-objects.ts)
with
  oldest as materialized (
    select
      merchant_id, merchant_connector_id as id, next_at as due_at
    from
      settlement_feeds
    where
      next_at is not null
      and next_at > '-infinity'
      and next_at <= $1::timestamptz
      and hashtext (merchant_id) & ($2::int - 1) = $3::int
      and true
      and merchant_connector_id <> all ($4::text[])
    order by
      next_at
    limit
      2000
  ),
  ranked as (
    select
      *,
      row_number() over (
        partition by
          merchant_id
        order by
          due_at
      ) as rank
    from
      oldest
  )
select
  merchant_id, id
from
  ranked
order by
  rank, due_at
limit
  500;
