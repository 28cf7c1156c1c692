-- Job export_payment_methods: findExports (src/core/vault-exports/write-exports.ts)
select
  merchant_id, export_id
from
  payment_method_exports
where
  status in ('awaiting_approval', 'approved', 'processing')
  and true
  and case status
    when 'awaiting_approval' then approve_before <= $1::timestamptz
    when 'approved' then starts_at <= $1::timestamptz
    else true
  end
order by
  created_at
limit
  100;
