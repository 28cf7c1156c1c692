import { IdempotencyKey } from '../entities/idempotency-key.ts';
import type { Caller, Context, IdempotencyClaim, WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { evenIfSuspended } from '../foundation/suspension.ts';
import { isRunning } from './liveness.ts';
import { inTransaction } from './transactions.ts';

const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;
/** In place of the merchant for the admin key's own idempotency keys, which belong to none. */
const EVERY_MERCHANT = '*';

/**
 * Who shares idempotency keys. A merchant's servers do; browsers, which hold the publishable key, must not use up
 * theirs; and one customer must not be answered with what was done for another.
 */
const scopeOf = (caller: Caller): string =>
  caller.kind === 'ephemeral_key' ? `${caller.kind}:${caller.customerId}` : caller.kind;

/** Identifies a request: a key may be reused only with the same operation and input. */
export interface OnceRequest {
  /** The idempotency key, 1–255 characters. If null, the work runs unconditionally. */
  readonly key: string | null;
  /** Such as `POST /refunds/{refund_id}`. */
  readonly operation: string;
  /** The validated input, including path parameters. */
  readonly input: unknown;
}

export interface OnceAnswer<T> {
  readonly answer: T;
  /** Whether the answer comes from an earlier run. */
  readonly replayed: boolean;
}

/**
 * Runs work at most once per idempotency key. The answer is stored in the same transaction as the work's effects;
 * failed work rolls both back, and the key may be used again.
 *
 * Answers are stored encrypted, requests as a keyed digest only.
 *
 * @throws {Problem} `idempotency_in_progress` while another request with the key runs, `idempotency_mismatch`
 * if the key was used with another request.
 */
export function once<T>(
  ctx: Context,
  request: OnceRequest,
  work: (ctx: WritingContext) => Promise<T>,
): Promise<OnceAnswer<T>> {
  // What is replayed has been done already: the work itself finds out whether the merchant is suspended.
  return inTransaction(evenIfSuspended(ctx), async (open) => {
    const tx = { ...open, caller: ctx.caller };
    if (request.key === null) return { answer: await work(tx), replayed: false };
    const record = new KeyRecord(tx, request.key, request);
    const stored = await record.claim<T>(tx);
    if (stored?.answer !== undefined) return { answer: stored.answer, replayed: true };
    const answer = await work(tx);
    await record.write(tx, { answer });
    return { answer, replayed: false };
  });
}

/** A request that spans transactions and has stored no answer counts as running for this long. */
const RUNNING_MS = 60_000;

/** Rolls back the first transaction of work that has already run. */
class AlreadyRun extends Error {
  constructor(readonly stored: { answer?: unknown; objectId: string | null }) {
    super('The work has already run.');
  }
}

/**
 * Runs work at most once that calls a connector and so cannot be one transaction. The key is claimed in the first
 * transaction, together with the record of the call; the answer is stored at the end. After a crash in between,
 * recovery completes the call and a replay shows its outcome.
 *
 * @param replay Builds an answer that was not stored from the work's object. Its identifier is null where the
 * request itself names the object.
 * @throws {Problem} As {@link once}.
 */
export async function onceAcross<T>(
  ctx: Context,
  request: OnceRequest,
  work: (ctx: Context) => Promise<T>,
  replay: (ctx: Context, objectId: string | null) => Promise<T>,
): Promise<OnceAnswer<T>> {
  const { key } = request;
  if (key === null) return { answer: await work(ctx), replayed: false };
  const record = new KeyRecord(ctx, key, request);
  let claimed = false;
  const claim: IdempotencyClaim = {
    take: async (tx) => {
      if (claimed) return;
      const stored = await record.claim<T>(tx);
      if (stored && stored.answer === undefined && (await isInProgress(tx, stored))) throw inProgress();
      if (stored) throw new AlreadyRun(stored);
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
    if (!(error instanceof AlreadyRun)) throw error;
    const { answer = await replay(ctx, error.stored.objectId) } = error.stored;
    return { answer: answer as T, replayed: true };
  }
}

/** A request is over when its process is gone, so that a client need not wait to learn what came of it. */
async function isInProgress(
  tx: WritingContext,
  { createdAt, processId }: StoredAnswer<unknown>,
): Promise<boolean> {
  const isRecent = tx.now().getTime() - createdAt.getTime() < RUNNING_MS;
  return isRecent && processId !== null && (await isRunning(tx, processId));
}

const inProgress = () =>
  new Problem('idempotency_in_progress', 'A request with this idempotency key is in progress. Try again.', {
    param: 'Idempotency-Key',
    retryAfterS: 1,
  });

/** The record of a key. `answer` is set once the work has completed. */
interface StoredAnswer<T> {
  readonly answer?: T;
  readonly objectId: string | null;
  readonly processId: string | null;
  readonly createdAt: Date;
}

/** Reads and writes the row of one idempotency key. */
class KeyRecord {
  readonly #key: { readonly merchant_id: string; readonly scope: string; readonly key: string };
  readonly #digests: readonly string[];

  constructor(ctx: Context, key: string, request: OnceRequest) {
    this.#key = { merchant_id: ctx.merchantId ?? EVERY_MERCHANT, scope: scopeOf(ctx.caller), key };
    this.#digests = ctx.encryption.digests(JSON.stringify([request.operation, canonical(request.input)]));
  }

  /**
   * Locks the key until the transaction ends and returns its record. Advisory locks end with the session, so a
   * crash releases the key. An answer already stored needs no lock to be replayed.
   *
   * @throws {Problem} `idempotency_in_progress`, `idempotency_mismatch`.
   */
  async claim<T>(tx: WritingContext): Promise<StoredAnswer<T> | null> {
    const text = `select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as "claimed"`;
    const values = [JSON.stringify(['idempotency', ...this.#path()])];
    const [row] = await tx.rows.query({ text, values }, this.#key.merchant_id);
    const stored = await this.#find<T>(tx);
    if (row?.claimed !== true && stored?.answer === undefined) throw inProgress();
    return stored;
  }

  async #find<T>(tx: WritingContext): Promise<StoredAnswer<T> | null> {
    const live = { ...this.#key, expires_at: { $gt: tx.now() } };
    const row = await tx.transaction.em.findOne(IdempotencyKey, live, { disableIdentityMap: true });
    if (!row) return null;
    if (!this.#digests.includes(row.fingerprint)) {
      throw new Problem(
        'idempotency_mismatch',
        'This idempotency key was used with another request. Use a new one.',
        { param: 'Idempotency-Key' },
      );
    }
    const answer = row.answer ? { answer: tx.encryption.decrypt(row.answer, this.#aad()) as T } : {};
    return {
      ...answer,
      objectId: row.object_id ?? null,
      processId: row.process_id ?? null,
      createdAt: row.created_at,
    };
  }

  /** Writes the key, with the answer if the work has completed. */
  async write(tx: WritingContext, done: { answer?: unknown }): Promise<void> {
    const nowMs = tx.now().getTime();
    const answer = 'answer' in done ? tx.encryption.encrypt(done.answer, this.#aad()) : null;
    await tx.transaction.em.upsert(IdempotencyKey, {
      ...this.#key,
      fingerprint: this.#digests[0]!,
      answer,
      process_id: tx.processId,
      created_at: new Date(nowMs),
      expires_at: new Date(nowMs + KEY_LIFETIME_MS),
    });
  }

  async refer(tx: WritingContext, objectId: string): Promise<void> {
    await tx.transaction.em.nativeUpdate(IdempotencyKey, this.#key, { object_id: objectId });
  }

  async remove(tx: WritingContext): Promise<void> {
    await tx.transaction.em.nativeDelete(IdempotencyKey, this.#key);
  }

  #path(): string[] {
    return [this.#key.merchant_id, this.#key.scope, this.#key.key];
  }

  #aad() {
    return { table: 'idempotency_keys', column: 'answer', key: this.#path() };
  }
}

/** Excluded even from digests: there are few enough values to brute-force them. */
const neverStored: ReadonlySet<string> = new Set(['card_cvc']);

/** Sorts object members, so that equal requests have equal digests. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !neverStored.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, canonical(member)]),
  );
}
