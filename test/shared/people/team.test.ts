import pg from 'pg';
import { expect } from 'vitest';
import { apiKeyHash } from '../../../src/core/access/authenticate.ts';
import type { Message } from '../../../src/core/foundation/ports/mail.ts';
import { setScope } from '../../../src/database/scoped-query.ts';
import { countsWaiting } from '../../kit/citus.ts';
import { appoint, Browser, test as base, emailOf, PASSWORD, patient, signIn } from './people.ts';

const posted: Message[] = [];
const test = base.extend('serviceOptions', { scope: 'file' }, () => ({
  mail: { post: (message: Message) => void posted.push(message), drain: async () => {} },
}));

const invite = `mutation ($input: InviteMemberInput!) { inviteMember(input: $input) {
  invitation { invitationId email role acceptedAt revokedAt } link userErrors { code param } } }`;
const changeRole = `mutation ($input: ChangeMemberRoleInput!) { changeMemberRole(input: $input) {
  teamMember { personId role } userErrors { code param } } }`;
const remove = `mutation ($input: RemoveMemberInput!) { removeMember(input: $input) {
  teamMember { personId } userErrors { code param } } }`;

/** A mutation's response. */
interface Answer {
  readonly userErrors: readonly { readonly code: string }[];
}

const tokenOf = (link: string) => new URL(link).searchParams.get('token')!;
/** The last link sent to an address. */
const linkTo = (email: string) => posted.findLast(({ to }) => to === email)!.link;

test('An invited person chooses a password, is signed in and is listed', async ({ service, shop }) => {
  const owner = (await signIn(service, (await appoint(service, shop.merchantId, 'owner')).email)).browser;
  const email = emailOf('invited');
  const { data } = await owner.graphql(
    invite,
    {},
    { input: { email: email.toUpperCase(), role: 'analyst' } },
  );
  expect(data.inviteMember).toMatchObject({ invitation: { email, role: 'analyst', acceptedAt: null } });
  const token = tokenOf(linkTo(email));

  const page = new Browser(service);
  expect((await page.get(`/auth/invitation?token=${token}`)).body).toEqual({
    email,
    hasAccount: false,
    merchantName: null,
    role: 'analyst',
  });
  const weak = await page.post('/auth/accept-invitation', { token, name: 'Ines Invited', password: 'short' });
  expect(weak).toMatchObject({ status: 400, body: { error: { param: 'password' } } });
  const accepted = await page.post('/auth/accept-invitation', {
    token,
    name: 'Ines Invited',
    password: PASSWORD,
  });
  expect(accepted).toMatchObject({ status: 200, body: { merchantId: shop.merchantId } });
  expect((await page.graphql('{ viewer { person { email name } } }')).data.viewer.person).toEqual({
    email,
    name: 'Ines Invited',
  });
  expect((await signIn(service, email)).answer.status).toBe(200);

  const team = await owner.graphql(
    '{ teamMembers { nodes { email name role } } invitations { nodes { acceptedAt } } }',
  );
  expect(team.data.teamMembers.nodes).toContainEqual({ email, name: 'Ines Invited', role: 'analyst' });
  expect(team.data.invitations.nodes).toEqual([{ acceptedAt: expect.any(String) }]);
  const again = await page.post('/auth/accept-invitation', { token });
  expect(again).toMatchObject({
    status: 404,
    body: { error: { code: 'resource_not_found', param: 'token' } },
  });
});

test('A person with an existing account accepts by signing in, and no other person can', async ({
  otherShop,
  service,
  shop,
}) => {
  const owner = (await signIn(service, (await appoint(service, shop.merchantId, 'owner')).email)).browser;
  const { email } = await appoint(service, otherShop.merchantId, 'developer');
  await owner.graphql(invite, {}, { input: { email, role: 'operator' } });
  const token = tokenOf(linkTo(email));
  const stranger = new Browser(service);
  const asNew = await stranger.post('/auth/accept-invitation', { token, name: 'X', password: PASSWORD });
  expect(asNew).toMatchObject({ status: 409, body: { error: { code: 'resource_already_exists' } } });
  expect((await owner.post('/auth/accept-invitation', { token })).body.error.code).toBe('not_permitted');
  const { browser } = await signIn(service, email);
  const foreign = await browser.post(
    '/auth/accept-invitation',
    { token },
    { 'sec-fetch-site': 'cross-site' },
  );
  expect(foreign.body.error.code).toBe('cross_site_request');
  expect((await browser.post('/auth/accept-invitation', { token })).status).toBe(200);
  const { viewer } = (await browser.graphql('{ viewer { merchantAccounts { merchantId role } } }')).data;
  expect(viewer.merchantAccounts).toEqual([
    { merchantId: otherShop.merchantId, role: 'developer' },
    { merchantId: shop.merchantId, role: 'operator' },
  ]);
});

