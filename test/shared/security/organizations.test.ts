import { expect } from 'vitest';
import { fieldsOf } from '../../../src/core/model/index.ts';
import { operations } from '../../../src/rest/operations.ts';
import { adminKey, organizationKey } from '../../kit/admin-key.ts';
import { figure } from '../../kit/figure.ts';
import { globalIdOf } from '../../kit/global-id.ts';
import { graphql } from '../../kit/graphql.ts';
import { mutate } from '../../kit/mutate.ts';
import { seedMerchant } from '../../kit/seed.ts';
import type { TestService } from '../../kit/service.ts';
import { test as base } from '../../kit/test.ts';
import { inParallel } from './asking.ts';
import { snakeCase } from './everything-seen.ts';
import { argumentsWith, mutationFields, queryFields } from './graphql-fields.ts';

/** An organization's merchant, with an object of each kind that an organization manages. */
async function furnish(service: TestService, organization_id: string) {
  const merchant = await seedMerchant(service, { organization_id });
  const { merchantId, profileId } = merchant;
  const account = await merchant.connector();
  const key = await merchant
    .apiKey({ key_id: `key_${organization_id}` })
    .then(() => `key_${organization_id}`);
  const person = await merchant.teamMember();
  const ids: Record<string, string> = {
    merchant_id: merchantId,
    account_id: merchantId,
    profile_id: profileId,
    merchant_connector_id: account,
    connector_id: account,
    key_id: key,
    person_id: person,
    invitation_id: await merchant.invitation(),
    id: globalIdOf('BusinessProfile', merchantId, profileId),
    ids: globalIdOf('ApiKey', merchantId, key),
  };
  return { merchantId, ids };
}

const test = base.extend('organizations', { scope: 'file' }, async ({ service }) => ({
  own: await furnish(service, 'org_own'),
  other: await furnish(service, 'org_other'),
  key: await organizationKey(service, 'org_own'),
}));

/** An organization's reads without a merchant: its own accounts, and public data. */
const ofNoMerchant = [
  'get listErrorMappings',
  'get listMerchantAccounts',
  'get retrieveFeatureMatrix',
  'query connectors',
  'query errorMapping',
  'query errorMappings',
  'query featureMatrix',
  'query merchantAccount',
  'query merchantAccounts',
  'query viewer',
];

/**
 * Operations that create the named object and reveal taken names to all callers; and a position in time, which belongs
 * to no merchant.
 */
const unlike: ReadonlySet<string> = new Set(['createMerchantAccount', 'updatesCursor']);

