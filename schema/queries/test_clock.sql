-- GraphQL testClock: readAdvancedBy (src/core/test-clock/test-clock.ts)
select
  test_clock_advanced_by as seconds
from
  merchant_accounts
where
  merchant_id = $1;
