import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { claimPort } from '../../../src/http/front-door/port.ts';

/** Connects and sends a request for `/early`; its response ends with the connection. */
async function askEarly(port: number): Promise<{ answer: Promise<string> }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('GET /early HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  return { answer: text(socket) };
}

test('A client that connects to a claimed port waits for the server that gets it', async () => {
  const port = await claimPort(0, '127.0.0.1');
  const { number } = port;
  await expect(claimPort(number, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const early = await askEarly(number);

  const server = createServer((req, res) => res.end(`served ${req.url}`));
  await port.handTo(server);
  expect(await early.answer).toContain('served /early');
  const late = await fetch(`http://127.0.0.1:${number}/late`);
  expect(await late.text()).toBe('served /late');
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  (await claimPort(number, '127.0.0.1')).release();
});

/** Whether a socket sends small packets at once, according to Node; the system's own setting cannot be read. */
function hasNoDelay(socket: Socket): boolean {
  const symbol = Object.getOwnPropertySymbols(socket).find(
    ({ description }) => description === 'kSetNoDelay',
  )!;
  return (socket as unknown as Record<symbol, boolean>)[symbol]!;
}

test('A connection that waited sends small packets immediately, like any other', async () => {
  const port = await claimPort(0, '127.0.0.1');
  const early = await askEarly(port.number);
  const noDelay: boolean[] = [];
  const server = createServer((_req, res) => res.end('served')).on('connection', (socket: Socket) =>
    noDelay.push(hasNoDelay(socket)),
  );
  await port.handTo(server);
  await early.answer;
  const late = connect(port.number, '127.0.0.1');
  await expect.poll(() => noDelay).toEqual([true, true]);
  late.destroy();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

test('A released port is free, and waiting clients are disconnected', async () => {
  const port = await claimPort(0, '127.0.0.1');
  const { number } = port;
  const socket = connect(number, '127.0.0.1');
  const ended = new Promise((resolve) => socket.once('close', resolve));
  await new Promise((connected) => socket.once('connect', connected));
  port.release();
  socket.on('error', () => {}).resume();
  await ended;
  (await claimPort(number, '127.0.0.1')).release();
});
