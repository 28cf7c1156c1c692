import { reasonOf } from '../../data/refusal.ts';
import { merchantHeader } from '../../session/credentials.ts';
import type { FileKind } from './columns.ts';

/** A file, with the fields of its form. */
interface SentFile {
  readonly kind: FileKind;
  readonly file: File;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Uploads a settlement file or a bank statement. GraphQL takes no files, so it goes to the REST API.
 *
 * @returns The identifier of the import; an earlier one if the file was imported before.
 * @throws {Error} with the service's reason if it refuses the file.
 */
export async function uploadFile(
  merchantId: string | null,
  { fields, file, kind }: SentFile,
  idempotencyKey: string,
): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  const response = await fetch(kind === 'settlement' ? '/settlements/imports' : '/bank_statements/imports', {
    method: 'POST',
    headers: {
      ...merchantHeader(merchantId),
      'idempotency-key': idempotencyKey,
      accept: 'application/json',
    },
    body: form,
  });
  if (!response.ok) throw new Error(await reasonOf(response));
  return ((await response.json()) as { import_id: string }).import_id;
}
