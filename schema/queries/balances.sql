-- GraphQL balances: readBalances (src/core/balance/balances.ts)
select
  merchant_connector_id, currency,
  coalesce(
    sum(net) filter (
      where
        not (type = 'transfer')
        and not (
          state = 'settled'
          or coalesce(available_on <= $2::timestamptz, false)
        )
    ),
    0
  )::text as expected,
  (
    coalesce(
      sum(net) filter (
        where
          not (type = 'transfer')
          and (
            state = 'settled'
            or coalesce(available_on <= $2::timestamptz, false)
          )
      ),
      0
    ) + coalesce(
      sum(net) filter (
        where
          (type = 'transfer')
      ),
      0
    )
  )::text as available,
  coalesce(
    - sum(net) filter (
      where
        (type = 'transfer')
        and state <> 'settled'
    ),
    0
  )::text as in_transit,
  coalesce(
    - sum(net) filter (
      where
        (type = 'transfer')
        and state = 'settled'
    ),
    0
  )::text as paid_out
from
  balance_entries
where
  merchant_id = $1
  and occurred_at <= $2::timestamptz
  and (
    $3::text is null
    or profile_id = $3
  )
  and exists (
    select
    from
      merchant_accounts m
    where
      m.merchant_id = $1
      and m.is_recon_enabled
      and m.recon_status = 'active'
  )
group by
  merchant_connector_id, currency
order by
  merchant_connector_id, currency;
