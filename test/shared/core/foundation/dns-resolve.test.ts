import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dnsResolve } from '../../../../src/core/foundation/resolve-target.ts';

const A = 1;
const AAAA = 28;

/** The records of a local name server: names' addresses as bytes. */
const known: Record<string, Partial<Record<number, readonly number[][]>>> = {
  'both.example': {
    [A]: [
      [93, 184, 215, 14],
      [10, 0, 0, 1],
    ],
    [AAAA]: [[...Array(15).fill(0), 1]],
  },
  'four.example': { [A]: [[93, 184, 215, 14]] },
  'six.example': { [AAAA]: [[0x26, 0x06, 0x28, ...Array(12).fill(0), 1]] },
  'empty.example': {},
};

let server: Socket;

/** Responds to a question by RFC 1035: the question, then a record per address. */
function answer(question: Buffer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let size = question[at]!; size > 0; size = question[at]!) {
    labels.push(question.toString('latin1', at + 1, at + 1 + size));
    at += 1 + size;
  }
  const type = question.readUInt16BE(at + 1);
  const name = known[labels.join('.').toLowerCase()];
  const records = (name?.[type] ?? []).map((bytes) =>
    Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]),
  );
  const noSuchName = name ? 0 : 3;
  const header = Buffer.from([
    ...question.subarray(0, 2),
    0x81,
    0x80 | noSuchName,
    0,
    1,
    0,
    records.length,
    0,
    0,
    0,
    0,
  ]);
  return Buffer.concat([header, question.subarray(12, at + 5), ...records]);
}

beforeAll(async () => {
  server = createSocket('udp4');
  server.on('message', (question, from) => server.send(answer(question), from.port, from.address));
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  server.close();
});

const resolve = (name: string) => dnsResolve([`127.0.0.1:${(server.address() as AddressInfo).port}`])(name);

test('A look-up returns every IPv4 and IPv6 address of a name', async () => {
  expect(await resolve('both.example')).toEqual(['93.184.215.14', '10.0.0.1', '::1']);
});

test('A look-up accepts names with addresses of one family', async () => {
  expect(await resolve('four.example')).toEqual(['93.184.215.14']);
  expect(await resolve('six.example')).toEqual(['2606:2800::1']);
});

test('A look-up rejects unknown names and names without an address', async () => {
  await expect(resolve('nowhere.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(resolve('empty.example')).rejects.toMatchObject({ code: 'ENODATA' });
});
