/** Most keys of a free-form object. */
export const FREE_KEYS_MAX = 50;
/** Longest key of a free-form object, in characters. */
export const FREE_KEY_MAX = 40;
/** Longest string directly in a free-form object, in characters. */
export const FREE_TEXT_MAX = 500;
/** Largest free-form object when serialised, in bytes. */
export const FREE_BYTES_MAX = 16 * 1024;
/** Largest value of any JSON when serialised, in bytes. */
export const ANYTHING_BYTES_MAX = 64 * 1024;
/** Deepest nesting. JSON.stringify and PostgreSQL both fail on JSON that is nested thousands deep. */
export const DEPTH_MAX = 32;

// PostgreSQL stores neither NUL nor half of a surrogate pair. With the `u` flag whole pairs do not match.
const unstorable = /[\0\p{Surrogate}]/u;

/** Completes "must not contain …" for text that {@link isStorable} rejects. */
export const UNSTORABLE = 'NUL characters or unpaired surrogates';

/** Whether PostgreSQL can store a text. */
export function isStorable(text: string): boolean {
  return !unstorable.test(text);
}

function faultOfScalar(value: unknown): string | undefined {
  if (typeof value === 'string' && !isStorable(value)) return `must not contain ${UNSTORABLE}`;
  // JSON.parse reads 1e400 as infinity, which would be written back as null.
  if (typeof value === 'number' && !Number.isFinite(value)) return 'must not contain numbers beyond 1.8e308';
  return undefined;
}

/**
 * Why JSON cannot be stored, as a phrase that completes its name; undefined if it can. It checks every depth without
 * recursion, so no nesting can exhaust the stack.
 */
export function jsonFault(value: unknown, maxBytes: number): string | undefined {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_MAX) return `must not be nested more than ${DEPTH_MAX} deep`;
    const next: unknown[] = [];
    for (const node of level) {
      const fault = faultOfScalar(node);
      if (fault) return fault;
      if (node === null || typeof node !== 'object') continue;
      for (const [key, member] of Object.entries(node)) {
        if (!isStorable(key)) return `must not contain ${UNSTORABLE}`;
        if (key === '__proto__') return 'must not have a key named __proto__';
        next.push(member);
      }
    }
    level = next;
  }
  const bytes = Buffer.byteLength(JSON.stringify(value));
  return bytes > maxBytes ? `must be at most ${maxBytes / 1024} KiB of JSON` : undefined;
}
