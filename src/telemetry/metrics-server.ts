import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

/** Prometheus servers and people, not the public. */
const CONNECTIONS_MAX = 50;
const REQUEST_MS = 5_000;

/** The metrics server's source. */
export interface Exposition {
  readonly contentType: string;
  read(): Promise<string>;
}

/**
 * Serves metrics at `/metrics`, on a separate port, so that the public one has no such path.
 *
 * @throws {Error} the system's own, such as `EADDRINUSE`.
 */
export async function serveMetrics(port: number, host: string, exposition: Exposition): Promise<Server> {
  const server = createServer(
    { headersTimeout: REQUEST_MS, requestTimeout: REQUEST_MS },
    async (request, response) => {
      // Nothing here reads a body.
      request.resume();
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (!isRead || request.url?.split('?')[0] !== '/metrics') {
        response.writeHead(404).end('Metrics are at GET /metrics.\n');
        return;
      }
      try {
        const text = await exposition.read();
        response.writeHead(200, { 'content-type': exposition.contentType }).end(text);
      } catch {
        response.writeHead(500).end('The metrics could not be collected.\n');
      }
    },
  );
  server.maxConnections = CONNECTIONS_MAX;
  await once(server.listen(port, host), 'listening');
  // The server of requests keeps the process running.
  return server.unref();
}
