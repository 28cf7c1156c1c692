import { expect } from 'vitest';
import { plantedDifferences } from '../../../../src/connectors/sandbox/settings.ts';
import { readReports } from '../../../../src/core/settlements/read-reports.ts';
import { allMerchants } from '../../../../src/core/writes/due-objects.ts';
import { cardOf, cards, sandboxShop } from '../../../kit/sandbox-shop.ts';
import { test as base } from '../../../kit/test.ts';

type Json = Record<string, unknown>;

const DAY_MS = 24 * 60 * 60_000;
const AMEX = '378282246310005';
const GERMAN = '4000002760000016';
const DEBIT = '4000056655665556';

const clock = { now: new Date('2026-11-03T12:00:00Z') };

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ now: () => clock.now }))
  .extend('sandbox', async ({ client, service }) => {
    const shop = await sandboxShop(service);
    const { key } = shop;
    const admin = service.contextFor({ kind: 'admin_key' }, 'req_settlements');
    const switched = await client.post(`/accounts/${shop.merchantId}`, {
      key,
      body: { is_recon_enabled: true },
    });
    expect(switched.body).toMatchObject({ recon_status: 'active' });
    return {
      ...shop,
      get: async (path: string) => (await client.get(path, { key })).body,
      post: async (path: string, body: object) => client.post(path, { key, body }),
      pay: async (amount: number, number: string = cards.good) => {
        const card = { payment_method: 'card', payment_method_data: { card: cardOf(number) } };
        const body = { amount, currency: 'USD', confirm: true, profile_id: shop.profileId, ...card };
        const paid = await client.post('/payments', { key, body });
        expect(paid.body).toMatchObject({ status: 'succeeded' });
        return paid.body.payment_id as string;
      },
      /** Lets time pass, and reads the reports that are then there. */
      pass: async (days: number) => {
        clock.now = new Date(clock.now.getTime() + days * DAY_MS);
        await readReports(admin, allMerchants);
      },
    };
  })
  /** The lines of a settlement as both faces show them: type, gross, fee and currency. */
  .extend('linesOf', ({ graphqlAs, sandbox }) => async (settlementId: string) => {
    const { data } = await sandbox.get(`/settlements/${settlementId}/lines?limit=100`);
    const found = await graphqlAs(sandbox.key).data(
      `query ($id: ID!) { settlementLines(first: 100, filter: { settlementId: { eq: $id } }) { nodes {
        line_id: lineId type gross fee net currency settled_net: settledNet settled_currency: settledCurrency
        connector_reference: connectorReference duplicate_of: duplicateOf line_number: lineNumber } } }`,
      { id: settlementId },
    );
    expect(data).toMatchObject(found.settlementLines.nodes);
    return data as Json[];
  });

const shown = (lines: Json[]) => lines.map(({ currency, fee, gross, type }) => [type, gross, fee, currency]);

test('The sandbox settles what is available each day, and pays it two days later', async ({
  graphqlAs,
  linesOf,
  sandbox,
}) => {
  const { account, get, pass, pay, post } = sandbox;
  const first = await pay(10_000);
  await pay(20_000, AMEX);
  await pay(30_000, GERMAN);
  await pay(40_000, DEBIT);
  await post('/refunds', { payment_id: first, amount: 1_000 });
  await pass(1);
  expect((await get('/settlements')).data).toEqual([]);
  await pass(2);
  const { data } = await get('/settlements');
  expect(data).toHaveLength(1);
  const [settlement] = data as Json[];
  // 1.5 %, 2.5 %, 1.5 + 1 % and 0.8 %, with 25 each.
  expect(settlement).toMatchObject({
    ...{ connector: 'sandbox', merchant_connector_id: account, currency: 'USD', state: 'in_transit' },
    ...{ gross: 99_000, fee: 175 + 525 + 775 + 345, net: 97_180, transferred: 97_180, line_count: 6 },
    ...{ bank_reference: null, paid_at: null, profile_id: sandbox.profileId },
  });
  const id = settlement!.settlement_id as string;
  const lines = await linesOf(id);
  expect(shown(lines)).toEqual([
    ['capture', 10_000, 175, 'USD'],
    ['capture', 20_000, 525, 'USD'],
    ['capture', 30_000, 775, 'USD'],
    ['capture', 40_000, 345, 'USD'],
    ['refund', -1_000, 0, 'USD'],
    ['transfer', -97_180, 0, 'USD'],
  ]);
  const entries = (await get('/balance_entries?limit=20')).data as Json[];
  for (const entry of entries) {
    const line = lines.find(({ connector_reference: ref }) => ref === entry.connector_reference)!;
    expect([line.type, line.gross, line.fee]).toEqual([entry.type, entry.gross, entry.fee]);
  }
  expect(entries).toHaveLength(5);
  await pass(1);
  expect((await get('/settlements?state=paid')).data).toEqual([]);
  await pass(1);
  const paid = (await get('/settlements?state=paid&currency=USD')).data as Json[];
  expect(paid).toMatchObject([{ settlement_id: id, state: 'paid', line_count: 6 }]);
  expect(paid[0]!.bank_reference).toMatch(/^SANDBOX sbs_/);
  const twin = await graphqlAs(sandbox.key).data(
    `query ($id: ID!) { settlement(settlementId: $id) { settlementId state net bankReference paidAt } }`,
    { id },
  );
  const { bank_reference: bankReference, paid_at: paidAt } = paid[0]!;
  expect(twin.settlement).toEqual({ settlementId: id, state: 'paid', net: 97_180, bankReference, paidAt });
  // Nothing is settled twice.
  await pass(3);
  expect((await get('/settlements')).data).toHaveLength(1);
});

