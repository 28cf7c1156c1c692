import { expect } from 'vitest';
import { enrol } from './authenticator.ts';
import { appoint, PASSWORD, signIn, test } from './people.ts';

test('With an authenticator app, signing in requires a code in addition to the password', async ({
  service,
  shop,
}) => {
  const { email } = await appoint(service, shop.merchantId, 'owner');
  const { code } = await enrol((await signIn(service, email)).browser);
  const { answer, browser } = await signIn(service, email);
  expect(answer).toMatchObject({
    status: 200,
    body: { twoFactorRedirect: true, twoFactorMethods: ['totp'] },
  });
  expect(answer.cookies.join()).not.toMatch(/session_token=[^;]/);
  expect((await browser.get('/payments/list')).body.error.code).toBe('invalid_api_key');
  const wrong = await browser.post('/auth/two-factor/verify-totp', { code: '000000' });
  expect(wrong.status).toBe(401);
  expect((await browser.post('/auth/two-factor/verify-totp', { code: code() })).status).toBe(200);
  const { data } = await browser.graphql('{ viewer { person { twoFactorEnabled } } }');
  expect(data.viewer.person.twoFactorEnabled).toBe(true);
});

test('A backup code signs in once', async ({ service, shop }) => {
  const { email } = await appoint(service, shop.merchantId, 'owner');
  const { backupCodes } = await enrol((await signIn(service, email)).browser);
  const verify = async () => {
    const { browser } = await signIn(service, email);
    return (await browser.post('/auth/two-factor/verify-backup-code', { code: backupCodes[0] })).status;
  };
  expect(await verify()).toBe(200);
  expect(await verify()).toBe(401);
});

test('The secret of an authenticator app and its backup codes are encrypted in the database', async ({
  service,
  shop,
}) => {
  const { email, personId } = await appoint(service, shop.merchantId, 'owner');
  const { backupCodes } = await enrol((await signIn(service, email)).browser);
  const text = 'select secret, backup_codes from auth.two_factors where user_id = $1';
  const [row] = await service.database.rows.query({ text, values: [personId] }, null);
  expect(row!.secret).toMatch(/^\$ba\$\d+\$/);
  expect(row!.backup_codes).toMatch(/^\$ba\$\d+\$/);
  expect(JSON.stringify(row)).not.toContain(backupCodes[0]);
});

test('If a merchant requires a second factor, a session without one has no access until it has one', async ({
  api,
  graphql,
  service,
  shop,
}) => {
  const { email } = await appoint(service, shop.merchantId, 'owner');
  const { browser } = await signIn(service, email);
  expect((await browser.get('/payments/list')).status).toBe(200);
  const input = { merchantId: shop.merchantId, requireSecondFactor: true };
  const { payload } = await graphql.mutate(
    'updateMerchantAccount',
    input,
    'merchantAccount { requireSecondFactor }',
  );
  expect(payload.merchantAccount.requireSecondFactor).toBe(true);
  for (const headers of [{}, { 'switchyard-merchant': shop.merchantId }]) {
    const refused = await browser.get('/payments/list', headers);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'second_factor_required']);
    const { errors } = await browser.graphql('{ viewer { role } }', headers);
    expect(errors[0].extensions.code).toBe('second_factor_required');
  }
  // Keys have none, and their own account stays open to people.
  expect((await api.get('/payments/list')).status).toBe(200);
  expect((await browser.get('/auth/get-session')).body.user.email).toBe(email);
  const { code } = await enrol(browser);
  expect((await browser.get('/payments/list')).status).toBe(200);

  const again = await signIn(service, email);
  expect((await again.browser.post('/auth/two-factor/verify-totp', { code: code() })).status).toBe(200);
  expect((await again.browser.get('/payments/list')).status).toBe(200);
  // A new password starts another session, as strong as the previous one.
  const newPassword = 'a quite different battery staple';
  const changed = await again.browser.post('/auth/change-password', {
    currentPassword: PASSWORD,
    newPassword,
  });
  expect(changed.status).toBe(200);
  expect((await again.browser.get('/payments/list')).status).toBe(200);
  const off = await again.browser.post('/auth/two-factor/disable', { password: newPassword });
  expect(off.status).toBe(200);
  expect((await again.browser.get('/payments/list')).body.error.code).toBe('second_factor_required');
});
