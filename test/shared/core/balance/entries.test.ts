import { expect } from 'vitest';
import { BalanceEntry } from '../../../../src/core/entities/balance-entry.ts';
import type { Outcome } from '../../../../src/core/foundation/ports/connector.ts';
import { csvRows } from '../../../kit/csv.ts';
import { insertRow } from '../../../kit/insert.ts';
import { violations } from '../../../kit/invariants.ts';
import { cardOf, cards } from '../../../kit/sandbox-shop.ts';
import {
  disputeOpened,
  type Responder,
  scriptedConnector,
  signedWebhook,
} from '../../../kit/scripted-connector.ts';
import { testApart as base } from '../../../kit/test.ts';

type Json = Record<string, unknown>;

const SECRET = 'whsec_of_the_test';
const script = scriptedConnector();
const connector = {
  ...script.connector,
  abilities: new Set([...script.connector.abilities, 'payout' as const]),
};
const USD = (amount: number) => ({ fee: { amount, currency: 'USD' } });
const EUR = (amount: number) => ({ fee: { amount, currency: 'EUR' } });

const answer = (operation: string, outcome: object = {}) =>
  script.respond(operation, (({ idempotencyKey }) => ({
    kind: 'succeeded',
    connectorTransactionId: `${operation}_${idempotencyKey}`,
    ...outcome,
  })) as Responder);

const failed: Outcome = { kind: 'failed', code: 'no', message: 'No.' };
let later = 0;

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [connector] }))
  .extend('account', ({ shop }) =>
    shop.connector({
      connector_name: 'scripted',
      connector_webhook_details: { merchant_secret: SECRET },
      payment_methods_enabled: [{ payment_method: 'card', recurring_enabled: true }],
    }),
  )
  .extend('active', async ({ account, api, shop }) => {
    for (const operation of ['authorize', 'capture', 'refund', 'payout', 'void']) answer(operation);
    const { body } = await api.post(`/accounts/${shop.merchantId}`, { is_recon_enabled: true });
    expect(body).toMatchObject({ is_recon_enabled: true, recon_status: 'active' });
    return account;
  })
  .extend('pay', ({ active: _, api }) => async (values: Json = {}) => {
    const card = { payment_method: 'card', payment_method_data: { card: cardOf(cards.good) } };
    const { body, status, text } = await api.post('/payments', {
      ...{ amount: 1000, currency: 'USD', confirm: true },
      ...card,
      ...values,
    });
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    return body;
  })
  .extend('tell', ({ account, service, shop }) => async (event: object, to = account) => {
    later += 1;
    const at = new Date(Date.now() + later * 60_000).toISOString();
    const url = `${service.url}/webhooks/${shop.merchantId}/${to}`;
    const sent = signedWebhook(SECRET, [{ id: `evt_${later}`, at, ...event }]);
    expect((await fetch(url, sent)).status).toBe(200);
  })
  /** The entries, oldest first, as both faces show them. */
  .extend('entries', ({ api, graphql }) => async (query = '') => {
    const { body } = await api.get(`/balance_entries?limit=100${query}`);
    const document = `{ balanceEntries(first: 100) { nodes {
      entry_id: entryId type gross fee net currency state merchant_connector_id: merchantConnectorId
      profile_id: profileId connector_reference: connectorReference payment_id: paymentId capture_id: captureId
      refund_id: refundId dispute_id: disputeId payout_id: payoutId settlement_id: settlementId } } }`;
    if (query === '') expect(body.data).toMatchObject((await graphql.data(document)).balanceEntries.nodes);
    return (body.data as Json[]).toReversed();
  });

const shown = (entries: Json[]) =>
  entries.map(({ currency, fee, gross, net, type }) => [type, gross, fee, net, currency]);

