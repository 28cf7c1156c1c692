-- GraphQL extendedCardInfo: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."payment_id" as "payment_id"
from
  "payments" t
where
  t."merchant_id" = $1
  and t."payment_id" = $2::text
limit
  1;
