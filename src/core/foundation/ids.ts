import { randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';

/** Makes identifiers. A context holds one, so that a test can fix what it makes. */
export interface IdMaker {
  /** `pay` → `pay_01J9…`: a prefix and a ULID, so identifiers made later sort later. */
  make(prefix: string): string;
}

/** Random numbers from 0 up to 1, a byte each, fetched many at a time: asking the system is what takes long. */
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

/** Makes identifiers by the clock given; two made in one millisecond still sort in the order made. */
export function ulidMaker(now: () => number = Date.now): IdMaker {
  const next = monotonicFactory(randomNumbers());
  return { make: (prefix) => `${prefix}_${next(now())}` };
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * `length` characters of `[0-9A-Za-z]` from random bytes. Bytes of 248 and above are dropped: 256 is no
 * multiple of 62, and taking the remainder would favour the first letters.
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

/** Whether a text has the form of an identifier: 1 to 64 of `[A-Za-z0-9_-]`. Nothing else can name an object. */
export const isIdentifier = (text: string | undefined): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(text ?? '');
