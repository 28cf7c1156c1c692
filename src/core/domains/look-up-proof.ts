import { DNS_LABEL, type Domain, FILE_PATH } from '../entities/domain.ts';
import type { Ports } from '../foundation/ports/ports.ts';

/** Whether a domain's token was found, and where. */
export type FoundProof =
  | { readonly proved: 'dns' | 'file' }
  /** @property isAbsent Whether the DNS answered, so that the token certainly is not there. */
  | { readonly proved: null; readonly isAbsent: boolean; readonly reason: string };

/** Looks for the token of a domain: in the DNS, and if it is not there, on the web server. */
export async function lookUpProof(
  { domainLookups }: Pick<Ports, 'domainLookups'>,
  { domain_name: name, token }: Pick<Domain, 'domain_name' | 'token'>,
): Promise<FoundProof> {
  const [records, content] = await Promise.all([
    domainLookups.txt(`${DNS_LABEL}.${name}`).catch(() => 'unanswered' as const),
    domainLookups.file(`https://${name}${FILE_PATH}`).catch(() => 'unanswered' as const),
  ]);
  const hasRecord = records !== 'unanswered' && records.some((record) => record.trim() === token);
  if (hasRecord) return { proved: 'dns' };
  if (content?.trim() === token) return { proved: 'file' };
  return {
    proved: null,
    isAbsent: records !== 'unanswered',
    reason: `${dnsSentence(name, records)} ${fileSentence(content)}`,
  };
}

function dnsSentence(name: string, records: readonly string[] | 'unanswered'): string {
  if (records === 'unanswered') return 'The DNS did not answer.';
  if (records.length === 0) return `There is no TXT record at ${DNS_LABEL}.${name}.`;
  return 'The TXT record does not have the token.';
}

function fileSentence(content: string | 'unanswered' | null): string {
  if (content === 'unanswered') return 'The web server did not answer over https.';
  return content === null ? 'The web server does not have the file.' : 'The file does not have the token.';
}
