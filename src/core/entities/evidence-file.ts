import * as f from '../model/fields.ts';
import { Internal, MerchantScoped, ValueObject } from '../model/index.ts';

/** The size limit of an evidence file, in bytes: Stripe's. */
export const EVIDENCE_FILE_MAX_BYTES = 5_000_000;

/** Maximum number of files that a process receives at once, to bound its memory. */
export const EVIDENCE_AT_ONCE = 32;

/** Base64 encodes three bytes as four characters. */
const BASE64_MAX = 4 * Math.ceil(EVIDENCE_FILE_MAX_BYTES / 3);

/** The public fields of an uploaded evidence file. */
@ValueObject({ about: 'An evidence file uploaded for a dispute.' })
export class UploadedEvidence {
  @f.Id('Identifier of the file, for `evidence_files` when challenging the dispute.', {
    required: true,
    example: 'evf_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  file_id!: string;
  @f.Text('Name of the file.', { required: true, example: 'receipt.pdf' }) name!: string;
  @f.Text('Media type detected from the content: `application/pdf`, `image/jpeg` or `image/png`.', {
    required: true,
    example: 'application/pdf',
  })
  content_type!: string;
  @f.Integer('Size in bytes.', { required: true, min: 1, maximum: EVIDENCE_FILE_MAX_BYTES, example: 48_213 })
  size!: number;
  @f.Text('SHA-256 of the content, in hexadecimal.', {
    required: true,
    example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  })
  sha256!: string;
  @f.Timestamp('Time at which the file was uploaded.', {
    required: true,
    example: '2026-02-02T09:30:00.000Z',
  })
  created_at!: string;
}

/**
 * The location of an evidence file's content: in this row, or as an object in the object store. The public fields, with
 * size and digest, are stored with its dispute.
 *
 * An object is encrypted under its own key, which is stored here. So the service's keys rotate without rewriting
 * objects, and an object whose row is deleted can no longer be decrypted.
 */
@Internal({
  table: 'evidence_contents',
  id: 'file_id',
  prefix: 'evf',
  order: 'created_at',
  indexes: {
    evidence_contents_by_created_at: { columns: ['created_at'] },
    evidence_contents_underway: { columns: ['created_at'], where: 'stored_at is null' },
  },
})
export class EvidenceContent extends MerchantScoped {
  @f.Id('Identifier of the file.', { required: true }) file_id!: string;
  @f.Id('Dispute that the file belongs to.', { required: true }) dispute_id!: string;
  @f.Text('Content of the file in Base64; null if stored in the object store.', {
    encrypted: true,
    max: BASE64_MAX,
  })
  content?: Buffer | null;
  @f.Text('Name of the object in the object store; null if the content is in this row.') object_name?:
    | string
    | null;
  @f.Text('Key that the object is encrypted under, in base64.', { encrypted: true }) data_key?: Buffer | null;
  @f.Timestamp('Time at which the content was stored. Until then the object store may or may not have it.')
  stored_at?: Date | null;
  @f.Timestamp('Time at which the file was uploaded.', { required: true }) created_at!: Date;
}
