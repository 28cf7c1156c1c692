import { IdempotencyKey } from '../entities/idempotency-key.ts';
import type { Caller, Context, IdempotencyClaim, WritingContext } from '../foundation/context.ts';
import { Problem, type ProblemCode } from '../foundation/errors.ts';
import { evenIfSuspended } from '../foundation/suspension.ts';
import { keepTrying } from './keep-trying.ts';
import { isRunning } from './liveness.ts';
import { inTransaction } from './transactions.ts';

const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;
/** Replaces the merchant for the admin key's own idempotency keys. */
const EVERY_MERCHANT = '*';

/**
 * The owner of a set of idempotency keys: the caller, so that no caller receives the response to another's request, or
 * uses up its keys. An API key shares the keys of the API keys that it replaces. Browsers with the same publishable key
 * share a set: their requests are bound to the object of a client secret.
 */
function scopeOf(caller: Caller): string {
  if (caller.kind === 'api_key') return `${caller.kind}:${caller.firstKeyId ?? caller.keyId}`;
  if (caller.kind === 'ephemeral_key') return `${caller.kind}:${caller.customerId}`;
  if (caller.kind === 'person') return `${caller.kind}:${caller.personId}`;
  const holder = caller.kind === 'admin_key' ? caller.holder : undefined;
  return holder ? `${caller.kind}:${holder.id}` : caller.kind;
}

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
  /** Whether the response is a replay. */
  readonly replayed: boolean;
}

/**
 * Runs work at most once per idempotency key. The response is stored in the transaction of the work's effects; failed
 * work rolls both back, and the key may be used again.
 *
 * Responses are stored encrypted, requests as a keyed digest only.
 *
 * @throws {Problem} `idempotency_in_progress` while another request with the key runs, `idempotency_mismatch` if the
 * key was used with another request.
 */
export function once<T>(
  ctx: Context,
  request: OnceRequest,
  work: (ctx: WritingContext) => Promise<T>,
): Promise<OnceAnswer<T>> {
  // Replays are allowed for a suspended merchant too: the work itself checks for suspension.
  return inTransaction(evenIfSuspended(ctx), async (open) => {
    const { purpose: _, ...own } = open;
    const tx = { ...own, caller: ctx.caller, ...(ctx.purpose ? { purpose: ctx.purpose } : {}) };
    if (request.key === null) return { answer: await work(tx), replayed: false };
    const record = new KeyRecord(tx, request.key, request);
    const stored = await record.claim<T>(tx);
    if (stored?.refusal) throw stored.refusal;
    if (stored?.answer !== undefined) return { answer: stored.answer, replayed: true };
    const answer = await work(tx);
    record.complete(tx, answer);
    return { answer, replayed: false };
  });
}

/** A request that spans transactions and has stored no response counts as running for this long. */
const RUNNING_MS = 60_000;

/** Rolls back the first transaction of work that has already run. */
class AlreadyRun extends Error {
  constructor(readonly stored: Pick<StoredAnswer<unknown>, 'answer' | 'refusal' | 'objectId'>) {
    super('The work has already run.');
  }
}

/**
 * Runs work at most once if it calls a connector, and so cannot be one transaction. The first transaction claims the key
 * together with the record of the call; the response is stored at the end. After a crash in between, recovery completes
 * the call and a replay shows its outcome.
 *
 * @param replay Builds a response that was not stored, from the work's object. The identifier is null if the request
 *   itself names the object.
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
      if (stored && !isOver(stored) && (await isInProgress(tx, stored))) throw inProgress();
      if (stored) throw new AlreadyRun(stored);
      claimed = true;
    },
    refersTo: (objectId) => record.refer(objectId),
    refuse: (tx, refusal) => record.refuse(tx, refusal),
    release: (tx) => record.remove(tx),
  };
  try {
    const answer = await work({ ...ctx, idempotency: claim });
    await record.completeLater(ctx, answer);
    return { answer, replayed: false };
  } catch (error) {
    if (!(error instanceof AlreadyRun)) {
      if (claimed) record.letGo(ctx);
      throw error;
    }
    if (error.stored.refusal) throw error.stored.refusal;
    const { answer = await replay(ctx, error.stored.objectId) } = error.stored;
    return { answer: answer as T, replayed: true };
  }
}

/** A request whose process is gone counts as over, so that a client can query its outcome at once. */
async function isInProgress(
  tx: WritingContext,
  { createdAt, processId }: StoredAnswer<unknown>,
): Promise<boolean> {
  const isRecent = tx.ports.now().getTime() - createdAt.getTime() < RUNNING_MS;
  return isRecent && processId !== null && (await isRunning(tx, processId));
}

