import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** An unreliable webhook receiver, like merchants' servers. */
export interface Receiver {
  readonly url: string;
  /** Acknowledged webhooks and refused attempts. */
  readonly counts: { readonly taken: number; readonly refused: number };
  close(): void;
}

const SLOWEST_MS = 200;

/**
 * Starts a slow receiver that answers one attempt in ten with 500, resets one in thirty, and leaves a few without a
 * response.
 */
export async function startReceiver(): Promise<Receiver> {
  const counts = { taken: 0, refused: 0 };
  const server = createServer(async (request, response) => {
    request.resume();
    await sleep(Math.random() * SLOWEST_MS);
    const luck = Math.random();
    if (luck > 0.14) {
      counts.taken += 1;
      response.end();
      return;
    }
    counts.refused += 1;
    if (luck < 0.1) response.writeHead(500).end();
    else if (luck < 0.135) request.socket.destroy();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
