-- GraphQL disputeEvidence: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."dispute_id" as "dispute_id", t."evidence_files" as "evidence_files",
  t."evidence_draft" as "evidence_draft"
from
  "disputes" t
where
  t."merchant_id" = $1
  and t."dispute_id" = $2::text
limit
  1;
