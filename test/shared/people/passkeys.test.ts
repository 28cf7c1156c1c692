import { expect } from 'vitest';
import type { Role } from '../../../src/core/foundation/permissions.ts';
import { enrol } from './authenticator.ts';
import { appoint, Browser, test as base, patient, signIn } from './people.ts';
import { SoftwarePasskey } from './software-passkey.ts';

const test = base
  /** The address of the passkeys page. */
  .extend('origin', ({ service }) => service.url.replace('127.0.0.1', 'localhost'))
  /** A person with a passkey, and a browser with their session. */
  .extend('withPasskey', ({ origin, service, shop }) => async (role: Role = 'analyst') => {
    const person = await appoint(service, shop.merchantId, role);
    const { browser } = await signIn(service, person.email);
    const passkey = new SoftwarePasskey();
    const added = await passkey.register(browser, 'My phone', { origin });
    expect(added).toMatchObject({ status: 200, body: { id: expect.stringMatching(/^pky_/) } });
    // A person with a factor must give it before adding another.
    expect((await passkey.signIn(browser, { origin })).status).toBe(200);
    return { ...person, browser, passkey, passkeyId: added.body.id as string };
  })
  .extend('actionsOf', ({ graphql }) => async (personId: string) => {
    const { auditLog } = await graphql.data(
      `query ($id: ID!) { auditLog(filter: { objectId: { eq: $id } }, orderBy: { field: CREATED_AT, direction: ASC }) {
         nodes { action changes { field before after concealed } } } }`,
      { id: personId },
    );
    return auditLog.nodes as { action: string; changes: object[] }[];
  });

const me = '{ viewer { person { personId } } payments { totalCount } }';
const listed = async (browser: Browser) =>
  (await browser.get('/auth/passkey/list-user-passkeys')).body.map(({ name }: { name: string }) => name);

test('A passkey signs in without a password or code, in an ordinary session', async ({
  origin,
  service,
  withPasskey,
}) => {
  const { browser, passkey, personId } = await withPasskey();
  await enrol(browser);
  const second = new Browser(service);
  expect((await passkey.signIn(second, { origin })).status).toBe(200);
  expect((await second.graphql(me)).data.viewer.person).toEqual({ personId });
  const sessions = (await browser.get('/auth/list-sessions')).body;
  expect(sessions).toHaveLength(2);
  const own = (await second.get('/auth/get-session')).body.session.id;
  const { token } = sessions.find(({ id }: { id: string }) => id === own);
  expect((await browser.post('/auth/revoke-session', { token })).status).toBe(200);
  expect((await second.graphql(me)).errors[0].extensions.code).toBe('session_ended');
});

test('Adding, renaming, using and removing a passkey are recorded, without its name', async ({
  actionsOf,
  origin,
  service,
  withPasskey,
}) => {
  const { browser, passkey, passkeyId, personId } = await withPasskey();
  const renamed = await browser.post('/auth/passkey/update-passkey', { id: passkeyId, name: 'Old phone' });
  expect(renamed.status).toBe(200);
  expect(await listed(browser)).toEqual(['Old phone']);
  expect((await passkey.signIn(new Browser(service), { origin })).status).toBe(200);
  expect((await browser.post('/auth/passkey/delete-passkey', { id: passkeyId })).status).toBe(200);
  expect(await listed(browser)).toEqual([]);
  expect((await passkey.signIn(new Browser(service), { origin })).status).toBe(401);
  const changed = { field: 'passkey_id', before: null, after: null, concealed: false };
  expect((await actionsOf(personId)).slice(-6)).toEqual([
    { action: 'signIn', changes: [] },
    { action: 'addPasskey', changes: [{ ...changed, after: passkeyId }] },
    { action: 'verifySecondFactor', changes: [] },
    {
      action: 'renamePasskey',
      changes: [{ field: 'passkey_name', before: null, after: null, concealed: true }],
    },
    { action: 'signInWithPasskey', changes: [] },
    { action: 'removePasskey', changes: [{ ...changed, before: passkeyId }] },
  ]);
});

test('A passkey without user verification is neither added nor accepted, which is recorded once', async ({
  actionsOf,
  origin,
  service,
  withPasskey,
}) => {
  const { browser, passkey, personId } = await withPasskey();
  const unverified = { origin, isVerified: false };
  expect((await new SoftwarePasskey().register(browser, 'Key', unverified)).status).toBe(400);
  for (let i = 0; i < 2; i++) {
    const another = new Browser(service);
    const answer = await passkey.signIn(another, unverified);
    expect(answer).toMatchObject({ status: 400, body: { code: 'AUTHENTICATION_FAILED' } });
    expect(answer.cookies.join()).not.toContain('session_token');
  }
  const failures = async () =>
    (await actionsOf(personId)).filter(({ action }) => action === 'failSignIn').length;
  await expect.poll(failures, patient).toBe(1);
});

