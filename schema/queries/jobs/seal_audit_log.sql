-- Job seal_audit_log: sealAuditLog (src/core/maintenance/audit-chain.ts)
select distinct
  merchant_id
from
  (
    select
      merchant_id
    from
      audit_log
    where
      sequence is null
      and true
    order by
      created_at, entry_id
    limit
      500
  ) oldest;

-- Job seal_audit_log: sealBatch (src/core/maintenance/audit-chain.ts)
select
  pg_try_advisory_xact_lock($1) as locked;

-- Job seal_audit_log: sealBatch (src/core/maintenance/audit-chain.ts)
select
  merchant_id::text as merchant_id, sequence::text as sequence, entry_id::text as entry_id,
  action::text as action, actor_type::text as actor_type, actor_id::text as actor_id,
  actor_name::text as actor_name, address::text as address, user_agent::text as user_agent,
  object_type::text as object_type, object_id::text as object_id, changes::text as changes,
  request_id::text as request_id,
  to_char(
    created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as created_at
from
  audit_log
where
  sequence is null
  and audit_log.merchant_id = any ($2::text[])
order by
  audit_log.created_at, audit_log.entry_id
limit
  $1;
