-- Job delete_unused_cards: deleteUnusedCards (src/core/payment-methods/delete-unused-cards.ts)
select
  merchant_id
from
  merchant_accounts
where
  true
order by
  merchant_id;
