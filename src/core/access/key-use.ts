import type { Caller } from '../foundation/caller.ts';
import type { RowSource } from '../reads/index.ts';

/** `last_used_at` is this precise: each process updates a key at most once per interval. */
const INTERVAL_MS = 60_000;

/** Records `last_used_at` of API keys in the background: requests neither wait for the update nor fail with it. */
export class KeyUse {
  readonly #updatedAtMs = new Map<string, number>();
  readonly #pending = new Set<Promise<void>>();

  constructor(
    private readonly rows: RowSource,
    private readonly now: () => Date,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Records that a caller's API key was used. Other kinds of key have no `last_used_at`. */
  record(caller: Caller): void {
    if (caller.kind !== 'api_key') return;
    const { merchantId, keyId } = caller;
    const id = JSON.stringify([merchantId, keyId]);
    const now = this.now();
    const staleMs = now.getTime() - INTERVAL_MS;
    if ((this.#updatedAtMs.get(id) ?? -Infinity) > staleMs) return;
    // Keys are in the order of their updates, so the stale ones come first.
    for (const [other, atMs] of this.#updatedAtMs) {
      if (atMs > staleMs) break;
      this.#updatedAtMs.delete(other);
    }
    this.#updatedAtMs.set(id, now.getTime());
    const text = `update api_keys set last_used_at = $3::timestamptz where merchant_id = $1 and key_id = $2
                  and (last_used_at is null or last_used_at <= $4::timestamptz)`;
    const values = [merchantId, keyId, now.toISOString(), new Date(staleMs).toISOString()];
    const update = this.rows
      .query({ text, values }, merchantId)
      .then(() => {}, this.onError)
      .finally(() => this.#pending.delete(update));
    this.#pending.add(update);
  }

  /** Resolves once the updates under way have finished. Never rejects. */
  async drain(): Promise<void> {
    await Promise.all(this.#pending);
  }
}
