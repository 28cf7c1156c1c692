import { invalidParameter, Problem } from '../foundation/errors.ts';
import type { Connector } from '../foundation/ports/connector.ts';
import type { ChallengeDisputeRequest, EvidenceFile } from '../foundation/ports/connector-requests.ts';
import * as f from '../model/fields.ts';
import { Input, ValueObject } from '../model/index.ts';

/** The longest text of evidence, in characters. */
export const EVIDENCE_MAX = 20_000;
/** The longest file in base64: a request's body is at most 64 KiB. */
const FILE_MAX = 60_000;

@ValueObject({
  about: 'Evidence file against a dispute: an uploaded file, or a small file in Base64.',
})
export class EvidenceFileInput {
  @f.Text('Evidence field of the connector that accepts files, as in `connectors`.', { required: true })
  field!: string;
  @f.Id('File uploaded for the dispute, instead of name, media type and content.')
  file_id?: string | null;
  @f.Text('Name of the file.') name?: string | null;
  @f.Text('Media type, such as `application/pdf`.') content_type?: string | null;
  @f.Text('Content in Base64. A request can be at most 64 KiB long: upload larger files.', { max: FILE_MAX })
  content?: string | null;
}

@Input({ about: 'Parameters for challenging a dispute.' })
export class DisputeChallenge {
  @f.Text('Evidence that supports the payment, as text. Sent to the connector.', {
    required: true,
    max: EVIDENCE_MAX,
  })
  evidence!: string;
  @f.JsonObject(
    "Further texts by the connector's evidence fields, as in `connectors`. Sent to the connector.",
  )
  evidence_fields?: Record<string, unknown> | null;
  @f.ObjectList(() => EvidenceFileInput, 'Evidence files. Sent to the connector.')
  evidence_files?: EvidenceFileInput[] | null;
  @f.Text('Defence reason of the connector, as in `connectors`; required if it has any.')
  defence_reason?: string | null;
  @f.JsonObject("Key-value pairs for the merchant's own use; not sent to the connector.")
  metadata?: Record<string, unknown> | null;
}

/** An uploaded file and its kind of evidence. */
export interface NamedUpload {
  readonly field: string;
  readonly fileId: string;
}

/** Evidence in the terms of the connector interface, without uploaded files. */
export type Evidence = Pick<ChallengeDisputeRequest, 'text' | 'fields' | 'files' | 'defenceReason'> & {
  readonly uploads: readonly NamedUpload[];
};

/**
 * The evidence of a challenge, parsed without the connector.
 *
 * @throws {Problem} `invalid_parameter` or `missing_parameter`.
 */
export function evidenceOf(challenge: DisputeChallenge): Evidence {
  const { defence_reason = null, evidence, evidence_fields } = challenge;
  if (evidence.trim() === '') throw invalidParameter('evidence', 'evidence must not be empty.');
  requireTexts(evidence_fields);
  const given = challenge.evidence_files ?? [];
  return {
    text: evidence,
    fields: (evidence_fields ?? {}) as Record<string, string>,
    files: given.filter(({ file_id }) => !file_id).map(readFile),
    uploads: given.flatMap(readUpload),
    defenceReason: defence_reason,
  };
}

/** @throws {Problem} `invalid_parameter` for evidence fields that are not strings. */
export function requireTexts(fields: Record<string, unknown> | null | undefined): void {
  if (Object.values(fields ?? {}).every((value) => typeof value === 'string')) return;
  throw invalidParameter('evidence_fields', 'evidence_fields must contain only strings.');
}

function readUpload({
  content,
  content_type,
  field,
  file_id: fileId,
  name,
}: EvidenceFileInput): NamedUpload[] {
  if (!fileId) return [];
  if (content || content_type || name) {
    throw new Problem(
      'parameters_exclusive',
      'evidence_files must have either file_id, or name, content_type and content.',
      { param: 'evidence_files' },
    );
  }
  return [{ field, fileId }];
}

function readFile({ content, content_type: contentType, field, name }: EvidenceFileInput): EvidenceFile {
  if (!content || !contentType || !name) {
    throw new Problem(
      'missing_parameter',
      'evidence_files must have a file_id, or a name, content_type and content.',
      { param: 'evidence_files' },
    );
  }
  requireFileName('evidence_files', name);
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length === 0 || bytes.toString('base64') !== content) {
    throw invalidParameter('evidence_files', 'The content of evidence_files must be base64.');
  }
  return { field, name, contentType, content: bytes };
}

/** Characters refused in file names, which become part of a header at the vendor. */
const badInNames = /["\\/\p{Cc}]/u;

/** @throws {Problem} `invalid_parameter` for a name with quotes, slashes or control characters. */
export function requireFileName(param: string, name: string): void {
  if (name.trim() !== '' && !badInNames.test(name)) return;
  throw invalidParameter(param, 'A file name must not contain quotes, slashes or control characters.');
}

/**
 * Checks that a connector supports the evidence.
 *
 * @throws {Problem} `invalid_parameter` or `missing_parameter`, naming the supported fields.
 */
export function requireTaken({ disputes, name }: Connector, evidence: Evidence): void {
  const known = disputes?.evidence ?? [];
  const fields: readonly (readonly [param: string, field: string, takes: 'text' | 'file'])[] = [
    ...Object.keys(evidence.fields).map((field) => ['evidence_fields', field, 'text'] as const),
    ...[...evidence.files, ...evidence.uploads].map(
      ({ field }) => ['evidence_files', field, 'file'] as const,
    ),
  ];
  for (const [param, field, takes] of fields) {
    if (known.some((one) => one.name === field && one.takes === takes)) continue;
    const names = known.filter((one) => one.takes === takes).map((one) => one.name);
    throw invalidParameter(
      param,
      `${param} must be of ${name}'s fields: ${names.join(', ') || 'it has none'}.`,
    );
  }
  for (const { content, contentType } of evidence.files)
    requireFile(name, disputes, contentType, content.length);
  const reasons = disputes?.defenceReasons ?? [];
  const { defenceReason } = evidence;
  if (defenceReason === null ? reasons.length === 0 : reasons.includes(defenceReason)) return;
  const message = `defence_reason must be one of ${name}'s: ${reasons.join(', ') || 'it has none'}.`;
  const code = defenceReason === null ? 'missing_parameter' : 'invalid_parameter';
  throw new Problem(code, message, { param: 'defence_reason' });
}

/** @throws {Problem} `invalid_parameter` for a file of a type or size that the connector does not accept. */
export function requireFile(
  connector: string,
  disputes: Connector['disputes'],
  contentType: string,
  size: number,
): void {
  const largest = disputes?.files;
  if (!largest || size <= (largest[contentType] ?? 0)) return;
  const taken = Object.entries(largest).map(([type, bytes]) => `${type} up to ${bytes / 1e6} MB`);
  throw invalidParameter('evidence_files', `evidence_files for ${connector} must be ${taken.join(', ')}.`);
}
