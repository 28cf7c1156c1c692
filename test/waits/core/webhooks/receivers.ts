import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { shopCertificate, shopKey } from '../../../kit/certificates.ts';

/** A local server, and its requests. */
export interface Receiver {
  readonly port: number;
  /** Its connections so far. */
  readonly connections: readonly Socket[];
  close(): Promise<void>;
}

async function listening(server: net.Server): Promise<Receiver> {
  const connections: Socket[] = [];
  server.on('connection', (socket: Socket) => {
    connections.push(socket);
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver = {
    port: (server.address() as AddressInfo).port,
    connections,
    close: async () => {
      server.close();
      for (const socket of connections) socket.destroy();
      if (server.listening) await once(server, 'close');
    },
  };
  onTestFinished(() => receiver.close());
  return receiver;
}

/** A server over http; closed when the test ends. */
export const httpReceiver = (answer: RequestListener) => listening(http.createServer(answer));

/** A server over https, as shop.example and shop.localhost. */
export const httpsReceiver = (answer: RequestListener) =>
  listening(https.createServer({ cert: shopCertificate, key: shopKey }, answer));

/** A server with custom behaviour per connection. */
export const rawReceiver = (handle: (socket: Socket) => void) => listening(net.createServer(handle));

/** The whole body of a request. */
export async function bodyOf(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