test('Entries follow a payment that is captured and refunded', async ({
  active,
  api,
  entries,
  pay,
  shop,
}) => {
  answer('authorize', {
    ...USD(32),
    settlement: { reference: 'txn_1', availableOn: '2099-01-01T00:00:00.000Z' },
  });
  answer('refund', USD(-2));
  const { payment_id } = await pay();
  await api.post('/refunds', { payment_id, amount: 400 });
  const found = await entries();
  expect(shown(found)).toEqual([
    ['capture', 1000, 32, 968, 'USD'],
    ['refund', -400, -2, -398, 'USD'],
  ]);
  expect(found[0]).toMatchObject({
    state: 'expected',
    available_on: '2099-01-01T00:00:00.000Z',
    merchant_connector_id: active,
    profile_id: shop.profileId,
    connector_reference: 'txn_1',
    payment_id,
    settlement_id: null,
  });
  expect(found[0]!.capture_id).toMatch(/^cap_/);
  expect(found[1]).toMatchObject({ capture_id: null, refund_id: expect.stringMatching(/^ref_/) });
  expect(await entries(`&payment_id=${payment_id}&type=refund`)).toEqual([found[1]]);
});

test('A fee in another currency, of a failed attempt or known later is an entry alone', async ({
  api,
  entries,
  pay,
  tell,
}) => {
  answer('authorize', EUR(27));
  await pay();
  answer('authorize', { ...failed, ...USD(9) });
  await pay();
  answer('authorize');
  const { payment_id } = await pay({ capture_method: 'manual' });
  const { body } = await api.post(`/payments/${payment_id}/capture`);
  const of = { connectorTransactionId: body.connector_transaction_id, currency: 'USD' };
  const connectorCaptureId = `capture_${script.requests.capture!.at(-1)!.idempotencyKey}`;
  await tell({ type: 'capture_made', ...of, connectorCaptureId, amount: 1000, final: true, ...USD(31) });
  expect(shown(await entries())).toEqual([
    ['capture', 1000, null, 1000, 'USD'],
    ['fee', 0, 27, -27, 'EUR'],
    ['fee', 0, 9, -9, 'USD'],
    ['capture', 1000, null, 1000, 'USD'],
    ['fee', 0, 31, -31, 'USD'],
  ]);
});

test('Money that comes back is a further entry', async ({ api, entries, pay, tell }) => {
  const { connector_transaction_id: connectorTransactionId, payment_id } = await pay();
  const dispute = { ...disputeOpened, connectorTransactionId, connectorDisputeId: 'dp_1' };
  await tell({ ...dispute, stage: 'pre_dispute' });
  expect(shown(await entries())).toEqual([['capture', 1000, null, 1000, 'USD']]);
  await tell(dispute);
  await tell({ ...dispute, status: 'won' });
  const { body: refund } = await api.post('/refunds', { payment_id, amount: 300 });
  await tell({
    type: 'refund_failed',
    connectorRefundId: `refund_${script.requests.refund!.at(-1)!.idempotencyKey}`,
    connectorTransactionId,
    code: 'x',
    message: 'x',
  });
  expect((await api.get(`/refunds/${refund.refund_id}`)).body.status).toBe('failed');
  expect(shown(await entries())).toEqual([
    ['capture', 1000, null, 1000, 'USD'],
    ['dispute', -500, null, -500, 'USD'],
    ['dispute_reversal', 500, null, 500, 'USD'],
    ['refund', -300, null, -300, 'USD'],
    ['refund_failure', 300, null, 300, 'USD'],
  ]);
});

