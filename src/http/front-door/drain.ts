import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 50;

/** Whether the service is draining: still serving, but ending connections. */
export class Drain {
  /** Whether it is: `begin` sets it. A field, which every request reads. */
  draining = false;
  #replaced = false;

  /** Whether load balancers are to route elsewhere: not if another process serves at the same port. */
  get unready(): boolean {
    return this.draining && !this.#replaced;
  }

  /**
   * Ends connections from now on, each with its next response.
   *
   * @param replaced Whether another process has taken this one's place at the port, which stays ready then.
   */
  begin(replaced = false): void {
    if (!this.draining) this.#replaced = replaced;
    this.draining = true;
  }
}

const connections = new WeakMap<Server, Set<Socket>>();

/** Tracks a server's connections, so that closing it can find those Node does not count as idle. */
export function trackConnections(server: Server): void {
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
}

/** A server's open connections, including WebSockets. */
export const openConnections = (server: Server): Iterable<Socket> => connections.get(server) ?? [];

/** Browsers and pools open connections ahead of need, which Node counts as active until their first request. */
function closeUnusedConnections(server: Server): void {
  for (const socket of openConnections(server)) if (socket.bytesRead === 0) socket.destroy();
}

/**
 * Closes a server gracefully: refuses new connections, closes idle ones at once, and gives requests in flight
 * `graceMs` to finish before cutting them off.
 */
export async function closeGracefully(server: Server, graceMs = 10_000): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const deadlineMs = performance.now() + graceMs;
  let done = false;
  void closed.then(() => {
    done = true;
  });
  while (!done && performance.now() < deadlineMs) {
    // Connections fall idle one by one as their requests finish.
    server.closeIdleConnections();
    closeUnusedConnections(server);
    await Promise.race([closed, sleep(POLL_MS)]);
  }
  server.closeAllConnections();
  await closed;
}
