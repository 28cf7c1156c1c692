import { afterAll, beforeAll, expect } from 'vitest';
import { type Context, withinMerchant } from '../../../src/core/foundation/context.ts';
import { roles } from '../../../src/core/foundation/permissions.ts';
import type { Message } from '../../../src/core/foundation/ports/mail.ts';
import { inviteMember } from '../../../src/core/team/invitations.ts';
import type { TestService } from '../../kit/service.ts';
import { enrol } from './authenticator.ts';
import { type OidcProvider, signInWithProvider, startOidcProvider } from './oidc-provider.ts';
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

const ATTACKERS = 'the password of somebody else';
const NEW = 'chosen by who owns the mailbox';
const tokenIn = (link: string) => new URL(link).searchParams.get('token')!;
const mailed = (email: string) => tokenIn(posted.findLast(({ to }) => to === email)!.link);
const accounts = '{ viewer { merchantAccounts { merchantId } } }';

/** The context of an invitation without SMTP: in production, or in development with mails in the log. */
function without(mail: 'production' | 'development', ctx: Context): Context {
  const logged = { isLogged: true, post: () => {} };
  return { ...ctx, ports: { ...ctx.ports, mail: mail === 'production' ? null : logged } };
}

const operatorOf = ({ contextFor }: TestService, merchantId: string) =>
  withinMerchant(contextFor({ kind: 'admin_key' }, 'test'), merchantId);

/** The token of a link given to an operator. */
async function handed(service: TestService, merchantId: string, email: string): Promise<string> {
  const ctx = without('production', operatorOf(service, merchantId));
  const { link } = await inviteMember(ctx, { email, role: 'admin' });
  return tokenIn(link!);
}

/** Creates an account for another person's address, with a link from an operator. */
async function squat(service: TestService, merchantId: string, email: string): Promise<Browser> {
  const browser = new Browser(service);
  const token = await handed(service, merchantId, email);
  const body = { token, name: 'Somebody Else', password: ATTACKERS };
  expect((await browser.post('/auth/accept-invitation', body)).status).toBe(200);
  return browser;
}

const personWith = async ({ database }: TestService, email: string) => {
  const text = `select p.id, p.name, p.email_verified, p.two_factor_enabled,
      (select count(*)::int from auth.sessions s where s.user_id = p.id) as sessions,
      (select count(*)::int from auth.passkeys k where k.user_id = p.id) as passkeys,
      (select count(*)::int from auth.two_factors f where f.user_id = p.id) as apps,
      (select jsonb_agg(a.provider_id order by a.provider_id) from auth.accounts a where a.user_id = p.id) as accounts
    from auth.persons p where p.email = $1`;
  return (await database.rows.query({ text, values: [email] }, null))[0]!;
};

test("Only operators see an invitation's link, and each response says how it was delivered", async ({
  adminGraphql,
  client,
  graphql,
  service,
  shop,
}) => {
  const email = () => emailOf('invited');
  const fields = 'link invitation { deliveredBy }';
  const sent = { link: null, invitation: { deliveredBy: 'email' } };
  const byKey = await graphql.mutate('inviteMember', { email: email(), role: 'analyst' }, fields);
  expect(byKey.payload).toMatchObject(sent);
  const input = { merchantId: shop.merchantId, email: email(), role: 'analyst' };
  expect((await adminGraphql.mutate('inviteMember', input, fields)).payload).toMatchObject(sent);
  const path = `/invitations/${shop.merchantId}`;
  for (const key of [shop.key, service.adminApiKey]) {
    const { body } = await client.post(path, { key, body: { email: email(), role: 'analyst' } });
    expect(body).toMatchObject({ link: null, delivered_by: 'email' });
  }

  const owner = await appoint(service, shop.merchantId, 'owner');
  const { body: organization } = await client.get(`/accounts/${shop.merchantId}`, {
    key: service.adminApiKey,
  });
  const merchantId = shop.merchantId;
  const base = operatorOf(service, merchantId);
  const callers: [string, Context['caller'], boolean][] = [
    ['key', { kind: 'api_key', merchantId, keyId: shop.keyId }, false],
    [
      'person',
      {
        kind: 'person',
        merchantId,
        personId: owner.personId,
        sessionId: 'ses_1',
        role: 'owner',
        permissions: new Set(['team:write', ...roles.analyst]),
        secondFactorAt: new Date(),
      },
      false,
    ],
    ['organization', { kind: 'admin_key', organizationId: organization.organization_id }, false],
    ['admin key', { kind: 'admin_key' }, true],
    [
      'operator',
      { kind: 'admin_key', holder: { type: 'person', id: owner.personId, name: null, sessionId: 'ses_1' } },
      true,
    ],
  ];
  for (const [name, caller, isOperator] of callers) {
    const invite = async (mail: 'production' | 'development') =>
      inviteMember(without(mail, { ...base, caller }), { email: email(), role: 'analyst' });
    const inDevelopment = await invite('development');
    expect([name, inDevelopment.link !== null]).toEqual([name, isOperator]);
    if (isOperator) expect((await invite('production')).link).toMatch(/accept-invitation\?token=/);
    else {
      await expect(invite('production'), name).rejects.toMatchObject({
        code: 'unexpected_state',
        message: expect.stringMatching(/SMTP_URL.*operator/),
      });
    }
  }
  // The command prints a link even if there is a mail server.
  const before = posted.length;
  const over = await inviteMember(base, { email: email(), role: 'analyst' }, { handsOver: true });
  expect([over.link === null, posted.length]).toEqual([false, before]);
});

