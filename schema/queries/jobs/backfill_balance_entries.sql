-- Job backfill_balance_entries: findObjects (src/core/writes/due-objects.ts)
with
  oldest as materialized (
    select
      merchant_id, kind as id, due_at as due_at
    from
      balance_backfills
    where
      status = 'pending'
      and due_at > '-infinity'
      and due_at <= $1::timestamptz
      and hashtext (merchant_id) & ($2::int - 1) = $3::int
      and true
      and kind <> all ($4::text[])
    order by
      due_at
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
