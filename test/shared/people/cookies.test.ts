import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { cookieOptions, tokenIn } from '../../../src/people/session-cookie.ts';

test('Cookies are Secure and bound to the host, except for a loopback address without TLS', () => {
  expect(cookieOptions('https://pay.example.com')).toMatchObject({
    cookiePrefix: '__Host-switchyard',
    defaultCookieAttributes: { secure: true, httpOnly: true, sameSite: 'lax', path: '/' },
  });
  // Without TLS elsewhere a browser rejects the cookie rather than sending it in the clear.
  expect(cookieOptions('http://pay.example.com').defaultCookieAttributes.secure).toBe(true);
  for (const local of ['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080']) {
    expect(cookieOptions(local)).toMatchObject({
      cookiePrefix: 'switchyard',
      defaultCookieAttributes: { secure: false, httpOnly: true },
    });
  }
});

test('A session is read only from a cookie with a valid signature', () => {
  const origin = 'https://pay.example.com';
  const signed = (secret: string) => `token.${createHmac('sha256', secret).update('token').digest('base64')}`;
  const cookie = (value: string, name = '__Host-switchyard.session_token') =>
    tokenIn(`other=1; ${name}=${encodeURIComponent(value)}; more=2`, origin, 'the secret');
  expect(cookie(signed('the secret'))).toBe('token');
  expect(cookie(signed('another secret'))).toBeNull();
  expect(cookie('token')).toBeNull();
  expect(cookie('')).toBeNull();
  expect(cookie(signed('the secret'), 'switchyard.session_token')).toBeNull();
  expect(tokenIn('__Host-switchyard.session_token=%', origin, 'the secret')).toBeNull();
  expect(tokenIn(undefined, origin, 'the secret')).toBeNull();
});