test('A mailed link proves the address, and a link given by an operator does not', async ({
  adminGraphql,
  service,
  shop,
}) => {
  const [own, others] = [emailOf('own'), emailOf('others')];
  await adminGraphql.mutate(
    'inviteMember',
    { merchantId: shop.merchantId, email: own, role: 'admin' },
    'link',
  );
  const body = { token: mailed(own), name: 'Ines Invited', password: PASSWORD };
  expect((await new Browser(service).post('/auth/accept-invitation', body)).status).toBe(200);
  expect((await personWith(service, own)).email_verified).toBe(true);
  const appointed = await adminGraphql.mutate('appointOperator', { email: own }, 'operator { email }');
  expect(appointed.payload.operator).toEqual({ email: own });

  await squat(service, shop.merchantId, others);
  expect((await personWith(service, others)).email_verified).toBe(false);
  const refused = await adminGraphql.mutate('appointOperator', { email: others }, 'operator { email }');
  expect(refused.payload).toMatchObject({
    operator: null,
    userErrors: [{ code: 'unexpected_state', param: 'email' }],
  });
  await expect(appoint(service, shop.merchantId, 'owner', others)).rejects.toMatchObject({
    code: 'unexpected_state',
  });
});

for (const [proof, takeOver] of [
  [
    'the provider',
    async (service: TestService, email: string, _merchantId: string) => {
      provider.says({ sub: `sub-${email}`, email, email_verified: true, name: 'The CEO' });
      const browser = new Browser(service);
      expect(await signInWithProvider(browser)).toBe('/done');
      return browser;
    },
  ],
  [
    'a link to reset the password',
    async (service: TestService, email: string, _merchantId: string) => {
      const browser = new Browser(service);
      await browser.post('/auth/request-password-reset', { email });
      const reset = { token: mailed(email), newPassword: NEW };
      expect((await browser.post('/auth/reset-password', reset)).status).toBe(200);
      return (await signIn(service, email, NEW)).browser;
    },
  ],
  [
    'an invitation that was sent',
    async (service: TestService, email: string, merchantId: string) => {
      await inviteMember(operatorOf(service, merchantId), { email, role: 'owner' });
      const browser = new Browser(service);
      const token = mailed(email);
      expect((await browser.get(`/auth/invitation?token=${token}`)).body.hasAccount).toBe(false);
      const body = { token, name: 'The CEO', password: NEW };
      expect((await browser.post('/auth/accept-invitation', body)).status).toBe(200);
      return browser;
    },
  ],
] as const) {
  test(`Proving the address by ${proof} takes over the account, and its creator keeps nothing`, async ({
    origin,
    otherShop,
    service,
    shop,
  }) => {
    const email = emailOf('ceo');
    // The attacker is admin of one merchant account, and invites another company's CEO there.
    const attacker = await squat(service, shop.merchantId, email);
    const passkey = new SoftwarePasskey();
    expect((await passkey.register(attacker, 'Thief', { origin })).status).toBe(200);
    expect((await passkey.signIn(attacker, { origin })).status).toBe(200);
    await enrolWith(attacker);

    const owner = await takeOver(service, email, otherShop.merchantId);
    expect((await attacker.get('/auth/get-session')).body).toBeNull();
    expect((await signIn(service, email, ATTACKERS)).answer.status).toBe(401);
    expect((await passkey.signIn(new Browser(service), { origin })).status).toBe(401);
    const left = await personWith(service, email);
    expect(left).toMatchObject({
      email_verified: true,
      two_factor_enabled: false,
      sessions: 1,
      passkeys: 0,
      apps: 0,
      accounts: [proof === 'the provider' ? 'oidc' : 'credential'],
    });
    // The inviter there chose the address, so the membership stays.
    const { viewer } = (await owner.graphql(accounts)).data;
    expect(viewer.merchantAccounts).toContainEqual({ merchantId: shop.merchantId });

    // The other company's invitation opens its account only for the CEO.
    if (proof === 'an invitation that was sent') {
      expect(viewer.merchantAccounts).toContainEqual({ merchantId: otherShop.merchantId });
      return;
    }
    const token = await handed(service, otherShop.merchantId, email);
    expect((await owner.post('/auth/accept-invitation', { token })).status).toBe(200);
    expect((await signIn(service, email, ATTACKERS)).answer.status).toBe(401);
  });
}