test('Each planted difference is in the report', async ({ linesOf, sandbox }) => {
  const { account, get, pass, pay, post } = sandbox;
  const metadata = { settlement_differences: plantedDifferences };
  expect(
    (await post(`/accounts/${sandbox.merchantId}/connectors/${account}`, { metadata })).body.metadata,
  ).toEqual(metadata);
  for (let amount = 1_000; amount <= 8_000; amount += 1_000) await pay(amount);
  await pass(3);
  const [settlement] = (await get('/settlements')).data as Json[];
  const lines = await linesOf(settlement!.settlement_id as string);
  const feeOf = (gross: number) => gross * 0.015 + 25;
  expect(shown(lines)).toEqual([
    ['capture', 1_100, feeOf(1_000), 'USD'],
    ['capture', 2_000, feeOf(2_000) + 10, 'USD'],
    // 3 000 is left out, 4 000 held back.
    ['capture', 5_000, feeOf(5_000), 'USD'],
    ['capture', 5_000, feeOf(5_000), 'USD'],
    ['capture', 6_000, null, 'EUR'],
    ['capture', 7_000, feeOf(7_000), 'USD'],
    ['capture', 8_000, feeOf(8_000), 'USD'],
    ['capture', 1_000, 40, 'USD'],
    ['transfer', -Number(settlement!.net), 0, 'USD'],
  ]);
  expect(lines[4]).toMatchObject({ settled_net: 6_000 - feeOf(6_000), settled_currency: 'USD', net: 6_000 });
  expect(lines[3]!.duplicate_of).toBe(lines[2]!.line_id);
  expect(lines.filter((line) => line.duplicate_of)).toHaveLength(1);
  const counted = [1_100, 2_000, 5_000, 6_000, 7_000, 8_000, 1_000];
  const gross = counted.reduce((a, b) => a + b);
  expect(settlement).toMatchObject({ gross, state: 'in_transit', line_count: 8 });
  expect(settlement!.transferred).toBe(settlement!.net);
  // The line that was held back is in a later settlement, as it is.
  await pass(8);
  const [later] = (await get('/settlements')).data as Json[];
  expect(shown(await linesOf(later!.settlement_id as string))).toContainEqual([
    'capture',
    4_000,
    feeOf(4_000),
    'USD',
  ]);
});

test('The test clock makes settlements, and then their arrival', async ({ sandbox }) => {
  const { get, merchantId, pass, pay, post } = sandbox;
  await pay(1_000);
  await pass(0);
  const advance = async (days: number) => {
    const advanced = await post(`/accounts/${merchantId}/test_clock/advance`, { seconds: days * 86_400 });
    expect(advanced.body.becomes_due).toContainEqual({
      kind: 'settlement_report',
      count: expect.any(Number),
    });
    await pass(0);
  };
  await advance(2);
  expect((await get('/settlements')).data).toMatchObject([{ state: 'in_transit', net: 960 }]);
  await advance(2);
  expect((await get('/settlements')).data).toMatchObject([{ state: 'paid', net: 960 }]);
});

test('An account without reports settles nothing', async ({ sandbox }) => {
  const { account, get, pass, pay, post } = sandbox;
  const metadata = { settlement_reports: 'none' };
  await post(`/accounts/${sandbox.merchantId}/connectors/${account}`, { metadata });
  await pay(1_000);
  await pass(5);
  expect((await get('/settlements')).data).toEqual([]);
});

test('Nothing is settled here while reconciliation is off, and all of it once it is on', async ({
  sandbox,
}) => {
  const { get, merchantId, pass, pay, post } = sandbox;
  await post(`/accounts/${merchantId}`, { is_recon_enabled: false });
  await pay(1_000);
  await pass(5);
  expect((await get('/settlements')).data).toEqual([]);
  await post(`/accounts/${merchantId}`, { is_recon_enabled: true });
  await pass(0);
  expect((await get('/settlements')).data).toHaveLength(1);
  await post(`/accounts/${merchantId}`, { is_recon_enabled: false });
  expect((await get('/settlements')).data).toEqual([]);
});

const refusals = [
  [{ settlement_differences: ['fee_differs', 'other'] }, 'metadata.settlement_differences[1]'],
  [{ settlement_differences: 'late' }, 'metadata.settlement_differences'],
  [{ settlement_reports: 'all' }, 'metadata.settlement_reports'],
] as const;

test.for(refusals)('Both faces refuse %o by name', async ([metadata, param], { graphqlAs, sandbox }) => {
  const { account, key, merchantId, post } = sandbox;
  const updated = await post(`/accounts/${merchantId}/connectors/${account}`, { metadata });
  expect(updated).toMatchObject({ status: 400, body: { error: { code: 'invalid_parameter', param } } });
  const created = await post(`/accounts/${merchantId}/connectors`, {
    ...{
      connector_type: 'payment_processor',
      connector_name: 'sandbox',
      metadata,
      profile_id: sandbox.profileId,
    },
    connector_account_details: { connector_account_details: { auth_type: 'HeaderKey', api_key: 'any' } },
  });
  expect(created).toMatchObject({ status: 400, body: { error: { code: 'invalid_parameter', param } } });
  const refused = await graphqlAs(key).mutationError(
    'updateConnectorAccount',
    { merchantConnectorId: account, metadata },
    'connectorAccount { merchantConnectorId }',
  );
  expect(refused).toEqual(['invalid_parameter', param]);
});
