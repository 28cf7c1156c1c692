import { expect } from 'vitest';
import { appoint, test as base, emailOf, PASSWORD, signIn } from './people.ts';

const test = base.extend('serviceOptions', { scope: 'file' }, () => ({ rateLimits: { signIns: 3 } }));

test('After too many wrong passwords a person is locked out for a while, in every process, with any password', async ({
  secondService,
  service,
  shop,
}) => {
  const { email } = await appoint(service, shop.merchantId, 'owner');
  const other = await appoint(service, shop.merchantId, 'admin');
  const statusesOf = async (address: string) => {
    const statuses: number[] = [];
    // A different spelling of an address is the same address.
    for (const [at, spelling] of [
      [service, address],
      [secondService, address.toUpperCase()],
      [service, address],
      [secondService, address],
    ] as const) {
      statuses.push((await signIn(at, spelling, 'not the password')).answer.status);
    }
    return statuses;
  };
  const known = await statusesOf(email);
  expect(known).toEqual([401, 401, 401, 429]);
  expect(await statusesOf(emailOf('nobody'))).toEqual(known);
  const { answer } = await signIn(service, email);
  expect(answer).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(800);
  expect((await signIn(service, other.email)).answer.status).toBe(200);
});

test('A browser with an earlier sign-in stays usable while others are locked out', async ({
  service,
  shop,
}) => {
  const { email } = await appoint(service, shop.merchantId, 'owner');
  const { browser } = await signIn(service, email);
  await browser.post('/auth/sign-out', {});
  for (const status of [401, 401, 401, 429]) {
    expect((await signIn(service, email, 'not the password')).answer.status).toBe(status);
  }
  const again = (password: string) => browser.post('/auth/sign-in/email', { email, password });
  expect((await again(PASSWORD)).status).toBe(200);
  await browser.post('/auth/sign-out', {});
  // It has its own guesses, and none for another person.
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await again('not the password')).status);
  expect(statuses).toEqual([401, 401, 401, 429]);
  const other = await appoint(service, shop.merchantId, 'admin');
  const guess = { email: other.email, password: 'not the password' };
  for (let i = 0; i < 3; i++) await browser.post('/auth/sign-in/email', guess);
  expect((await browser.post('/auth/sign-in/email', guess)).status).toBe(429);
});

test('Signing in resets the failed attempts', async ({ service, shop }) => {
  const { email } = await appoint(service, shop.merchantId, 'owner');
  for (let i = 0; i < 3; i++) {
    expect((await signIn(service, email, 'not the password')).answer.status).toBe(401);
    expect((await signIn(service, email, PASSWORD)).answer.status).toBe(200);
  }
});
