import type { ClientBase } from 'pg';

/** The PostgreSQL function whose warning reports that a commit no longer waits for a synchronous standby. */
const WAITING = 'SyncRepWaitForLSN';

/** Connections whose last commit no synchronous standby has confirmed. */
const unreplicated = new WeakSet<ClientBase>();

/** Thrown for a commit that is on the primary only: if that fails now, its standby does not have it. */
export class UnreplicatedError extends Error {
  override readonly name = 'UnreplicatedError';
  /** SQLSTATE of a transaction whose outcome is not known. */
  readonly code = '08007';

  constructor() {
    super('The commit was not confirmed by a synchronous standby in time.');
  }
}

/**
 * Watches a connection's commits. A commit that waits for a synchronous standby is subject to `statement_timeout`, and
 * cannot be undone any more: PostgreSQL then reports that it succeeded, and warns that it may not have been replicated.
 */
export function watchCommits(client: ClientBase): void {
  client.on('notice', ({ routine }) => {
    if (routine === WAITING) unreplicated.add(client);
  });
}

/**
 * Must follow every commit on a connection.
 *
 * @throws {UnreplicatedError} if PostgreSQL warned of the commit.
 */
export function expectReplicated(client: ClientBase): void {
  if (unreplicated.delete(client)) throw new UnreplicatedError();
}
