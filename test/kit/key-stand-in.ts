import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A key management system, simulated by a server in this process. */
export interface KeyStandIn {
  readonly url: string;
  /** One-time responses that precede all others. */
  readonly next: Answer[];
  /** The number of requests. */
  readonly requests: () => number;
  close(): Promise<void>;
}

/** Starts a stand-in that responds in JSON. */
export async function serveKeys(
  answer: (request: IncomingMessage, body: string) => Answer,
): Promise<KeyStandIn> {
  const next: Answer[] = [];
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    const given = await text(request);
    const { body, status } = next.shift() ?? answer(request, given);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next,
    requests: () => requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
