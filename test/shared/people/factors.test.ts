import { betterAuth } from 'better-auth';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Message } from '../../../src/core/foundation/ports/mail.ts';
import { changing, guarded, notOffered, unguarded } from '../../../src/people/factor-rules.ts';
import type { TestService } from '../../kit/service.ts';
import { disconnectedOptions } from '../database/auth-tables.ts';
import { enrol } from './authenticator.ts';
import { askProvider, type OidcProvider, signInWithProvider, startOidcProvider } from './oidc-provider.ts';
import { appoint, Browser, test as base, emailOf, PASSWORD, signIn } from './people.ts';
import { SoftwarePasskey } from './software-passkey.ts';

let provider: OidcProvider;
beforeAll(async () => {
  provider = await startOidcProvider();
});
afterAll(() => provider.stop());

const posted: Message[] = [];
const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    oidc: provider.settings,
    mail: { post: (message: Message) => void posted.push(message), drain: async () => {} },
  }))
  .extend('origin', ({ service }) => service.url.replace('127.0.0.1', 'localhost'));

const AS_OPERATOR = { 'switchyard-merchant': '*' };
const secondsNow = () => Math.floor(Date.now() / 1000);
const says = (email: string, claims: object = {}) =>
  provider.says({ sub: `sub-${email}`, email, email_verified: true, name: 'Test Person', ...claims });

/** Advances six minutes since a person's sessions were proved. */
const age = ({ database }: TestService, personId: string) =>
  database.rows.query(
    {
      text: `update auth.sessions set second_factor_at = second_factor_at - interval '6 minutes',
               password_at = password_at - interval '6 minutes', provider_at = provider_at - interval '6 minutes'
             where user_id = $1`,
      values: [personId],
    },
    null,
  );

/** A person who signs in only with the provider, without a password. */
async function appointWithoutPassword(service: TestService, merchantId: string) {
  const person = await appoint(service, merchantId, 'analyst', emailOf('provided'));
  const text = `delete from auth.accounts where user_id = $1`;
  await service.database.rows.query({ text, values: [person.personId] }, null);
  return person;
}

test('Every endpoint of better-auth is in exactly one list: guarded, unguarded or not served', () => {
  const { api } = betterAuth(disconnectedOptions());
  const paths = Object.values(api as object).flatMap(({ options, path }) =>
    path && !options?.metadata?.SERVER_ONLY ? [path as string] : [],
  );
  const listed = [...guarded, ...unguarded, ...notOffered];
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed.toSorted()).toEqual([...new Set(paths)].toSorted());
  expect(paths.length).toBeGreaterThan(40);
  for (const path of Object.keys(changing)) {
    expect(guarded.has(path) || path === '/two-factor/verify-totp', path).toBe(true);
  }
});

/** A page's request to each guarded endpoint, without the password. */
const requests: Readonly<
  Record<string, (browser: Browser) => Promise<{ status: number; body: { code?: string } }>>
> = {
  '/change-password': (b) => b.post('/auth/change-password', { newPassword: 'a new one that is long' }),
  '/passkey/delete-passkey': (b) => b.post('/auth/passkey/delete-passkey', { id: 'pky_1' }),
  '/passkey/generate-register-options': (b) => b.get('/auth/passkey/generate-register-options'),
  '/passkey/update-passkey': (b) => b.post('/auth/passkey/update-passkey', { id: 'pky_1', name: 'Mine' }),
  '/passkey/verify-registration': (b) => b.post('/auth/passkey/verify-registration', { response: {} }),
  '/two-factor/disable': (b) => b.post('/auth/two-factor/disable', {}),
  '/two-factor/enable': (b) => b.post('/auth/two-factor/enable', {}),
  '/two-factor/generate-backup-codes': (b) => b.post('/auth/two-factor/generate-backup-codes', {}),
  '/two-factor/get-totp-uri': (b) => b.post('/auth/two-factor/get-totp-uri', {}),
};

test('Each guarded endpoint requires a recent factor, or else the password or the provider', async ({
  origin,
  service,
  shop,
}) => {
  expect(Object.keys(requests).sort()).toEqual([...guarded].sort());
  const withPassword = async () => {
    const person = await appoint(service, shop.merchantId, 'owner');
    return { ...person, browser: (await signIn(service, person.email)).browser };
  };
  const app = await withPassword();
  await enrol(app.browser);
  const keyed = await withPassword();
  expect((await new SoftwarePasskey().register(keyed.browser, 'Mine', { origin })).status).toBe(200);
  const password = await withPassword();
  const provided = await appointWithoutPassword(service, shop.merchantId);
  const viaProvider = new Browser(service);
  says(provided.email, { auth_time: secondsNow() });
  expect(await signInWithProvider(viaProvider)).toBe('/done');
  const people = [
    { ...app, asks: 'SECOND_FACTOR_REQUIRED' },
    { ...keyed, asks: 'SECOND_FACTOR_REQUIRED' },
    { ...password, asks: 'PASSWORD_REQUIRED' },
    { ...provided, browser: viaProvider, asks: 'SIGN_IN_REQUIRED' },
  ];
  let asked = 0;
  for (const { asks, browser, personId } of people) {
    await age(service, personId);
    const all = { ...requests };
    if (browser !== app.browser) {
      all['/two-factor/verify-totp'] = (b) => b.post('/auth/two-factor/verify-totp', { code: '123456' });
    }
    for (const [path, send] of Object.entries(all)) {
      const { body, status } = await send(browser);
      expect([path, status, body.code]).toEqual([path, 403, asks]);
      asked++;
    }
  }
  expect(asked).toBe(4 * guarded.size + 3);
});

