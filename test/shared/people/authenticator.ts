import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { type Browser, PASSWORD } from './people.ts';

/** Sets up an authenticator app like the page. */
export async function enrol(browser: Browser): Promise<{ code: () => string; backupCodes: string[] }> {
  const { body } = await browser.post('/auth/two-factor/enable', { password: PASSWORD });
  const secret = new URL(body.totpURI).searchParams.get('secret')!;
  const code = authenticatorOf(secret);
  const verified = await browser.post('/auth/two-factor/verify-totp', { code: code() });
  expect(verified.status).toBe(200);
  return { code, backupCodes: body.backupCodes };
}

/**
 * An authenticator app's code for a secret in base32. As a code is valid once, a second call returns the next one,
 * which is already accepted.
 */
export function authenticatorOf(secret: string): () => string {
  let shown = 0;
  return () => {
    shown = Math.max(Math.floor(Date.now() / 30_000), shown + 1);
    return codeOf(decodeBase32(secret), shown);
  };
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function decodeBase32(text: string): Buffer {
  const bits = [...text.replaceAll('=', '')]
    .map((c) => alphabet.indexOf(c).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
}

/** The code of a 30-second step, as in RFC 6238. */
function codeOf(secret: Buffer, halfMinute: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(halfMinute));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.at(-1)! & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
