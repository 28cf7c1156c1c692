import { IdempotencyKey } from '../entities/idempotency-key.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import type { IdempotencyClaim } from '../foundation/idempotency-claim.ts';
import { inTransaction } from './transactions.ts';

/** How long a key is remembered. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** Whose key it is, where there is no merchant: the admin key's own. */
const ADMIN_SCOPE = '*';

/** What makes two requests the same: the key, and all that the caller asked for. */
export interface OnceRequest {
  /** The caller's idempotency key, 1–255 characters; without one the work simply runs. */
  readonly key: string | null;
  /** The operation, such as `POST /refunds/{refund_id}`. */
  readonly operation: string;
  /** The validated input, path included. */
  readonly input: unknown;
}

export interface OnceAnswer<T> {
  readonly answer: T;
  /** True when the work was not run, because it was run before. */
  readonly replayed: boolean;
}

/**
 * Runs work at most once for an idempotency key, in one transaction with the record that it was done: there is
 * never the effect without its answer. Work that fails leaves no trace, and the key may be used again.
 *
 * Answers are sealed and requests kept only as a keyed digest: neither can be read from the table.
 *
 * @throws {Problem} `idempotency_in_progress` while another request with the key runs, `idempotency_mismatch`
 * when the key was used for something else.
 */
export function once<T>(
  ctx: Context,
  request: OnceRequest,
  work: (ctx: WritingContext) => Promise<T>,
): Promise<OnceAnswer<T>> {
  return inTransaction(ctx, async (tx) => {
    if (request.key === null) return { answer: await work(tx), replayed: false };
    const record = new KeyRecord(tx, request.key, request);
    const kept = await record.claim<T>(tx);
    if (kept?.answer !== undefined) return { answer: kept.answer, replayed: true };
    const answer = await work(tx);
    await record.write(tx, { answer });
    return { answer, replayed: false };
  });
}

/** How long a request that spans transactions is taken to be still running when it has left no answer. */
const RUNNING_MS = 60_000;

/** Thrown to leave the first transaction of work that was done before. */
class AlreadyDone extends Error {
  constructor(readonly kept: { answer?: unknown; objectId: string | null }) {
    super('The work was done before.');
  }
}

/**
 * Runs work at most once that cannot be one transaction, because it calls a connector. The key is claimed in
 * the work's first transaction, together with what the call intends; the answer is kept when the work is done.
 * After a crash in between, the recovery settles what was intended and a replay shows what came of it.
 *
 * @param again Makes the answer anew from the object that the work was about; its identifier is null where the
 * request itself names it.
 */
export async function onceAcross<T>(
  ctx: Context,
  request: OnceRequest,
  work: (ctx: Context) => Promise<T>,
  again: (ctx: Context, objectId: string | null) => Promise<T>,
): Promise<OnceAnswer<T>> {
  const { key } = request;
  if (key === null) return { answer: await work(ctx), replayed: false };
  const record = new KeyRecord(ctx, key, request);
  let claimed = false;
  const claim: IdempotencyClaim = {
    take: async (tx) => {
      if (claimed) return;
      const kept = await record.claim<T>(tx);
      if (kept?.answer === undefined && kept && tx.now().getTime() - kept.createdAt.getTime() < RUNNING_MS)
        throw inProgress();
      if (kept) throw new AlreadyDone(kept);
      await record.write(tx, {});
      claimed = true;
    },
    refersTo: (tx, objectId) => record.refer(tx, objectId),
    release: (tx) => record.remove(tx),
  };
  try {
    const answer = await work({ ...ctx, idempotency: claim });
    await inTransaction(ctx, (tx) => record.write(tx, { answer }));
    return { answer, replayed: false };
  } catch (error) {
    if (!(error instanceof AlreadyDone)) throw error;
    const { answer = await again(ctx, error.kept.objectId) } = error.kept;
    return { answer: answer as T, replayed: true };
  }
}

const inProgress = () =>
  new Problem(
    'idempotency_in_progress',
    'A request with this idempotency key is being worked on. Try again.',
    {
      param: 'Idempotency-Key',
      retryAfterS: 1,
    },
  );

/** What is kept under a key: the answer, once there is one, and the object that it is about. */
interface Kept<T> {
  readonly answer?: T;
  readonly objectId: string | null;
  readonly createdAt: Date;
}

/** The record of one key: whose it is, what was asked, and what was answered. */
class KeyRecord {
  readonly #key: { readonly merchant_id: string; readonly key: string };
  readonly #digests: readonly string[];

  constructor(ctx: Context, key: string, request: OnceRequest) {
    this.#key = { merchant_id: ctx.merchantId ?? ADMIN_SCOPE, key };
    this.#digests = ctx.encryption.digests(JSON.stringify([request.operation, canonical(request.input)]));
  }

  /**
   * Takes the key for the rest of the transaction, and answers what is kept under it. A crash gives it back: the
   * lock ends with the session. An answer that is there already is for everybody who asks at once.
   */
  async claim<T>(tx: WritingContext): Promise<Kept<T> | null> {
    const text = `select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as "claimed"`;
    const values = [JSON.stringify(['idempotency', this.#key.merchant_id, this.#key.key])];
    const [row] = await tx.rows.query({ text, values }, this.#key.merchant_id);
    const kept = await this.#find<T>(tx);
    if (row?.claimed !== true && kept?.answer === undefined) throw inProgress();
    return kept;
  }

  async #find<T>(tx: WritingContext): Promise<Kept<T> | null> {
    const live = { ...this.#key, expires_at: { $gt: tx.now() } };
    const row = await tx.transaction.em.findOne(IdempotencyKey, live, { disableIdentityMap: true });
    if (!row) return null;
    if (!this.#digests.includes(row.fingerprint)) {
      throw new Problem(
        'idempotency_mismatch',
        'This idempotency key was used with another request. Use a new one.',
        {
          param: 'Idempotency-Key',
        },
      );
    }
    const answer = row.answer ? { answer: tx.encryption.decrypt(row.answer, this.#place()) as T } : {};
    return { ...answer, objectId: row.object_id ?? null, createdAt: row.created_at };
  }

  /** Writes the key, with its answer once there is one. */
  async write(tx: WritingContext, done: { answer?: unknown }): Promise<void> {
    const nowMs = tx.now().getTime();
    const answer = 'answer' in done ? tx.encryption.encrypt(done.answer, this.#place()) : null;
    await tx.transaction.em.upsert(IdempotencyKey, {
      ...this.#key,
      fingerprint: this.#digests[0]!,
      answer,
      created_at: new Date(nowMs),
      expires_at: new Date(nowMs + KEPT_MS),
    });
  }

  async refer(tx: WritingContext, objectId: string): Promise<void> {
    await tx.transaction.em.nativeUpdate(IdempotencyKey, this.#key, { object_id: objectId });
  }

  async remove(tx: WritingContext): Promise<void> {
    await tx.transaction.em.nativeDelete(IdempotencyKey, this.#key);
  }

  #place() {
    return { table: 'idempotency_keys', column: 'answer', key: [this.#key.merchant_id, this.#key.key] };
  }
}

/** What is kept in no form, not even as part of a digest: it has few enough values to try them all out. */
const neverKept: ReadonlySet<string> = new Set(['card_cvc']);

/** The same value with members in one order, so that two requests that say the same have the same digest. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !neverKept.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, canonical(member)]),
  );
}
