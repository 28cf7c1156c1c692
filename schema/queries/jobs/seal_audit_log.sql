-- Job seal_audit_log: sealAuditLog (src/core/derived/audit-chain.ts)
select distinct
  merchant_id
from
  (
    select
      merchant_id
    from
      unsealed_audit_entries
    where
      true
    order by
      created_at, entry_id
    limit
      500
  ) oldest;

-- Job seal_audit_log: sealBatch (src/core/derived/audit-chain.ts)
select
  pg_try_advisory_xact_lock($1) as locked;

-- Job seal_audit_log: sealBatch (src/core/derived/audit-chain.ts)
select
  l.merchant_id::text as merchant_id, l.sequence::text as sequence, l.entry_id::text as entry_id,
  l.action::text as action, l.actor_type::text as actor_type, l.actor_id::text as actor_id,
  l.actor_name::text as actor_name, l.address::text as address, l.user_agent::text as user_agent,
  l.object_type::text as object_type, l.object_id::text as object_id, l.changes::text as changes,
  l.request_id::text as request_id,
  to_char(
    l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as created_at
from
  unsealed_audit_entries q
  join audit_log l on l.merchant_id = q.merchant_id
  and l.entry_id = q.entry_id
where
  q.merchant_id = any ($2::text[])
  and l.hash is null
  and (
    select
      true
    from
      audit_seals s
    where
      s.merchant_id = l.merchant_id
      and s.last_entry_id >= l.entry_id
      and s.first_entry_id <= l.entry_id
      and l.entry_id = any (s.entry_ids)
    order by
      s.last_entry_id
    limit
      1
  ) is null
order by
  q.created_at, q.entry_id
limit
  $1;