test('An invitation that is revoked, replaced or expired opens nothing', async ({ service, shop }) => {
  const owner = (await signIn(service, (await appoint(service, shop.merchantId, 'owner')).email)).browser;
  const input = { email: emailOf('twice'), role: 'analyst' };
  const send = async () => {
    const { data } = await owner.graphql(invite, {}, { input });
    return { ...data.inviteMember, link: linkTo(input.email) };
  };
  const [first, second] = [await send(), await send()];
  const shown = async (link: string) => (await owner.get(`/auth/invitation?token=${tokenOf(link)}`)).status;
  expect(await shown(first.link)).toBe(404);
  expect(await shown(second.link)).toBe(200);
  await owner.graphql(
    `mutation { revokeInvitation(input: { invitationId: "${second.invitation.invitationId}" }) { userErrors { code } } }`,
  );
  expect(await shown(second.link)).toBe(404);
  const third = await send();
  const text = `update invitations set expires_at = now() - interval '1 second' where invitation_id = $1`;
  await service.database.rows.query({ text, values: [third.invitation.invitationId] }, shop.merchantId);
  expect(await shown(third.link)).toBe(404);
  const member = await appoint(service, shop.merchantId, 'analyst');
  const again = await owner.graphql(invite, {}, { input: { email: member.email, role: 'admin' } });
  expect(again.data.inviteMember.userErrors).toEqual([{ code: 'resource_already_exists', param: 'email' }]);
});

test('An invitation is looked up only within its merchant, except for links of release 0.2.0', async ({
  otherShop,
  service,
  shop,
}) => {
  const owner = (await signIn(service, (await appoint(service, shop.merchantId, 'owner')).email)).browser;
  const email = emailOf('found');
  const { data } = await owner.graphql(invite, {}, { input: { email, role: 'analyst' } });
  const { invitation } = data.inviteMember;
  const link = linkTo(email);
  const [secret, merchantId] = tokenOf(link).split('.');
  expect(merchantId).toBe(shop.merchantId);
  const asked = async (token: string) => {
    const before = service.statements.length;
    const { status } = await owner.get(`/auth/invitation?token=${token}`);
    const looks = service.statements.slice(before).filter((text) => text.includes('token_hash'));
    return { status, namesMerchant: looks.map((text) => /\bi\.merchant_id = \$/.test(text)) };
  };
  expect(await asked(tokenOf(link))).toEqual({ status: 200, namesMerchant: [true] });
  expect(await asked(`${secret}.${otherShop.merchantId}`)).toEqual({ status: 404, namesMerchant: [true] });
  expect(await asked(secret!)).toEqual({ status: 404, namesMerchant: [false] });
  const text = 'update invitations set token_hash = $3 where merchant_id = $1 and invitation_id = $2';
  const values = [merchantId, invitation.invitationId, apiKeyHash(secret!)];
  await service.database.rows.query({ text, values }, shop.merchantId);
  expect(await asked(secret!)).toEqual({ status: 200, namesMerchant: [false] });
});