test('A session from before the app, even with the password, adds no passkey and sees nothing of the app', async ({
  graphql,
  origin,
  service,
  shop,
}) => {
  const { email } = await appoint(service, shop.merchantId, 'owner');
  const own = (await signIn(service, email)).browser;
  // Signed in before: it ends when the app is added, so a copy of the enrolling session is the strongest left.
  const earlier = (await signIn(service, email)).browser;
  await enrol(own);
  expect((await earlier.get('/auth/get-session')).body).toBeNull();

  // With the provider, a session starts without the second factor even after the app.
  says(email, { auth_time: secondsNow() });
  const browser = new Browser(service);
  expect(await signInWithProvider(browser)).toBe('/done');
  const refused = await new SoftwarePasskey().register(browser, 'Thief', { origin });
  expect(refused).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR_REQUIRED' } });
  for (const path of ['get-totp-uri', 'generate-backup-codes', 'disable', 'enable']) {
    const answer = await browser.post(`/auth/two-factor/${path}`, { password: PASSWORD });
    expect(answer).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR_REQUIRED' } });
  }
  const input = { merchantId: shop.merchantId, requireSecondFactor: true };
  await graphql.mutate('updateMerchantAccount', input, 'merchantAccount { merchantId }');
  expect((await browser.get('/payments/list')).body.error.code).toBe('second_factor_required');
});

test('An operator signed in through the provider must enter an app code; adding a passkey is not enough', async ({
  adminGraphql,
  origin,
  service,
  shop,
}) => {
  const { email } = await appoint(service, shop.merchantId, 'analyst');
  await adminGraphql.mutate('appointOperator', { email }, 'operator { personId }');
  const { code } = await enrol((await signIn(service, email)).browser);
  says(email, { auth_time: secondsNow() });
  const browser = new Browser(service);
  expect(await signInWithProvider(browser)).toBe('/done');
  const ask = (at = browser) => at.get('/operators?limit=1', AS_OPERATOR);
  expect((await new SoftwarePasskey().register(browser, 'Thief', { origin })).status).toBe(403);
  expect((await ask()).body.error.code).toBe('second_factor_required');
  expect((await browser.post('/auth/two-factor/verify-totp', { code: code() })).status).toBe(200);
  expect((await ask()).status).toBe(200);
  expect((await new SoftwarePasskey().register(browser, 'Mine', { origin })).status).toBe(200);
});

test('A first factor added after a fresh provider sign-in does not elevate the session that added it', async ({
  adminGraphql,
  graphql,
  origin,
  service,
  shop,
}) => {
  const input = { merchantId: shop.merchantId, requireSecondFactor: true };
  const { email } = await appointWithoutPassword(service, shop.merchantId);
  const other = await appointWithoutPassword(service, shop.merchantId);
  const sessionOf = async (address: string) => {
    says(address, { auth_time: secondsNow() });
    const browser = new Browser(service);
    expect(await signInWithProvider(browser)).toBe('/done');
    return browser;
  };
  const byPasskey = await sessionOf(email);
  const byApp = await sessionOf(other.email);
  await graphql.mutate('updateMerchantAccount', input, 'merchantAccount { merchantId }');
  for (const address of [email, other.email]) {
    await adminGraphql.mutate('appointOperator', { email: address }, 'operator { personId }');
  }
  const passkey = new SoftwarePasskey();
  expect((await passkey.register(byPasskey, 'Mine', { origin })).status).toBe(200);
  const { code } = await enrol(byApp);
  for (const browser of [byPasskey, byApp]) {
    for (const headers of [{}, AS_OPERATOR]) {
      const { body } = await browser.get('/payments/list', headers);
      expect(body.error.code).toBe('second_factor_required');
    }
  }
  // Using it does.
  expect((await passkey.signIn(byPasskey, { origin })).status).toBe(200);
  expect((await byApp.post('/auth/two-factor/verify-totp', { code: code() })).status).toBe(200);
  for (const browser of [byPasskey, byApp]) {
    expect((await browser.get('/payments/list')).status).toBe(200);
    expect((await browser.get('/operators?limit=1', AS_OPERATOR)).status).toBe(200);
  }
});

