import { randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';

/** Generates identifiers. It is part of the context, so that tests can make it deterministic. */
export interface IdMaker {
  /** `pay` → `pay_01J9…`: a prefix and a ULID, so identifiers sort by creation time. */
  make(prefix: string): string;
}

/** Random numbers in [0, 1), one byte each. Bytes are fetched in bulk, because the system call dominates. */
function randomNumbers(): () => number {
  const bytes = new Uint8Array(1024);
  let used = bytes.length;
  return () => {
    if (used === bytes.length) {
      randomFillSync(bytes);
      used = 0;
    }
    return bytes[used++]! / 256;
  };
}

/** Generates ULIDs by the given clock, monotonic within a millisecond. */
export function ulidMaker(now: () => number = Date.now): IdMaker {
  const next = monotonicFactory(randomNumbers());
  return { make: (prefix) => `${prefix}_${next(now())}` };
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * `length` random characters of `[0-9A-Za-z]`. Bytes of 248 (4 × 62) and above are dropped, because the remainder
 * of all 256 would favour the first characters.
 */
export function randomBase62(length: number, randomBytes: (size: number) => Uint8Array): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += base62[byte % 62];
    }
  }
  return text;
}

/** Whether a text has the form of an identifier: 1 to 64 of `[A-Za-z0-9_-]`. No other text can identify an object. */
export const isIdentifier = (text: string | undefined): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(text ?? '');
