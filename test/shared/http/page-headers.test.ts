import { expect } from 'vitest';
import { mutate } from '../../kit/mutate.ts';
import { test } from '../../kit/test.ts';

const common = {
  'strict-transport-security': 'max-age=31536000',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

test.for(['/docs', '/graphiql'])('%s has the security headers of a page', async (path, { service }) => {
  const { headers } = await fetch(`${service.url}${path}`);
  const sent = Object.fromEntries(headers);
  expect(sent).toMatchObject({ ...common, 'cross-origin-opener-policy': 'same-origin' });
  expect(sent['content-security-policy']).toContain("frame-ancestors 'none'");
});

test('API and sign-in responses have HSTS and no page policy, and better-auth serves no page', async ({
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
  '%s can be opened in a frame or window of the shop',
  async (path, { service }) => {
    const { headers } = await fetch(`${service.url}${path}`);
    const sent = Object.fromEntries(headers);
    expect(sent).toMatchObject(common);
    // The sandbox's page depends on the transaction, which does not exist.
    if (path.startsWith('/return')) expect(sent['content-security-policy']).toBe("default-src 'none'");
    expect([sent['x-frame-options'], sent['cross-origin-opener-policy']]).toEqual([undefined, undefined]);
  },
);

test('No page may use the camera, location or similar features, and only wallet pages open payment sheets', async ({
  service,
  shop,
}) => {
  const { payload } = await mutate(
    service,
    shop.key,
    'createPayment',
    { amount: 100, currency: 'EUR', paymentLink: true },
    'payment { paymentId paymentLink { link secureLink } }',
  );
  const { paymentId, paymentLink } = payload.payment;
  const elements = `/elements/${shop.publishableKey}/${paymentId}`;
  const withWallets = [paymentLink.link, paymentLink.secureLink, `${elements}/payment`];
  const paths = [
    ...[
      '/',
      '/dashboard/payments',
      '/docs',
      '/graphiql',
      '/pay/m/p/t',
      '/secure/m/p/t',
      '/payout_link/m/p/t',
    ],
    ...['/return/m/p/t', '/continue/m/p/t', '/sandbox/3ds/none', `${elements}/card`, `${elements}/challenge`],
    ...['/js/switchyard.js', '/payments/list', '/graphql', '/auth/get-session', '/health/live', '/nothing'],
  ];
  for (const path of [...withWallets, ...paths].filter(Boolean)) {
    const { headers } = await fetch(new URL(path, service.url));
    const policy = headers.get('permissions-policy');
    expect([path, policy]).toEqual([
      path,
      expect.stringMatching(/camera=\(\).*geolocation=\(\).*microphone=\(\)/),
    ]);
    const payment = withWallets.includes(path) ? 'payment=(self "https://pay.google.com")' : 'payment=()';
    expect([path, policy]).toEqual([path, expect.stringContaining(payment)]);
  }
});