const inProgress = () =>
  new Problem('idempotency_in_progress', 'A request with this idempotency key is in progress. Try again.', {
    param: 'Idempotency-Key',
    retryAfterS: 1,
  });

/** The record of a key. `answer`, or `refusal`, is set once the work has completed. */
interface StoredAnswer<T> {
  readonly answer?: T;
  readonly refusal?: Problem;
  readonly objectId: string | null;
  readonly processId: string | null;
  readonly createdAt: Date;
}

const isOver = ({ answer, refusal }: StoredAnswer<unknown>): boolean =>
  answer !== undefined || refusal !== undefined;

/** The stored form of a refusal. */
type StoredRefusal = Readonly<Record<'code' | 'message' | 'paymentId', string>>;

/** Reads and writes the row of one idempotency key. */
class KeyRecord {
  readonly #key: { readonly merchant_id: string; readonly scope: string; readonly key: string };
  readonly #digests: readonly string[];
  /** The row that claims the key, written with the rest of the transaction. */
  #claimed: IdempotencyKey | undefined;

  constructor(ctx: Context, key: string, request: OnceRequest) {
    this.#key = { merchant_id: ctx.merchantId ?? EVERY_MERCHANT, scope: scopeOf(ctx.caller), key };
    this.#digests = ctx.ports.encryption.digests(
      JSON.stringify([request.operation, canonical(request.input)]),
    );
  }

  /**
   * Locks the key until the transaction ends, and returns its record, inserting a new one. Advisory locks end with the
   * session, so a crash releases the key. A stored response is replayed without a lock.
   *
   * @throws {Problem} `idempotency_in_progress`, `idempotency_mismatch`.
   */
  async claim<T>(tx: WritingContext): Promise<StoredAnswer<T> | null> {
    const text = `select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as "claimed"`;
    const values = [JSON.stringify(['idempotency', ...this.#path()])];
    // Two statements in one round trip: the second sees the commits made before the lock was free.
    const locked = tx.rows.query({ text, values, touches: {} }, this.#key.merchant_id);
    const rows = tx.rows.query(
      { text: findText, values: this.#path(), touches: { reads: ['idempotency_keys'] } },
      this.#key.merchant_id,
    );
    const [[lock], [row]] = await Promise.all([locked, rows]);
    const { em } = tx.transaction;
    const known = row && em.load(IdempotencyKey, row);
    const stored = known && known.expires_at > tx.ports.now() ? this.#read<T>(tx, known) : null;
    if (lock?.claimed !== true && !(stored && isOver(stored))) throw inProgress();
    if (stored) return stored;
    // An expired row is overwritten.
    this.#claimed = Object.assign(known ?? new IdempotencyKey(), {
      object_id: null,
      ...this.#values(tx, {}),
    });
    em.persist(this.#claimed);
    return null;
  }

  #read<T>(tx: WritingContext, row: IdempotencyKey): StoredAnswer<T> {
    if (!this.#digests.includes(row.fingerprint)) {
      throw new Problem(
        'idempotency_mismatch',
        'This idempotency key was used with another request. Use a new one.',
        { param: 'Idempotency-Key' },
      );
    }
    const { encryption } = tx.ports;
    return {
      ...(row.answer ? { answer: encryption.decrypt(row.answer, this.#aad('answer')) as T } : {}),
      ...(row.refusal
        ? { refusal: refusalOf(encryption.decrypt(row.refusal, this.#aad('refusal')) as StoredRefusal) }
        : {}),
      objectId: row.object_id ?? null,
      processId: row.process_id ?? null,
      createdAt: row.created_at,
    };
  }

  /** Stores the response in the transaction that claimed the key. */
  complete(tx: WritingContext, answer: unknown): void {
    Object.assign(this.#claimed!, this.#values(tx, { answer }));
  }

  /** Stores a refusal in the transaction of the work's effects, which need not be the one that claimed the key. */
  async refuse(tx: WritingContext, { code, message, paymentId }: Problem): Promise<void> {
    await tx.transaction.em.flush();
    const refusal = tx.ports.encryption.encrypt({ code, message, paymentId }, this.#aad('refusal'));
    const values = [...this.#path(), refusal, paymentId];
    const statement = { text: refuseText, values, touches: { writes: ['idempotency_keys'] } };
    await tx.rows.query(statement, this.#key.merchant_id);
  }

  /** Stores the response after the transactions of the work. */
  async completeLater(ctx: Context, answer: unknown): Promise<void> {
    const row = this.#values(ctx, { answer });
    const values = [row.fingerprint, row.answer, row.process_id, row.created_at, row.expires_at];
    const parameters = values.map((value) => (value instanceof Date ? value.toISOString() : value));
    await ctx.rows.query(
      {
        text: completeText,
        values: [...this.#path(), ...parameters],
        touches: { writes: ['idempotency_keys'] },
      },
      ctx.merchantId,
    );
  }

  /** The columns of the row, with the response if the work is complete. */
  #values(ctx: Context, done: { readonly answer?: unknown }) {
    const nowMs = ctx.ports.now().getTime();
    return {
      ...this.#key,
      fingerprint: this.#digests[0]!,
      answer: 'answer' in done ? ctx.ports.encryption.encrypt(done.answer, this.#aad('answer')) : null,
      refusal: null,
      process_id: ctx.ports.processId,
      created_at: new Date(nowMs),
      expires_at: new Date(nowMs + KEY_LIFETIME_MS),
    };
  }

  refer(objectId: string): void {
    if (this.#claimed) this.#claimed.object_id = objectId;
  }

  async remove(tx: WritingContext): Promise<void> {
    await tx.transaction.em.flush();
    await tx.transaction.em.nativeDelete(IdempotencyKey, this.#key);
  }

  /**
   * Marks the request as over without a response, so that a retry gets the outcome at once. The request may have failed
   * because the database is down, so this is retried until the key expires anyway.
   */
  letGo({ merchantId, rows, ports: { processId } }: Context): void {
    const values = [...this.#path(), this.#claimed!.process_id, this.#claimed!.created_at.toISOString()];
    keepTrying(
      processId,
      () => rows.query({ text: letGoText, values, touches: { writes: ['idempotency_keys'] } }, merchantId),
      RUNNING_MS,
    );
  }

  #path(): string[] {
    return [this.#key.merchant_id, this.#key.scope, this.#key.key];
  }

  #aad(column: 'answer' | 'refusal') {
    return { table: 'idempotency_keys', column, key: this.#path() };
  }
}

const refusalOf = ({ code, message, paymentId }: StoredRefusal): Problem =>
  new Problem(code as ProblemCode, message, { paymentId, isReplayed: true });

/** A release that does not know refusals finds a completed request without a response, and shows the failed payment. */
const refuseText = `
  update idempotency_keys set refusal = $4, object_id = $5, process_id = null
  where merchant_id = $1 and scope = $2 and key = $3`;

/** A later request may have claimed the key meanwhile. */
const letGoText = `
  update idempotency_keys set process_id = null
  where merchant_id = $1 and scope = $2 and key = $3 and answer is null and refusal is null and process_id = $4 and created_at = $5`;

const findText = `
  select merchant_id, scope, key, fingerprint, answer, refusal, object_id, process_id, created_at, expires_at
  from idempotency_keys where merchant_id = $1 and scope = $2 and key = $3`;

const completeText = `
  insert into idempotency_keys (merchant_id, scope, key, fingerprint, answer, process_id, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7::timestamptz, $8::timestamptz)
  on conflict (merchant_id, scope, key) do update set fingerprint = excluded.fingerprint, answer = excluded.answer,
    process_id = excluded.process_id, created_at = excluded.created_at, expires_at = excluded.expires_at`;

/** Excluded even from digests: their few values could be brute-forced. */
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
