-- Job forget_cards: forgetCards (src/core/connector-calls/forget-cards.ts)
select
  merchant_id, call_id, created_at
from
  connector_calls
where
  status = 'intended'
  and operation in ('authorize', 'fulfill')
  and created_at <= $1::timestamptz
  and (created_at, call_id) > ($2::timestamptz, $3)
  and true
order by
  created_at, call_id
limit
  500;
