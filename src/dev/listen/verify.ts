import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

const SIGNATURE_512 = 'x-webhook-signature-512';
const needed = ['webhook-id', 'webhook-timestamp', 'webhook-signature', SIGNATURE_512];

/** What the package's refusals mean to whoever reads them in a terminal. */
const meanings: Readonly<Record<string, string>> = {
  'Message timestamp too old': 'webhook-timestamp is more than five minutes ago',
  'Message timestamp too new': 'webhook-timestamp is more than five minutes ahead',
  'Invalid Signature Headers': 'webhook-timestamp is no number of seconds',
  'No matching signature found': 'webhook-signature is not of this body and key',
};

/**
 * What is wrong with a webhook's signatures; null when both are good. Both are checked over the bytes as they
 * came: a body that is parsed and written again need not be the one that was signed.
 */
export function signatureFault(body: Buffer, headers: IncomingHttpHeaders, key: string): string | null {
  const given = Object.fromEntries(needed.map((name) => [name, String(headers[name] ?? '')]));
  const missing = needed.find((name) => !given[name]);
  if (missing) return `${missing} is missing`;
  const secret = Buffer.from(key);
  try {
    new Webhook(secret, { format: 'raw' }).verify(body, given, { jsonParse: false });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return meanings[error.message] ?? error.message;
  }
  const expected = createHmac('sha512', secret).update(body).digest();
  const found = Buffer.from(given[SIGNATURE_512]!, 'hex');
  const matches = found.length === expected.length && timingSafeEqual(found, expected);
  return matches ? null : `${SIGNATURE_512} is not of this body and key`;
}
