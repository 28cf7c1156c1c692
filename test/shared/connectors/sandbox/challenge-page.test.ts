import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatAmount } from '../../../../src/connectors/sandbox/challenge-html.ts';
import { sandboxRoutes } from '../../../../src/connectors/sandbox/challenge-page.ts';
import type { ActionRequired } from '../../../../src/core/foundation/ports/connector.ts';
import type { RedirectAction } from '../../../../src/core/foundation/ports/customer-action.ts';
import { respondWithProblems } from '../../../../src/http/requests/responses.ts';
import { openGuardedPage, withoutBrowser } from '../../browser/chromium.ts';
import {
  about,
  accessTo,
  authentication,
  authorization,
  lookUpOf,
  type SandboxWorld,
  sandboxWorld,
} from './sandbox-world.ts';

let world: SandboxWorld;
let service: Server;
let shop: Server;
let shopUrl: string;
const merchantName = 'Fleurs & <Fils>';

const listening = async (server: Server) => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

beforeAll(async () => {
  world = await sandboxWorld();
  shop = createServer((_req, res) => res.setHeader('content-type', 'text/html').end('<h1>Thank you</h1>'));
  shopUrl = await listening(shop);
  const app = express();
  app.use(sandboxRoutes(world.sandboxContext, async () => merchantName));
  app.get('/return', (_req, res) => res.redirect(303, `${shopUrl}/done`));
  app.use(respondWithProblems);
  service = createServer(app);
  world.publicUrl = await listening(service);
});
afterAll(async () => {
  service.close();
  shop.close();
  await world.close();
});

const challenged = async (given = {}, access = accessTo()) => {
  const returnUrl = `${world.publicUrl}/return`;
  const request = authorization('challenge', { threeDs: true, returnUrl, ...given });
  const outcome = await world.sandbox.authorize(access, request);
  const { url: redirectUrl } = (outcome as ActionRequired).action as RedirectAction;
  const lookUp = () => world.sandbox.lookUp(access, lookUpOf(request));
  return { access, lookUp, outcome, redirectUrl, request };
};
const tokenOf = (html: string) => /name="token" value="(\w+)"/.exec(html)![1]!;
const post = (url: string, form: Record<string, string>) =>
  fetch(`${url}/answer`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

test('The challenge page shows merchant, amount and card under a strict content security policy', async () => {
  const { redirectUrl } = await challenged({ amount: 123456 });
  const page = await fetch(redirectUrl);
  const html = await page.text();
  expect(page.status).toBe(200);
  for (const text of ['Fleurs &amp; &lt;Fils&gt;', '$1,234.56', 'ending in 3220'])
    expect(html).toContain(text);
  expect(html).not.toContain('<script');
  const policy = page.headers.get('content-security-policy');
  expect(policy).toMatch(/default-src 'none'; style-src 'sha256-[^']+'; .*frame-ancestors 'none'/);
  expect(page.headers.get('cache-control')).toBe('no-store');
});

test.each([
  ['complete', { kind: 'succeeded' }],
  ['fail', { kind: 'failed', code: 'authentication_failed' }],
])(
  'The challenge page records the answer %s once and redirects to the return URL',
  async (answer, outcome) => {
    const { access, lookUp, redirectUrl, request } = await challenged();
    const token = tokenOf(await (await fetch(redirectUrl)).text());
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(redirectUrl, { token, answer })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 303)!.headers.get('location')).toBe(request.returnUrl);
    expect(await lookUp()).toMatchObject(outcome);
    const again = await fetch(redirectUrl);
    expect([again.status, await again.text()]).toEqual([200, expect.stringContaining('Already answered')]);
    const other = await post(redirectUrl, { token, answer: answer === 'fail' ? 'complete' : 'fail' });
    expect([other.status, await other.text()]).toEqual([409, expect.stringContaining('Already answered')]);
    expect(await lookUp()).toMatchObject(outcome);
    expect(await world.events(access)).toHaveLength(1);
  },
);

