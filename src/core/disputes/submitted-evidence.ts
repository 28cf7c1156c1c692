import { AuditActor } from '../entities/audit-entry.ts';
import { Dispute, DisputeStage } from '../entities/dispute.ts';
import type { UploadedEvidence } from '../entities/evidence-file.ts';
import type { Context } from '../foundation/context.ts';
import { isPermitted } from '../foundation/permissions.ts';
import type { Row } from '../foundation/transaction.ts';
import * as f from '../model/fields.ts';
import { enumeration, ValueObject, type ValueOf } from '../model/index.ts';
import { readOne } from '../reads/index.ts';
import { maskPersonalText } from '../reads/personal-data.ts';
import { isoTimestamp } from '../reads/statement.ts';
import { DraftedFile, type StoredDraft } from './evidence-draft.ts';

export const AnswerAction = enumeration('AnswerAction', 'Response to a dispute.', {
  accept: 'Accepted: the cardholder keeps the money.',
  challenge: 'Challenged with evidence.',
});

@ValueObject({ about: 'A submitted evidence file.' })
export class SubmittedFile {
  @f.Text('Evidence field of the connector.', { required: true, example: 'receipt' })
  field!: string;
  @f.Id('Identifier of the file; null if it was sent in the request that challenged the dispute.', {
    example: 'evf_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  file_id?: string | null;
  @f.Text('Name of the file.', { example: 'receipt.pdf' }) name?: string | null;
  @f.Text('Media type of the file.', { example: 'application/pdf' }) content_type?: string | null;
  @f.Integer('Size in bytes.', { example: 48_213 }) size?: number | null;
}

@ValueObject({ about: 'A submitted response to a stage of a dispute.' })
export class SubmittedAnswer {
  @f.Id('Unique identifier of the response.', {
    required: true,
    example: 'dan_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  answer_id!: string;
  @f.Enumeration(() => DisputeStage, 'Stage of the dispute.', {
    required: true,
    example: 'dispute',
  })
  dispute_stage!: ValueOf<typeof DisputeStage>;
  @f.Enumeration(() => AnswerAction, 'Whether it was accepted or challenged.', {
    required: true,
    example: 'challenge',
  })
  action!: ValueOf<typeof AnswerAction>;
  @f.Text('The evidence as text; null if the dispute was accepted.', {
    personal: true,
    max: 20_000,
    example: 'Parcel DE4711 was signed for by the cardholder on 30 January.',
  })
  evidence?: string | null;
  @f.JsonObject("Further texts, by the connector's evidence fields.", { personal: true })
  evidence_fields?: Record<string, unknown> | null;
  @f.ObjectList(() => SubmittedFile, 'Evidence files.') evidence_files!: SubmittedFile[];
  @f.Text('Defence reason.') defence_reason?: string | null;
  @f.Enumeration(() => AuditActor, 'Kind of author: a person or a kind of key; null for older responses.')
  author_type?: ValueOf<typeof AuditActor> | null;
  @f.Id('Identifier of the person or key.', { example: 'per_01JZ5V0G7N4S8X2T6W9Y3B1C5D' }) author_id?:
    | string
    | null;
  @f.Text('Name of the person or key at the time.', { personal: true, example: 'Ada Lovelace' })
  author_name?: string | null;
  @f.Timestamp('Time at which it was submitted.', { required: true }) created_at!: string;
  @f.Timestamp('Time at which the connector received it; null until then.') sent_at?: string | null;
}

@ValueObject({ about: 'Draft of evidence, not submitted yet.' })
export class DraftedEvidence {
  @f.Text('The evidence as text.', { personal: true, max: 20_000, example: 'Parcel DE4711 was signed for.' })
  evidence?: string | null;
  @f.JsonObject("Further texts, by the connector's evidence fields.", { personal: true })
  evidence_fields?: Record<string, unknown> | null;
  @f.ObjectList(() => DraftedFile, 'Evidence files.') evidence_files!: DraftedFile[];
  @f.Text('Defence reason.') defence_reason?: string | null;
  @f.Enumeration(() => AuditActor, 'Kind of author: a person or a kind of key.', { required: true })
  author_type!: ValueOf<typeof AuditActor>;
  @f.Id('Identifier of the person or key.', { example: 'per_01JZ5V0G7N4S8X2T6W9Y3B1C5D' }) author_id?:
    | string
    | null;
  @f.Text('Name of the person or key at the time.', { personal: true, example: 'Ada Lovelace' })
  author_name?: string | null;
  @f.Timestamp('Time at which it was saved.', { required: true }) saved_at!: string;
}

@ValueObject({ about: 'The responses to a dispute, and the draft.' })
export class DisputeEvidence {
  @f.Id('The dispute.', { required: true, example: 'dsp_01JZ5V0G7N4S8X2T6W9Y3B1C5D' }) dispute_id!: string;
  @f.ObjectList(() => SubmittedAnswer, 'Submitted responses, at most one per stage, oldest first.')
  answers!: SubmittedAnswer[];
  @f.NestedObject(() => DraftedEvidence, 'The draft; null without one.') draft?: DraftedEvidence | null;
}

/** Evidence as `answer-dispute.ts` stores it. */
interface StoredEvidence {
  readonly text: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly {
    readonly field: string;
    readonly name: string;
    readonly contentType: string;
    readonly content: { readonly data: readonly number[] };
  }[];
  readonly uploads: readonly { readonly field: string; readonly fileId: string }[];
  readonly defenceReason: string | null;
}

/** The evidence submitted for a dispute, and its draft; null if the dispute does not exist. */
export async function readDisputeEvidence(ctx: Context, disputeId: string): Promise<DisputeEvidence | null> {
  const dispute = await readOne(ctx, Dispute, disputeId, ['dispute_id', 'evidence_files', 'evidence_draft']);
  if (!dispute) return null;
  const { dispute_id, evidence_draft, evidence_files, merchant_id } = dispute;
  const text = `select answer_id, dispute_stage, action, evidence, author_type, author_id, author_name,
      ${isoTimestamp('created_at')} as created_at, ${isoTimestamp('sent_at')} as sent_at
    from dispute_answers where merchant_id = $1 and dispute_id = $2 order by dispute_answers.created_at`;
  const touches = { reads: ['dispute_answers'] };
  const rows = await ctx.rows.query({ text, values: [merchant_id, dispute_id], touches }, merchant_id);
  const open = (table: string, column: string, id: unknown, sealed: unknown) =>
    sealed instanceof Uint8Array
      ? ctx.ports.encryption.decrypt(sealed, { table, column, key: [merchant_id, String(id)] })
      : null;
  const isWhole = isPermitted(ctx, 'personal_data:read');
  const answers = rows.map((row) => {
    const { evidence: sealed, ...answer } = row as Row;
    const stored = open('dispute_answers', 'evidence', answer.answer_id, sealed) as StoredEvidence | null;
    return masked(isWhole, { ...answer, ...shownEvidence(stored, evidence_files) });
  });
  const draft = open('disputes', 'evidence_draft', dispute_id, evidence_draft) as StoredDraft | null;
  return {
    dispute_id,
    answers: answers as unknown as SubmittedAnswer[],
    draft: draft && masked(isWhole, { ...draft, evidence_files: draft.evidence_files ?? [] }),
  };
}

function shownEvidence(stored: StoredEvidence | null, uploaded: readonly UploadedEvidence[] | null) {
  if (!stored) return { evidence: null, evidence_fields: null, evidence_files: [], defence_reason: null };
  const files: SubmittedFile[] = [
    ...stored.files.map(({ content, contentType, field, name }) => ({
      ...{ field, file_id: null, name, content_type: contentType, size: content.data.length },
    })),
    ...stored.uploads.map(({ field, fileId }) => {
      const {
        content_type = null,
        name = null,
        size = null,
      } = uploaded?.find(({ file_id }) => file_id === fileId) ?? {};
      return { field, file_id: fileId, name, content_type, size };
    }),
  ];
  const evidence_fields = Object.keys(stored.fields).length > 0 ? stored.fields : null;
  return {
    ...{ evidence: stored.text, evidence_fields, evidence_files: files },
    defence_reason: stored.defenceReason,
  };
}

interface Written {
  readonly evidence?: unknown;
  readonly evidence_fields?: unknown;
  readonly author_type?: unknown;
  readonly author_name?: unknown;
}

/** Evidence for callers who may not read personal data: its texts describe the customer, and its authors are people. */
function masked<T extends Written>(isWhole: boolean, written: T): T {
  if (isWhole) return written;
  const hide = (text: unknown) => (typeof text === 'string' ? maskPersonalText(text, false) : null);
  const author_name = written.author_type === 'person' ? hide(written.author_name) : written.author_name;
  return { ...written, evidence: hide(written.evidence), evidence_fields: null, author_name };
}
