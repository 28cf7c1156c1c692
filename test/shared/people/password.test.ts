import { expect } from 'vitest';
import type { Message } from '../../../src/core/foundation/ports/mail.ts';
import { appoint, Browser, test as base, emailOf, patient, signIn } from './people.ts';

const posted: Message[] = [];
const test = base.extend('serviceOptions', { scope: 'file' }, () => ({
  mail: { post: (message: Message) => void posted.push(message), drain: async () => {} },
}));

const NEW_PASSWORD = 'another long password';
const tokenTo = (email: string) =>
  new URL(posted.findLast(({ to }) => to === email)!.link).searchParams.get('token')!;

test('A link by e-mail resets the password once, and ends the sessions', async ({ service, shop }) => {
  const { email } = await appoint(service, shop.merchantId, 'owner');
  const { browser: signedIn } = await signIn(service, email);
  const page = new Browser(service);
  const asked = await page.post('/auth/request-password-reset', { email, redirectTo: '/reset-password' });
  const unknown = await page.post('/auth/request-password-reset', { email: emailOf('nobody') });
  expect([asked.status, asked.body]).toEqual([unknown.status, unknown.body]);
  const token = tokenTo(email);
  expect(posted).toHaveLength(1);
  expect(posted[0]!.link).toBe(`${service.url}/reset-password?token=${token}`);

  const text = 'select identifier, value from auth.verifications';
  const stored = await service.database.rows.query({ text, values: [] }, null);
  expect(JSON.stringify(stored)).not.toContain(token);
  const short = await page.post('/auth/reset-password', { token, newPassword: 'short' });
  expect(short.status).toBe(400);
  const reset = { token, newPassword: NEW_PASSWORD };
  expect((await page.post('/auth/reset-password', reset)).status).toBe(200);
  expect((await page.post('/auth/reset-password', reset)).status).toBe(400);
  expect((await signedIn.get('/payments/list')).body.error.code).toBe('session_ended');
  expect((await signIn(service, email)).answer.status).toBe(401);
  expect((await signIn(service, email, NEW_PASSWORD)).answer.status).toBe(200);
});

test('A link leads only to the service itself', async ({ service, shop }) => {
  const { email } = await appoint(service, shop.merchantId, 'owner');
  const page = new Browser(service);
  const elsewhere = { email, redirectTo: 'https://evil.example/reset' };
  expect((await page.post('/auth/request-password-reset', elsewhere)).status).toBe(403);
});

test('An invitation is mailed, and its link hidden from the inviter', async ({ graphql, service }) => {
  const email = emailOf('invited');
  const { payload } = await graphql.mutate(
    'inviteMember',
    { email, role: 'analyst' },
    'link invitation { email }',
  );
  expect(payload).toMatchObject({ link: null, invitation: { email } });
  const seen = await new Browser(service).get(`/auth/invitation?token=${tokenTo(email)}`);
  expect(seen.body).toMatchObject({ email, role: 'analyst' });
});

test('A person lists their sessions and ends others', async ({ service, shop }) => {
  const { email } = await appoint(service, shop.merchantId, 'owner');
  const { browser } = await signIn(service, email);
  const { browser: other } = await signIn(service, email);
  const { body: sessions } = await browser.get('/auth/list-sessions');
  expect(sessions).toHaveLength(2);
  expect(sessions[0]).toMatchObject({ ipAddress: '127.0.0.1', userId: expect.stringMatching(/^per_/) });
  expect((await browser.post('/auth/revoke-other-sessions', {})).status).toBe(200);
  await expect.poll(async () => (await other.get('/payments/list')).status, patient).toBe(401);
  expect((await browser.get('/payments/list')).status).toBe(200);
});
