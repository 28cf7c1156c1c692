import { expect } from 'vitest';
import { enrol } from './authenticator.ts';
import { appoint, Browser, test as base, PASSWORD, patient, signIn } from './people.ts';

const NEW_PASSWORD = 'sailing yachts of 1871';

const test = base.extend('actionsOf', ({ graphql }) => async (objectId: string) => {
  const query = `query ($id: ID!) { auditLog(first: 100, filter: { objectId: { eq: $id } }) { nodes { action } } }`;
  const { auditLog } = await graphql.data(query, { id: objectId });
  return (auditLog.nodes as { action: string }[]).map(({ action }) => action);
});

test('A new password always ends the other sessions', async ({ service, shop }) => {
  for (const asked of [{}, { revokeOtherSessions: false }]) {
    const { email } = await appoint(service, shop.merchantId, 'owner');
    const { browser } = await signIn(service, email);
    const { browser: other } = await signIn(service, email);
    const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, ...asked };
    expect((await browser.post('/auth/change-password', change)).status).toBe(200);
    await expect.poll(async () => (await other.get('/payments/list')).status, patient).toBe(401);
    expect((await browser.get('/payments/list')).status).toBe(200);
  }
});

test('A new password must be long, hard to guess and none of the last four', async ({ service, shop }) => {
  const { email } = await appoint(service, shop.merchantId, 'owner');
  const { browser } = await signIn(service, email);
  let current = PASSWORD;
  const change = async (newPassword: string) => {
    const body = { currentPassword: current, newPassword };
    const answer = await browser.post('/auth/change-password', body);
    if (answer.status === 200) current = newPassword;
    return answer.status === 200 ? 200 : answer.body.code;
  };
  const weak = [
    'short',
    'aaaaaaaaaaaaaaaa',
    '1234567890123456',
    'passwordpassword',
    'qwertyuiopasdfgh',
    email,
  ];
  for (const one of weak) expect([one, await change(one)]).toEqual([one, 'WEAK_PASSWORD']);
  expect(await change(PASSWORD)).toBe('PASSWORD_USED_BEFORE');
  const others = ['wooden boats at noon', 'seven green kettles', 'paper moon over Bern'];
  for (const one of others) expect([one, await change(one)]).toEqual([one, 200]);
  expect(await change(PASSWORD)).toBe('PASSWORD_USED_BEFORE');
  expect(await change('a fifth one, rather new')).toBe(200);
  expect(await change(PASSWORD)).toBe(200);
});

test('An app code is valid once, even for two concurrent requests, and no device is trusted', async ({
  service,
  shop,
}) => {
  const { email } = await appoint(service, shop.merchantId, 'owner');
  const { code } = await enrol((await signIn(service, email)).browser);
  const challenged = await Promise.all([1, 2].map(async () => (await signIn(service, email)).browser));
  const shown = { code: code(), trustDevice: true };
  const answers = await Promise.all(
    challenged.map((browser) => browser.post('/auth/two-factor/verify-totp', shown)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  const [signedIn] = answers.filter(({ status }) => status === 200);
  expect(signedIn!.cookies.join()).not.toContain('trust_device');
  expect((await signIn(service, email)).answer.body.twoFactorRedirect).toBe(true);
});

test('A signed-in person has ten password guesses across all endpoints, and failures are recorded', async ({
  actionsOf,
  service,
  shop,
}) => {
  const { email, personId } = await appoint(service, shop.merchantId, 'owner');
  const { browser } = await signIn(service, email);
  const password = 'not the password';
  const guesses: [string, object][] = [
    ['/auth/verify-password', { password }],
    ['/auth/change-password', { currentPassword: password, newPassword: NEW_PASSWORD }],
    ['/auth/two-factor/enable', { password }],
    ['/auth/two-factor/disable', { password }],
    ['/auth/two-factor/generate-backup-codes', { password }],
  ];
  const statuses = [];
  for (let i = 0; i < 11; i++) statuses.push((await browser.post(...guesses[i % guesses.length]!)).status);
  expect(statuses.slice(0, 10)).not.toContain(429);
  expect(statuses.slice(10)).toEqual([429]);
  expect((await actionsOf(personId)).filter((action) => action === 'failPassword')).toHaveLength(1);
});

test('A person can change only their name, and new backup codes are recorded', async ({
  actionsOf,
  service,
  shop,
}) => {
  const { email, personId } = await appoint(service, shop.merchantId, 'owner');
  const { browser } = await signIn(service, email);
  expect((await browser.post('/auth/update-user', { name: 'Ada' })).status).toBe(200);
  for (const refused of [{ image: 'javascript:alert(1)' }, { name: '' }, { name: 'A', image: 'x' }, {}]) {
    expect((await browser.post('/auth/update-user', refused)).status).toBe(400);
  }
  await enrol(browser);
  const { status } = await browser.post('/auth/two-factor/generate-backup-codes', { password: PASSWORD });
  expect(status).toBe(200);
  expect(await actionsOf(personId)).toEqual(expect.arrayContaining(['changeName', 'renewBackupCodes']));
});

test('Endpoints that the service does not use are not served', async ({ service, shop }) => {
  const { email } = await appoint(service, shop.merchantId, 'owner');
  const { browser } = await signIn(service, email);
  for (const path of [
    '/change-email',
    '/delete-user',
    '/sign-up/email',
    '/two-factor/send-otp',
    '/update-session',
  ]) {
    expect([path, (await browser.post(`/auth${path}`, { newEmail: 'a@b.example' })).status]).toEqual([
      path,
      404,
    ]);
  }
  expect((await new Browser(service).post('/auth/sign-up/email', {})).status).toBe(404);
});