test('A provider sign-in counts as fresh only if the provider says so', async ({ origin, service, shop }) => {
  const { email } = await appointWithoutPassword(service, shop.merchantId);
  const browser = new Browser(service);
  const first = await askProvider(browser);
  expect([first.asked.get('prompt'), first.asked.get('max_age')]).toEqual([null, null]);
  for (const claims of [{}, { auth_time: secondsNow() - 600 }, { auth_time: 'now' }]) {
    says(email, claims);
    expect(await signInWithProvider(browser)).toBe('/done');
    const refused = await new SoftwarePasskey().register(browser, 'Mine', { origin });
    expect(refused).toMatchObject({ status: 403, body: { code: 'SIGN_IN_REQUIRED' } });
  }
  says(email, { auth_time: secondsNow() });
  const { asked, back } = await askProvider(browser);
  expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0']);
  const former = browser.at(service);
  expect((await browser.get(back, { 'sec-fetch-site': 'cross-site' })).headers.get('location')).toBe('/done');
  expect((await former.get('/auth/get-session')).body).toBeNull();
  expect((await new SoftwarePasskey().register(browser, 'Mine', { origin })).status).toBe(200);
});

test('Each change of a factor ends the other sessions and notifies the person by mail', async ({
  origin,
  service,
  shop,
}) => {
  const { email } = await appoint(service, shop.merchantId, 'owner');
  let { browser } = await signIn(service, email);
  const elsewhere = async () => {
    says(email);
    const other = new Browser(service);
    expect(await signInWithProvider(other)).toBe('/done');
    return other;
  };
  let others = [await elsewhere(), await elsewhere()];
  const told: string[] = [];
  const happened = async (path: string) => {
    for (const other of others) expect((await other.get('/auth/get-session')).body, path).toBeNull();
    expect((await browser.get('/auth/get-session')).body.user.email).toBe(email);
    const mails = posted.filter(({ to }) => to === email);
    expect(mails).toHaveLength(told.length + 1);
    expect(mails.at(-1)!.before).toContain(changing[path]);
    told.push(path);
    others = [await elsewhere()];
  };
  const passkey = new SoftwarePasskey();
  const { body: added } = await passkey.register(browser, 'Mine', { origin });
  await happened('/passkey/verify-registration');
  expect((await passkey.signIn(browser, { origin })).status).toBe(200);
  await enrol(browser);
  await happened('/two-factor/verify-totp');
  for (const path of ['get-totp-uri', 'generate-backup-codes']) {
    expect((await browser.post(`/auth/two-factor/${path}`, { password: PASSWORD })).status).toBe(200);
    await happened(`/two-factor/${path}`);
  }
  const newPassword = 'a quite different battery staple';
  const change = { currentPassword: PASSWORD, newPassword };
  expect((await browser.post('/auth/change-password', change)).status).toBe(200);
  await happened('/change-password');
  expect((await browser.post('/auth/two-factor/disable', { password: newPassword })).status).toBe(200);
  await happened('/two-factor/disable');
  expect((await passkey.signIn(browser, { origin })).status).toBe(200);
  expect((await browser.post('/auth/passkey/delete-passkey', { id: added.id })).status).toBe(200);
  await happened('/passkey/delete-passkey');
  expect(told.toSorted()).toEqual(Object.keys(changing).toSorted());
  // The session that removed the last factor no longer has one.
  expect((await browser.get('/auth/get-session')).body.session.secondFactor).toBe(false);
  ({ browser } = await signIn(service, email, newPassword));
  expect((await browser.get('/auth/get-session')).body.session.secondFactor).toBe(false);
});

test('An ID token is accepted only in the redirect, once, for this client and this request', async ({
  service,
  shop,
}) => {
  const { email } = await appoint(service, shop.merchantId, 'analyst');
  says(email);
  const browser = new Browser(service);
  for (const idToken of [{ token: 'e30.e30.e30' }, null]) {
    const answer = await browser.post('/auth/sign-in/social', { provider: 'oidc', idToken });
    expect(answer).toMatchObject({ status: 400, body: { code: 'ID_TOKEN_NOT_SUPPORTED' } });
  }
  for (const member of ['scopes', 'additionalParams', 'additionalData', 'loginHint', 'requestSignUp']) {
    const answer = await browser.post('/auth/sign-in/social', { provider: 'oidc', [member]: {} });
    expect(answer).toMatchObject({ status: 400, body: { code: 'UNKNOWN_PARAMETER' } });
  }
  const refused: object[] = [
    { nonce: 'of another request' },
    { nonce: undefined },
    { azp: 'another-client' },
    { aud: [provider.settings.clientId, 'another-client'] },
    { aud: 'another-client' },
    { aud: [provider.settings.clientId, 'another-client'], azp: 'another-client' },
  ];
  for (const claims of refused) {
    says(email, claims);
    expect(await signInWithProvider(browser), JSON.stringify(claims)).toMatch(/error=/);
  }
  says(email, { azp: provider.settings.clientId });
  const { back } = await askProvider(browser);
  expect((await browser.get(back, { 'sec-fetch-site': 'cross-site' })).headers.get('location')).toBe('/done');
  const again = await browser.get(back, { 'sec-fetch-site': 'cross-site' });
  expect(again.headers.get('location')).toMatch(/error=/);
});
