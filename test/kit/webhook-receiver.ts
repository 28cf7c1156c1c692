import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A received webhook request. */
export interface Arrival {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly eventId: string;
  readonly objectId: string;
}

/** The receiver's response. `hang` never responds, `reset` resets the connection. */
export type Reaction =
  | 'hang'
  | 'reset'
  | { readonly status: number; readonly body?: string; readonly headers?: Record<string, string> };

export interface WebhookReceiver {
  readonly url: string;
  /** The received webhooks, in order of arrival. */
  readonly arrivals: Arrival[];
  /** Sets the response to further webhooks; 200 by default. */
  react(reaction: (arrival: Arrival) => Reaction | Promise<Reaction>): void;
  close(): Promise<void>;
}

/** Starts a merchant's webhook server on a local port. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const arrivals: Arrival[] = [];
  let reaction: (arrival: Arrival) => Reaction | Promise<Reaction> = () => ({ status: 200 });
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const { object_id, object: content = { payment_id: object_id } } = (
      JSON.parse(body) as { content: { object?: Record<string, unknown>; object_id?: string } }
    ).content;
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
    // A stopped service disconnects in the middle of a request.
    receive(request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    react: (next) => {
      reaction = next;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
