import { createHash } from 'node:crypto';
import type { Dispute } from '../entities/dispute.ts';
import {
  EVIDENCE_FILE_MAX_BYTES,
  EvidenceContent,
  type UploadedEvidence,
} from '../entities/evidence-file.ts';
import { disputeStates } from '../entities/states/dispute-states.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import { requireState } from '../foundation/state-machine.ts';
import { inTransaction } from '../writes/transactions.ts';
import { requireFileName } from './dispute-evidence.ts';
import { keepInRow, sealForStore } from './evidence-contents.ts';
import { lockDispute } from './lock-dispute.ts';

/** Maximum number of files per dispute. */
const FILES_MAX = 10;

/** The first bytes of each file type. */
const beginnings = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
] as const;

/** The media types of evidence files. */
export const evidenceTypes: readonly string[] = beginnings.map(([type]) => type);

/** An uploaded file. */
export interface SentFile {
  readonly name: string;
  /** The declared media type; null if none. */
  readonly declaredType: string | null;
  readonly content: Buffer;
}

/**
 * Stores an evidence file for a dispute that can be challenged: in the object store if configured for new files,
 * otherwise in the database. It is sent to the connector when the dispute is challenged with it.
 *
 * An object is recorded before it is stored, and shown with its dispute after: a failure in between leaves an unlisted
 * object, which is removed later.
 *
 * @throws {Problem} `resource_not_found`; `unexpected_state`; `body_too_large`; `invalid_parameter`
 * for its name; `unsupported_media_type` unless it is a PDF, JPEG or PNG of the declared type; `storage_unavailable`.
 */
export async function uploadEvidence(
  ctx: Context,
  disputeId: string,
  { content, declaredType, name }: SentFile,
): Promise<UploadedEvidence> {
  requireFileName('name', name);
  if (content.length > EVIDENCE_FILE_MAX_BYTES) {
    throw new Problem('body_too_large', 'An evidence file must not be larger than 5 MB (5 000 000 bytes).');
  }
  const file = {
    name,
    content_type: typeOf(content, declaredType),
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  };
  const objects = ctx.ports.evidenceObjects?.takesNew ? ctx.ports.evidenceObjects.store : null;
  if (!objects) {
    return inTransaction(ctx, async (tx) => {
      const dispute = await lockToUpload(tx, disputeId);
      const kept = newContent(tx, dispute);
      keepInRow(tx, kept, content);
      return show(tx, dispute, { ...file, ...shownOf(kept) });
    });
  }
  const { kept, object } = await inTransaction(ctx, async (tx) => {
    const kept = newContent(tx, await lockToUpload(tx, disputeId));
    return { kept, object: sealForStore(tx, kept, content) };
  });
  try {
    await objects.put(object.name, object.bytes);
    return await inTransaction(ctx, async (tx) => {
      const dispute = await lockToUpload(tx, disputeId);
      const { file_id, merchant_id } = kept;
      const underway = { merchant_id, file_id, stored_at: null };
      const stored = await tx.transaction.em.nativeUpdate(EvidenceContent, underway, {
        stored_at: tx.ports.now(),
      });
      if (stored === 0) throw new Error('The upload took too long: its stored object was removed.');
      return show(tx, dispute, { ...file, ...shownOf(kept) });
    });
  } catch (error) {
    await inTransaction(ctx, async (tx) => tx.idempotency?.release(tx));
    throw error;
  }
}

/** @throws {Problem} `resource_not_found`; `unexpected_state` if the dispute's files can no longer change. */
async function lockToUpload(tx: WritingContext, disputeId: string): Promise<Dispute> {
  const dispute = await lockDispute(tx, disputeId);
  requireState('dispute', disputeStates, 'challenge', dispute.dispute_status);
  if ((dispute.evidence_files ?? []).length >= FILES_MAX) {
    throw new Problem('unexpected_state', `A dispute can have at most ${FILES_MAX} evidence files.`);
  }
  return dispute;
}

function newContent(tx: WritingContext, { dispute_id, merchant_id }: Dispute): EvidenceContent {
  const kept = Object.assign(new EvidenceContent(), {
    merchant_id,
    file_id: tx.ports.ids.make('evf'),
    dispute_id,
    created_at: tx.ports.now(),
  });
  tx.idempotency?.refersTo(kept.file_id);
  tx.transaction.em.persist(kept);
  return kept;
}

const shownOf = ({ created_at, file_id }: EvidenceContent) => ({
  file_id,
  created_at: created_at.toISOString(),
});

/** Adds a file to its dispute, which can then be challenged with it. */
function show(tx: WritingContext, dispute: Dispute, shown: UploadedEvidence): UploadedEvidence {
  dispute.evidence_files = [...(dispute.evidence_files ?? []), shown];
  dispute.updated_at = tx.ports.now();
  return shown;
}

/**
 * The evidence file that an earlier request with the idempotency key uploaded.
 *
 * @throws {Problem} `unexpected_state` if the upload was interrupted.
 */
export function findUploaded(
  ctx: Context,
  disputeId: string,
  fileId: string | null,
): Promise<UploadedEvidence> {
  return inTransaction(ctx, async (tx) => {
    const { evidence_files } = await lockDispute(tx, disputeId);
    const shown = evidence_files?.find(({ file_id }) => file_id === fileId);
    if (shown) return shown;
    throw new Problem(
      'unexpected_state',
      'The upload was interrupted. Upload the file again with another idempotency key.',
    );
  });
}

/** A file's type by its first bytes: its name and its declared type may be wrong. */
function typeOf(content: Buffer, declaredType: string | null): string {
  if (content.length === 0) throw invalidParameter('body', 'The body must be the content of the file.');
  const [type] = beginnings.find(([, bytes]) => content.subarray(0, bytes.length).equals(bytes)) ?? [null];
  if (type && (declaredType === null || declaredType === type)) return type;
  const message = type
    ? `The content of the file is ${type}: send it with that Content-Type.`
    : `The file must be one of ${evidenceTypes.join(', ')}, by its content.`;
  throw new Problem('unsupported_media_type', message);
}
