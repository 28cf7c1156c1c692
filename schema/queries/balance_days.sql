-- GraphQL balanceDays: readBalanceDays (src/core/balance/balance-days.ts)
select
  to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day,
  merchant_connector_id, currency,
  coalesce(
    sum(gross) filter (
      where
        type in ('capture', 'capture_failure')
    ),
    0
  )::text as captured,
  coalesce(
    sum(gross) filter (
      where
        type in ('refund', 'refund_failure')
    ),
    0
  )::text as refunded,
  coalesce(
    sum(gross) filter (
      where
        type in ('dispute', 'dispute_reversal')
    ),
    0
  )::text as disputed,
  coalesce(
    sum(gross) filter (
      where
        type in ('payout', 'payout_failure')
    ),
    0
  )::text as paid_out,
  coalesce(
    sum(gross) filter (
      where
        type in ('adjustment', 'conversion')
    ),
    0
  )::text as adjusted,
  coalesce(sum(fee), 0)::text as fee,
  sum(net)::text as net
from
  balance_entries
where
  merchant_id = $1
  and occurred_at >= $2::timestamptz
  and occurred_at < $3::timestamptz
  and type <> 'transfer'
  and (
    $4::text is null
    or profile_id = $4
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
  1, 2, 3
order by
  1 desc, 2, 3;
