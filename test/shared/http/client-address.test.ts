import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import type { TrustedProxies } from '../../../src/config/validators.ts';
import { clientAddressBehind } from '../../../src/http/requests/client-address.ts';

const addressOf = (trusted: TrustedProxies, remoteAddress: string | undefined, forwarded?: string) =>
  clientAddressBehind(trusted)({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress },
  } as unknown as IncomingMessage);

describe('The client address', () => {
  test("is the connection's, whatever X-Forwarded-For says", () => {
    expect(addressOf(0, '203.0.113.9')).toBe('203.0.113.9');
    expect(addressOf(0, '203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
  });

  test('is the second-to-last forwarded address behind two proxies', () => {
    expect(addressOf(2, '10.0.0.2', '1.2.3.4, 198.51.100.1, 10.0.0.1')).toBe('198.51.100.1');
    expect(addressOf(1, '10.0.0.2', '1.2.3.4, 198.51.100.1')).toBe('198.51.100.1');
  });

  test('is the last address outside the networks of trusted proxies', () => {
    const proxies = ['10.0.0.0/8', '2001:db8:1::/48'];
    expect(addressOf(proxies, '10.0.0.2', '1.2.3.4, 198.51.100.1, 2001:db8:1::7')).toBe('198.51.100.1');
    expect(addressOf(proxies, '192.0.2.5', '198.51.100.1')).toBe('192.0.2.5');
    expect(addressOf(['loopback'], '127.0.0.1', '198.51.100.1')).toBe('198.51.100.1');
  });

  test('has one notation', () => {
    expect(addressOf(0, '::ffff:203.0.113.9')).toBe('203.0.113.9');
    expect(addressOf(0, 'fe80::1%eth0')).toBe('fe80::1');
    expect(addressOf(0, '2001:0DB8:0000::0001')).toBe('2001:db8::1');
  });

  test('is empty without a connection', () => {
    expect(addressOf(0, undefined)).toBe('');
    expect(addressOf(1, '10.0.0.2', 'unknown')).toBe('');
  });
});

describe('TRUST_PROXY', () => {
  test.for([
    [undefined, 0],
    ['false', 0],
    ['0', 0],
    ['2', 2],
    ['10.0.0.0/8, loopback', ['10.0.0.0/8', 'loopback']],
  ] as const)('%s is accepted', ([text, expected]) => {
    expect(readConfig(text === undefined ? {} : { TRUST_PROXY: text }).trustProxy).toEqual(expected);
  });

  test.for(['true', '-1', '1.5', '99', '10.0.0.0/33', '0.0.0.0/0', 'my-proxy', '10.0.0.1,'])(
    '%s is refused with a hint',
    (text) => {
      expect(() => readConfig({ TRUST_PROXY: text })).toThrow(/TRUST_PROXY is wrong \(how many proxies/);
    },
  );
});
