import { getIntrospectionQuery, getNamedType, isLeafType } from 'graphql';
import { expect } from 'vitest';
import { ErrorMapping } from '../../../src/core/entities/error-mapping.ts';
import { allPermissions } from '../../../src/core/foundation/permissions.ts';
import { graphqlSchema } from '../../../src/graphql/schema.ts';
import { globalIdOf } from '../../kit/global-id.ts';
import { insertRow } from '../../kit/insert.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { testApart as base } from '../../kit/test.ts';

/** Every query of the schema: a new query is tested without a change here. */
const queries = Object.values(graphqlSchema().getQueryType()!.getFields());
const takes = (name: string) => queries.find((field) => field.name === name)!.args.map((arg) => arg.name);
const connections = queries.filter((field) => String(field.type).endsWith('Connection!'));
const singles = queries.filter((field) =>
  connections.some((many) => String(many.type) === `${String(field.type)}Connection!`),
);
const stats = queries.filter((field) => field.name.endsWith('Stats'));
/** The connection without a merchant. */
const common = 'errorMappings';
/** Connections of the installation, and their objects, readable only with the admin key. */
const installations = ['adminKeys', 'operators'];
const isInstallations = ({ name }: { readonly name: string }) =>
  installations.some((list) => list === name || list === `${name}s`);
const allNames = allPermissions.map((permission) => permission.replace(':', '_').toUpperCase());
const names = connections.filter((field) => !isInstallations(field)).map((field) => field.name);
const owned = names.filter((name) => name !== common);
const filterable = names.filter((name) => takes(name).includes('merchantId'));

const listOf = (name: string, argument = '') =>
  `{ list: ${name}${argument} { totalCount nodes { ${name === common ? 'id' : 'id merchantId'} } } }`;

/** Every query that a publishable key does not open, with the arguments its schema requires. */
const calls = queries
  .filter(
    ({ name }) =>
      !['viewer', 'payment', 'paymentMethodOffer', 'savedPaymentMethodOffer', 'pollStatus'].includes(name),
  )
  .map(({ name, args, type }) => {
    const required = args
      .filter((arg) => String(arg.type).endsWith('!') && arg.defaultValue === undefined)
      .map((arg) => `${arg.name}: ${String(arg.type).startsWith('[') ? '["x"]' : '"x"'}`);
    const field = String(type).includes('Connection') ? 'totalCount' : '__typename';
    const below = isLeafType(getNamedType(type)) ? '' : `{ ${field} }`;
    return [name, `{ ${name}${required.length > 0 ? `(${required.join(', ')})` : ''} ${below} }`] as const;
  });

