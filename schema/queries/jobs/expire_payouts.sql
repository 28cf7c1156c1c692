-- Job expire_payouts: findObjects (src/core/writes/due-objects.ts)
with
  oldest as materialized (
    select
      merchant_id, payout_id as id, expires_on as due_at
    from
      payouts
    where
      status in (
        'requires_payout_method_data', 'requires_confirmation', 'requires_creation',
        'requires_vendor_account_creation', 'requires_fulfillment'
      )
      and expires_on > '-infinity'
      and expires_on <= $1::timestamptz
      and hashtext (merchant_id) & ($2::int - 1) = $3::int
      and true
      and payout_id <> all ($4::text[])
    order by
      expires_on
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

-- Job expire_payouts: eraseExpired (src/core/writes/due-objects.ts)
select
  merchant_id, payout_id as id
from
  payouts
where
  (
    card_number is not null
    or method_data is not null
  )
  and expires_on > '-infinity'
  and expires_on <= $1::timestamptz
  and hashtext (merchant_id) & ($2::int - 1) = $3::int
  and true
order by
  expires_on
limit
  500;
