import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestHandler } from 'express';

const POLL_MS = 50;

/** Whether the service is on its way out: it still answers, but asks to be sent no more. */
export class Drain {
  #draining = false;

  get draining(): boolean {
    return this.#draining;
  }

  /** From now on readiness is refused, so that load balancers look elsewhere. */
  begin(): void {
    this.#draining = true;
  }
}

/** While draining, tells each caller that its connection will not be kept. */
export function closeWhileDraining(drain: Drain): RequestHandler {
  return (_req, res, next) => {
    if (drain.draining) res.setHeader('connection', 'close');
    next();
  };
}

const connections = new WeakMap<Server, Set<Socket>>();

/** Keeps account of a server's connections, so that closing it finds those that Node does not count as idle. */
export function trackConnections(server: Server): void {
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
}

/** Browsers and pools connect ahead of need; to Node such a connection is one whose request is on its way. */
function closeUnusedConnections(server: Server): void {
  for (const socket of connections.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
}

/**
 * Closes a server: no new connections, requests being worked on get `graceMs` to finish, connections that
 * wait for another request are closed at once. What is left when the time is over is cut off.
 */
export async function closeGracefully(server: Server, graceMs = 10_000): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const deadline = Date.now() + graceMs;
  let done = false;
  void closed.then(() => {
    done = true;
  });
  while (!done && Date.now() < deadline) {
    // A connection falls idle when its request is answered, so it has to be looked for again and again.
    server.closeIdleConnections();
    closeUnusedConnections(server);
    await Promise.race([closed, sleep(POLL_MS)]);
  }
  server.closeAllConnections();
  await closed;
}
