import { expect } from 'vitest';
import type { Message } from '../../../src/core/foundation/ports/mail.ts';
import { enrol } from './authenticator.ts';
import { appoint, Browser, test as base, emailOf, PASSWORD, patient, signIn } from './people.ts';

const posted: Message[] = [];
const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    mail: { post: (message: Message) => void posted.push(message), drain: async () => {} },
  }))
  /** An object's entries in the shop's log, oldest first. */
  .extend('entriesOf', ({ graphql }) => async (objectId: string) => {
    const { auditLog } = await graphql.data(
      `query ($id: ID!) { auditLog(filter: { objectId: { eq: $id } }, orderBy: { field: CREATED_AT, direction: ASC }) {
         nodes { action actorType actorId address userAgent objectType requestId changes { field before after concealed } } } }`,
      { id: objectId },
    );
    // biome-ignore lint/suspicious/noExplicitAny: tests assert the entries' content.
    return auditLog.nodes as any[];
  });

const actionsIn = (entries: readonly { action: string }[]) => entries.map(({ action }) => action);

test('Signing in and out are recorded with the person, the address and the request', async ({
  entriesOf,
  service,
  shop,
}) => {
  const { email, personId } = await appoint(service, shop.merchantId, 'analyst');
  const { answer, browser } = await signIn(service, email);
  await browser.post('/auth/sign-out', {});
  const entries = await entriesOf(personId);
  expect(actionsIn(entries).slice(-2)).toEqual(['signIn', 'signOut']);
  expect(entries.at(-2)).toMatchObject({
    actorType: 'person',
    actorId: personId,
    address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
    userAgent: 'node',
    objectType: 'person',
    requestId: answer.headers.get('x-request-id'),
    changes: [],
  });
});

test('Repeated sign-in failures are recorded once, and those for unknown people never', async ({
  adminGraphql,
  entriesOf,
  service,
  shop,
}) => {
  const { email, personId } = await appoint(service, shop.merchantId, 'analyst');
  for (const address of [email, email.toUpperCase(), email, emailOf('nobody')]) {
    expect((await signIn(service, address, 'not the password')).answer.status).toBe(401);
  }
  const failures = async () => actionsIn(await entriesOf(personId)).filter((name) => name === 'failSignIn');
  await expect.poll(failures, patient).toEqual(['failSignIn']);
  const { auditLog } = await adminGraphql.data(
    `{ auditLog(filter: { action: { eq: "failSignIn" } }) { nodes { objectId } } }`,
  );
  expect(auditLog.nodes).toEqual([{ objectId: personId }]);
});

test('Repeated wrong codes after the right password are recorded once, for either second factor', async ({
  entriesOf,
  service,
  shop,
}) => {
  const { email, personId } = await appoint(service, shop.merchantId, 'owner');
  const { browser } = await signIn(service, email);
  await enrol(browser);
  const failures = async () =>
    actionsIn(await entriesOf(personId)).filter((name) => name === 'failSecondFactor');
  // Unsolicited, so not an attack.
  await browser.post('/auth/two-factor/verify-totp', { code: '000000' });
  const withPassword = (await signIn(service, email)).browser;
  expect((await withPassword.post('/auth/two-factor/verify-totp', { code: '000000' })).status).toBe(401);
  expect(await failures()).toEqual(['failSecondFactor']);
  expect((await withPassword.post('/auth/two-factor/verify-totp', { code: '000001' })).status).toBe(401);
  const backup = { code: 'wrong-wrong' };
  expect((await withPassword.post('/auth/two-factor/verify-backup-code', backup)).status).toBe(401);
  expect(await failures()).toEqual(['failSecondFactor']);
  expect(JSON.stringify(await entriesOf(personId))).not.toMatch(/000000|wrong-wrong/);

  const another = await appoint(service, shop.merchantId, 'owner');
  await enrol((await signIn(service, another.email)).browser);
  const guessing = (await signIn(service, another.email)).browser;
  expect((await guessing.post('/auth/two-factor/verify-backup-code', backup)).status).toBe(401);
  const [entry] = (await entriesOf(another.personId)).filter(({ action }) => action === 'failSecondFactor');
  expect(entry).toMatchObject({
    actorId: another.personId,
    objectType: 'person',
    userAgent: 'node',
    changes: [],
  });
});

