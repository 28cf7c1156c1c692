import { expect } from 'vitest';
import { findUnnamedKeys } from '../../../src/core/access/unnamed-permissions.ts';
import { allPermissions, type Permission } from '../../../src/core/foundation/permissions.ts';
import { organizationKey } from '../../kit/admin-key.ts';
import { untilCompiled } from '../../kit/graphql.ts';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';
import { closeAll, connect } from './subscriptions/live.ts';

const selection = 'secret apiKey { keyId permissions }';
const nameOf = (permission: Permission) => permission.replace(':', '_').toUpperCase();

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  /** A new key with permissions, created with the shop's unrestricted one. */
  .extend('restricted', ({ graphql }) => async (...held: Permission[]) => {
    const input = { name: 'restricted', permissions: held.map(nameOf) };
    const { payload } = await graphql.mutate('createApiKey', input, selection);
    return { key: payload.secret as string, keyId: payload.apiKey.keyId as string };
  });

test.afterEach(() => closeAll());

test('An API key is restricted to the permissions it was created with, in GraphQL and REST', async ({
  api,
  client,
  graphql,
  graphqlAs,
  shop,
}) => {
  const made = await graphql.mutate(
    'createApiKey',
    { name: 'support', permissions: ['PAYMENTS_READ', 'REFUNDS_WRITE'] },
    selection,
  );
  expect(made.payload.apiKey.permissions).toEqual(['PAYMENTS_READ', 'REFUNDS_WRITE']);
  const path = `/api_keys/${shop.merchantId}`;
  const held = { permissions: ['payments:read', 'refunds:write'] };
  expect((await api.get(`${path}/${made.payload.apiKey.keyId}`)).body).toMatchObject(held);
  const twin = await api.post(path, { name: 'twin', ...held });
  expect(twin.body).toMatchObject(held);
  // Repeated operations, which are compiled, show the same.
  const listed = '{ apiKeys { nodes { name permissions } } }';
  for (let use = 0; use < untilCompiled; use++) {
    expect((await graphql.data(listed)).apiKeys.nodes).toEqual(
      expect.arrayContaining([
        { name: 'twin', permissions: ['PAYMENTS_READ', 'REFUNDS_WRITE'] },
        { name: 'test', permissions: allPermissions.map(nameOf) },
      ]),
    );
  }
  for (const key of [made.payload.secret, twin.body.secret]) {
    expect((await client.get('/payments/list', { key })).status).toBe(200);
    const refused = await client.get('/customers', { key });
    expect([refused.status, refused.body.error]).toEqual([
      403,
      expect.objectContaining({
        type: 'permission',
        code: 'not_permitted',
        message: 'This API key does not have the permission customers:read.',
      }),
    ]);
    const { errors } = await graphqlAs(key).run('{ customers { nodes { customerId } } }');
    expect(errors[0]).toMatchObject({
      message: 'This API key does not have the permission customers:read.',
      extensions: { code: 'not_permitted', type: 'permission' },
    });
    const { viewer } = await graphqlAs(key).data('{ viewer { keyKind permissions role } }');
    expect(viewer).toEqual({
      keyKind: 'API_KEY',
      permissions: ['PAYMENTS_READ', 'REFUNDS_WRITE'],
      role: null,
    });
  }
});

test('Nested lists that a key may not read are null in REST, and an error in GraphQL', async ({
  client,
  graphqlAs,
  restricted,
  shop,
}) => {
  const id = await shop.payment();
  await shop.attempt(id);
  await shop.refund(id);
  await shop.dispute(id);
  const { key } = await restricted('payments:read');
  const one = (await client.get(`/payments/${id}`, { key })).body;
  const [page] = (await client.get('/payments/list', { key })).body;
  const listed = (await client.get('/payments', { key })).body.data;
  // An unrestricted key sees all of them in between: neither's statement is reused for the other.
  const [whole] = (await client.get('/payments/list', { key: shop.key })).body;
  expect([whole.data[0].refunds.length, whole.data[0].disputes.length]).toEqual([1, 1]);
  for (const payment of [one, page.data[0], listed[0]]) {
    expect(payment).toMatchObject({ payment_id: id, refunds: null, disputes: null, captures: [] });
    expect(payment.attempts).toHaveLength(1);
  }
  const data = await graphqlAs(key).data('{ payments { nodes { paymentId attempts { attemptId } } } }');
  expect(data.payments.nodes).toHaveLength(1);
  for (const document of [
    '{ payments { nodes { paymentId refunds { refundId } } } }',
    `{ payment(paymentId: "${id}") { paymentId refunds { refundId } } }`,
  ]) {
    const { errors } = await graphqlAs(key).run(document);
    expect(errors.map(({ message }) => message)).toEqual([
      'This API key does not have the permission refunds:read.',
    ]);
  }
});

