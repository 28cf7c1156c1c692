import { expect } from 'vitest';
import { enrol } from './authenticator.ts';
import { appoint, Browser, signIn, test } from './people.ts';
import { SoftwarePasskey } from './software-passkey.ts';

const AS_OPERATOR = { 'switchyard-merchant': '*' };

test("An operator has the admin key's rights over both APIs after signing in with a second factor", async ({
  adminGraphql,
  client,
  service,
  shop,
}) => {
  const { email, personId } = await appoint(service, shop.merchantId, 'analyst');
  const { browser } = await signIn(service, email);
  const ask = (at = browser) => at.get('/accounts?limit=1', AS_OPERATOR);
  expect((await ask()).body.error).toMatchObject({
    code: 'resource_not_found',
    param: 'switchyard-merchant',
  });

  const made = await adminGraphql.mutate(
    'appointOperator',
    { email },
    'operator { personId email appointedBy lastSeenAt }',
  );
  expect(made.payload.operator).toEqual({ personId, email, appointedBy: 'environment', lastSeenAt: null });
  const refused = await ask();
  expect([refused.status, refused.body.error.code]).toEqual([403, 'second_factor_required']);
  expect(refused.body.error.message).toContain('authenticator app or a passkey');
  // Their own account and merchants stay open: there they set up a second factor.
  expect((await browser.get('/payments/list')).status).toBe(200);
  const { code } = await enrol(browser);
  expect((await ask()).status).toBe(200);

  const again = await signIn(service, email);
  expect((await again.browser.post('/auth/two-factor/verify-totp', { code: code() })).status).toBe(200);
  const account = { merchant_id: `mer_of_${personId.slice(-8).toLowerCase()}` };
  expect((await again.browser.post('/accounts', account, AS_OPERATOR)).status).toBe(200);
  const input = `{ merchantId: "${account.merchant_id}", reason: "Chargebacks." }`;
  const document = `mutation { suspendMerchantAccount(input: ${input}) { merchantAccount { suspensionReason } } }`;
  const { data } = await again.browser.graphql(document, AS_OPERATOR);
  expect(data.suspendMerchantAccount.merchantAccount).toEqual({ suspensionReason: 'Chargebacks.' });
  const viewer = '{ viewer { keyKind role merchantId person { personId } } }';
  expect((await again.browser.graphql(viewer, AS_OPERATOR)).data.viewer).toEqual({
    keyKind: 'ADMIN_KEY',
    role: null,
    merchantId: null,
    person: { personId },
  });
  // As a member of their merchant account they remain an analyst.
  expect((await again.browser.post('/accounts', account)).body.error.code).toBe('wrong_key_kind');
  const log = `query ($of: ID) { auditLog(filter: { objectId: { eq: $of } }) { nodes { action actorType actorId } } }`;
  const { auditLog } = await adminGraphql.data(log, { of: account.merchant_id });
  const actor = { actorType: 'person', actorId: personId };
  expect(auditLog.nodes).toEqual([
    { action: 'suspendMerchantAccount', ...actor },
    { action: 'createMerchantAccount', ...actor },
  ]);

  const key = { key: service.adminApiKey };
  // The last-seen time is recorded in the background.
  await service.keyUse.drain();
  const removed = await client.request('DELETE', `/operators/${personId}`, key);
  expect(removed.body).toMatchObject({ person_id: personId, email });
  expect(removed.body.last_seen_at).not.toBeNull();
  expect((await ask(again.browser)).body.error.code).toBe('resource_not_found');
});

test('A session started with only a password has no operator rights, even if the person has a passkey', async ({
  client,
  service,
  shop,
}) => {
  const origin = service.url.replace('127.0.0.1', 'localhost');
  const { email, personId } = await appoint(service, shop.merchantId, 'analyst');
  const key = service.adminApiKey;
  expect((await client.post('/operators', { key, body: { email } })).body.person_id).toBe(personId);
  const { browser } = await signIn(service, email);
  const passkey = new SoftwarePasskey();
  expect((await passkey.register(browser, 'My phone', { origin })).status).toBe(200);
  const ask = (at: Browser) => at.get('/operators?limit=1', AS_OPERATOR);
  expect((await ask(browser)).body.error.code).toBe('second_factor_required');
  const withPasskey = new Browser(service);
  expect((await passkey.signIn(withPasskey, { origin })).status).toBe(200);
  expect((await ask(withPasskey)).status).toBe(200);

  const unknown = await client.post('/operators', { key, body: { email: 'nobody@people.test' } });
  expect(unknown.body.error).toMatchObject({ code: 'resource_not_found', param: 'email' });
  const taken = await client.post('/operators', { key, body: { email } });
  expect(taken.body.error.code).toBe('resource_already_exists');
  // After 90 days without a request they need a new appointment.
  const text =
    "update operators set last_seen_at = current_timestamp - interval '91 days' where person_id = $1";
  await service.keyUse.drain();
  await service.database.rows.query({ text, values: [personId] }, null);
  const later = new Browser(service);
  expect((await passkey.signIn(later, { origin })).status).toBe(200);
  expect((await ask(later)).body.error.code).toBe('resource_not_found');
  expect((await client.post('/operators', { key, body: { email } })).status).toBe(200);
  expect((await ask(later)).status).toBe(200);
});
