import { expect } from 'vitest';
import { followStatistics } from '../../../src/core/derived/fold-stats.ts';
import { mapError } from '../../kit/error-mapping.ts';
import { mutate } from '../../kit/mutate.ts';
import { objectsRead } from '../../kit/recent.ts';
import { cardOf, cards, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

const declining = scriptedConnector();
declining.respond('authorize', () => ({
  kind: 'failed',
  code: 'card_declined',
  message: 'Declined.',
  issuerCode: '05',
}));

type Row = Record<string, unknown>;
const set = (row: Row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

/** Attempts that differ in every dimension, each with a distinct amount. */
const varied = [
  {
    amount: 1,
    connector: 'one',
    payment_method: 'card',
    payment_method_type: 'credit',
    card_network: 'Visa',
    billing_country: 'DE',
    authentication_type: 'three_ds',
    profile_id: 'pro_one',
  },
  {
    amount: 2,
    connector: 'two',
    payment_method: 'card',
    payment_method_type: 'debit',
    card_network: 'Mastercard',
    billing_country: 'FR',
    authentication_type: 'no_three_ds',
    profile_id: 'pro_two',
    status: 'failure',
    error_code: 'do_not_honor',
    unified_code: 'UE_1000',
    issuer_error_code: '05',
  },
  { amount: 4, connector: 'two', payment_method: 'wallet', status: 'authorizing', currency: 'EUR' },
];

/** For each dimension: its field, and its value in each of the attempts. */
const dimensions = {
  STATUS: ['status', 'charged', 'failure', 'authorizing'],
  CONNECTOR: ['connector', 'one', 'two', 'two'],
  PAYMENT_METHOD: ['paymentMethod', 'card', 'card', 'wallet'],
  PAYMENT_METHOD_TYPE: ['paymentMethodType', 'credit', 'debit', null],
  PROFILE: ['profileId', 'pro_one', 'pro_two', null],
  ERROR_CODE: ['errorCode', null, 'do_not_honor', null],
  ISSUER_ERROR_CODE: ['issuerErrorCode', null, '05', null],
  UNIFIED_CODE: ['unifiedCode', null, 'UE_1000', null],
  CARD_NETWORK: ['cardNetwork', 'Visa', 'Mastercard', null],
  BILLING_COUNTRY: ['billingCountry', 'DE', 'FR', null],
  AUTHENTICATION_TYPE: ['authenticationType', 'three_ds', 'no_three_ds', null],
} as const;

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [declining.connector] }))
  .extend('seeded', { scope: 'file' }, async ({ service }) => {
    const shop = await seedMerchant(service);
    const paymentId = await shop.payment();
    for (const attempt of varied) await shop.attempt(paymentId, attempt);
    return shop;
  })
  .extend('rows', ({ graphqlAs }) => async (key: string, query: string): Promise<Row[]> => {
    return (await graphqlAs(key).data(`{ rows: ${query} }`)).rows.map(set);
  });

test('attemptStats groups by each dimension, folded or not', async ({ graphqlAs, seeded, service }) => {
  const groupings = Object.keys(dimensions) as (keyof typeof dimensions)[];
  const asked = groupings.map(
    (one) => `${one}: attemptStats(groupBy: [${one}]) { currency ${dimensions[one][0]} amount }`,
  );
  for (const folded of [false, true]) {
    if (folded) await followStatistics(service.database.rows);
    const data = await graphqlAs(seeded.key).data(`{ ${asked.join(' ')} }`);
    for (const grouping of groupings) {
      const [field, ...values] = dimensions[grouping];
      const rows = ['USD', 'USD', 'EUR'].map((currency, i) =>
        set({ currency, [field]: values[i], amount: varied[i]!.amount }),
      );
      // The attempts in dollars that share a value are one group.
      const groups = values[0] === values[1] ? [{ ...rows[0], amount: 3 }, rows[2]] : rows;
      expect(data[grouping].map(set), grouping).toHaveLength(groups.length);
      expect(data[grouping].map(set), grouping).toEqual(expect.arrayContaining(groups));
    }
  }
});

test.for([
  ['connector: { eq: "two" }', 6],
  ['cardNetwork: { in: ["Visa", "Mastercard"] }', 3],
  ['billingCountry: { eq: "DE" }', 1],
  ['status: { in: [failure] }', 2],
  ['authenticationType: { eq: no_three_ds }', 2],
  ['unifiedCode: { eq: "UE_1000" }, errorCode: { eq: "do_not_honor" }', 2],
  ['issuerErrorCode: { in: ["05", "51"] }', 2],
  ['profileId: { eq: "pro_one" }', 1],
  ['paymentMethod: { eq: card }, paymentMethodType: { eq: "credit" }', 1],
  ['currency: { eq: "EUR" }', 4],
  ['not: { cardNetwork: { eq: "Visa" } }', 6],
  ['or: [{ cardNetwork: { eq: "Visa" } }, { connector: { eq: "two" }, currency: { eq: "EUR" } }]', 5],
] as const)(
  'attemptStats counts only attempts that match the filter %s',
  async ([filter, sum], { graphqlAs, seeded }) => {
    const query = `{ rows: attemptStats(filter: { ${filter} }) { amount } }`;
    const { data, statements } = await graphqlAs(seeded.key).run(query);
    expect(data.rows.reduce((all: number, { amount }: { amount: number }) => all + amount, 0)).toBe(sum);
    expect(statements).toHaveLength(1);
    expect(statements[0]).toContain('stats_totals');
    expect(objectsRead(statements[0]!, 'attempts')).toEqual([]);
  },
);