/** Every request of both APIs about a merchant and objects with these identifiers, and its response. */
async function answersAbout(
  service: TestService,
  key: string,
  ids: Record<string, string>,
): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const names = new RegExp(
    [...new Set(Object.values(ids))].sort((a, b) => b.length - a.length).join('|'),
    'g',
  );
  const keep = (what: string, text: string) =>
    answers.set(what, text.replace(names, 'ID').replaceAll(/req_\w+|"cursor":"\w+"/g, 'R'));
  const valueFor = (name: string, type: string) => {
    const id = ids[snakeCase(name)];
    if (id) return id;
    if (name === 'email') return 'guest@example.com';
    if (name === 'connectorName') return 'sandbox';
    if (name === 'currency') return 'USD';
    if (name === 'url') return 'https://shop.example/webhooks';
    if (type === 'Int' || type === 'Amount') return 1;
    if (type === 'Boolean') return true;
    if (type === 'DateTime') return '2099-01-31T09:30:00Z';
    return type === 'JSON' ? {} : 'nothing';
  };
  const fields = [...queryFields, ...mutationFields].filter(({ field }) => !unlike.has(field.name));
  await inParallel(fields, async ({ field, operation }) => {
    const path = operation === 'query' ? ['merchantId'] : ['input', 'merchantId'];
    const position = { path, declaredAs: '', type: 'ID', isList: false };
    const input = field.args
      .find(({ name }) => name === 'input')
      ?.type.toString()
      .replace('!', '');
    const isNamed =
      operation === 'query'
        ? field.args.some(({ name }) => name === 'merchantId')
        : input && argumentsOf(input).includes('merchantId');
    const args = isNamed
      ? argumentsWith(field, valueFor, position, ids.merchant_id)
      : argumentsWith(field, valueFor);
    const given = field.args.filter(({ name }) => name in args);
    const declared = given.map(({ name, type }) => `$${name}: ${type}`).join(', ');
    const passed = given.map(({ name }) => `${name}: $${name}`).join(', ');
    const wrap = (list: string) => (list === '' ? '' : `(${list})`);
    const leaf =
      operation === 'mutation'
        ? '{ userErrors { code param } }'
        : /Connection!?$/.test(field.type.toString())
          ? '{ nodes { id } totalCount }'
          : /^\[?[A-Z]\w+/.test(field.type.toString()) && !/^(String|Int)!?$/.test(field.type.toString())
            ? '{ __typename }'
            : '';
    const text = `${operation} ${wrap(declared)} { ${field.name}${wrap(passed)} ${leaf} }`;
    keep(`${operation} ${field.name}`, (await graphql(service, key, text, args)).text);
  });
  const asked = operations.filter(({ id }) => !unlike.has(id));
  await inParallel(asked, async ({ example, id, method, path, query }) => {
    const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'none');
    const named = query && fieldsOf(query).some(({ name }) => name === 'merchant_id');
    const asked = new URLSearchParams({
      ...(method === 'post' ? (example?.query as Record<string, string>) : {}),
      ...(named ? { merchant_id: ids.merchant_id! } : {}),
    });
    const response = await fetch(`${service.url}${at}?${asked}`, {
      method: method.toUpperCase(),
      headers: { 'api-key': key, 'content-type': 'application/json' },
      ...(method !== 'get' ? { body: JSON.stringify(example?.body ?? {}) } : {}),
    });
    keep(`${method} ${id}`, await response.text());
  });
  return answers;
}

const argumentsOf = (input: string): string[] =>
  mutationFields
    .flatMap(({ field }) => field.args)
    .filter(({ type }) => type.toString().startsWith(input))
    .flatMap(({ type }) =>
      Object.keys((type as never as { ofType: { getFields(): object } }).ofType.getFields()),
    );

const tables = ['merchant_accounts', 'business_profiles', 'connector_accounts', 'api_keys', 'team_members'];
async function rowsOfMerchant({ database }: TestService, merchantId: string): Promise<string[]> {
  const texts = [...tables, 'invitations', 'audit_log'].map(async (table) => {
    const text = `select coalesce(jsonb_agg(t order by t::text), '[]')::text as rows from ${table} t where merchant_id = $1`;
    const [row] = await database.rows.query<{ rows: string }>({ text, values: [merchantId] }, null);
    return `${table} ${row!.rows}`;
  });
  return Promise.all(texts);
}

test('To every operation, a merchant of another organization looks unknown and stays unchanged', async ({
  organizations: { key, other },
  service,
  task,
}) => {
  const before = await rowsOfMerchant(service, other.merchantId);
  const answers = await answersAbout(service, key, other.ids);
  expect(await rowsOfMerchant(service, other.merchantId)).toEqual(before);
  const nobody = 'mer_nobody';
  const unknown = { ...other.ids, merchant_id: nobody, account_id: nobody };
  const global = {
    id: globalIdOf('BusinessProfile', nobody, 'pro_x'),
    ids: globalIdOf('ApiKey', nobody, 'x'),
  };
  const sameOfNobody = await answersAbout(service, key, { ...unknown, ...global });
  for (const [what, text] of answers) expect([what, text]).toEqual([what, sameOfNobody.get(what)]);
  const answered = [...answers].filter(([, text]) => !/"(not_permitted|wrong_key_kind)"/.test(text));
  const open = answered.filter(([, text]) => !text.includes('"resource_not_found"')).map(([what]) => what);
  expect(open.sort()).toEqual(ofNoMerchant);
  figure(task, `${answers.size} operations: ${answered.length - open.length} find nothing, no row changed`);
});

