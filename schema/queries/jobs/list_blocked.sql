-- Job list_blocked: listBlocked (src/core/value-lists/list-blocked.ts)
select
  x.merchant_id
from
  merchant_accounts x
where
  not exists (
    select
    from
      value_lists v
    where
      v.merchant_id = x.merchant_id
      and v.list_id = $1
  )
  and true
limit
  1000;

-- Job list_blocked: listBlocked (src/core/value-lists/list-blocked.ts)
select
  merchant_id, fingerprint_id
from
  blocklist_entries
where
  entry_id is null
  and true
order by
  created_at
limit
  1000;
