import { expect } from 'vitest';
import { enrol } from './authenticator.ts';
import { appoint, signIn, test } from './people.ts';

test('With an authenticator app, the password alone does not sign in, and a code does', async ({
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