test('A nested list without permission is null with an error, and the rest is returned', async ({
  graphqlAs,
  restricted,
  shop,
}) => {
  const ids = [await shop.payment(), await shop.payment()];
  for (const id of ids) {
    await shop.refund(id);
    await shop.attempt(id);
  }
  const { key } = await restricted('payments:read', 'disputes:read');
  const graphql = graphqlAs(key);
  const lists =
    'paymentId refunds { refundId } disputes { disputeId } attempts { attemptId } events { eventId }';
  const one = await graphql.run(`{ payment(paymentId: "${ids[0]}") { ${lists} } }`);
  const whole = { disputes: [], attempts: [expect.anything()], refunds: null, events: null };
  expect(one.data).toEqual({ payment: { paymentId: ids[0], ...whole } });
  expect(one.errors.map(({ path }) => path)).toEqual([
    ['payment', 'refunds'],
    ['payment', 'events'],
  ]);
  // Repeated, like a compiled and planned document.
  for (let i = 0; i < 8; i++) {
    const { data, errors } = await graphql.run(`{ payments { nodes { ${lists} } } }`);
    expect(data).toEqual({
      payments: { nodes: ids.toReversed().map((paymentId) => ({ paymentId, ...whole })) },
    });
    expect(errors.map(({ path }) => path!.join('.')).sort()).toEqual(
      [0, 1].flatMap((i) => ['events', 'refunds'].map((list) => `payments.nodes.${i}.${list}`)),
    );
    expect(errors.map(({ extensions }) => extensions!.code)).toEqual(Array(4).fill('not_permitted'));
  }
});

test('An operation returns its object without the read permission, but nothing else', async ({
  client,
  graphqlAs,
  restricted,
  shop,
}) => {
  const paid = await shop.payment({ profile_id: shop.profileId });
  const refund = await shop.refund(paid);
  const { key } = await restricted('refunds:write');
  const updated = await client.post(`/refunds/${refund}`, { key, body: { reason: 'late' } });
  expect([updated.status, updated.body.reason]).toEqual([200, 'late']);
  expect((await client.get(`/refunds/${refund}`, { key })).status).toBe(403);
  const mutated = await graphqlAs(key).mutate(
    'updateRefund',
    { refundId: refund, reason: 'later' },
    'refund { reason payment { status } }',
  );
  expect(mutated.payload.refund).toEqual({ reason: 'later', payment: null });
  expect(mutated.errors.map(({ message }) => message)).toEqual([
    'This API key does not have the permission payments:read.',
  ]);
});

test('No key can grant permissions that it lacks', async ({ api, graphqlAs, restricted }) => {
  const { key, keyId } = await restricted('keys:write', 'keys:read', 'payments:read');
  const as = graphqlAs(key);
  const refused = (message: unknown) => [expect.objectContaining({ message })];
  const lacking = (permission: Permission) =>
    refused(`This API key does not have the permission ${permission}.`);
  const create = (input: object) =>
    as.run(
      'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { permissions } userErrors { code } } }',
      { input: { name: 'another', ...input } },
    );
  expect((await create({ permissions: ['PAYMENTS_READ', 'REFUNDS_WRITE'] })).errors).toEqual(
    lacking('refunds:write'),
  );
  for (const input of [{}, { permissions: null }]) {
    expect((await create(input)).errors).toEqual(lacking('payments:write'));
  }
  for (const named of ['team:write', 'vault:export'] as const)
    expect((await create({ permissions: [nameOf(named)] })).errors).toEqual(lacking(named));
  const { data } = await create({ permissions: ['PAYMENTS_READ'] });
  expect(data.createApiKey.apiKey.permissions).toEqual(['PAYMENTS_READ']);
  const update =
    'mutation ($input: UpdateApiKeyInput!) { updateApiKey(input: $input) { apiKey { permissions } } }';
  const own = await as.run(update, { input: { keyId, permissions: null } });
  expect(own.errors).toEqual(
    refused(
      expect.stringMatching(
        /^You do not have the permission payments:write, which the API key key_\w+ has\./,
      ),
    ),
  );
  expect((await api.get('/payments/list')).status).toBe(200);
});

const named = ['vault:export', 'team:write', 'keys:write'] as const;
const unnamed = allPermissions.filter((permission) => !named.some((one) => one === permission));

