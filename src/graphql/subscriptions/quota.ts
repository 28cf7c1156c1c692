import type { Caller } from '../../core/foundation/context.ts';

/** Counts something per key, up to a maximum. */
export class Quota {
  readonly #max: number;
  readonly #counts = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Takes one; false if the key already has the maximum. */
  take(key: string): boolean {
    const count = this.#counts.get(key) ?? 0;
    if (count >= this.#max) return false;
    this.#counts.set(key, count + 1);
    return true;
  }

  release(key: string): void {
    const count = (this.#counts.get(key) ?? 0) - 1;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}

/** What quotas count a caller under: its key, or the person. */
export function keyOf(caller: Caller): string {
  if (caller.kind === 'person') return JSON.stringify([caller.kind, caller.personId]);
  return caller.kind === 'api_key' ? JSON.stringify([caller.merchantId, caller.keyId]) : caller.kind;
}
