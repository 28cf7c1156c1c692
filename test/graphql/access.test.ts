import { getIntrospectionQuery, getNamedType, isLeafType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ErrorMapping } from '../../src/core/entities/error-mapping.ts';
import { buildGraphqlSchema } from '../../src/graphql/schema.ts';
import { dataOf, graphql, refusalOf, send } from '../kit/graphql.ts';
import { insertRow } from '../kit/insert.ts';
import { type SeededMerchant, seedMerchant } from '../kit/seed.ts';
import { startTestService, type TestService } from '../kit/service.ts';

let service: TestService;
let shop: SeededMerchant;
let other: SeededMerchant;

/** Every query of the schema: one that is added is tried here without more ado. */
const queries = Object.values(buildGraphqlSchema().getQueryType()!.getFields());
const takes = (name: string) => queries.find((field) => field.name === name)!.args.map((arg) => arg.name);
const connections = queries.filter((field) => String(field.type).endsWith('Connection!'));
const singles = queries.filter((field) =>
  connections.some((many) => String(many.type) === `${String(field.type)}Connection!`),
);
const stats = queries.filter((field) => field.name.endsWith('Stats'));
/** Belongs to all merchants. */
const common = 'errorMappings';

/** A merchant with something in each of its lists, under identifiers that both merchants have. */
async function furnish(): Promise<SeededMerchant> {
  const merchant = await seedMerchant(service);
  await merchant.connector({ merchant_connector_id: 'mca_1' });
  await merchant.customer({ customer_id: 'alice', name: merchant.merchantId });
  await merchant.paymentMethod('alice', { payment_method_id: 'pm_1' });
  await merchant.payment({ payment_id: 'pay_1', customer_id: 'alice', merchant_connector_id: 'mca_1' });
  await merchant.attempt('pay_1', { attempt_id: 'pay_1_1' });
  await merchant.mandate('pay_1', 'alice', 'pm_1', { mandate_id: 'man_1' });
  await merchant.refund('pay_1', { refund_id: 'ref_1' });
  await merchant.dispute('pay_1', { dispute_id: 'dsp_1' });
  await merchant.payout({ payout_id: 'po_1', customer_id: 'alice' });
  await merchant.event({ event_id: 'evt_1', payment_id: 'pay_1' });
  await merchant.webhookDelivery('evt_1', { delivery_id: 'whd_1' });
  return merchant;
}

beforeAll(async () => {
  service = await startTestService();
  shop = await furnish();
  other = await furnish();
  const now = new Date();
  await insertRow(service, ErrorMapping, {
    error_mapping_id: 'gsm_1',
    ...{
      connector: 'sandbox',
      flow: 'payment',
      sub_flow: 'authorize',
      code: 'x',
      message: '',
      status: 'Failure',
    },
    ...{ decision: 'do_default', step_up_possible: false, clear_pan_possible: false },
    ...{ created_at: now, modified_at: now },
  });
});

afterAll(() => service.close());

const owner = (name: string) => (name === common ? 'id' : 'id merchantId');

describe.each(connections.map((field) => field.name))('%s', (name) => {
  const list = (argument = '') => `{ list: ${name}${argument} { totalCount nodes { ${owner(name)} } } }`;
  const owners = async (key: string, argument?: string) => {
    const { list: page } = await dataOf(service, key, list(argument));
    expect(page.totalCount).toBe(page.nodes.length);
    return [...new Set(page.nodes.map((node: { merchantId: string }) => node.merchantId))];
  };

  it("shows an API key its own merchant's rows", async () => {
    expect(await owners(shop.key)).toEqual([name === common ? undefined : shop.merchantId]);
    if (takes(name).includes('merchantId')) {
      expect(await owners(shop.key, `(merchantId: "${shop.merchantId}")`)).toEqual([shop.merchantId]);
    }
  });

  it("never shows another merchant's", async () => {
    if (!takes(name).includes('merchantId')) return;
    const refusal = await refusalOf(service, shop.key, list(`(merchantId: "${other.merchantId}")`));
    expect(refusal).toMatchObject({ code: 'resource_not_found', param: 'merchantId' });
  });

  it('shows the admin key all merchants, or the one it names', async () => {
    if (name === common) return;
    const all = await owners(service.adminApiKey, '(first: 100)');
    expect(all).toEqual(expect.arrayContaining([shop.merchantId, other.merchantId]));
    if (!takes(name).includes('merchantId')) return;
    const one = await owners(service.adminApiKey, `(merchantId: "${other.merchantId}")`);
    expect(one).toEqual([other.merchantId]);
    expect(await owners(service.adminApiKey, '(merchantId: "nobody")')).toEqual([]);
  });
});