/** A request for each permission that must be named, over both APIs. */
const takesNamed = (merchantId: string, paymentId: string) => ({
  'vault:export': {
    path: `/payments/${paymentId}/extended_card_info`,
    body: undefined,
    document: `{ extendedCardInfo(paymentId: "${paymentId}") { payload } }`,
  },
  'team:write': {
    path: `/invitations/${merchantId}`,
    body: { email: 'mailbox@people.test', role: 'analyst' },
    document: 'mutation { revokeInvitation(input: { invitationId: "none" }) { userErrors { code } } }',
  },
  'keys:write': {
    path: `/api_keys/${merchantId}`,
    body: { name: 'x', permissions: ['payments:read'] },
    document:
      'mutation { createApiKey(input: { name: "x", permissions: [PAYMENTS_READ] }) { userErrors { code } } }',
  },
});

test('A key without listed permissions lacks the explicit ones; an older key keeps two for a limited time', async ({
  client,
  graphql,
  graphqlAs,
  shop,
}) => {
  const asked = takesNamed(shop.merchantId, await shop.payment());
  const day = (days: number) => new Date(Date.now() + days * 86_400_000);
  const before = { unnamed_permissions_until: day(1) };
  const keys = {
    new: [await shop.apiKey({ permissions: null }), []],
    former: [await shop.apiKey({ permissions: null, ...before }), ['team:write', 'keys:write']],
    ended: [await shop.apiKey({ permissions: null, unnamed_permissions_until: day(-1) }), []],
    restricted: [await shop.apiKey({ permissions: ['payments:read'], ...before }), []],
    naming: [shop.key, named],
  } as const;
  for (const [name, [key, held]] of Object.entries(keys)) {
    for (const permission of named) {
      const { body, document, path } = asked[permission];
      const answer = await (body ? client.post(path, { key, body }) : client.get(path, { key }));
      const { errors } = await graphqlAs(key).run(document);
      const codes = [answer.body.error?.code, errors?.[0]?.extensions.code];
      const isHeld = held.some((one) => one === permission);
      const refused = codes.filter((code) => code === 'not_permitted');
      expect([name, permission, refused.length]).toEqual([name, permission, isHeld ? 0 : 2]);
      if (!isHeld && name === 'new')
        expect(answer.body.error.message).toContain('only if listed in `permissions`');
    }
    const { viewer } = await graphqlAs(key).data('{ viewer { permissions } }');
    const expected: readonly Permission[] = name === 'restricted' ? ['payments:read'] : [...unnamed, ...held];
    expect([...viewer.permissions].sort()).toEqual(expected.map(nameOf).sort());
  }
  const { apiKeys } = await graphql.data('{ apiKeys { nodes { unnamedPermissionsUntil } } }');
  expect(
    apiKeys.nodes.map((one: { unnamedPermissionsUntil: unknown }) => one.unnamedPermissionsUntil),
  ).toContain(before.unnamed_permissions_until.toISOString());
});

test('An older key passes on its kept permissions while it has them; a list of permissions ends them', async ({
  api,
  client,
  service,
  shop,
}) => {
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const path = `/api_keys/${shop.merchantId}`;
  const key = await shop.apiKey({
    key_id: 'key_former',
    permissions: null,
    unnamed_permissions_until: until,
  });
  const plain = await shop.apiKey({ permissions: null });
  const replace = (by: string) =>
    client.post(path, { key: by, body: { name: 'next', replaces: 'key_former' } });
  const listed = await findUnnamedKeys(service.database.rows, new Date());
  expect(listed).toContainEqual({
    merchant_id: shop.merchantId,
    keys: ['key_former'],
    count: 1,
    until,
  });
  expect((await replace(plain)).body.error.code).toBe('not_permitted');
  const { body: next } = await replace(key);
  expect(next).toMatchObject({
    permissions: null,
    unnamed_permissions_until: until,
    created_by: 'key_former',
  });
  const { body: other } = await client.post(path, { key, body: { name: 'new' } });
  expect(other).toMatchObject({ permissions: null, unnamed_permissions_until: null });
  const beyond = await client.post(path, { key, body: { name: 'x', permissions: ['vault:export'] } });
  expect(beyond.body.error.code).toBe('not_permitted');
  await api.post(`${path}/key_former`, { permissions: ['payments:read'] });
  const { body: again } = await api.post(`${path}/key_former`, { permissions: null });
  expect(again).toMatchObject({ permissions: null, unnamed_permissions_until: null });
  expect((await client.post(path, { key, body: { name: 'x' } })).body.error.code).toBe('not_permitted');
});

