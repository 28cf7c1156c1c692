import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import { test as base } from '../../kit/test.ts';
import { type OidcProvider, signInWithProvider, startOidcProvider } from './oidc-provider.ts';
import { appoint, Browser, emailOf } from './people.ts';

let provider: OidcProvider;
beforeAll(async () => {
  provider = await startOidcProvider();
});
afterAll(() => provider.stop());

const test = base.extend('serviceOptions', { scope: 'file' }, () => ({ oidc: provider.settings }));

const person = '{ viewer { person { email } merchantAccounts { role } } }';

test('A person signs in with the configured provider if it has verified their address', async ({
  service,
  shop,
}) => {
  const { email } = await appoint(service, shop.merchantId, 'operator');
  provider.says({ sub: `sub-${email}`, email, email_verified: true, name: 'From The Provider' });
  const browser = new Browser(service);
  expect((await browser.get('/auth/methods')).body).toEqual({ oidc: true });
  expect(await signInWithProvider(browser)).toBe('/done');
  const { viewer } = (await browser.graphql(person)).data;
  expect(viewer).toEqual({ person: { email }, merchantAccounts: [{ role: 'operator' }] });
  const text = `select access_token, refresh_token, id_token from auth.accounts where provider_id = 'oidc'`;
  const stored = await service.database.rows.query({ text, values: [] }, null);
  expect(stored).toEqual([{ access_token: null, refresh_token: null, id_token: null }]);
});

test('Signing in with the provider is recorded in the audit log', async ({ graphql, service, shop }) => {
  const { email, personId } = await appoint(service, shop.merchantId, 'operator');
  provider.says({ sub: `sub-${email}`, email, email_verified: true, name: 'From The Provider' });
  expect(await signInWithProvider(new Browser(service))).toBe('/done');
  const { auditLog } = await graphql.data(
    `query ($id: ID!) { auditLog(filter: { objectId: { eq: $id }, action: { eq: "signIn" } }) { nodes { actorId userAgent } } }`,
    { id: personId },
  );
  expect(auditLog.nodes).toEqual([{ actorId: personId, userAgent: 'node' }]);
});

test('An address that the provider has not verified cannot sign in', async ({ service, shop }) => {
  const { email } = await appoint(service, shop.merchantId, 'owner');
  provider.says({ sub: `sub-${email}`, email, email_verified: false, name: 'Somebody' });
  const browser = new Browser(service);
  expect(await signInWithProvider(browser)).toMatch(/error=/);
  expect((await browser.graphql(person)).errors[0].extensions.code).toBe('invalid_api_key');
});

/** The claims of a token. */
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

test('An ID token that is foreign, expired or wrongly signed cannot sign in', async ({ service, shop }) => {
  const { email } = await appoint(service, shop.merchantId, 'owner');
  const known = { sub: `sub-${email}`, email, email_verified: true, name: 'Somebody' };
  const signIn = async (claims: object, forge?: (token: string) => string) => {
    provider.says({ ...known, ...claims });
    if (forge) provider.forges(forge);
    const browser = new Browser(service);
    return [await signInWithProvider(browser), (await browser.graphql(person)).data?.viewer?.person ?? null];
  };
  const byClient = (text: string) =>
    createHmac('sha256', provider.settings.clientSecret).update(text).digest('base64url');
  const forged: Readonly<Record<string, [claims: object, forge?: (token: string) => string]>> = {
    'another client': [{ aud: 'another-client' }],
    'another issuer': [{ iss: 'https://evil.example.com' }],
    'an expired one': [{ exp: Math.floor(Date.now() / 1000) - 3600 }],
    'one without a signature': [
      {},
      (token) => `${encoded({ alg: 'none', typ: 'JWT' })}.${token.split('.')[1]}.`,
    ],
    'one signed with the secret of the client': [
      {},
      (token) => {
        const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${token.split('.')[1]}`;
        return `${signed}.${byClient(signed)}`;
      },
    ],
    'one that was changed': [
      {},
      (token) => {
        const [head, , signature] = token.split('.');
        return `${head}.${encoded({ ...claimsOf(token), name: 'Another' })}.${signature}`;
      },
    ],
  };
  for (const [name, given] of Object.entries(forged)) {
    expect([name, ...(await signIn(...given))]).toEqual([name, expect.stringMatching(/error=/), null]);
  }
  expect(await signIn({})).toEqual(['/done', { email }]);
});

test('An uninvited person gets no account; an invited person can accept with the provider', async ({
  adminGraphql,
  service,
  shop,
}) => {
  const email = emailOf('invited');
  provider.says({ sub: `sub-${email}`, email, email_verified: true, name: 'Ines Invited' });
  const browser = new Browser(service);
  expect(await signInWithProvider(browser)).toMatch(/error=not_invited/);
  const { payload } = await adminGraphql.mutate(
    'inviteMember',
    { merchantId: shop.merchantId, email, role: 'analyst' },
    'link',
  );
  expect(await signInWithProvider(browser)).toBe('/done');
  expect((await browser.graphql(person)).data.viewer.merchantAccounts).toEqual([]);
  const token = new URL(payload.link).searchParams.get('token');
  expect((await browser.post('/auth/accept-invitation', { token })).status).toBe(200);
  expect((await browser.graphql(person)).data.viewer.merchantAccounts).toEqual([{ role: 'analyst' }]);
});