test('Second factors, passwords and ended sessions are recorded, without any secret', async ({
  entriesOf,
  service,
  shop,
}) => {
  const { email, personId } = await appoint(service, shop.merchantId, 'owner');
  const { browser } = await signIn(service, email);
  const { code } = await enrol(browser);
  const withCode = (await signIn(service, email)).browser;
  expect((await withCode.post('/auth/two-factor/verify-totp', { code: code() })).status).toBe(200);
  expect((await withCode.post('/auth/two-factor/disable', { password: PASSWORD })).status).toBe(200);
  const newPassword = 'another long password';
  const changed = await withCode.post('/auth/change-password', { currentPassword: PASSWORD, newPassword });
  expect(changed.status).toBe(200);
  expect((await withCode.post('/auth/revoke-other-sessions', {})).status).toBe(200);
  await withCode.post('/auth/request-password-reset', { email });
  const token = new URL(posted.findLast(({ to }) => to === email)!.link).searchParams.get('token');
  expect(
    (await withCode.post('/auth/reset-password', { token, newPassword: 'yet another long one' })).status,
  ).toBe(200);
  const entries = await entriesOf(personId);
  expect(actionsIn(entries).filter((name) => name !== 'test')).toEqual([
    'signIn',
    'enableTwoFactor',
    'signIn',
    'disableTwoFactor',
    'changePassword',
    'revokeSession',
    'resetPassword',
  ]);
  expect(entries.find(({ action }) => action === 'enableTwoFactor').changes).toEqual([
    { field: 'two_factor_enabled', before: false, after: true, concealed: false },
  ]);
  for (const secret of [PASSWORD, newPassword, email, token!])
    expect(JSON.stringify(entries)).not.toContain(secret);
});

test('An accepted invitation, a changed role and a removal are recorded without names', async ({
  entriesOf,
  graphql,
  service,
  shop,
}) => {
  const email = emailOf('invited');
  await graphql.mutate('inviteMember', { email, role: 'analyst' }, 'invitation { invitationId }');
  const token = new URL(posted.findLast(({ to }) => to === email)!.link).searchParams.get('token');
  const joining = new Browser(service);
  const acceptance = { token, name: 'Ines Invited', password: PASSWORD };
  expect((await joining.post('/auth/accept-invitation', acceptance)).status).toBe(200);
  const { viewer } = (await joining.graphql('{ viewer { person { personId } } }')).data;
  const { personId } = viewer.person;
  const owner = await appoint(service, shop.merchantId, 'owner');
  const { browser } = await signIn(service, owner.email);
  const change = `mutation { changeMemberRole(input: { personId: "${personId}", role: operator }) { userErrors { code } } }`;
  expect((await browser.graphql(change)).data.changeMemberRole.userErrors).toEqual([]);
  const remove = `mutation { removeMember(input: { personId: "${personId}" }) { userErrors { code } } }`;
  expect((await browser.graphql(remove)).data.removeMember.userErrors).toEqual([]);
  const entries = await entriesOf(personId);
  const [joined] = entries.filter(({ action }) => action === 'acceptInvitation');
  expect(joined).toMatchObject({ actorId: personId, objectType: 'team_member', userAgent: 'node' });
  expect(joined.changes).toContainEqual({ field: 'role', before: null, after: 'analyst', concealed: false });
  const [changed] = entries.filter(({ action }) => action === 'changeMemberRole');
  expect(changed).toMatchObject({ actorType: 'person', actorId: owner.personId });
  expect(changed.changes).toEqual([
    { field: 'role', before: 'analyst', after: 'operator', concealed: false },
    { field: 'role_given_by', before: null, after: null, concealed: true },
  ]);
  const [removed] = entries.filter(({ action }) => action === 'removeMember');
  expect(removed.changes).toContainEqual({
    field: 'role',
    before: 'operator',
    after: null,
    concealed: false,
  });
  expect(JSON.stringify(entries)).not.toContain('Ines');
});

test('A profile-restricted key may not read the audit log, which covers the whole account', async ({
  client,
  graphql,
  shop,
}) => {
  const given = { name: 'Shop', profileId: shop.profileId, permissions: ['AUDIT_READ'] };
  const { payload, userErrors } = await graphql.mutate('createApiKey', given, 'secret');
  expect(userErrors ?? []).toEqual([]);
  const answer = await client.get('/audit_log', { key: payload.secret });
  expect(answer).toMatchObject({ status: 403, body: { error: { code: 'not_permitted' } } });
  expect(answer.body.error.message).toContain('restricted to the business profile');
});
