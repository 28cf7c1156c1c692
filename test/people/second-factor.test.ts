import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { appoint, type Browser, PASSWORD, signIn, test } from './people.ts';

/** Sets an authenticator app up, as the page does. */
async function enrol(browser: Browser): Promise<{ code: () => string; backupCodes: string[] }> {
  const { body } = await browser.post('/auth/two-factor/enable', { password: PASSWORD });
  const secret = new URL(body.totpURI).searchParams.get('secret')!;
  const code = () => codeOf(decodeBase32(secret));
  const verified = await browser.post('/auth/two-factor/verify-totp', { code: code() });
  expect(verified.status).toBe(200);
  return { code, backupCodes: body.backupCodes };
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function decodeBase32(text: string): Buffer {
  const bits = [...text.replaceAll('=', '')]
    .map((c) => alphabet.indexOf(c).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
}

/** The code that an authenticator app shows now, as RFC 6238 has it. */
function codeOf(secret: Buffer): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.at(-1)! & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

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
