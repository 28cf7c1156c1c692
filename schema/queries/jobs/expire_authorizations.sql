-- Job expire_authorizations: findObjects (src/core/writes/due-objects.ts)
with
  oldest as materialized (
    select
      merchant_id, payment_id as id, capture_before as due_at
    from
      payments
    where
      status in (
        'requires_capture', 'partially_captured_and_capturable', 'requires_merchant_action'
      )
      and capture_before > '-infinity'
      and capture_before <= $1::timestamptz
      and hashtext (merchant_id) & ($2::int - 1) = $3::int
      and true
      and payment_id <> all ($4::text[])
    order by
      capture_before
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
