import type { ClientBase, Pool, QueryConfig, QueryResult } from 'pg';
import { replayedPosition, type TellPosition } from './scoped-query.ts';

/** A transaction as the server knows it. */
interface RunningTransaction {
  readonly pid: number;
  /** Its start, to the microsecond. */
  readonly began: string;
  /** Of a replica: see {@link replayedPosition}. */
  readonly position?: string | null;
}

/**
 * Runs a statement in a transaction of its own, which the server cancels when a signal aborts. All is sent at once, so
 * it takes one round trip. The server says which process it is: behind a pooler the connection does not know. A
 * cancellation names the transaction too, so that one which comes late hits no other that the process has begun since.
 *
 * @param begin The statements that begin the transaction.
 * @param other Connections to cancel over.
 * @param tell Of a replica: learns how far it was before the statement read anything.
 */
export async function queryUntilAborted(
  client: ClientBase,
  begin: string,
  statement: QueryConfig,
  other: Pool,
  signal: AbortSignal | undefined,
  tell?: TellPosition,
): Promise<QueryResult> {
  const begun = client.query(begin);
  const position = tell ? `, ${replayedPosition} as position` : '';
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
  tell?.(rows[0]!.position ?? null);
  return result;
}

async function cancelTransaction(pool: Pool, { began, pid }: RunningTransaction): Promise<void> {
  await pool.query(
    'select pg_cancel_backend(pid) from pg_stat_activity where pid = $1 and xact_start = $2::timestamptz',
    [pid, began],
  );
}
