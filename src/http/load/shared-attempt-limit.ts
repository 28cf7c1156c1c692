import { LRUCache } from 'lru-cache';
import type { WritingContext } from '../../core/foundation/context.ts';
import type { ColumnEncryption } from '../../core/foundation/cryptography.ts';
import { Problem } from '../../core/foundation/errors.ts';
import type { AttemptLimit } from '../../core/foundation/ports/attempt-limit.ts';
import { ANYWHERE, type Row, type RowSource, type Statement } from '../../core/reads/index.ts';

/** The attempts that a subject has in a time window, which starts with its first. */
export interface AttemptPolicy {
  /** Name of the limit, for the counts. */
  readonly name: string;
  /** The attempts counted, for the error message: `wrong client secrets for this object`. */
  readonly what: string;
  /** 0 switches the limit off. */
  readonly attempts: number;
  readonly windowS: number;
}

export interface AttemptLimitParts {
  readonly rows: RowSource;
  readonly encryption: Pick<ColumnEncryption, 'digests'>;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
}

/** Subjects whose attempts a process remembers. More push out those not used for longest. */
const SUBJECTS_MAX = 20_000;

/** A process's counts of a subject. */
interface Known {
  attempts: number;
  expiresAtMs: number;
  /** Attempts that are not in the database yet. */
  pending: number;
  isWriting: boolean;
}

/**
 * A limit that holds across processes: each counts in memory, which decides at once and without a statement, and adds
 * its attempts to the shared count in the background, by one statement at a time per subject. The result includes the
 * other processes' counts. While the database cannot be reached, each process limits by its own count.
 */
export class SharedAttemptLimit implements AttemptLimit {
  readonly #policy: AttemptPolicy;
  readonly #parts: AttemptLimitParts;
  readonly #known = new LRUCache<string, Known>({ max: SUBJECTS_MAX });
  readonly #writes = new Set<Promise<void>>();
  #refusals = 0;

  constructor(policy: AttemptPolicy, parts: AttemptLimitParts) {
    this.#policy = policy;
    this.#parts = parts;
  }

  /** The number of refused attempts. */
  get refusals(): number {
    return this.#refusals;
  }

  requireLeft(...subject: readonly string[]): void {
    // Usually nobody has failed, and no hash is needed.
    if (this.#known.size === 0) return;
    const known = this.#current(this.#digest(subject));
    if (known && known.attempts >= this.#policy.attempts) throw this.#usedUp(known.expiresAtMs);
  }

  count(...subject: readonly string[]): void {
    if (this.#policy.attempts === 0) return;
    const digest = this.#digest(subject);
    const known = this.#current(digest) ?? {
      attempts: 0,
      expiresAtMs: this.#nowMs() + this.#policy.windowS * 1000,
      pending: 0,
      isWriting: false,
    };
    known.attempts += 1;
    known.pending += 1;
    this.#known.set(digest, known);
    if (known.isWriting) return;
    const write = this.#write(digest, known)
      .catch(this.#parts.onError)
      .finally(() => this.#writes.delete(write));
    this.#writes.add(write);
  }

  async take(at: Place, ...subject: readonly string[]): Promise<void> {
    const { attempts } = this.#policy;
    if (attempts === 0) return;
    const [row] = await at.rows.query<Counted>(this.#add(this.#digest(subject), 1), at.merchantId);
    if (row!.attempts > attempts) throw this.#usedUp(row!.expires_ms);
  }

  async forget(at: Place, ...subject: readonly string[]): Promise<void> {
    const digest = this.#digest(subject);
    this.#known.delete(digest);
    const text = 'delete from attempt_counts where subject = $1';
    await at.rows.query({ text, values: [digest], touches: { writes: ['attempt_counts'] } }, at.merchantId);
  }

  /** Resolves once the pending counts are written. Never rejects. */
  async drain(): Promise<void> {
    await Promise.all(this.#writes);
  }

  #nowMs(): number {
    return this.#parts.now().getTime();
  }

  #digest(subject: readonly string[]): string {
    return this.#parts.encryption.digests(JSON.stringify(['limit', this.#policy.name, ...subject]))[0]!;
  }

  /** The counts of a subject, unless its window has ended. */
  #current(digest: string): Known | undefined {
    const known = this.#known.get(digest);
    return known && known.expiresAtMs > this.#nowMs() ? known : undefined;
  }

  async #write(digest: string, known: Known): Promise<void> {
    known.isWriting = true;
    try {
      while (known.pending > 0) {
        const attempts = known.pending;
        known.pending = 0;
        const [row] = await this.#parts.rows.query<Counted>(this.#add(digest, attempts), ANYWHERE);
        known.attempts = Math.max(known.attempts, row!.attempts + known.pending);
        known.expiresAtMs = row!.expires_ms;
      }
    } finally {
      known.isWriting = false;
    }
  }

  #add(digest: string, attempts: number): Statement {
    const now = this.#nowMs();
    const text = `
      insert into attempt_counts as c (subject, attempts, expires_at) values ($1, $2, $3::timestamptz)
      on conflict (subject) do update set
        attempts = case when c.expires_at > $4::timestamptz
          then least(c.attempts::int8 + excluded.attempts, ${COUNT_MAX}) else excluded.attempts end,
        expires_at = case when c.expires_at > $4::timestamptz then c.expires_at else excluded.expires_at end
      returning attempts, (extract(epoch from expires_at) * 1000)::float8 as expires_ms`;
    const expiresAt = new Date(now + this.#policy.windowS * 1000);
    const values = [digest, attempts, expiresAt.toISOString(), new Date(now).toISOString()];
    return { text, values, touches: { writes: ['attempt_counts'] } };
  }

  #usedUp(expiresAtMs: number): Problem {
    this.#refusals += 1;
    const retryAfterS = Math.max(1, Math.ceil((expiresAtMs - this.#nowMs()) / 1000));
    const message = `Too many ${this.#policy.what}. Try again in ${retryAfterS} seconds.`;
    return new Problem('rate_limited', message, { retryAfterS });
  }
}

/** Where a statement runs. */
type Place = Pick<WritingContext, 'rows' | 'merchantId'>;

/** Counting ends here: the column is an int4. */
const COUNT_MAX = 2_000_000_000;

interface Counted extends Row {
  readonly attempts: number;
  readonly expires_ms: number;
}