describe('one object', () => {
  it('is there for its own merchant alone', async () => {
    const theirs = await seedMerchant(service);
    const ids = [await theirs.payment(), await theirs.customer(), await theirs.connector(), theirs.profileId];
    const eventId = await theirs.event();
    ids.push(theirs.keyId, theirs.merchantId, await theirs.payout(), eventId);
    ids.push(await theirs.webhookDelivery(eventId));
    expect(singles.length).toBe(connections.length);
    for (const { name, args } of singles) {
      const id = args.find((arg) => arg.name !== 'merchantId' || name === 'merchantAccount')!.name;
      for (const value of ids) {
        const query = `{ one: ${name}(${id}: "${value}") { id } }`;
        expect(await dataOf(service, shop.key, query)).toEqual({ one: null });
      }
    }
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    const nodes = async (key: string) => (await dataOf(service, key, query, { ids })).nodes;
    expect(await nodes(shop.key)).toEqual(ids.map(() => null));
    expect(await nodes(theirs.key)).toEqual(ids.map((id) => ({ id })));
    expect(await nodes(service.adminApiKey)).toEqual(ids.map((id) => ({ id })));
  });

  it("of the same identifier is each merchant's own, whoever asks", async () => {
    const nested = `payments { nodes { merchantId customer { name } connectorAccount { merchantId }
      refunds { merchantId } disputes { merchantId } attempts { merchantId } events { merchantId } } }
      customers { nodes { merchantId payments { merchantId } paymentMethods { merchantId customer { name } } } }
      refunds { nodes { merchantId payment { merchantId } } }
      events { nodes { merchantId payment { merchantId } deliveries { merchantId } } }
      webhookDeliveries { nodes { merchantId event { merchantId } payment { merchantId } } }`;
    for (const merchant of [shop, other]) {
      const seen = JSON.stringify(await dataOf(service, merchant.key, `{ ${nested} }`));
      expect(seen).not.toContain(merchant === shop ? other.merchantId : shop.merchantId);
    }
    const all = await dataOf(service, service.adminApiKey, `{ ${nested} }`);
    const pages = [all.payments, all.customers, all.refunds, all.events, all.webhookDeliveries];
    const rows = pages.flatMap((page) => page.nodes);
    for (const merchant of [shop, other]) {
      expect(rows.filter((row) => row.merchantId === merchant.merchantId)).toHaveLength(5);
    }
    for (const row of rows) {
      const mentioned = new Set(JSON.stringify(row).match(/mer_\w+/g));
      expect([...mentioned]).toEqual([row.merchantId]);
    }
    const named = `{ customer(customerId: "alice", merchantId: "${other.merchantId}") { name } }`;
    expect(await dataOf(service, service.adminApiKey, named)).toEqual({
      customer: { name: other.merchantId },
    });
    const unnamed = await dataOf(service, service.adminApiKey, '{ customer(customerId: "alice") { name } }');
    expect(unnamed).toEqual({ customer: { name: shop.merchantId } });
  });
});

describe('statistics', () => {
  it.each(stats.map((field) => field.name))('%s count one merchant, or all', async (name) => {
    const count = async (key: string, argument = '') => {
      const { rows } = await dataOf(service, key, `{ rows: ${name}${argument} { count } }`);
      return rows.reduce((sum: number, row: { count: number }) => sum + row.count, 0);
    };
    const [one, all] = [await count(shop.key), await count(service.adminApiKey)];
    expect(all).toBeGreaterThan(one);
    expect(await count(service.adminApiKey, `(merchantId: "${shop.merchantId}")`)).toBe(one);
    const foreign = `{ rows: ${name}(merchantId: "${other.merchantId}") { count } }`;
    expect(await refusalOf(service, shop.key, foreign)).toMatchObject({ code: 'resource_not_found' });
  });
});

describe('a key decides what may be asked', () => {
  /** Each query but `viewer`, called as its schema wants. */
  const calls = queries
    .filter((field) => field.name !== 'viewer')
    .map(({ name, args, type }) => {
      const given = args
        .filter((arg) => String(arg.type).endsWith('!') && arg.defaultValue === undefined)
        .map((arg) => `${arg.name}: ${String(arg.type).startsWith('[') ? '["x"]' : '"x"'}`);
      const field = String(type).includes('Connection') ? 'totalCount' : '__typename';
      const below = isLeafType(getNamedType(type)) ? '' : `{ ${field} }`;
      return [name, `{ ${name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${below} }`] as const;
    });

  it.each(calls)('%s takes no publishable key and wants one', async (_, query) => {
    const wrong = await refusalOf(service, shop.publishableKey, query);
    expect(wrong).toEqual({ status: 403, code: 'wrong_key_kind', param: null });
    for (const key of [null, '']) {
      const none = await refusalOf(service, key, query);
      expect(none).toEqual({ status: 401, code: 'invalid_api_key', param: null });
    }
  });

  it('who it is of', async () => {
    const query = '{ viewer { keyKind merchantId permissions } }';
    const viewer = async (key: string) => (await dataOf(service, key, query)).viewer;
    const { merchantId } = shop;
    expect(await viewer(shop.key)).toEqual({
      keyKind: 'API_KEY',
      merchantId,
      permissions: ['READ', 'WRITE'],
    });
    expect(await viewer(shop.publishableKey)).toEqual({
      keyKind: 'PUBLISHABLE_KEY',
      merchantId,
      permissions: [],
    });
    expect(await viewer(service.adminApiKey)).toEqual({
      keyKind: 'ADMIN_KEY',
      merchantId: null,
      permissions: ['READ', 'WRITE', 'ADMINISTER'],
    });
    expect(await refusalOf(service, null, query)).toMatchObject({ status: 401, code: 'invalid_api_key' });
  });

  it('nothing when it is bad, before the document is read', async () => {
    const revoked = await shop.apiKey({ revoked_at: new Date() });
    const expired = await shop.apiKey({ expires_at: new Date(Date.now() - 1000) });
    for (const key of [revoked, expired, `sk_test_${'a'.repeat(43)}`, 'pk_test_nobody', 'nonsense']) {
      for (const body of ['{"query": "{ __typename }"}', '{"query": "{{{"}', '{', '']) {
        const { status, errors } = await send(service, key, body);
        expect([status, errors[0]!.extensions.code]).toEqual([401, 'invalid_api_key']);
      }
    }
  });

  it('nothing is needed to see the schema', async () => {
    const { status, data, errors } = await graphql(service, null, getIntrospectionQuery());
    expect([status, errors, data.__schema.queryType.name]).toEqual([200, [], 'Query']);
    expect(await dataOf(service, null, '{ __type(name: "Payment") { name } }')).toEqual({
      __type: { name: 'Payment' },
    });
  });
});
