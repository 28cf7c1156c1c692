import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 50;

/** How long load balancers may take to notice that a process is not ready: HAProxy by default asks three times in six seconds. */
const UNNOTICED_MS = { least: 2_000, most: 6_000 };
/** Requests came to an end if none has arrived for this long. */
const QUIET_MS = 1_000;

/** Whether the service is draining: still serving, but ending connections. */
export class Drain {
  /** Whether it is: `begin` sets it. A field, which every request reads. */
  draining = false;
  #replaced = false;
  #lastArrivedMs = 0;

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

  /** Notes that a request arrived which load balancers should have sent elsewhere. */
  noteArrival(): void {
    this.#lastArrivedMs = performance.now();
  }

  /**
   * Resolves once load balancers have noticed: no request arrives any more. A process that another one replaced at the
   * port does not wait for that, since the supervisor hands it connections until it closes.
   */
  async untilNoticed(wait: (ms: number) => Promise<unknown> = sleep): Promise<void> {
    const untilMs = performance.now() + UNNOTICED_MS.most;
    await wait(UNNOTICED_MS.least);
    const isQuiet = () => performance.now() - this.#lastArrivedMs >= QUIET_MS;
    while (!this.#replaced && !isQuiet() && performance.now() < untilMs) await wait(POLL_MS);
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

const untilClosed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

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
  // The server does not count connections that were opened before it had its port.
  const ended = Promise.all([closed, ...Array.from(openConnections(server), untilClosed)]);
  let done = false;
  void ended.then(() => {
    done = true;
  });
  while (!done && performance.now() < deadlineMs) {
    // Connections fall idle one by one as their requests finish.
    server.closeIdleConnections();
    closeUnusedConnections(server);
    await Promise.race([ended, sleep(POLL_MS)]);
  }
  server.closeAllConnections();
  await closed;
}
