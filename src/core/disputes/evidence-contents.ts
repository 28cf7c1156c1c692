import type { EvidenceContent } from '../entities/evidence-file.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { aesColumnEncryption, type ColumnAad } from '../foundation/cryptography.ts';
import { Problem } from '../foundation/errors.ts';
import type { EvidenceFile } from '../foundation/ports/connector-requests.ts';
import { decryptField, encryptField } from '../writes/apply-changes.ts';

const KEY_BYTES = 32;
/** An operator has to fix the settings or the bucket first. */
const RETRY_AFTER_S = 60;

/** The additional authenticated data of an object: one stored in place of another cannot be decrypted. */
const aadOf = ({ file_id, merchant_id }: EvidenceContent): ColumnAad => ({
  table: 'evidence_contents',
  column: 'object',
  key: [merchant_id, file_id],
});

/** An object to store. */
export interface SealedObject {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Stores content in its row. */
export function keepInRow(tx: WritingContext, kept: EvidenceContent, content: Buffer): void {
  encryptField(tx, kept, 'content', content.toString('base64'));
  kept.stored_at = tx.ports.now();
}

/** Encrypts content for the object store, and stores its location and key in its row. */
export function sealForStore(tx: WritingContext, kept: EvidenceContent, content: Buffer): SealedObject {
  const key = Buffer.from(tx.ports.randomBytes(KEY_BYTES));
  const name = `${kept.merchant_id}/evidence/${kept.file_id}`;
  kept.object_name = name;
  encryptField(tx, kept, 'data_key', key.toString('base64'));
  const bytes = aesColumnEncryption([key]).encrypt(content.toString('base64'), aadOf(kept));
  return { name, bytes };
}

/** A file whose content is read on demand, outside of transactions if it is in the object store. */
export interface KeptFile extends Omit<EvidenceFile, 'content'> {
  readonly read: (ctx: Context) => Promise<Buffer>;
}

/** How to read the content of a row. */
export function readerOf(tx: WritingContext, kept: EvidenceContent): KeptFile['read'] {
  const { object_name: name } = kept;
  if (!name) {
    const content = bytesOf(decryptField(tx, kept, 'content'));
    return async () => content;
  }
  const key = bytesOf(decryptField(tx, kept, 'data_key'));
  return async ({ ports: { evidenceObjects } }) => {
    if (!evidenceObjects)
      throw missing('EVIDENCE_S3_ENDPOINT and the other EVIDENCE_S3_* settings are not set.');
    const sealed = await evidenceObjects.store.get(name);
    if (!sealed) throw missing('The object is not in the bucket.');
    return bytesOf(aesColumnEncryption([key]).decrypt(sealed, aadOf(kept)));
  };
}

const bytesOf = (base64: unknown): Buffer => Buffer.from(base64 as string, 'base64');

const missing = (reason: string) =>
  new Problem('storage_unavailable', 'The evidence file cannot be read from the object store.', {
    retryAfterS: RETRY_AFTER_S,
    cause: new Error(reason),
  });
