-- Job repeat_domain_proofs: findObjects (src/core/writes/due-objects.ts)
with
  oldest as materialized (
    select
      merchant_id, domain_id as id, next_check_at as due_at
    from
      domains
    where
      status = 'verified'
      and next_check_at > '-infinity'
      and next_check_at <= $1::timestamptz
      and hashtext (merchant_id) & ($2::int - 1) = $3::int
      and true
      and domain_id <> all ($4::text[])
    order by
      next_check_at
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