test('The challenge page rejects answers without its token', async () => {
  const { lookUp, redirectUrl } = await challenged();
  const token = tokenOf(await (await fetch(redirectUrl)).text());
  for (const form of [
    {},
    { answer: 'complete' },
    { token: 'x', answer: 'complete' },
    { token, answer: 'no' },
  ]) {
    expect((await post(redirectUrl, form as Record<string, string>)).status).toBe(403);
  }
  expect((await post(redirectUrl, { token: 'x'.repeat(50_000), answer: 'fail' })).status).toBe(403);
  expect((await lookUp()).kind).toBe('requires_action');
  expect((await fetch(`${world.publicUrl}/sandbox/3ds/sbx_never`)).status).toBe(404);
  expect((await post(`${world.publicUrl}/sandbox/3ds/sbx_never`, { token, answer: 'fail' })).status).toBe(
    404,
  );
});

test('Money can be captured only after the challenge was completed', async () => {
  const { access, outcome, redirectUrl } = await challenged({ capture: false });
  expect(await world.sandbox.capture(access, about(outcome))).toMatchObject({ code: 'not_capturable' });
  const token = tokenOf(await (await fetch(redirectUrl)).text());
  await post(redirectUrl, { token, answer: 'complete' });
  expect((await world.sandbox.capture(access, about(outcome))).kind).toBe('succeeded');
});

test('The challenge page of a cancelled payment accepts no answer', async () => {
  const { access, lookUp, outcome, redirectUrl } = await challenged();
  const token = tokenOf(await (await fetch(redirectUrl)).text());
  expect((await world.sandbox.void(access, about(outcome))).kind).toBe('succeeded');
  expect(await (await fetch(redirectUrl)).text()).toContain('was cancelled');
  expect((await post(redirectUrl, { token, answer: 'complete' })).status).toBe(409);
  expect(await lookUp()).toMatchObject({ kind: 'failed', code: 'cancelled' });
});

test('The challenge page accepts a challenge request posted by a form, in a frame too', async () => {
  const access = accessTo();
  const request = authentication('challenge', { returnUrl: null });
  const { acsUrl, challengeRequest } = await world.sandbox.authenticate(access, request);
  const body = new URLSearchParams({ creq: challengeRequest! });
  const page = await fetch(acsUrl!, { method: 'POST', body });
  expect(page.headers.get('content-security-policy')).toContain('frame-ancestors https: http:');
  const done = await post(acsUrl!, { token: tokenOf(await page.text()), answer: 'complete' });
  expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('You may close this page')]);
  const found = await world.sandbox.lookUp(access, lookUpOf(request));
  expect(found).toMatchObject({ kind: 'succeeded', authentication: { transStatus: 'Y', eci: '05' } });
});

test.skipIf(withoutBrowser)(
  'A customer completes the challenge in a browser on a phone and returns to the shop',
  async () => {
    const { lookUp, redirectUrl } = await challenged({ amount: 4990, currency: 'EUR' });
    const { page, complaints, foreignRequests, close } = await openGuardedPage();
    try {
      await page.goto(redirectUrl);
      const shot = process.env.SCREENSHOT;
      if (shot) await page.screenshot({ path: shot });
      await page.setViewportSize({ width: 320, height: 568 });
      if (shot) await page.screenshot({ path: shot.replace('.png', '-phone.png') });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      expect(await page.evaluate(`getComputedStyle(document.querySelector('main')).borderRadius`)).toBe(
        '16px',
      );
      await page.getByRole('button', { name: 'Complete authentication' }).click();
      await page.waitForURL(`${shopUrl}/done`);
      expect(await page.locator('h1').textContent()).toBe('Thank you');
      expect((await lookUp()).kind).toBe('succeeded');
      await page.goto(redirectUrl);
      if (shot) await page.screenshot({ path: shot.replace('.png', '-answered.png') });
      await page.getByRole('link', { name: 'Back to the shop' }).click();
      await page.waitForURL(`${shopUrl}/done`);
      expect([complaints, foreignRequests]).toEqual([[], []]);
    } finally {
      await close();
    }
  },
);

test.each([
  [1234, 'USD', '$12.34'],
  [1234, 'JPY', '¥1,234'],
  [1234, 'KWD', 'KWD 1.234'],
  [1234, 'IDR', 'IDR 12.34'],
  [5, 'CLF', 'CLF 0.0005'],
  [0, 'EUR', '€0.00'],
])('%i %s is formatted as %s', (amount, currency, shown) => {
  expect(formatAmount(amount, currency).replaceAll('\u00a0', ' ')).toBe(shown);
});
