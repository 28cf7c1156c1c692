import { expect } from 'vitest';
import { test } from '../../kit/test.ts';

const common = {
  'strict-transport-security': 'max-age=31536000',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

test.for(['/docs', '/graphiql'])('%s has the headers that protect a page', async (path, { service }) => {
  const { headers } = await fetch(`${service.url}${path}`);
  const sent = Object.fromEntries(headers);
  expect(sent).toMatchObject({ ...common, 'cross-origin-opener-policy': 'same-origin' });
  expect(sent['content-security-policy']).toContain("frame-ancestors 'none'");
});

test('Answers of the API and of sign-in are for https alone and are no pages, and better-auth serves no page of its own', async ({
  service,
}) => {
  for (const path of [
    '/payments/list',
    '/nothing',
    '/graphql',
    '/auth/get-session',
    '/auth/error',
    '/health/live',
  ]) {
    const { headers } = await fetch(`${service.url}${path}`);
    expect([path, headers.get('strict-transport-security')]).toEqual([path, 'max-age=31536000']);
    const policy = headers.get('content-security-policy');
    expect([path, policy]).toEqual([path, "default-src 'none'; frame-ancestors 'none'"]);
    expect([path, headers.get('content-type')?.startsWith('text/html') ?? false]).toEqual([path, false]);
  }
  expect((await fetch(`${service.url}/auth/error?error=x`)).status).toBe(404);
});

test.for(['/return/m/p/t', '/sandbox/3ds/none'])(
  '%s may be opened in a frame or window of the shop',
  async (path, { service }) => {
    const { headers } = await fetch(`${service.url}${path}`);
    const sent = Object.fromEntries(headers);
    expect(sent).toMatchObject(common);
    // The sandbox's page decides by the transaction, and there is none.
    if (path.startsWith('/return')) expect(sent['content-security-policy']).toBe("default-src 'none'");
    expect([sent['x-frame-options'], sent['cross-origin-opener-policy']]).toEqual([undefined, undefined]);
  },
);
