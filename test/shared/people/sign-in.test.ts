import { expect } from 'vitest';
import { appoint, emailOf, PASSWORD, patient, signIn, test } from './people.ts';

const viewer = `{ viewer { keyKind merchantId person { personId email name twoFactorEnabled }
  merchantAccounts { merchantId name role } } }`;

test('A person signs in with e-mail and password, and reads payments over REST and GraphQL', async ({
  service,
  shop,
}) => {
  const paymentId = await shop.payment({ amount: 4_200 });
  const { email } = await appoint(service, shop.merchantId, 'owner');
  const { answer, browser } = await signIn(service, email);
  expect(answer).toMatchObject({ status: 200, body: { user: { email } } });

  const { data } = await browser.graphql(viewer);
  expect(data.viewer).toEqual({
    keyKind: 'PERSON',
    merchantId: shop.merchantId,
    person: { personId: expect.stringMatching(/^per_/), email, name: 'Test Person', twoFactorEnabled: false },
    merchantAccounts: [{ merchantId: shop.merchantId, name: null, role: 'owner' }],
  });
  expect((await browser.get(`/payments/${paymentId}`)).body).toMatchObject({ amount: 4_200 });
  const read = await browser.graphql('{ payments { nodes { paymentId } } }');
  expect(read.data.payments.nodes).toEqual([{ paymentId }]);
});

test('A wrong password gets the same response as an unknown address', async ({ service, shop }) => {
  const { email } = await appoint(service, shop.merchantId, 'owner');
  const wrong = (await signIn(service, email, 'not the password')).answer;
  const unknown = (await signIn(service, emailOf('nobody'), 'not the password')).answer;
  expect(wrong.status).toBe(401);
  expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body]);
  expect(wrong.cookies).toEqual([]);
});

test("The session's cookie is HttpOnly and SameSite=Lax, and useless without its signature", async ({
  service,
  shop,
}) => {
  const { email } = await appoint(service, shop.merchantId, 'owner');
  const { answer, browser } = await signIn(service, email);
  const [cookie] = answer.cookies;
  expect(cookie).toMatch(/^switchyard\.session_token=[^;]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/);
  const { email: other } = await appoint(service, shop.merchantId, 'owner');
  const { browser: second } = await signIn(service, other);
  // The token of one session with the signature of another.
  const [token] = decodeURIComponent(browser.cookie).split('=')[1]!.split('.');
  const signature = decodeURIComponent(second.cookie).split('.').at(-1);
  const forged = `switchyard.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
  const refused = await browser.graphql(viewer, { cookie: forged });
  expect(refused.errors[0].extensions.code).toBe('invalid_api_key');
});

test('Requests with a session from other sites are refused, and from our pages accepted', async ({
  service,
  shop,
}) => {
  const { email } = await appoint(service, shop.merchantId, 'owner');
  const { browser } = await signIn(service, email);
  const codeWith = async (headers: Record<string, string>) =>
    (await browser.graphql('{ payments { totalCount } }', headers)).errors?.[0].extensions.code ?? null;
  const own = new URL(service.url).origin;
  expect(await codeWith({ 'sec-fetch-site': 'same-origin' })).toBeNull();
  for (const site of ['cross-site', 'same-site']) {
    expect(await codeWith({ 'sec-fetch-site': site, origin: own })).toBe('cross_site_request');
  }
  const foreign = await fetch(`${service.url}/payments/list`, {
    headers: { cookie: browser.cookie, origin: 'https://shop.example' },
  });
  expect(foreign.status).toBe(403);
  const nowhere = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { cookie: browser.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ payments { totalCount } }' }),
  });
  expect(nowhere.status).toBe(403);
  // The page itself sends a key, so the cookie does not matter.
  const keyed = await fetch(`${service.url}/payments/list`, {
    headers: { cookie: browser.cookie, origin: 'https://shop.example', 'api-key': shop.key },
  });
  expect(keyed.status).toBe(200);
});

test('Another process refuses a signed-out or revoked session at once', async ({
  secondService,
  service,
  shop,
}) => {
  const { email } = await appoint(service, shop.merchantId, 'owner');
  const { browser } = await signIn(service, email);
  // A copy, which keeps the cookie.
  const elsewhere = browser.at(secondService);
  const here = elsewhere.at(service);
  expect((await elsewhere.get('/payments/list')).status).toBe(200);
  expect((await browser.post('/auth/sign-out', {})).status).toBe(200);
  expect((await here.get('/payments/list')).body.error.code).toBe('session_ended');
  await expect
    .poll(async () => (await elsewhere.get('/payments/list')).body.error?.code, patient)
    .toBe('session_ended');
});

test('A person with several merchant accounts names one, and sees no other merchant', async ({
  otherShop,
  service,
  shop,
}) => {
  const third = await appoint(service, otherShop.merchantId, 'owner');
  const { email } = await appoint(service, shop.merchantId, 'analyst');
  const paymentId = await otherShop.payment();
  const { browser } = await signIn(service, email);
  expect((await browser.get(`/payments/${paymentId}`)).status).toBe(404);
  const foreign = await browser.get('/payments/list', { 'switchyard-merchant': otherShop.merchantId });
  expect(foreign).toMatchObject({ status: 404, body: { error: { param: 'switchyard-merchant' } } });

  await appoint(service, otherShop.merchantId, 'operator', email);
  await expect
    .poll(async () => (await browser.get('/payments/list')).body.error, patient)
    .toMatchObject({ code: 'missing_parameter', param: 'switchyard-merchant' });
  const { data } = await browser.graphql(viewer);
  expect(data.viewer.merchantId).toBeNull();
  expect(data.viewer.merchantAccounts).toHaveLength(2);
  const refused = await browser.graphql('{ payments { totalCount } }');
  expect(refused.errors[0].extensions.code).toBe('missing_parameter');
  const named = await browser.get(`/payments/${paymentId}`, { 'switchyard-merchant': otherShop.merchantId });
  expect(named.status).toBe(200);
  expect(third.email).not.toBe(email);
});

test("A person's session is looked up with one statement, then cached", async ({ service, shop }) => {
  const { email } = await appoint(service, shop.merchantId, 'owner');
  const { browser } = await signIn(service, email);
  const lookUps = () => service.statements.filter((text) => text.includes('find_session')).length;
  const before = lookUps();
  for (let i = 0; i < 3; i++) await browser.get('/payments/list');
  expect(lookUps() - before).toBeLessThanOrEqual(2);
  expect(lookUps() - before).toBeGreaterThanOrEqual(1);
});

test('Signing up is not possible', async ({ service }) => {
  const response = await fetch(`${service.url}/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: service.url },
    body: JSON.stringify({ email: emailOf('new'), password: PASSWORD, name: 'New' }),
  });
  expect(response.status).toBe(404);
});
