import { createHash } from 'node:crypto';
import { Dispute } from '../entities/dispute.ts';
import {
  EVIDENCE_FILE_MAX_BYTES,
  EvidenceContent,
  type UploadedEvidence,
} from '../entities/evidence-file.ts';
import { disputeStates } from '../entities/states/dispute-states.ts';
import type { Context } from '../foundation/context.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import { requirePermission } from '../foundation/permissions.ts';
import { requireState } from '../foundation/state-machine.ts';
import { encryptField } from '../writes/apply-changes.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { requireFileName } from './evidence.ts';

/** How many files a dispute may have. */
const FILES_MAX = 10;

/** How the content of each type of file begins. */
const beginnings = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
] as const;

/** The media types of files of evidence. */
export const evidenceTypes: readonly string[] = beginnings.map(([type]) => type);

/** A file as it was sent. */
export interface SentFile {
  readonly name: string;
  /** The media type that its sender gives it; null if none. */
  readonly declaredType: string | null;
  readonly content: Buffer;
}

/**
 * Keeps a file of evidence for a dispute that can be challenged. It is sent to the connector when the dispute is
 * challenged with it.
 *
 * @throws {Problem} `not_permitted`; `resource_not_found`; `unexpected_state`; `body_too_large`; `invalid_parameter`
 * for its name; `unsupported_media_type` for what is no PDF, JPEG or PNG, or another type than its sender says.
 */
export async function uploadEvidence(
  ctx: Context,
  disputeId: string,
  { content, declaredType, name }: SentFile,
): Promise<UploadedEvidence> {
  requirePermission(ctx, 'disputes:write');
  requireFileName('name', name);
  if (content.length > EVIDENCE_FILE_MAX_BYTES) {
    throw new Problem('body_too_large', 'A file of evidence must not be larger than 5 MB (5 000 000 bytes).');
  }
  const contentType = typeOf(content, declaredType);
  return inTransaction(ctx, async (tx) => {
    const dispute = await lock(tx, Dispute, disputeId);
    requireState('dispute', disputeStates, 'challenge', dispute.dispute_status);
    const earlier = dispute.evidence_files ?? [];
    if (earlier.length >= FILES_MAX) {
      throw new Problem(
        'unexpected_state',
        `The dispute has ${FILES_MAX} files of evidence, which is the most.`,
      );
    }
    const kept = Object.assign(new EvidenceContent(), {
      merchant_id: dispute.merchant_id,
      file_id: tx.ids.make('evf'),
      dispute_id: disputeId,
      created_at: tx.now(),
    });
    encryptField(tx, kept, 'content', content.toString('base64'));
    tx.transaction.em.persist(kept);
    const shown: UploadedEvidence = {
      file_id: kept.file_id,
      name,
      content_type: contentType,
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      created_at: kept.created_at.toISOString(),
    };
    dispute.evidence_files = [...earlier, shown];
    dispute.updated_at = tx.now();
    return shown;
  });
}

/** A file's type by its first bytes: its name and what its sender says may be wrong. */
function typeOf(content: Buffer, declaredType: string | null): string {
  if (content.length === 0) throw invalidParameter('body', 'The body must be the content of the file.');
  const [type] = beginnings.find(([, bytes]) => content.subarray(0, bytes.length).equals(bytes)) ?? [null];
  if (type && (declaredType === null || declaredType === type)) return type;
  const message = type
    ? `The content of the file is ${type}: send it with that Content-Type.`
    : `The file must be one of ${evidenceTypes.join(', ')}, by its content.`;
  throw new Problem('unsupported_media_type', message);
}
