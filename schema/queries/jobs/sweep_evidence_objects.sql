-- Job sweep_evidence_objects: sweepEvidenceObjects (src/core/maintenance/sweep-evidence-objects.ts)
select
  merchant_id, file_id, object_name
from
  evidence_contents
where
  object_name is not null
  and (
    created_at < $1::timestamptz
    and stored_at is null
    or created_at < $2::timestamptz
  )
  and true
order by
  created_at
limit
  100;