const test = base
  .extend('merchants', { scope: 'file' }, async ({ service }) => {
    /** A merchant with an object in each of its lists, under identifiers that both merchants use. */
    const furnish = async () => {
      const merchant = await seedMerchant(service);
      await merchant.teamMember({ person_id: 'per_1' });
      await merchant.invitation({ invitation_id: 'inv_1' });
      await merchant.connector({ merchant_connector_id: 'mca_1' });
      await merchant.customer({ customer_id: 'alice', name: merchant.merchantId });
      await merchant.paymentMethod('alice', { payment_method_id: 'pm_1' });
      await merchant.paymentMethodExport({ export_id: 'vex_1' });
      await merchant.domain({ domain_id: 'dom_1' });
      await merchant.reportSchedule({ schedule_id: 'rps_1' });
      await merchant.scheduledReport('rps_1', { report_id: 'rpt_1' });
      await merchant.paymentMethodImport({ import_id: 'imp_1' });
      await merchant.importResult('imp_1', { result_id: 'imp_1_000002' });
      await merchant.payment({ payment_id: 'pay_1', customer_id: 'alice', merchant_connector_id: 'mca_1' });
      await merchant.attempt('pay_1', { attempt_id: 'pay_1_1' });
      await merchant.capture('pay_1', 'pay_1_1', { capture_id: 'cap_1' });
      await merchant.mandate('pay_1', 'alice', 'pm_1', { mandate_id: 'man_1' });
      await merchant.refund('pay_1', { refund_id: 'ref_1' });
      await merchant.dispute('pay_1', { dispute_id: 'dsp_1' });
      await merchant.payout({ payout_id: 'po_1', customer_id: 'alice' });
      await merchant.event({ event_id: 'evt_1', payment_id: 'pay_1' });
      await merchant.webhookDelivery('evt_1', { delivery_id: 'whd_1' });
      await merchant.webhookEndpoint({ endpoint_id: 'whe_1' });
      await merchant.routingConfiguration({ id: 'rtg_1' });
      await merchant.ruleset({ ruleset_id: 'rul_1' });
      await merchant.ruleReplay('rul_1', { replay_id: 'rpy_1' });
      await merchant.ruleReplayPayment('rpy_1', 'pay_1', { replayed_id: 'rpy_1_0000001' });
      await merchant.valueList({ list_id: 'list_1' });
      await merchant.listEntry('list_1', { entry_id: 'lse_1' });
      await merchant.listImport('list_1', { import_id: 'lim_1' });
      await merchant.listImportRefusal('lim_1', { refusal_id: 'lim_1_0000002' });
      await merchant.blocklistEntry({ fingerprint_id: 'fp_1' });
      await merchant.note('pay_1', { note_id: 'note_1' });
      await merchant.auditEntry({ entry_id: 'aud_1' });
      await merchant.loggedRequest({ log_id: 'rlog_1' });
      await merchant.notification({ notification_id: 'ntf_1' });
      await merchant.balanceEntry({ entry_id: 'bal_1' });
      await merchant.settlement({ settlement_id: 'stl_1' });
      await merchant.settlementLine('stl_1', { line_id: 'stln_1' });
      await merchant.financeImport({ import_id: 'fim_1' });
      await merchant.financeImportRefusal('fim_1', { refusal_id: 'fim_1_0000002' });
      await merchant.bankStatementLine('fim_1', { line_id: 'bsl_1' });
      return merchant;
    };
    const now = new Date();
    await insertRow(service, ErrorMapping, {
      error_mapping_id: 'gsm_1',
      connector: 'sandbox',
      flow: 'payment',
      sub_flow: 'authorize',
      code: 'x',
      message: '',
      status: 'Failure',
      decision: 'do_default',
      step_up_possible: false,
      clear_pan_possible: false,
      created_at: now,
      modified_at: now,
    });
    return [await furnish(), await furnish()] as const;
  })
  .extend('shop', ({ merchants }) => merchants[0])
  .extend('otherShop', ({ merchants }) => merchants[1])
  /** The distinct owners of the rows in a connection shown to a key. */
  .extend('owners', ({ graphqlAs }) => async (name: string, key: string, argument?: string) => {
    const { list: page } = await graphqlAs(key).data(listOf(name, argument));
    expect(page.totalCount).toBe(page.nodes.length);
    return [...new Set(page.nodes.map((node: { merchantId: string }) => node.merchantId))];
  });

test.for(names)('%s shows an API key only rows of its merchant', async (name, { owners, shop }) => {
  expect(await owners(name, shop.key)).toEqual([name === common ? undefined : shop.merchantId]);
  if (filterable.includes(name)) {
    expect(await owners(name, shop.key, `(merchantId: "${shop.merchantId}")`)).toEqual([shop.merchantId]);
  }
});

test.for(connections.filter(isInstallations))(
  '$name, which concerns the installation, rejects an API key',
  async ({ name }, { graphql }) => {
    const refusal = await graphql.refusal(`{ ${name} { totalCount } }`);
    expect(refusal).toMatchObject({ status: 403, code: 'wrong_key_kind' });
  },
);