test("An organization's key cannot grant vault:export; the admin key can", async ({
  client,
  service,
  shop,
}) => {
  const give = (key: string, ...permissions: Permission[]) =>
    client.post(`/api_keys/${shop.merchantId}`, { key, body: { name: 'given', permissions } });
  const { body: account } = await client.get(`/accounts/${shop.merchantId}`, { key: service.adminApiKey });
  const organization = await organizationKey(service, account.organization_id);
  const refused = await give(organization, 'payments:write', 'vault:export');
  expect(refused.body.error).toMatchObject({
    code: 'not_permitted',
    message: 'The key of an organization does not have the permission vault:export.',
  });
  const { body: given } = await give(organization, 'payments:write', 'team:write', 'keys:write');
  expect(given.permissions).toEqual(['payments:write', 'team:write', 'keys:write']);
  const { body: whole } = await give(service.adminApiKey, 'vault:export');
  expect(whole).toMatchObject({ permissions: ['vault:export'], created_by: '*' });
});

test('A change of permissions applies at once in every process and ends subscriptions', async ({
  client,
  graphql,
  restricted,
  secondService,
  service,
}) => {
  const { key, keyId } = await restricted('payments:read', 'refunds:read');
  const document = 'subscription { paymentUpdated { cursor } }';
  const clients = [await connect(service, key), await connect(secondService, key)];
  for (const one of clients) {
    one.subscribe(document);
    await one.roundTrip();
  }
  const listed = async (url: string) =>
    (await fetch(`${url}/payments/list`, { headers: { 'api-key': key } })).status;
  expect(await Promise.all([service, secondService].map(({ url }) => listed(url)))).toEqual([200, 200]);
  const changed = await graphql.mutate(
    'updateApiKey',
    { keyId, permissions: ['REFUNDS_READ'] },
    'apiKey { permissions }',
  );
  expect(changed.payload.apiKey.permissions).toEqual(['REFUNDS_READ']);
  expect((await client.get('/payments/list', { key })).status).toBe(403);
  for (const one of clients) {
    expect(await one.closed).toEqual([1013, 'The permissions have changed. Reconnect and subscribe again.']);
  }
  await expect.poll(() => listed(secondService.url)).toBe(403);
  const again = await connect(service, key);
  expect(await again.subscribe(document).refusal()).toEqual(['not_permitted', null]);
  // Null makes it unrestricted again.
  await graphql.mutate('updateApiKey', { keyId, permissions: null }, 'apiKey { permissions }');
  expect((await client.get('/payments/list', { key })).status).toBe(200);
});

test('Permissions are a list of known values without repetition', async ({ api, graphql, shop }) => {
  const path = `/api_keys/${shop.merchantId}`;
  for (const [given, param] of [
    [[], 'permissions'],
    [['payments:read', 'payments:read'], 'permissions'],
    ['payments:read', 'permissions'],
    [['payments:all'], 'permissions[0]'],
    [['PAYMENTS_READ'], 'permissions[0]'],
    [[null], 'permissions[0]'],
    [Array.from({ length: 100 }, () => 'payments:read'), 'permissions'],
  ] as const) {
    const { body, status } = await api.post(path, { name: 'x', permissions: given });
    expect([given, status, body.error.code, body.error.param]).toEqual([
      given,
      400,
      'invalid_parameter',
      param,
    ]);
  }
  expect(await graphql.mutationError('createApiKey', { name: 'x', permissions: [] }, selection)).toEqual([
    'invalid_parameter',
    'permissions',
  ]);
  const whole = await api.post(path, { name: 'x', permissions: allPermissions });
  expect(whole.body.permissions).toEqual(allPermissions);
});

test('The webhook signing key is shown only with permission to change settings', async ({
  graphql,
  graphqlAs,
  restricted,
}) => {
  const made = await graphql.mutate(
    'createBusinessProfile',
    { profileName: 'signed' },
    'businessProfile { profileId paymentResponseHashKey }',
  );
  const { profileId, paymentResponseHashKey } = made.payload.businessProfile;
  const query = `{ businessProfile(profileId: "${profileId}") { paymentResponseHashKey } }`;
  const shownTo = async (...held: Permission[]) =>
    (await graphqlAs((await restricted(...held)).key).data(query)).businessProfile.paymentResponseHashKey;
  expect(paymentResponseHashKey).toMatch(/\w{32}/);
  expect(await shownTo('settings:read', 'settings:write')).toBe(paymentResponseHashKey);
  expect(await shownTo('settings:read')).toBeNull();
});
