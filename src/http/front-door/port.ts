import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A port that this process listens on before there is a server to respond. Connections wait meanwhile. */
export interface ClaimedPort {
  readonly host: string;
  /** The actual port number, also where any free one was requested. */
  readonly number: number;
  /** Hands the port, and the waiting connections, to a server. */
  handTo(server: Server): Promise<void>;
  /** Releases the port, and ends the waiting connections. */
  release(): void;
}

/**
 * Claims a port, so that a conflict is noticed before anything else is done.
 *
 * @param port 0 takes any free one.
 * @throws {Error} the system's own, such as `EADDRINUSE`.
 */
export async function claimPort(port: number, host: string): Promise<ClaimedPort> {
  const waiting = new Set<Socket>();
  // As for an HTTP server's own: the parts of a response must not wait for each other's acknowledgement.
  const claim = createServer({ noDelay: true, pauseOnConnect: true }, (socket) => {
    waiting.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => waiting.delete(socket));
  });
  await once(claim.listen(port, host), 'listening');
  return {
    host,
    number: (claim.address() as AddressInfo).port,
    handTo: async (server) => {
      // The server takes over the handle, and with it the port, which is never free in between.
      await once(server.listen(claim), 'listening');
      for (const socket of waiting) {
        socket.removeAllListeners();
        server.emit('connection', socket);
        socket.resume();
      }
      waiting.clear();
    },
    release: () => {
      for (const socket of waiting) socket.destroy();
      claim.close();
    },
  };
}

/** A port that the processes of one supervisor share. It listens once there is a server to respond. */
export function sharedPort(port: number, host: string): ClaimedPort {
  return {
    host,
    number: port,
    handTo: async (server) => {
      await once(server.listen(port, host), 'listening');
    },
    release: () => {},
  };
}