test('A signature for another site, another challenge or by another key cannot sign in', async ({
  origin,
  service,
  withPasskey,
}) => {
  const { passkey } = await withPasskey();
  const codeOf = async (key: SoftwarePasskey, ceremony: object) =>
    (await key.signIn(new Browser(service), { origin, ...ceremony })).body.code;
  for (const ceremony of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }]) {
    expect(await codeOf(passkey, ceremony)).toBe('AUTHENTICATION_FAILED');
  }
  const sameId = new SoftwarePasskey(Buffer.from(passkey.id, 'base64url'));
  expect(await codeOf(sameId, {})).toBe('AUTHENTICATION_FAILED');
  expect(await codeOf(new SoftwarePasskey(), {})).toBe('PASSKEY_NOT_FOUND');

  const browser = new Browser(service);
  const used = await passkey.assertion(browser, { origin });
  expect((await browser.post('/auth/passkey/verify-authentication', used)).status).toBe(200);
  expect((await browser.post('/auth/passkey/verify-authentication', used)).status).toBe(400);
  await browser.get('/auth/passkey/generate-authenticate-options');
  expect((await browser.post('/auth/passkey/verify-authentication', used)).status).toBe(400);
});

test('A request that is no passkey response is refused', async ({ service, withPasskey }) => {
  const { browser, passkey } = await withPasskey();
  for (const response of [{}, { id: 1 }, { id: passkey.id }, { id: { not: 'text' } }]) {
    await browser.get('/auth/passkey/generate-authenticate-options');
    const answer = await browser.post('/auth/passkey/verify-authentication', { response });
    expect([400, 401]).toContain(answer.status);
  }
  const anonymous = new Browser(service);
  expect((await anonymous.get('/auth/passkey/generate-register-options')).status).toBe(401);
  expect((await anonymous.get('/auth/passkey/list-user-passkeys')).status).toBe(401);
});

test("A person cannot rename, remove or take over another's passkey", async ({
  origin,
  service,
  withPasskey,
}) => {
  const { browser, passkey, passkeyId, personId } = await withPasskey();
  const other = (await withPasskey()).browser;
  const rename = { id: passkeyId, name: 'Mine' };
  expect((await other.post('/auth/passkey/update-passkey', rename)).status).toBe(401);
  expect((await other.post('/auth/passkey/delete-passkey', { id: passkeyId })).status).toBe(401);
  const copy = new SoftwarePasskey(Buffer.from(passkey.id, 'base64url'));
  expect((await copy.register(other, 'Copy', { origin })).status).toBeGreaterThanOrEqual(400);
  expect(await listed(browser)).toEqual(['My phone']);
  const own = new Browser(service);
  await passkey.signIn(own, { origin });
  expect((await own.graphql(me)).data.viewer.person).toEqual({ personId });
});

test('Names have at most 100 characters, and a person has at most 20 passkeys', async ({
  origin,
  service,
  withPasskey,
}) => {
  const { browser, passkeyId, personId } = await withPasskey();
  const name = 'x'.repeat(101);
  expect((await new SoftwarePasskey().register(browser, name, { origin })).body.code).toBe('NAME_TOO_LONG');
  const renamed = await browser.post('/auth/passkey/update-passkey', { id: passkeyId, name });
  expect(renamed.status).toBe(400);
  const text = `insert into auth.passkeys (id, public_key, user_id, credential_id, counter, device_type, backed_up)
                select $1 || i, '', $1, $1 || i, 0, 'singleDevice', false from generate_series(1, 19) i`;
  await service.database.rows.query({ text, values: [personId] }, null);
  const refused = await new SoftwarePasskey().register(browser, 'One more', { origin });
  expect(refused).toMatchObject({ status: 400, body: { code: 'TOO_MANY_PASSKEYS' } });
});

test('A removed person, or one of a suspended merchant, cannot use a passkey', async ({
  adminGraphql,
  graphql,
  origin,
  service,
  shop,
  withPasskey,
}) => {
  const writes = 'mutation { createCustomer(input: { name: "Ada" }) { userErrors { code } } }';
  const codeOf = async (passkey: SoftwarePasskey) => {
    const browser = new Browser(service);
    expect((await passkey.signIn(browser, { origin })).status).toBe(200);
    const { data, errors } = await browser.graphql(writes, { 'switchyard-merchant': shop.merchantId });
    return errors?.[0].extensions.code ?? data.createCustomer.userErrors?.[0]?.code ?? null;
  };
  const [removed, member] = [await withPasskey('operator'), await withPasskey('operator')];
  expect(await codeOf(member.passkey)).toBeNull();
  await graphql.mutate('removeMember', { personId: removed.personId }, 'teamMember { personId }');
  expect(await codeOf(removed.passkey)).toBe('resource_not_found');
  const suspension = { merchantId: shop.merchantId, reason: 'A test.' };
  await adminGraphql.mutate('suspendMerchantAccount', suspension, 'merchantAccount { merchantId }');
  expect(await codeOf(member.passkey)).toBe('merchant_suspended');
});
