import { createHmac } from 'node:crypto';

/** The header that carries a webhook's signature: `t=<unix seconds>,v1=<hex>`. */
export const SIGNATURE_HEADER = 'x-sandbox-signature';

/** The hex HMAC-SHA256 of a webhook's time and bytes. */
export function webhookSignature(secret: string, seconds: number, body: Buffer): string {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
}

/** The value of the header for a body that is sent now. */
export function signatureHeader(secret: string, now: Date, body: Buffer): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${webhookSignature(secret, seconds, body)}`;
}