const byConnector = 'connector count succeededCount failedCount successRate';

test('A payment declined at one connector and approved at another counts each attempt for its connector', async ({
  client,
  rows,
  service,
}) => {
  await mapError(service, 'card_declined', { connector: 'scripted', decision: 'retry' });
  const shop = await sandboxShop(service);
  await shop.connector({
    connector_name: 'scripted',
    created_at: new Date(0),
    payment_methods_enabled: [{ payment_method: 'card' }],
  });
  const switches = { is_auto_retries_enabled: true, max_auto_retries_enabled: 1 };
  await setColumns(service, 'business_profiles', { profile_id: shop.profileId }, switches);
  const billing = { address: { country: 'DE' } };
  const paymentId = await shop.open({ billing });
  const body = { confirm: true, payment_method_data: { card: cardOf(cards.good) } };
  const confirmed = await client.post(`/payments/${paymentId}`, { key: shop.key, body });
  expect(confirmed.body).toMatchObject({ status: 'succeeded', connector: 'sandbox', attempt_count: 2 });

  expect(await rows(shop.key, `paymentStats(groupBy: [CONNECTOR]) { ${byConnector} }`)).toEqual([
    { connector: 'sandbox', count: 1, succeededCount: 1, failedCount: 0, successRate: 1 },
  ]);
  const own = await rows(shop.key, `attemptStats(groupBy: [CONNECTOR]) { ${byConnector} }`);
  expect(own).toHaveLength(2);
  expect(own).toContainEqual({
    connector: 'scripted',
    count: 1,
    succeededCount: 0,
    failedCount: 1,
    successRate: 0,
  });
  expect(own).toContainEqual({
    connector: 'sandbox',
    count: 1,
    succeededCount: 1,
    failedCount: 0,
    successRate: 1,
  });
  const failures = `attemptStats(filter: { connector: { eq: "scripted" } },
    groupBy: [ERROR_CODE, ISSUER_ERROR_CODE, CARD_NETWORK, BILLING_COUNTRY, PROFILE, PAYMENT_METHOD]) {
    errorCode issuerErrorCode cardNetwork billingCountry profileId paymentMethod count amount }`;
  expect(await rows(shop.key, failures)).toEqual([
    {
      errorCode: 'card_declined',
      issuerErrorCode: '05',
      cardNetwork: 'Visa',
      billingCountry: 'DE',
      profileId: shop.profileId,
      paymentMethod: 'card',
      count: 1,
      amount: 1000,
    },
  ]);
});

test('An authorization voided by the merchant remains a success of its connector', async ({
  client,
  rows,
  service,
}) => {
  const shop = await sandboxShop(service);
  const paymentId = await shop.open({ capture_method: 'manual' });
  const body = { confirm: true, payment_method_data: { card: cardOf(cards.good) } };
  await client.post(`/payments/${paymentId}`, { key: shop.key, body });
  await mutate(service, shop.key, 'cancelPayment', { paymentId }, 'payment { status }');
  expect(
    await rows(shop.key, `paymentStats(groupBy: [STATUS]) { status successRate conversionRate }`),
  ).toEqual([{ status: 'cancelled', conversionRate: 0 }]);
  expect(
    await rows(shop.key, `attemptStats(groupBy: [STATUS]) { status successRate succeededCount }`),
  ).toEqual([{ status: 'voided', successRate: 1, succeededCount: 1 }]);
});

test("A challenge cancelled before the connector's decision counts as neither success nor failure", async ({
  client,
  rows,
  service,
}) => {
  const shop = await sandboxShop(service);
  const paymentId = await shop.open({ authentication_type: 'three_ds' });
  const body = { confirm: true, payment_method_data: { card: cardOf(cards.challenged) } };
  const { body: challenged } = await client.post(`/payments/${paymentId}`, { key: shop.key, body });
  expect(challenged.status).toBe('requires_customer_action');
  await mutate(service, shop.key, 'cancelPayment', { paymentId }, 'payment { status }');
  const query = `attemptStats(groupBy: [STATUS, AUTHENTICATION_TYPE]) {
    status authenticationType count succeededCount failedCount successRate }`;
  expect(await rows(shop.key, query)).toEqual([
    { status: 'voided', authenticationType: 'three_ds', count: 1, succeededCount: 0, failedCount: 0 },
  ]);
});

test("attemptStats reads individual attempts only within a quarter of an hour of a range's ends", async ({
  graphqlAs,
  service,
}) => {
  const shop = await seedMerchant(service);
  const paymentId = await shop.payment();
  for (const minute of [4, 5, 14, 15, 29, 30, 34, 35]) {
    const created_at = new Date(Date.UTC(2026, 2, 1, 12, minute));
    await shop.attempt(paymentId, { created_at, card_network: 'Visa' });
  }
  await followStatistics(service.database.rows);
  const range = '{ gte: "2026-03-01T12:05:00Z", lt: "2026-03-01T12:35:00Z" }';
  const query = `{ rows: attemptStats(filter: { createdAt: ${range} }, groupBy: [CARD_NETWORK]) { cardNetwork count } }`;
  const { data, statements } = await graphqlAs(shop.key).run(query);
  expect(data.rows).toEqual([{ cardNetwork: 'Visa', count: 6 }]);
  expect(statements).toHaveLength(1);
  expect(statements[0]).toContain('from stats_totals');
  expect(statements[0]).toContain('from "attempts"');
});
