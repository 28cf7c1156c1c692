import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * A proxy between a session and its service that can be stopped. If `instead` returns a response to a body, the service
 * is not called.
 */
export async function startProxy(serviceUrl: string, instead: (body: string) => string | null = () => null) {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const own = instead(body);
    if (own !== null) {
      response.end(own);
      return;
    }
    const headers = { 'content-type': 'application/json', 'api-key': String(request.headers['api-key']) };
    const answer = await fetch(`${serviceUrl}${request.url}`, { method: 'POST', headers, body });
    response.writeHead(answer.status).end(await answer.text());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
