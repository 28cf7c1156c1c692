import { disputeStates } from '../entities/states/dispute-states.ts';
import type { Context } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { requireState } from '../foundation/state-machine.ts';
import * as f from '../model/fields.ts';
import { Input, ValueObject } from '../model/index.ts';
import { encryptField } from '../writes/apply-changes.ts';
import { type Author, authorOf } from '../writes/author.ts';
import { recordAudit } from '../writes/outbox/audit-log.ts';
import { inTransaction } from '../writes/transactions.ts';
import { EVIDENCE_MAX, requireTexts } from './dispute-evidence.ts';
import { lockDispute } from './lock-dispute.ts';

@ValueObject({
  about: 'A file of a draft: an uploaded file and its evidence field.',
})
export class DraftedFile {
  @f.Text('Evidence field of the connector that accepts files, as in `connectors`.', {
    required: true,
    example: 'receipt',
  })
  field!: string;
  @f.Id('File uploaded for the dispute.', {
    required: true,
    example: 'evf_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  file_id!: string;
}

@Input({ about: 'Draft of the evidence. Omitted fields are not part of the draft.' })
export class EvidenceToDraft {
  @f.Text('Evidence that supports the payment, as text.', {
    max: EVIDENCE_MAX,
    example: 'Parcel DE4711 was signed for by the cardholder on 30 January.',
  })
  evidence?: string | null;
  @f.JsonObject("Further texts by the connector's evidence fields, as in `connectors`.")
  evidence_fields?: Record<string, unknown> | null;
  @f.ObjectList(() => DraftedFile, 'Evidence files uploaded for the dispute.')
  evidence_files?: DraftedFile[] | null;
  @f.Text('Defence reason of the connector, as in `connectors`.') defence_reason?: string | null;
}

/** The stored form of a draft, part of its dispute. */
export interface StoredDraft extends Required<EvidenceToDraft>, Author {
  readonly saved_at: string;
}

/**
 * Saves the draft of a dispute's evidence, or deletes it.
 *
 * @throws {Problem} `resource_not_found`; `unexpected_state` if the dispute can no longer be challenged;
 *   `invalid_parameter` for fields that are not strings, or files that the dispute does not have.
 */
export function saveEvidenceDraft(ctx: Context, disputeId: string, draft: EvidenceToDraft): Promise<void> {
  const { defence_reason, evidence, evidence_fields, evidence_files } = draft;
  requireTexts(evidence_fields);
  const isEmpty =
    !evidence?.trim() &&
    !defence_reason &&
    !evidence_files?.length &&
    Object.keys(evidence_fields ?? {}).length === 0;
  return inTransaction(ctx, async (tx) => {
    const dispute = await lockDispute(tx, disputeId);
    requireState('dispute', disputeStates, 'challenge', dispute.dispute_status);
    const known = new Set((dispute.evidence_files ?? []).map(({ file_id }) => file_id));
    if (evidence_files?.some(({ file_id }) => !known.has(file_id))) {
      throw invalidParameter('evidence_files', 'evidence_files must name files uploaded for the dispute.');
    }
    const saved: StoredDraft = {
      evidence: evidence ?? null,
      evidence_fields: evidence_fields ?? null,
      evidence_files: evidence_files ?? null,
      defence_reason: defence_reason ?? null,
      ...(await authorOf(tx, dispute.merchant_id)),
      saved_at: tx.ports.now().toISOString(),
    };
    encryptField(tx, dispute, 'evidence_draft', isEmpty ? null : saved);
    dispute.updated_at = tx.ports.now();
    recordAudit(tx, {
      merchantId: dispute.merchant_id,
      objectType: 'dispute',
      objectId: disputeId,
      changes: [{ field: 'evidence_draft', before: null, after: null, concealed: true }],
    });
  });
}
