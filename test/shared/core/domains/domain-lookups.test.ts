import dgram from 'node:dgram';
import { once } from 'node:events';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { test as base, expect } from 'vitest';
import { domainLookups } from '../../../../src/core/domains/domain-lookups.ts';
import { TargetRefused } from '../../../../src/core/foundation/resolve-target.ts';
import { shopCertificate, shopKey, testAuthority } from '../../../kit/certificates.ts';

const toLoopback = { allowLoopback: true, resolve: async () => [] };

/** A TXT record with its strings, as sent by a DNS server. */
function txtRecord(strings: readonly string[]): Buffer {
  const data = Buffer.concat(strings.map((text) => Buffer.from([text.length, ...Buffer.from(text)])));
  const head = Buffer.alloc(12);
  // The name of the question, TXT, IN, a minute.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(16, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

/** The name in a query. */
function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; query[at] !== 0; at += query[at]! + 1) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
  }
  return labels.join('.').toLowerCase();
}

const NAME_ERROR = 3;
const SERVER_FAILURE = 2;

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('dns', { scope: 'file' }, async ({}, { onCleanup }) => {
    const records = new Map<string, readonly (readonly string[])[] | number | 'silent'>();
    const socket = dgram.createSocket('udp4');
    socket.on('message', (query, { address, port }) => {
      const found = records.get(nameIn(query)) ?? NAME_ERROR;
      if (found === 'silent') return;
      const answers = typeof found === 'number' ? [] : found.map(txtRecord);
      const end = query.indexOf(0, 12) + 5;
      const head = Buffer.from(query.subarray(0, end));
      head.writeUInt16BE(0x8180 | (typeof found === 'number' ? found : 0), 2);
      head.writeUInt16BE(answers.length, 6);
      head.writeUInt16BE(0, 8);
      head.writeUInt16BE(0, 10);
      socket.send(Buffer.concat([head, ...answers]), port, address);
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    onCleanup(() => void socket.close());
    return { records, servers: [`127.0.0.1:${socket.address().port}`] };
  })
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('web', { scope: 'file' }, async ({}, { onCleanup }) => {
    const seen: string[] = [];
    const server = https.createServer({ cert: shopCertificate, key: shopKey }, (req, res) => {
      seen.push(`${req.headers.host} ${req.url}`);
      if (req.url === '/token') res.end('the token\n');
      else if (req.url === '/moved') res.writeHead(302, { location: '/token' }).end();
      else if (req.url === '/long') res.end('x'.repeat(5_000_000));
      else if (req.url === '/cut')
        res.writeHead(200, { 'content-length': '100' }).end('the', () => res.destroy());
      else if (req.url === '/silent') res.flushHeaders();
      else res.writeHead(404).end('the token');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onCleanup(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    return { seen, port, url: `https://shop.localhost:${port}` };
  });

test('The strings of a TXT record are joined, and each record counts', async ({ dns }) => {
  dns.records.set('_switchyard.one.example', [
    ['v=spf1 -all'],
    ['switchyard-domain-', 'verification=', 'abc'],
  ]);
  const { txt } = domainLookups(toLoopback, { servers: dns.servers });
  expect([...(await txt('_switchyard.one.example'))].sort()).toEqual([
    'switchyard-domain-verification=abc',
    'v=spf1 -all',
  ]);
});

test('A missing name or TXT record counts as no proof; a failing server decides nothing', async ({ dns }) => {
  dns.records.set('_switchyard.empty.example', []);
  dns.records.set('_switchyard.broken.example', SERVER_FAILURE);
  dns.records.set('_switchyard.silent.example', 'silent');
  const { txt } = domainLookups(toLoopback, { servers: dns.servers, deadlineMs: 300 });
  expect(await txt('_switchyard.none.example')).toEqual([]);
  expect(await txt('_switchyard.empty.example')).toEqual([]);
  await expect(txt('_switchyard.broken.example')).rejects.toThrow();
  await expect(txt('_switchyard.silent.example')).rejects.toThrow();
});

test('A file is read from the start of the response, from the host itself, without redirects', async ({
  web,
}) => {
  const { file } = domainLookups(toLoopback, { ca: testAuthority });
  expect(await file(`${web.url}/token`)).toBe('the token\n');
  expect(web.seen).toEqual([`shop.localhost:${web.port} /token`]);
  expect(await file(`${web.url}/none`)).toBeNull();
  expect(await file(`${web.url}/moved`)).toBeNull();
  expect(await file(`${web.url}/long`)).toBe('x'.repeat(1_024));
  await expect(file(`${web.url}/cut`)).rejects.toThrow();
});

test('A silent, untrusted or private-network server yields no file', async ({ web }) => {
  await expect(
    domainLookups(toLoopback, { ca: testAuthority, deadlineMs: 300 }).file(`${web.url}/silent`),
  ).rejects.toThrow();
  await expect(domainLookups(toLoopback).file(`${web.url}/token`)).rejects.toThrow(/certificate|issuer/i);
  const { file } = domainLookups({ allowLoopback: false, resolve: async () => ['10.0.0.7'] });
  for (const host of ['shop.example', 'shop.localhost', '127.0.0.1', '169.254.169.254', '[::1]']) {
    await expect(file(`https://${host}/token`), host).rejects.toThrow(TargetRefused);
  }
});