test('Only an owner can appoint and remove owners, and the last one stays', async ({
  api,
  service,
  shop,
}) => {
  const owner = await appoint(service, shop.merchantId, 'owner');
  const admin = await appoint(service, shop.merchantId, 'admin');
  const asOwner = (await signIn(service, owner.email)).browser;
  const asAdmin = (await signIn(service, admin.email)).browser;
  const own = { personId: owner.personId };
  const codeOf = (answer: { errors?: { extensions: { code: string } }[] }) =>
    answer.errors?.[0]?.extensions.code;

  const inviting = { input: { email: emailOf('o'), role: 'owner' } };
  expect(codeOf(await asAdmin.graphql(invite, {}, inviting))).toBe('not_permitted');
  const promotion = { input: { personId: admin.personId, role: 'owner' } };
  expect(codeOf(await asAdmin.graphql(changeRole, {}, promotion))).toBe('not_permitted');
  expect(codeOf(await asAdmin.graphql(remove, {}, { input: own }))).toBe('not_permitted');
  const keyed = await api.post(`/team_members/${shop.merchantId}/${admin.personId}`, { role: 'owner' });
  expect(keyed.body.error.code).toBe('not_permitted');

  const last = [{ code: 'unexpected_state', param: 'person_id' }];
  const demotion = { input: { ...own, role: 'admin' } };
  expect((await asOwner.graphql(changeRole, {}, demotion)).data.changeMemberRole.userErrors).toEqual(last);
  expect((await asOwner.graphql(remove, {}, { input: own })).data.removeMember.userErrors).toEqual(last);
  expect((await asOwner.graphql(changeRole, {}, promotion)).data.changeMemberRole.teamMember.role).toBe(
    'owner',
  );
  expect((await asOwner.graphql(changeRole, {}, demotion)).data.changeMemberRole.teamMember.role).toBe(
    'admin',
  );
});

for (const [verb, mutation, change] of [
  ['demote', changeRole, { role: 'analyst' }],
  ['remove', remove, {}],
] as const) {
  test(`Of two owners who ${verb} each other at the same time, one succeeds and the other stays`, async ({
    service,
    shared,
    shop: { merchantId },
  }) => {
    const people = [await appoint(service, merchantId, 'owner'), await appoint(service, merchantId, 'owner')];
    const browsers = await Promise.all(
      people.map(async ({ email }) => (await signIn(service, email)).browser),
    );
    // Session use is recorded in the same rows, once a minute.
    for (const browser of browsers) await browser.graphql('{ viewer { person { email } } }');
    const elsewhere = new pg.Client({ connectionString: shared.databaseUrl });
    await elsewhere.connect();
    await elsewhere.query('begin');
    await elsewhere.query(setScope(merchantId));
    await elsewhere.query('select from team_members where merchant_id = $1 for update', [merchantId]);
    const waiting = async () => {
      await elsewhere.query('select pg_stat_clear_snapshot()');
      return (await elsewhere.query(countsWaiting())).rows[0].count;
    };
    const answers = browsers.map((browser, i) =>
      browser.graphql(mutation, {}, { input: { personId: people[1 - i]!.personId, ...change } }),
    );
    await expect.poll(waiting).toBeGreaterThanOrEqual(2);
    await elsewhere.query('commit');
    await elsewhere.end();
    const results = (await Promise.all(answers)).map(
      ({ data, errors }) =>
        errors?.[0].extensions.code ?? Object.values<Answer>(data)[0]!.userErrors[0]?.code,
    );
    expect(results.sort()).toEqual(['unexpected_state', undefined]);
    const text = `select count(*)::int as owners from team_members where merchant_id = $1 and role = 'owner'`;
    const [row] = await service.database.rows.query({ text, values: [merchantId] }, merchantId);
    expect(row).toEqual({ owners: 1 });
  });
}

test('A changed role or a removal applies at once in every process', async ({
  secondService,
  service,
  shop,
}) => {
  const owner = (await signIn(service, (await appoint(service, shop.merchantId, 'owner')).email)).browser;
  const member = await appoint(service, shop.merchantId, 'admin');
  const elsewhere = (await signIn(secondService, member.email)).browser;
  const roleThere = async () =>
    (await elsewhere.graphql('{ viewer { merchantAccounts { role } } }')).data.viewer.merchantAccounts[0]
      ?.role;
  const mayInvite = async () => {
    const { errors } = await elsewhere.graphql(
      invite,
      {},
      { input: { email: emailOf('x'), role: 'analyst' } },
    );
    return errors?.[0].extensions.code ?? 'permitted';
  };
  expect(await roleThere()).toBe('admin');
  expect(await mayInvite()).toBe('permitted');
  await owner.graphql(changeRole, {}, { input: { personId: member.personId, role: 'analyst' } });
  await expect.poll(mayInvite, patient).toBe('not_permitted');
  await owner.graphql(remove, {}, { input: { personId: member.personId } });
  await expect
    .poll(async () => (await elsewhere.get('/payments/list')).body.error?.code, patient)
    .toBe('missing_parameter');
});
