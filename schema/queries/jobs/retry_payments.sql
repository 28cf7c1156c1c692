-- Job retry_payments: findObjects (src/core/writes/due-objects.ts)
with
  oldest as materialized (
    select
      merchant_id, payment_id as id, next_retry_at as due_at
    from
      payments
    where
      status = 'failed'
      and next_retry_at is not null
      and not exists (
        select
        from
          merchant_accounts m
        where
          m.merchant_id = payments.merchant_id
          and m.suspended_at is not null
      )
      and next_retry_at > '-infinity'
      and next_retry_at <= $1::timestamptz
      and hashtext (merchant_id) & ($2::int - 1) = $3::int
      and true
      and payment_id <> all ($4::text[])
    order by
      next_retry_at
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
