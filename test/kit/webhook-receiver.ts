import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A webhook as it came over the wire. */
export interface Arrival {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly eventId: string;
  readonly objectId: string;
}

/** How a receiver answers; `hang` never does, `reset` breaks the connection off. */
export type Reaction =
  | 'hang'
  | 'reset'
  | { readonly status: number; readonly body?: string; readonly headers?: Record<string, string> };

export interface WebhookReceiver {
  readonly url: string;
  /** What came, in order. */
  readonly arrivals: Arrival[];
  /** How it answers from now on; 200 unless told otherwise. */
  react(reaction: (arrival: Arrival) => Reaction | Promise<Reaction>): void;
  close(): Promise<void>;
}

/** Starts a merchant's server, on a real socket of this machine. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const arrivals: Arrival[] = [];
  let reaction: (arrival: Arrival) => Reaction | Promise<Reaction> = () => ({ status: 200 });
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const content = (JSON.parse(body) as { content: { object: Record<string, unknown> } }).content.object;
    const arrival: Arrival = {
      path: request.url ?? '',
      headers: request.headers,
      body,
      eventId: String(request.headers['webhook-id']),
      objectId: String(content.payment_id ?? content.payout_id),
    };
    arrivals.push(arrival);
    const reacted = await reaction(arrival);
    if (reacted === 'hang') return;
    if (reacted === 'reset') request.socket.resetAndDestroy();
    else response.writeHead(reacted.status, reacted.headers).end(reacted.body ?? '');
  };
  const server = createServer((request, response) => {
    // A sender that is stopped hangs up in the middle of a request.
    take(request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    react: (given) => {
      reaction = given;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