test('An organization onboards and manages its merchants over both APIs', async ({
  client,
  organizations: { key },
  service,
}) => {
  const created = await client.post('/accounts', { key, body: { merchant_id: 'mer_rest' } });
  expect(created.body).toMatchObject({ merchant_id: 'mer_rest', organization_id: 'org_own' });
  const made = await mutate(
    service,
    key,
    'createMerchantAccount',
    { merchantId: 'mer_graphql', parentMerchantId: null },
    'merchantAccount { organizationId profile: defaultProfile }',
  );
  expect(made.payload.merchantAccount.organizationId).toBe('org_own');

  for (const body of [{ merchant_id: 'mer_more' }, {}]) {
    const path = 'merchant_id' in body ? '/accounts' : '/accounts/mer_rest';
    const refused = await client.post(path, { key, body: { ...body, organization_id: 'org_other' } });
    expect(refused.body.error).toMatchObject({ code: 'invalid_parameter', param: 'organization_id' });
  }
  const updated = await client.post('/accounts/mer_rest', { key, body: { sub_merchants_enabled: true } });
  expect(updated.body).toMatchObject({ sub_merchants_enabled: true });
  const child = { merchantId: 'mer_graphql', parentMerchantId: 'mer_rest' };
  const below = await mutate(
    service,
    key,
    'updateMerchantAccount',
    child,
    'merchantAccount { parentMerchantId }',
  );
  expect(below.payload.merchantAccount).toEqual({ parentMerchantId: 'mer_rest' });

  const keyOf = await client.post('/api_keys/mer_rest', { key, body: { name: 'Checkout' } });
  expect(keyOf.body.secret).toMatch(/^sk_test_/);
  expect((await client.get('/payments/list', { key: keyOf.body.secret })).status).toBe(200);
  const profile = { merchantId: 'mer_rest', profileName: 'two' };
  const { payload } = await mutate(
    service,
    key,
    'createBusinessProfile',
    profile,
    'businessProfile { profileId }',
  );
  const { profileId } = payload.businessProfile;
  const account = {
    connectorType: 'payment_processor',
    connectorName: 'sandbox',
    connectorAccountDetails: {},
  };
  const connector = { ...account, profileId, merchantId: 'mer_rest' };
  const connected = await mutate(
    service,
    key,
    'createConnectorAccount',
    connector,
    'connectorAccount { profile { profileName } }',
  );
  expect(connected.errors).toEqual([]);
  expect(connected.payload.connectorAccount).toEqual({ profile: { profileName: 'two' } });
  const revoked = await client.request('DELETE', `/api_keys/mer_rest/${keyOf.body.key_id}`, { key });
  expect(revoked.body.revoked_at).not.toBeNull();
  expect((await client.get('/payments/list', { key: keyOf.body.secret })).status).toBe(401);

  // Merchant accounts are listed, and filtered by their organization, over both APIs.
  const own = ['mer_graphql', 'mer_rest'];
  const listed = await client.get('/accounts?limit=100', { key });
  const ids = listed.body.data.map(({ merchant_id }: { merchant_id: string }) => merchant_id);
  expect(ids).toEqual(expect.arrayContaining(own));
  const filtered = await client.get('/accounts?organization_id=org_own&limit=100', {
    key: service.adminApiKey,
  });
  expect(filtered.body.data.map(({ merchant_id }: { merchant_id: string }) => merchant_id)).toEqual(ids);
  const document = `query ($of: String) { merchantAccounts(first: 100, filter: { organizationId: { eq: $of } }) {
    totalCount nodes { merchantId } } viewer { organizationId keyKind } }`;
  for (const asking of [key, service.adminApiKey]) {
    const { data } = await graphql(service, asking, document.replace('String', 'ID'), { of: 'org_own' });
    expect(data.merchantAccounts.nodes.map(({ merchantId }: { merchantId: string }) => merchantId)).toEqual(
      ids,
    );
    expect(data.merchantAccounts.totalCount).toBe(ids.length);
  }
  const elsewhere = await graphql(service, key, document.replace('String', 'ID'), { of: 'org_other' });
  expect(elsewhere.data).toEqual({
    merchantAccounts: { totalCount: 0, nodes: [] },
    viewer: { organizationId: 'org_own', keyKind: 'ADMIN_KEY' },
  });
});