test.for(filterable)(
  '%s rejects the merchantId of another merchant',
  async (name, { graphql, otherShop }) => {
    const refusal = await graphql.refusal(listOf(name, `(merchantId: "${otherShop.merchantId}")`));
    expect(refusal).toMatchObject({ code: 'resource_not_found', param: 'merchantId' });
  },
);

test.for(owned)(
  '%s shows the admin key all merchants, or one',
  async (name, { merchants, owners, service }) => {
    const [shop, other] = merchants;
    const all = await owners(name, service.adminApiKey, '(first: 100)');
    expect(all).toEqual(expect.arrayContaining([shop.merchantId, other.merchantId]));
    if (!filterable.includes(name)) return;
    const one = await owners(name, service.adminApiKey, `(merchantId: "${other.merchantId}")`);
    expect(one).toEqual([other.merchantId]);
    expect(await owners(name, service.adminApiKey, '(merchantId: "nobody")')).toEqual([]);
  },
);

test('An object of another merchant is not found, by its own query or by nodes', async ({
  graphql,
  graphqlAs,
  service,
  shop,
}) => {
  const theirs = await seedMerchant(service);
  const ids = [await theirs.payment(), await theirs.customer(), await theirs.connector(), theirs.profileId];
  const eventId = await theirs.event();
  ids.push(theirs.keyId, theirs.merchantId, await theirs.payout(), eventId);
  ids.push(await theirs.webhookDelivery(eventId));
  expect(singles.length).toBe(connections.length);
  for (const { name, args } of singles.filter((field) => !isInstallations(field))) {
    const id = args.find((arg) => String(arg.type) === 'ID!')!.name;
    for (const value of ids) {
      const query = `{ one: ${name}(${id}: "${value}") { id } }`;
      expect(await graphql.data(query)).toEqual({ one: null });
    }
  }
  const types = ['Payment', 'Customer', 'ConnectorAccount', 'BusinessProfile', 'ApiKey', 'MerchantAccount'];
  const all = [...types, 'Payout', 'Event', 'WebhookDelivery'].map((type, i) =>
    type === 'MerchantAccount'
      ? globalIdOf(type, theirs.merchantId)
      : globalIdOf(type, theirs.merchantId, ids[i]!),
  );
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
  const nodes = async (key: string) => (await graphqlAs(key).data(query, { ids: all })).nodes;
  expect(await nodes(shop.key)).toEqual(all.map(() => null));
  expect(await nodes(theirs.key)).toEqual(all.map((id) => ({ id })));
  expect(await nodes(service.adminApiKey)).toEqual(all.map((id) => ({ id })));
});

test('Objects with equal identifiers stay with their merchant, whichever key reads them', async ({
  adminGraphql,
  graphqlAs,
  otherShop,
  shop,
}) => {
  const nested = `payments { nodes { merchantId customer { name } connectorAccount { merchantId }
      refunds { merchantId } disputes { merchantId } attempts { merchantId } events { merchantId } } }
      customers { nodes { merchantId payments { merchantId } paymentMethods { merchantId customer { name } } } }
      refunds { nodes { merchantId payment { merchantId } } }
      events { nodes { merchantId payment { merchantId } deliveries { merchantId } } }
      webhookDeliveries { nodes { merchantId event { merchantId } payment { merchantId } } }`;
  for (const merchant of [shop, otherShop]) {
    const seen = JSON.stringify(await graphqlAs(merchant.key).data(`{ ${nested} }`));
    expect(seen).not.toContain(merchant === shop ? otherShop.merchantId : shop.merchantId);
  }
  const all = await adminGraphql.data(`{ ${nested} }`);
  const pages = [all.payments, all.customers, all.refunds, all.events, all.webhookDeliveries];
  const rows = pages.flatMap((page) => page.nodes);
  for (const merchant of [shop, otherShop]) {
    expect(rows.filter((row) => row.merchantId === merchant.merchantId)).toHaveLength(5);
  }
  for (const row of rows) {
    const mentioned = new Set(JSON.stringify(row).match(/mer_\w+/g));
    expect([...mentioned]).toEqual([row.merchantId]);
  }
  const named = `{ customer(customerId: "alice", merchantId: "${otherShop.merchantId}") { name } }`;
  expect(await adminGraphql.data(named)).toEqual({
    customer: { name: otherShop.merchantId },
  });
  const unnamed = await adminGraphql.data('{ customer(customerId: "alice") { name } }');
  expect(unnamed).toEqual({ customer: { name: shop.merchantId } });
});

