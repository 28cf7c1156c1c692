import type { Context } from './context.ts';
import { Problem } from './errors.ts';
import { inTransaction, type WritingContext } from './transactions.ts';

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
 * Runs work at most once for an idempotency key. The key's lock is taken first; the effect and its answer are
 * kept in one transaction, so there is never the one without the other. Work that fails leaves no trace, and
 * the key may be used again.
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
    const scope = ctx.merchantId ?? ADMIN_SCOPE;
    const place = { table: 'idempotency_keys', column: 'answer', key: [scope, request.key] };
    const asked = JSON.stringify([request.operation, canonical(request.input)]);

    await claim(tx, scope, request.key);
    const kept = await find(tx, scope, request.key);
    if (kept) {
      if (!tx.vault.digests(asked).includes(kept.fingerprint)) {
        throw new Problem(
          'idempotency_mismatch',
          'This idempotency key was used with another request. Use a new one.',
          {
            param: 'Idempotency-Key',
          },
        );
      }
      return { answer: tx.vault.open(kept.answer, place) as T, replayed: true };
    }
    const answer = await work(tx);
    const [fingerprint] = tx.vault.digests(asked);
    const expiresAt = new Date(tx.now().getTime() + KEPT_MS).toISOString();
    await tx.rows.query(
      {
        text: `insert into idempotency_keys (merchant_id, key, fingerprint, answer, created_at, expires_at)
               values ($1, $2, $3, $4, $5, $6)
               on conflict (merchant_id, key) do update set fingerprint = excluded.fingerprint,
                 answer = excluded.answer, created_at = excluded.created_at, expires_at = excluded.expires_at`,
        values: [
          scope,
          request.key,
          fingerprint,
          tx.vault.seal(answer, place),
          tx.now().toISOString(),
          expiresAt,
        ],
      },
      scope,
    );
    return { answer, replayed: false };
  });
}

/** Takes the key for the rest of the transaction. A crash gives it back: the lock ends with the session. */
async function claim(tx: WritingContext, scope: string, key: string): Promise<void> {
  const text = `select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as "claimed"`;
  const [row] = await tx.rows.query({ text, values: [JSON.stringify(['idempotency', scope, key])] }, scope);
  if (row?.claimed !== true) {
    throw new Problem(
      'idempotency_in_progress',
      'A request with this idempotency key is being worked on. Try again.',
      {
        param: 'Idempotency-Key',
        retryAfterS: 1,
      },
    );
  }
}

async function find(tx: WritingContext, scope: string, key: string) {
  const text = `select fingerprint, answer from idempotency_keys
                where merchant_id = $1 and key = $2 and expires_at > $3::timestamptz`;
  const [row] = await tx.rows.query({ text, values: [scope, key, tx.now().toISOString()] }, scope);
  return row ? { fingerprint: row.fingerprint as string, answer: row.answer as Buffer } : null;
}

/** The same value with members in one order, so that two requests that say the same have the same digest. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, canonical(member)]),
  );
}
