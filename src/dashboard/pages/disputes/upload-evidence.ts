import { urlPath } from '../../../core/foundation/url-path.ts';
import { reasonOf } from '../../data/refusal.ts';
import { merchantHeader } from '../../session/credentials.ts';

/**
 * Uploads an evidence file to its dispute. GraphQL requests are too small for files, so it goes to the REST API.
 *
 * @returns The file's identifier, to challenge the dispute with.
 * @throws {Error} with the service's reason if it refuses the file.
 */
export async function uploadEvidence(
  merchantId: string | null,
  disputeId: string,
  file: File,
): Promise<string> {
  const name = new URLSearchParams({ name: file.name });
  const response = await fetch(urlPath`/disputes/${disputeId}/evidence-files?${name}`, {
    method: 'POST',
    headers: {
      ...merchantHeader(merchantId),
      'content-type': file.type || 'application/octet-stream',
      accept: 'application/json',
    },
    body: file,
  });
  if (!response.ok) throw new Error(await reasonOf(response));
  return ((await response.json()) as { file_id: string }).file_id;
}
