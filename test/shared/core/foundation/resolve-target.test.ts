import { expect, test } from 'vitest';
import type { Resolve } from '../../../../src/core/foundation/ports/target-rules.ts';
import { resolveTarget, TargetRefused } from '../../../../src/core/foundation/resolve-target.ts';
import { hostileResolve, hostileTargets } from './hostile-targets.ts';

const loopback = /^(127\.\d+\.\d+\.\d+|::1)$/;
const rules = { allowLoopback: false, resolve: hostileResolve };

/** A look-up with one answer for all names, which records them. */
function answering(...addresses: string[]): { resolve: Resolve; asked: string[] } {
  const asked: string[] = [];
  const resolve = async (name: string) => {
    asked.push(name);
    return addresses;
  };
  return { resolve, asked };
}

test.each(hostileTargets.map(({ url, reason }) => [encodeURI(url), reason, url] as const))(
  'A hostile webhook target is refused: %s',
  async (_name, reason, url) => {
    const error = await resolveTarget(url.replace('{port}', '8443'), rules).catch((refused) => refused);
    expect(error).toBeInstanceOf(TargetRefused);
    expect(error.reason).toBe(reason);
    for (const secret of ['opensesame', 'meta-data', 'passwd', 'user:'])
      expect(error.message).not.toContain(secret);
  },
);

test('Allowing loopback allows no other hostile target', async () => {
  for (const { url, reason, here } of hostileTargets) {
    const there = url.replace('{port}', '8443');
    const result = await resolveTarget(there, { ...rules, allowLoopback: true }).catch((refused) => refused);
    if (here)
      expect([url, result]).toEqual([
        url,
        expect.objectContaining({ address: expect.stringMatching(loopback) }),
      ]);
    else expect([url, result]).toEqual([url, expect.objectContaining({ name: 'TargetRefused', reason })]);
  }
});

test("A webhook target is resolved by one look-up of the URL's host", async () => {
  const { resolve, asked } = answering('93.184.215.14');
  const target = await resolveTarget('https://Shop.Example.:8443/hooks?a=b#top', {
    allowLoopback: false,
    resolve,
  });
  expect(target).toMatchObject({ address: '93.184.215.14', family: 4 });
  expect(target.url.href).toBe('https://shop.example:8443/hooks?a=b');
  expect(asked).toEqual(['shop.example']);
});

test('A webhook target is looked up by its ASCII name', async () => {
  const { resolve, asked } = answering('93.184.215.14');
  await resolveTarget('https://bücher.example/', { allowLoopback: false, resolve });
  await resolveTarget('https://ｓｈｏｐ.example/', { allowLoopback: false, resolve });
  expect(asked).toEqual(['xn--bcher-kva.example', 'shop.example']);
});

test('A webhook target is the first IPv4 address, or an IPv6 address if there is no IPv4', async () => {
  const both = answering('2606:2800:21f:cb07::1', '93.184.215.14', '93.184.215.15');
  const only = answering('2606:2800:21f:cb07::1', '2606:2800:21f:cb07::2');
  const url = 'https://shop.example/';
  const found = [
    await resolveTarget(url, { allowLoopback: false, ...both }),
    await resolveTarget(url, { allowLoopback: false, ...only }),
  ];
  expect(found.map(({ address, family }) => [address, family])).toEqual([
    ['93.184.215.14', 4],
    ['2606:2800:21f:cb07::1', 6],
  ]);
});

test('A public IP address is a webhook target without a look-up', async () => {
  const { resolve, asked } = answering('10.0.0.1');
  const found = [
    await resolveTarget('https://93.184.215.14/', { allowLoopback: false, resolve }),
    await resolveTarget('https://[2606:2800:21f:cb07::1]/', { allowLoopback: false, resolve }),
  ];
  expect(found.map(({ address, family }) => [address, family])).toEqual([
    ['93.184.215.14', 4],
    ['2606:2800:21f:cb07::1', 6],
  ]);
  expect(asked).toEqual([]);
});

test.each([
  ['http://localhost:3000/hooks', '127.0.0.1'],
  ['http://shop.localhost/', '127.0.0.1'],
  ['http://LOCALHOST./', '127.0.0.1'],
  ['http://127.0.0.2/', '127.0.0.2'],
  ['http://0x7f.1/', '127.0.0.1'],
  ['http://[::1]:3000/', '::1'],
  ['https://localhost/', '127.0.0.1'],
])('Allowing loopback allows this target without a look-up: %s', async (url, address) => {
  const { resolve, asked } = answering('10.0.0.1');
  expect(await resolveTarget(url, { allowLoopback: true, resolve })).toMatchObject({ address });
  expect(asked).toEqual([]);
});

test('A webhook is never sent to a port that browsers block, such as mail and shell ports', async () => {
  const { resolve, asked } = answering('93.184.215.14');
  for (const port of [22, 25, 110, 143, 465, 587, 993, 6000, 6667]) {
    for (const url of [`https://shop.example:${port}/`, `http://127.0.0.1:${port}/`]) {
      const refused = await resolveTarget(url, { allowLoopback: true, resolve }).catch((error) => error);
      expect([url, refused]).toEqual([
        url,
        expect.objectContaining({ name: 'TargetRefused', reason: 'port' }),
      ]);
    }
  }
  expect(asked).toEqual([]);
  for (const port of [443, 8443, 8080, 1024]) {
    const taken = await resolveTarget(`https://shop.example:${port}/`, { allowLoopback: false, resolve });
    expect(taken.address).toBe('93.184.215.14');
  }
});
