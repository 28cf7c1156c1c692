-- Job adopt_algorithms: findObjects (src/core/writes/due-objects.ts)
with
  oldest as materialized (
    select
      merchant_id, profile_id as id, modified_at as due_at
    from
      business_profiles
    where
      (
        jsonb_strip_nulls(coalesce(nullif(routing_algorithm, 'null'), '{}')) <> jsonb_strip_nulls(
          coalesce(
            nullif(
              active_rules #> '{payment_routing,algorithm}', 'null'
            ),
            '{}'
          )
        )
        or jsonb_strip_nulls(
          coalesce(nullif(payout_routing_algorithm, 'null'), '{}')
        ) <> jsonb_strip_nulls(
          coalesce(
            nullif(
              active_rules #> '{payout_routing,algorithm}', 'null'
            ),
            '{}'
          )
        )
      )
      and modified_at > '-infinity'
      and modified_at <= $1::timestamptz
      and hashtext (merchant_id) & ($2::int - 1) = $3::int
      and true
      and profile_id <> all ($4::text[])
    order by
      modified_at
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