/** Sets up an authenticator app with the attacker's password. */
async function enrolWith(browser: Browser): Promise<void> {
  const post = (path: string, body: object) =>
    browser.post(path, 'password' in body ? { ...body, password: ATTACKERS } : body);
  const wrapped = Object.assign(Object.create(browser), { post }) as Browser;
  await enrol(wrapped);
}

test('A mailed link asks a person signed in to an unproved account for a password', async ({
  otherShop,
  service,
  shop,
}) => {
  const email = emailOf('ceo');
  const browser = await squat(service, shop.merchantId, email);
  await inviteMember(operatorOf(service, otherShop.merchantId), { email, role: 'owner' });
  const token = mailed(email);
  const refused = await browser.post('/auth/accept-invitation', { token });
  expect(refused.body.error).toMatchObject({ code: 'missing_parameter', param: 'password' });
  expect((await personWith(service, email)).email_verified).toBe(false);
  const body = { token, name: 'The CEO', password: NEW };
  expect((await browser.post('/auth/accept-invitation', body)).status).toBe(200);
  expect((await signIn(service, email, ATTACKERS)).answer.status).toBe(401);
  expect((await signIn(service, email, NEW)).answer.status).toBe(200);
});

test('A link given by an operator opens no existing account', async ({ otherShop, service, shop }) => {
  // One person with two mailboxes: an invitation to one does not open the other's account, proved or not.
  const [proved, unproved] = [await appoint(service, shop.merchantId, 'owner'), emailOf('colleague')];
  await squat(service, shop.merchantId, unproved);
  for (const email of [proved.email, unproved]) {
    const token = await handed(service, otherShop.merchantId, email);
    const page = new Browser(service);
    expect((await page.get(`/auth/invitation?token=${token}`)).body.hasAccount).toBe(true);
    const asNew = await page.post('/auth/accept-invitation', { token, name: 'X', password: NEW });
    expect(asNew).toMatchObject({ status: 409, body: { error: { code: 'resource_already_exists' } } });
    const other = (await signIn(service, (await appoint(service, shop.merchantId, 'admin')).email)).browser;
    const asOther = await other.post('/auth/accept-invitation', { token });
    expect(asOther.body.error.code).toBe('not_permitted');
    expect((await signIn(service, email, NEW)).answer.status).toBe(401);
  }
});

test('A provider that has not verified the address cannot take over an account', async ({
  service,
  shop,
}) => {
  const email = emailOf('ceo');
  const browser = await squat(service, shop.merchantId, email);
  provider.says({ sub: `sub-${email}`, email, email_verified: false, name: 'The CEO' });
  expect(await signInWithProvider(new Browser(service))).toMatch(/error=/);
  expect((await browser.get('/auth/get-session')).body.user.email).toBe(email);
  expect(await personWith(service, email)).toMatchObject({ email_verified: false, accounts: ['credential'] });
});
