import type { ClientBase, Pool, QueryConfig, QueryResult } from 'pg';
import { type OnPosition, replayedPosition, sendAll } from './scoped-query.ts';

/** A transaction as the server knows it. */
interface RunningTransaction {
  readonly pid: number;
  /** Its start, to the microsecond. */
  readonly began: string;
  /** Of a replica: see {@link replayedPosition}. */
  readonly position?: string | null;
}

/**
 * Runs a statement in its own transaction, which the server cancels when a signal aborts. Everything is sent at once,
 * so it takes one round trip. The server reports its process: behind a pooler the connection does not know it. A
 * cancellation names the transaction too, so that a late one does not hit a later transaction of that process.
 *
 * @param begin The messages that begin the transaction.
 * @param other Connections to cancel over.
 * @param onPosition For a replica: receives its position before the statement read anything.
 */
export async function queryUntilAborted(
  client: ClientBase,
  begin: readonly string[],
  statement: QueryConfig,
  other: Pool,
  signal: AbortSignal | undefined,
  onPosition?: OnPosition,
): Promise<QueryResult> {
  const begun = sendAll(client, begin);
  const position = onPosition ? `, ${replayedPosition} as position` : '';
  const identity = client.query<RunningTransaction>(
    `select pg_backend_pid() as pid, now()::text as began${position}`,
  );
  let cancelled: Promise<void> | undefined;
  const cancel = () => {
    // Without an identity there is nothing to cancel: the transaction failed to begin.
    cancelled = identity
      .then(({ rows: [transaction] }) => cancelTransaction(other, transaction!))
      .catch(() => {});
  };
  if (signal?.aborted) cancel();
  else signal?.addEventListener('abort', cancel, { once: true });
  const sent = [begun, identity, client.query(statement), client.query('commit')] as const;
  // The connection is released with nothing in flight.
  await Promise.allSettled(sent);
  signal?.removeEventListener('abort', cancel);
  await cancelled;
  const [, { rows }, result] = await Promise.all(sent);
  onPosition?.(rows[0]!.position ?? null);
  return result;
}

async function cancelTransaction(pool: Pool, { began, pid }: RunningTransaction): Promise<void> {
  await pool.query(
    'select pg_cancel_backend(pid) from pg_stat_activity where pid = $1 and xact_start = $2::timestamptz',
    [pid, began],
  );
}
