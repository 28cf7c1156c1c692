-- Job note_second_factors: noteMissingSecondFactors (src/core/merchant-accounts/note-second-factor.ts)
select
  merchant_id
from
  merchant_accounts
where
  not require_second_factor
  and second_factor_noted_at is null
order by
  merchant_id
limit
  $1;