test("An organization's key reads a suspended merchant and changes nothing of it", async ({
  client,
  organizations: { key, own },
  service,
}) => {
  const at = `/accounts/${own.merchantId}`;
  const admin = { key: service.adminApiKey };
  await client.post(`${at}/suspend`, { ...admin, body: { reason: 'Chargebacks.' } });
  const refused = await client.post(at, { key, body: { merchant_name: 'x' } });
  expect([refused.status, refused.body.error.code]).toEqual([403, 'merchant_suspended']);
  const input = { merchantId: own.merchantId, name: 'x' };
  const { errors } = await mutate(service, key, 'createApiKey', input, 'secret');
  expect(errors.map(({ extensions }) => extensions.code)).toEqual(['merchant_suspended']);
  expect((await client.get(at, { key })).body.merchant_id).toBe(own.merchantId);
  expect(
    (await client.request('DELETE', `/api_keys/${own.merchantId}/${own.ids.key_id}`, { key })).status,
  ).toBe(200);
  expect((await client.post(`${at}/resume`, { key })).body.error.code).toBe('not_permitted');
  await client.post(`${at}/resume`, admin);
});

test('Actions of an administrator or organization are recorded with the key and its name', async ({
  adminGraphql,
  client,
  organizations: { own },
  service,
}) => {
  const admin = await adminKey(service, { name: 'Deployment' });
  const organization = await adminKey(service, { name: 'Partner', organization_id: 'org_own' });
  const seen: unknown[] = [];
  for (const { secret } of [{ secret: service.adminApiKey }, admin, organization]) {
    const body = { metadata: { by: secret.slice(0, 5) } };
    expect((await client.post(`/accounts/${own.merchantId}`, { key: secret, body })).status).toBe(200);
    const query = `query ($of: ID) { auditLog(first: 1, filter: { objectId: { eq: $of } }) {
      nodes { action actorType actorId actorName } } }`;
    seen.push((await adminGraphql.data(query, { of: own.merchantId })).auditLog.nodes[0]);
  }
  const action = 'updateMerchantAccount';
  expect(seen).toEqual([
    { action, actorType: 'admin_key', actorId: 'environment', actorName: 'environment key' },
    { action, actorType: 'admin_key', actorId: admin.keyId, actorName: 'Deployment' },
    { action, actorType: 'organization_key', actorId: organization.keyId, actorName: 'Partner' },
  ]);
});

test('A key is shown once, stored as a digest, and invalid at once after revocation', async ({
  adminGraphql,
  client,
  service,
}) => {
  const { payload } = await adminGraphql.mutate(
    'createAdminKey',
    { name: 'Deployment', expiresAt: '2099-01-01T00:00:00Z' },
    'secret adminKey { keyId prefix last4 organizationId createdBy expiresAt }',
  );
  const { adminKey: made, secret } = payload;
  expect(secret).toMatch(/^ak_test_\w{43}$/);
  expect(made).toMatchObject({ prefix: 'ak_test_', last4: secret.slice(-4), createdBy: 'environment' });
  const [row] = await service.database.rows.query(
    { text: 'select to_jsonb(k)::text as stored from admin_keys k where key_id = $1', values: [made.keyId] },
    null,
  );
  expect(row!.stored).not.toContain(secret);
  const retrieved = await client.get(`/admin_keys/${made.keyId}`, { key: secret });
  expect(retrieved.body).toMatchObject({ name: 'Deployment', revoked_at: null });
  await service.keyUse.drain();
  const used = await client.get('/admin_keys?limit=100', { key: secret });
  expect(
    used.body.data.find(({ key_id: id }: { key_id: string }) => id === made.keyId).last_used_at,
  ).not.toBeNull();
  const revoked = await client.request('DELETE', `/admin_keys/${made.keyId}`, { key: secret });
  expect(revoked.body.revoked_at).not.toBeNull();
  expect((await client.get(`/admin_keys/${made.keyId}`, { key: secret })).status).toBe(401);
  const past = await client.post('/admin_keys', {
    key: service.adminApiKey,
    body: { name: 'x', expires_at: '2020-01-01T00:00:00Z' },
  });
  expect(past.body.error).toMatchObject({ code: 'invalid_parameter', param: 'expires_at' });
});
