import { expect } from 'vitest';
import { authenticatePerson } from '../../../src/core/access/authenticate-person.ts';
import type { Caller } from '../../../src/core/foundation/context.ts';
import { requireSecondFactor } from '../../../src/core/foundation/require-second-factor.ts';
import type { TestService } from '../../kit/service.ts';
import { enrol } from './authenticator.ts';
import { appoint, type Browser, signIn, test } from './people.ts';
import { SoftwarePasskey } from './software-passkey.ts';

const MINUTE_MS = 60_000;
const WITHIN = { withinMs: 5 * MINUTE_MS };

/** The session token in a browser's cookie. */
function tokenOf({ cookie }: Browser): string {
  const [, value] = /session_token=([^;]+)/.exec(cookie) ?? [];
  const signed = decodeURIComponent(value!);
  return signed.slice(0, signed.lastIndexOf('.'));
}

/** The caller of a browser's requests. */
const callerOf = (service: TestService, browser: Browser, merchantId: string | null = null) =>
  authenticatePerson(
    service.database.rows,
    { token: tokenOf(browser), merchantId },
    new Date(),
    60 * MINUTE_MS,
  );

const codeOf = (service: TestService, caller: Caller, age = {}) => {
  try {
    requireSecondFactor(service.contextFor(caller, 'test'), age);
    return 'passes';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

/** Advances the time since a session was proved. */
const age = (service: TestService, browser: Browser, column: string) =>
  service.database.rows.query(
    {
      text: `update auth.sessions set ${column} = ${column} - interval '6 minutes' where token = $1`,
      values: [tokenOf(browser)],
    },
    null,
  );

test('A second factor given again within a session counts from then on', async ({ service, shop }) => {
  const { email } = await appoint(service, shop.merchantId, 'owner');
  const { browser } = await signIn(service, email);
  const before = await callerOf(service, browser);
  expect(before).toMatchObject({ kind: 'person', secondFactorAt: null });
  expect(codeOf(service, before)).toBe('second_factor_required');
  expect(() => requireSecondFactor(service.contextFor(before, 'test'), WITHIN)).toThrow(
    /within the last 5 minutes.* POST \/auth\/two-factor\/verify-totp/,
  );

  const { backupCodes, code } = await enrol(browser);
  const enrolled = await callerOf(service, browser);
  expect(codeOf(service, enrolled, WITHIN)).toBe('passes');

  const verify = {
    app: () => browser.post('/auth/two-factor/verify-totp', { code: code() }),
    backup: () => browser.post('/auth/two-factor/verify-backup-code', { code: backupCodes[0] }),
  };
  for (const again of Object.values(verify)) {
    await age(service, browser, 'second_factor_at');
    const later = await callerOf(service, browser);
    expect(codeOf(service, later, WITHIN)).toBe('second_factor_required');
    // It still is a session with a second factor.
    expect(codeOf(service, later)).toBe('passes');
    const former = browser.at(service);
    expect((await again()).status).toBe(200);
    expect(codeOf(service, await callerOf(service, browser), WITHIN)).toBe('passes');
    // A new session, so that a copy of the former one is not elevated.
    await expect(callerOf(service, former)).rejects.toMatchObject({ code: 'session_ended' });
    expect((await former.get('/auth/get-session')).body).toBeNull();
    expect((await browser.get('/payments/list')).status).toBe(200);
  }
});

test('A wrong code, a used code and another person’s passkey do not elevate a session', async ({
  service,
  shop,
}) => {
  const origin = service.url.replace('127.0.0.1', 'localhost');
  const { email } = await appoint(service, shop.merchantId, 'owner');
  const { browser } = await signIn(service, email);
  const { code } = await enrol(browser);
  const used = code();
  expect((await browser.post('/auth/two-factor/verify-totp', { code: used })).status).toBe(200);
  await age(service, browser, 'second_factor_at');
  for (const wrong of [used, '000000']) {
    expect((await browser.post('/auth/two-factor/verify-totp', { code: wrong })).status).toBe(401);
  }
  const backup = await browser.post('/auth/two-factor/verify-backup-code', { code: 'wrong-codes' });
  expect(backup.status).toBe(401);
  expect(codeOf(service, await callerOf(service, browser), WITHIN)).toBe('second_factor_required');

  const other = await appoint(service, shop.merchantId, 'analyst');
  const others = (await signIn(service, other.email)).browser;
  const passkey = new SoftwarePasskey();
  expect((await passkey.register(others, 'Mine', { origin })).status).toBe(200);
  expect((await passkey.signIn(browser, { origin })).status).toBe(200);
  // From then on its user counts as its person.
  expect(await callerOf(service, browser)).toMatchObject({ personId: other.personId });
});

test('A passkey given within a session replaces the session and keeps its earlier factors', async ({
  service,
  shop,
}) => {
  const origin = service.url.replace('127.0.0.1', 'localhost');
  const { email, personId } = await appoint(service, shop.merchantId, 'owner');
  const { browser } = await signIn(service, email);
  const passkey = new SoftwarePasskey();
  expect((await passkey.register(browser, 'Mine', { origin })).status).toBe(200);
  expect(codeOf(service, await callerOf(service, browser))).toBe('second_factor_required');
  const former = browser.at(service);
  expect((await passkey.signIn(browser, { origin })).status).toBe(200);
  expect(codeOf(service, await callerOf(service, browser), WITHIN)).toBe('passes');
  await expect(callerOf(service, former)).rejects.toMatchObject({ code: 'session_ended' });
  const text = 'select second_factor, password_at is not null as had from auth.sessions where user_id = $1';
  const sessions = await service.database.rows.query({ text, values: [personId] }, null);
  expect(sessions).toEqual([{ second_factor: true, had: true }]);
});

test('Keys need no second factor, and an operator is asked like any person', async ({
  adminGraphql,
  service,
  shop,
}) => {
  const keys: Caller[] = [
    { kind: 'api_key', merchantId: shop.merchantId, keyId: shop.keyId },
    { kind: 'admin_key', holder: { type: 'key', id: 'environment', name: 'environment key' } },
    { kind: 'admin_key' },
  ];
  expect(keys.map((caller) => codeOf(service, caller, WITHIN))).toEqual(['passes', 'passes', 'passes']);

  const { email } = await appoint(service, shop.merchantId, 'analyst');
  const { browser } = await signIn(service, email);
  await enrol(browser);
  await adminGraphql.mutate('appointOperator', { email }, 'operator { personId }');
  const operator = await callerOf(service, browser, '*');
  expect(operator.kind).toBe('admin_key');
  expect(codeOf(service, operator, WITHIN)).toBe('passes');
  await age(service, browser, 'second_factor_at');
  const later = await callerOf(service, browser, '*');
  expect([codeOf(service, later), codeOf(service, later, WITHIN)]).toEqual([
    'passes',
    'second_factor_required',
  ]);
});

test('Giving a second factor again is recorded, as are failures', async ({ graphql, service, shop }) => {
  const { email, personId } = await appoint(service, shop.merchantId, 'owner');
  const { browser } = await signIn(service, email);
  const { code } = await enrol(browser);
  await browser.post('/auth/two-factor/verify-totp', { code: '000000' });
  await browser.post('/auth/two-factor/verify-totp', { code: code() });
  const { auditLog } = await graphql.data(
    'query ($id: ID!) { auditLog(filter: { objectId: { eq: $id } }) { nodes { action } } }',
    { id: personId },
  );
  expect(auditLog.nodes.map(({ action }: { action: string }) => action)).toEqual([
    'verifySecondFactor',
    'failSecondFactor',
    'enableTwoFactor',
    'signIn',
  ]);
});
