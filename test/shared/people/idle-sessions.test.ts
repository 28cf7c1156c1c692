import { expect } from 'vitest';
import { closeAll, connect, followPayments, paymentsLive } from '../graphql/subscriptions/live.ts';
import { appoint, test as base, patient, signIn } from './people.ts';

const MINUTE_MS = 60_000;
let laterMs = 0;
const test = base.extend('serviceOptions', { scope: 'file' }, () => ({
  now: () => new Date(Date.now() + laterMs),
  sessionIdleMs: 15 * MINUTE_MS,
}));

test.beforeEach(() => {
  laterMs = 0;
});
test.afterEach(() => closeAll());

test('A session unused for a quarter of an hour ends everywhere', async ({ service, shop }) => {
  const { email } = await appoint(service, shop.merchantId, 'owner');
  const browsers = [];
  for (let i = 0; i < 3; i++) browsers.push((await signIn(service, email)).browser);
  const [rest, auth, signedOut] = browsers;
  laterMs = 14 * MINUTE_MS;
  expect((await signedOut!.get('/auth/get-session')).body.user.email).toBe(email);
  laterMs = 16 * MINUTE_MS;
  expect((await rest!.get('/payments/list')).body.error.code).toBe('session_ended');
  expect((await auth!.get('/auth/get-session')).body).toBeNull();
  expect((await signedOut!.post('/auth/verify-password', { password: 'x' })).status).toBe(401);
});

test('A used session stays active', async ({ service, shop }) => {
  const { email } = await appoint(service, shop.merchantId, 'owner');
  const { browser } = await signIn(service, email);
  const usedAt = async () => {
    const text = `select s.last_active_at from auth.sessions s join auth.persons p on p.id = s.user_id where p.email = $1`;
    const [row] = await service.database.rows.query({ text, values: [email] }, null);
    return new Date(String(row!.last_active_at)).getTime();
  };
  for (let minutes = 10; minutes <= 60; minutes += 10) {
    laterMs = minutes * MINUTE_MS;
    expect([minutes, (await browser.get('/payments/list')).status]).toEqual([minutes, 200]);
    // It is recorded in the background.
    await expect.poll(usedAt, patient).toBeGreaterThan(Date.now() + laterMs - MINUTE_MS);
  }
});

test('An open connection does not count as use of a session, and ends with it', async ({
  api,
  service,
  shop,
}) => {
  const { email } = await appoint(service, shop.merchantId, 'owner');
  const { browser } = await signIn(service, email);
  const headers = { cookie: browser.cookie, origin: service.url };
  const client = await connect(service, null, { headers, params: {} });
  laterMs = 10 * MINUTE_MS;
  const live = await followPayments(service, shop.key, client);
  const payment = { amount: 1_000, currency: 'EUR', profile_id: shop.profileId };
  expect((await api.post('/payments', payment)).status).toBe(200);
  await live.until((received) => received.length > 0);
  laterMs = 16 * MINUTE_MS;
  client.subscribe(paymentsLive);
  expect(await client.closed).toEqual([4403, 'Forbidden']);
});

test('A member not seen for 90 days is inactive until their role is set again', async ({
  adminGraphql,
  service,
  shop,
}) => {
  const { email, personId } = await appoint(service, shop.merchantId, 'analyst');
  const seen = 'update team_members set joined_at = $2, last_seen_at = $2 where person_id = $1';
  const values = [personId, new Date(Date.now() - 91 * 24 * 60 * MINUTE_MS)];
  await service.database.rows.query({ text: seen, values }, shop.merchantId);
  const { browser } = await signIn(service, email);
  const list = () => browser.get('/payments/list', { 'switchyard-merchant': shop.merchantId });
  expect((await list()).body.error.code).toBe('resource_not_found');
  const input = { merchantId: shop.merchantId, personId, role: 'analyst' };
  await adminGraphql.mutate('changeMemberRole', input, 'teamMember { role }');
  await expect.poll(async () => (await list()).status, patient).toBe(200);
});
