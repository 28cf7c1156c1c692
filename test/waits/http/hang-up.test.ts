import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Problem } from '../../../src/core/foundation/errors.ts';
import { ulidMaker } from '../../../src/core/foundation/ids.ts';
import { httpServer, refuseUpgrade } from '../../../src/http/front-door/http-server.ts';

let server: Server;

beforeAll(async () => {
  const refusal = new Problem('overloaded', 'Too many connections.');
  server = httpServer((_req, res) => res.end(), ulidMaker(Date.now), {
    accepts: () => true,
    upgrade: (_request, socket) => refuseUpgrade(socket, refusal, 'req_1'),
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  server.close();
});

test.each([
  ['a rejected upgrade', 'GET / HTTP/1.1\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
  ['an invalid HTTP request', 'nonsense\r\n\r\n'],
])('The server closes the connection after %s if the client leaves it half open', async (_, text) => {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  socket.resume().write(text);
  await once(socket, 'end');
  const connections = promisify(server.getConnections.bind(server));
  await expect.poll(() => connections(), { timeout: 60_000, interval: 50 }).toBe(0);
  socket.destroy();
});