test('A payout is an entry when it arrives, and when it comes back', async ({
  active: _,
  api,
  entries,
  shop,
  tell,
}) => {
  const bank = { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' };
  const input = {
    amount: 700,
    currency: 'EUR',
    payout_type: 'bank',
    payout_method_data: { bank },
    confirm: true,
    auto_fulfill: true,
  };
  const payouts = await shop.connector({
    connector_name: 'scripted',
    connector_type: 'payout_processor',
    payment_methods_enabled: [{ payment_method: 'bank_transfer' }],
    connector_webhook_details: { merchant_secret: SECRET },
  });
  const { body, text } = await api.post('/payouts/create', input);
  expect(body.status, text).toBe('success');
  const connectorTransactionId = `payout_${script.requests.payout!.at(-1)!.idempotencyKey}`;
  await tell({ type: 'payout_returned', connectorTransactionId, code: 'x', message: 'x' }, payouts);
  const found = await entries();
  expect(shown(found)).toEqual([
    ['payout', -700, null, -700, 'EUR'],
    ['payout_failure', 700, null, 700, 'EUR'],
  ]);
  expect(found[0]).toMatchObject({ payout_id: body.payout_id, payment_id: null });
});

test('Lists are empty while reconciliation is off, and entries are kept', async ({
  api,
  client,
  entries,
  pay,
  shop,
}) => {
  await pay();
  const csv = async () => csvRows((await client.get('/exports/balance_entries.csv', { key: shop.key })).text);
  expect([(await entries()).length, (await csv()).length]).toEqual([1, 1]);
  const { body } = await api.post(`/accounts/${shop.merchantId}`, { is_recon_enabled: false });
  expect(body.recon_status).toBe('disabled');
  await pay();
  expect([await entries(), (await csv()).length, (await api.get('/balances')).body]).toEqual([[], 0, []]);
  await api.post(`/accounts/${shop.merchantId}`, { is_recon_enabled: true });
  expect(await entries()).toHaveLength(1);
});

test('Balances are the sums of the entries by account and currency', async ({
  active,
  api,
  graphql,
  pay,
}) => {
  answer('authorize', {
    ...USD(30),
    settlement: { reference: 'txn_2', availableOn: '2020-01-01T00:00:00.000Z' },
  });
  await pay();
  answer('authorize', EUR(5));
  await pay({ currency: 'GBP', amount: 80 });
  const balances = (await api.get('/balances')).body;
  expect(balances).toEqual([
    {
      merchant_connector_id: active,
      currency: 'EUR',
      expected: -5,
      available: 0,
      in_transit: 0,
      paid_out: 0,
    },
    {
      merchant_connector_id: active,
      currency: 'GBP',
      expected: 80,
      available: 0,
      in_transit: 0,
      paid_out: 0,
    },
    {
      merchant_connector_id: active,
      currency: 'USD',
      expected: 0,
      available: 970,
      in_transit: 0,
      paid_out: 0,
    },
  ]);
  const document = `query ($at: DateTime) { balances(at: $at) {
    merchant_connector_id: merchantConnectorId currency expected available in_transit: inTransit paid_out: paidOut } }`;
  expect((await graphql.data(document, {})).balances).toEqual(balances);
  expect((await graphql.data(document, { at: '2026-01-01T00:00:00.000Z' })).balances).toEqual([]);
  expect((await api.get('/balances?at=2026-01-01T00:00:00.000Z')).body).toEqual([]);
});

test('The invariants of the database notice a missing entry, and a fee that has none', async ({
  api,
  pay,
  service,
  shop,
}) => {
  answer('authorize', USD(30));
  await pay();
  const run = (text: string) =>
    service.database.rows.query({ text, values: [shop.merchantId], touches: 'everything' }, shop.merchantId);
  const rules = async () => (await violations(service.database, [shop.merchantId])).map(({ rule }) => rule);
  expect(await rules()).toEqual([]);
  await run('update balance_entries set fee = null where merchant_id = $1');
  expect(await rules()).toEqual(['the fees of the entries of an object are the fee that is known']);
  await run('delete from balance_entries where merchant_id = $1');
  expect(await rules()).toContain('what the entries of an object say is what it has moved');
  await api.post(`/accounts/${shop.merchantId}`, { is_recon_enabled: false });
});

/** Entries of the last instant of a day and the first of the next, one of each type, and their sums. */
const twoDays: readonly Json[] = [
  { type: 'capture', gross: 1000, fee: 32, occurred_at: new Date('2026-10-31T23:59:59.999Z') },
  { type: 'capture_failure', gross: -100, occurred_at: new Date('2026-10-31T00:00:00.000Z') },
  { type: 'refund', gross: -400, fee: -2 },
  { type: 'refund_failure', gross: 150 },
  { type: 'dispute', gross: -70, fee: 15 },
  { type: 'dispute_reversal', gross: 20 },
  { type: 'payout', gross: -30 },
  { type: 'payout_failure', gross: 10 },
  { type: 'fee', gross: 0, fee: 7 },
  { type: 'adjustment', gross: 3 },
  { type: 'conversion', gross: -1 },
  { type: 'transfer', gross: -500 },
  { type: 'capture', gross: 90, currency: 'EUR' },
];

test('Sums by day have entries of each type in one amount, and add up', async ({
  active: merchant_connector_id,
  api,
  graphql,
  service,
  shop: { merchantId: merchant_id },
}) => {
  for (const [place, entry] of twoDays.entries()) {
    const of = { merchant_id, merchant_connector_id, entry_id: `bal_day_${place}`, currency: 'USD' };
    const occurred_at = new Date('2026-11-01T00:00:00.000Z');
    await insertRow(service, BalanceEntry, { ...of, occurred_at, ...entry });
  }
  const days = async (query: string) => (await api.get(`/balances/days?${query}`)).body as Json[];
  const period = { from: '2026-10-31T00:00:00.000Z', until: '2026-11-02T00:00:00.000Z' };
  const rows = await days(String(new URLSearchParams(period)));
  const none = { captured: 0, refunded: 0, disputed: 0, paid_out: 0, adjusted: 0, fee: 0 };
  const [first, second] = [{ day: '2026-11-01T00:00:00.000Z' }, { day: '2026-10-31T00:00:00.000Z' }].map(
    ({ day }) => ({ ...none, merchant_connector_id, day }),
  );
  expect(rows).toEqual([
    { ...first, currency: 'EUR', captured: 90, net: 90 },
    {
      ...{ ...first, currency: 'USD', refunded: -250, disputed: -50, paid_out: -20, adjusted: 2 },
      ...{ fee: 20, net: -338 },
    },
    { ...second, currency: 'USD', captured: 900, fee: 32, net: 868 },
  ]);
  for (const { adjusted, captured, disputed, fee, net, paid_out, refunded } of rows as Record<
    string,
    number
  >[])
    expect(net).toBe(captured! + refunded! + disputed! + paid_out! + adjusted! - fee!);
  const { balanceDays } = await graphql.data(
    `query ($from: DateTime, $until: DateTime) { balanceDays(from: $from, until: $until) {
      day merchant_connector_id: merchantConnectorId currency captured refunded disputed paid_out: paidOut adjusted fee net
    } }`,
    period,
  );
  expect(balanceDays).toEqual(rows);
  // The end is excluded, the start is not. Without a start the period has 31 days.
  expect(await days('from=2026-10-31T00:00:00.000Z&until=2026-10-31T23:59:59.999Z')).toEqual([
    { ...second, currency: 'USD', captured: -100, net: -100 },
  ]);
  expect(await days('until=2026-12-02T00:00:00.000Z')).toEqual(rows.slice(0, 2));
  expect(await days('until=2026-12-02T00:00:00.001Z')).toEqual([]);
  await api.post(`/accounts/${merchant_id}`, { is_recon_enabled: false });
  expect(await days('until=2026-12-02T00:00:00.000Z')).toEqual([]);
  // Entries of no object violate the invariants.
  const text = 'delete from balance_entries where merchant_id = $1';
  await service.database.rows.query({ text, values: [merchant_id] }, null);
});

test('A period of sums by day that is reversed or too long is refused at both faces', async ({
  active: _,
  api,
  graphql,
}) => {
  for (const [from, until] of [
    ['2026-02-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
    ['2024-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
  ]) {
    const { body, status } = await api.get(`/balances/days?from=${from}&until=${until}`);
    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_parameter', 'from']);
    const { errors } = await graphql.run(
      'query ($from: DateTime, $until: DateTime) { balanceDays(from: $from, until: $until) { day } }',
      { from, until },
    );
    expect(errors).toMatchObject([{ extensions: { code: 'invalid_parameter', param: 'from' } }]);
  }
});