test.for(stats.map((field) => field.name))(
  '%s counts one merchant for an API key and all merchants for the admin key',
  async (name, { graphql, graphqlAs, otherShop, service, shop }) => {
    const count = async (key: string, argument = '') => {
      const { rows } = await graphqlAs(key).data(`{ rows: ${name}${argument} { count } }`);
      return rows.reduce((sum: number, row: { count: number }) => sum + row.count, 0);
    };
    const [one, all] = [await count(shop.key), await count(service.adminApiKey)];
    expect(all).toBeGreaterThan(one);
    expect(await count(service.adminApiKey, `(merchantId: "${shop.merchantId}")`)).toBe(one);
    const foreign = `{ rows: ${name}(merchantId: "${otherShop.merchantId}") { count } }`;
    expect(await graphql.refusal(foreign)).toMatchObject({ code: 'resource_not_found' });
  },
);

test.for(calls)(
  '%s rejects a publishable key and requires a key',
  async ([_, query], { graphqlAs, shop }) => {
    const wrong = await graphqlAs(shop.publishableKey).refusal(query);
    expect(wrong).toEqual({ status: 403, code: 'wrong_key_kind', param: null });
    for (const key of [null, '']) {
      const none = await graphqlAs(key).refusal(query);
      expect(none).toEqual({ status: 401, code: 'invalid_api_key', param: null });
    }
  },
);

test("viewer describes the request's key", async ({ graphqlAs, service, shop }) => {
  const query = '{ viewer { keyKind merchantId permissions } }';
  const viewer = async (key: string) => (await graphqlAs(key).data(query)).viewer;
  const { merchantId } = shop;
  expect(await viewer(shop.key)).toEqual({
    keyKind: 'API_KEY',
    merchantId,
    permissions: allNames,
  });
  expect(await viewer(shop.publishableKey)).toEqual({
    keyKind: 'PUBLISHABLE_KEY',
    merchantId,
    permissions: [],
  });
  expect(await viewer(service.adminApiKey)).toEqual({
    keyKind: 'ADMIN_KEY',
    merchantId: null,
    permissions: allNames,
  });
  expect(await graphqlAs(null).refusal(query)).toMatchObject({ status: 401, code: 'invalid_api_key' });
});

test('A revoked, expired or unknown key is rejected before the document is read', async ({
  graphqlAs,
  shop,
}) => {
  const revoked = await shop.apiKey({ revoked_at: new Date() });
  const expired = await shop.apiKey({ expires_at: new Date(Date.now() - 1000) });
  for (const key of [revoked, expired, `sk_test_${'a'.repeat(43)}`, 'pk_test_nobody', 'nonsense']) {
    for (const body of ['{"query": "{ __typename }"}', '{"query": "{{{"}', '{', '']) {
      const { status, errors } = await graphqlAs(key).send(body);
      expect([status, errors[0]!.extensions.code]).toEqual([401, 'invalid_api_key']);
    }
  }
});

test('Introspection needs no key', async ({ graphqlAs }) => {
  const { status, data, errors } = await graphqlAs(null).run(getIntrospectionQuery());
  expect([status, errors, data.__schema.queryType.name]).toEqual([200, [], 'Query']);
  expect(await graphqlAs(null).data('{ __type(name: "Payment") { name } }')).toEqual({
    __type: { name: 'Payment' },
  });
});
