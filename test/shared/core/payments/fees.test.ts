import { expect } from 'vitest';
import type { Outcome } from '../../../../src/core/foundation/ports/connector.ts';
import { csvRows } from '../../../kit/csv.ts';
import { cardOf, cards } from '../../../kit/sandbox-shop.ts';
import { type Responder, scriptedConnector, signedWebhook } from '../../../kit/scripted-connector.ts';
import { reconciling, seedMerchant } from '../../../kit/seed.ts';
import { testApart as base } from '../../../kit/test.ts';

type Json = Record<string, unknown>;

const SECRET = 'whsec_of_the_test';
const script = scriptedConnector();
const USD = (amount: number) => ({ fee: { amount, currency: 'USD' } });
const EUR = (amount: number) => ({ fee: { amount, currency: 'EUR' } });

/** The next calls of an operation succeed, with these fees in turn. */
const charging = (operation: string, ...charges: readonly object[]) => {
  const left = [...charges];
  script.respond(operation, (({ idempotencyKey }) => ({
    kind: 'succeeded',
    connectorTransactionId: `${operation}_${idempotencyKey}`,
    ...left.shift(),
  })) as Responder);
};

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [script.connector] }))
  // The invariants then compare fees with balance entries.
  .extend('shop', ({ service }) => seedMerchant(service, reconciling))
  .extend('account', ({ shop }) =>
    shop.connector({
      connector_name: 'scripted',
      connector_webhook_details: { merchant_secret: SECRET },
      payment_methods_enabled: [{ payment_method: 'card', recurring_enabled: true }],
    }),
  )
  .extend('pay', ({ account: _, api }) => async (values: Json = {}) => {
    const card = { payment_method: 'card', payment_method_data: { card: cardOf(cards.good) } };
    const input = { amount: 1000, currency: 'USD', confirm: true, ...card, ...values };
    const { body, status, text } = await api.post('/payments', input);
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    return body;
  })
  /** Pays, captures and refunds with these fees in turn. */
  .extend('move', ({ api, pay }) => async (captures: readonly object[], refunds: readonly object[] = []) => {
    charging('capture', ...captures);
    charging('refund', ...refunds);
    charging('authorize');
    const { payment_id } = await pay({ capture_method: 'manual_multiple' });
    for (const _ of captures) await api.post(`/payments/${payment_id}/capture`, { amount: 100 });
    for (const _ of refunds) {
      const { body } = await api.post('/refunds', { payment_id, amount: 10 });
      expect(body.status).toBe('succeeded');
    }
    return (await api.get(`/payments/${payment_id}`)).body;
  })
  .extend('exported', ({ client, shop }) => async (path: string) => {
    const { status, text } = await client.get(`/exports/${path}`, { key: shop.key });
    expect(status, text).toBe(200);
    return csvRows(text);
  });

const none = { fee: null, fee_currency: null, net: null };

test.for<[string, object[], object[], object]>([
  ['without any', [{}, {}], [{}], none],
  ['of one capture', [USD(29)], [], { fee: 29, fee_currency: 'USD', net: 71 }],
  ['of several captures', [USD(29), USD(31)], [], { fee: 60, fee_currency: 'USD', net: 140 }],
  ['after a capture without one', [{}, USD(31)], [], { fee: 31, fee_currency: 'USD', net: 169 }],
  ['of a refund too', [USD(29)], [USD(5)], { fee: 34, fee_currency: 'USD', net: 56 }],
  ['of a refund alone', [{}], [USD(5)], { fee: 5, fee_currency: 'USD', net: 85 }],
  ['given back with a refund', [USD(29)], [USD(-3)], { fee: 26, fee_currency: 'USD', net: 64 }],
  ['of nothing for a refund', [USD(29)], [USD(0)], { fee: 29, fee_currency: 'USD', net: 61 }],
  ['beyond what was received', [USD(101)], [], { fee: 101, fee_currency: 'USD', net: -1 }],
  ['in the currency of the account', [EUR(27), EUR(3)], [], { fee: 30, fee_currency: 'EUR', net: null }],
  ['in two currencies', [USD(29), EUR(27)], [], none],
  ['in two currencies, and again in one', [USD(29), EUR(27), USD(1)], [], none],
  ['in two currencies by a refund', [USD(29)], [EUR(2)], none],
])('A payment has the fee %s', async ([, captures, refunds, expected], { graphql, move }) => {
  const payment = await move(captures, refunds);
  expect(payment).toMatchObject(expected);
  const document = `query ($id: ID!) { payment(paymentId: $id) { fee fee_currency: feeCurrency net } }`;
  expect((await graphql.data(document, { id: payment.payment_id })).payment).toEqual(expected);
});

test('The confirmation response shows the same fees as the list', async ({ api, pay }) => {
  charging('authorize', {
    ...USD(32),
    settlement: { reference: 'bal_1', availableOn: '2026-12-01T00:00:00.000Z' },
  });
  const paid = await pay();
  expect(paid).toMatchObject({ fee: 32, fee_currency: 'USD', net: 968 });
  expect(paid.captures).toMatchObject([
    {
      ...{ fee: 32, fee_currency: 'USD' },
      settlement_reference: 'bal_1',
      available_on: '2026-12-01T00:00:00.000Z',
    },
  ]);
  const { body } = await api.get('/payments');
  expect(body.data[0]).toMatchObject({ net: 968, captures: paid.captures });
  // The specification's operations show the specification's fields, and the attempt stays unchanged.
  const [listed] = (await api.get('/payments/list')).body[0].data;
  for (const name of ['fee', 'fee_currency', 'net']) expect(listed).not.toHaveProperty(name);
  expect(listed.captures[0]).not.toHaveProperty('fee');
  expect(listed.attempts[0].connector_metadata).toMatchObject({ fee_amount: 32, fee_currency: 'USD' });
});

test('An unreadable fee or settlement is dropped, and the money is received', async ({ move }) => {
  for (const outcome of [
    { fee: { amount: 1.5, currency: 'USD' } },
    { fee: { amount: 1e15, currency: 'USD' } },
    { fee: { amount: 1, currency: 'usd' } },
    { settlement: { reference: '' } },
    { settlement: { reference: 'bal_1', availableOn: 'soon' } },
  ] as unknown as Partial<Outcome>[]) {
    const { amount_received, captures, fee } = await move([outcome]);
    expect({ amount_received, fee }).toEqual({ amount_received: 100, fee: null });
    expect(captures).toMatchObject([{ fee: null, settlement_reference: null, available_on: null }]);
  }
});

test('Alternating captures and refunds each change the remaining amount', async ({ api, move }) => {
  const { payment_id } = await move([USD(10)]);
  charging('capture', USD(10));
  charging('refund', USD(0), USD(2));
  for (const [path, input] of [
    ['/refunds', { payment_id, amount: 20 }],
    [`/payments/${payment_id}/capture`, { amount: 50 }],
    ['/refunds', { payment_id, amount: 30 }],
  ] as const) {
    const { status } = await api.post(path, input);
    expect(status).toBe(200);
    const { amount_received, amount_refunded, fee, net } = (await api.get(`/payments/${payment_id}`)).body;
    expect(net).toBe(amount_received - amount_refunded - fee);
  }
  const { body } = await api.get(`/payments/${payment_id}`);
  expect(body).toMatchObject({ amount_received: 150, amount_refunded: 50, fee: 22, net: 78 });
});

test('A failed refund returns its money to the remaining amount', async ({ api, move }) => {
  const { payment_id } = await move([USD(10)]);
  script.respond('refund', () => ({ kind: 'failed', code: 'no', message: 'No.' }));
  await api.post('/refunds', { payment_id, amount: 20 });
  expect((await api.get(`/payments/${payment_id}`)).body).toMatchObject({ fee: 10, net: 90 });
});

test('A dashboard operation shows its fee; an unreadable fee is dropped', async ({
  account,
  api,
  pay,
  service,
  shop,
}) => {
  charging('authorize');
  const { connector_transaction_id, payment_id } = await pay({ capture_method: 'manual' });
  let sent = 0;
  const tell = async (event: object) => {
    sent += 1;
    const of = { connectorTransactionId: connector_transaction_id, currency: 'USD', reason: null };
    const body = { ...of, ...event, id: `evt_${payment_id}_${sent}`, at: new Date(Date.now() + sent) };
    const url = `${service.url}/webhooks/${shop.merchantId}/${account}`;
    expect((await fetch(url, signedWebhook(SECRET, [body]))).status).toBe(200);
    return (await api.get(`/payments/${payment_id}`)).body;
  };
  const capture = { type: 'capture_made', connectorCaptureId: 'cap_1', amount: 1000, final: true };
  const refund = { type: 'refund_made', amount: 100, status: 'succeeded' };
  const settlement = { reference: 'bal_1', availableOn: null };
  expect(await tell({ ...capture, ...USD(29), settlement })).toMatchObject({
    ...{ fee: 29, net: 971 },
    captures: [{ fee: 29, fee_currency: 'USD', settlement_reference: 'bal_1', available_on: null }],
  });
  expect(await tell({ ...refund, connectorRefundId: 'ref_1', ...USD(3) })).toMatchObject({
    ...{ fee: 32, net: 868 },
    refunds: [{ fee: 3, fee_currency: 'USD' }],
  });
  const unreadable = { fee: { amount: 0.5, currency: 'USD' }, settlement: { reference: 7 } };
  expect(await tell({ ...refund, connectorRefundId: 'ref_2', ...unreadable })).toMatchObject({
    ...{ amount_refunded: 200, fee: 32, net: 768 },
    refunds: [{ fee: null, settlement_reference: null }, { fee: 3 }],
  });
});

test('Captures are listed and exported by receipt time, with fees in their own currency', async ({
  api,
  exported,
  graphql,
  move,
}) => {
  const first = await move([{ ...EUR(27), settlement: { reference: '=bal_1' } }]);
  const second = await move([USD(1), {}]);
  const [{ captured_at: at }] = second.captures;
  const { body } = await api.get(`/captures?captured_at_gte=${at}`);
  const ids = second.captures.map(({ capture_id }: Json) => capture_id);
  expect(body.data.map(({ capture_id }: Json) => capture_id)).toEqual(ids);
  expect((await api.get(`/captures?payment_id=${first.payment_id}`)).body.data).toEqual(first.captures);
  const filter = { capturedAt: { gte: at } };
  const { captures } = await graphql.data(
    'query ($filter: CaptureFilter) { captures(filter: $filter) { totalCount nodes { captureId fee } } }',
    { filter },
  );
  expect(captures.nodes.map(({ captureId }: Json) => captureId)).toEqual(ids);
  const columns =
    'capture_id,amount_major,currency,fee,fee_major,fee_currency,captured_at,settlement_reference';
  const rows = await exported(`captures.csv?columns=${columns}&captured_at_lt=${at}`);
  expect(rows).toEqual([
    {
      ...{ capture_id: first.captures[0].capture_id, amount_major: '1.00', currency: 'USD' },
      ...{ fee: '27', fee_major: '0.27', fee_currency: 'EUR' },
      ...{ captured_at: first.captures[0].captured_at, settlement_reference: "'=bal_1" },
    },
  ]);
  const payments = await exported(
    'payments.csv?columns=payment_id,fee,fee_major,net,net_major,paid_at&order=' +
      encodeURIComponent('{"field":"CREATED","direction":"ASC"}'),
  );
  expect(payments).toMatchObject([
    { fee: '27', fee_major: '0.27', net: '', net_major: '' },
    { fee: '1', fee_major: '0.01', net: '199', net_major: '1.99' },
  ]);
});

const charged = {
  ...USD(7),
  settlement: { reference: 'bal_later', availableOn: '2026-12-01T00:00:00.000Z' },
};
const succeeds = { kind: 'succeeded' } as const;
const refuses = { kind: 'failed', code: 'refused', message: 'Refused.' } as const;
const waits = { kind: 'pending' } as const;

/** How a connector reports a late movement and its fee: the response to the call, and the report. */
const lateCharges = [
  ['capture', refuses, 'outcome'],
  ['capture', refuses, 'capture_made'],
  ['capture', waits, 'outcome'],
  ['capture', waits, 'capture_made'],
  ['capture', succeeds, 'capture_made'],
  ['refund', refuses, 'outcome'],
  ['refund', refuses, 'refund_made'],
  ['refund', waits, 'outcome'],
  ['refund', waits, 'refund_made'],
  ['refund', succeeds, 'refund_made'],
  ['refund', null, 'refund_made'],
] as const;

test.for(lateCharges)(
  "A connector's fee counts even if reported late: %s, %j, then %s",
  async ([operation, answer, type], { account, api, pay, service, shop }) => {
    for (const name of ['authorize', 'capture', 'refund']) charging(name);
    const { payment_id: id } = await pay({ capture_method: 'manual' });
    const isRefund = operation === 'refund';
    if (isRefund) await api.post(`/payments/${id}/capture`);
    if (answer) {
      script.respond(operation, (({ idempotencyKey }) => ({
        ...answer,
        connectorTransactionId: `${operation}_${idempotencyKey}`,
      })) as Responder);
      if (isRefund) await api.post('/refunds', { payment_id: id, amount: 100 });
      else await api.post(`/payments/${id}/capture`);
    }
    const read = async () => (await api.get(`/payments/${id}`)).body;
    const before = await read();
    const text = `select call_id from connector_calls where merchant_id = $1 and operation = $2 order by call_id desc limit 1`;
    const [call] = await service.database.rows.query<{ call_id: string }>(
      { text, values: [shop.merchantId, operation] },
      shop.merchantId,
    );
    const idempotencyKey = call?.call_id;
    const there = answer ? `${operation}_${idempotencyKey}` : 'refund_of_the_dashboard';
    const transaction = before.connector_transaction_id;
    const tell = async (seconds: number, report: object) => {
      const at = new Date(Date.now() + seconds * 1000).toISOString();
      const event = { id: `evt_${id}_${seconds}`, at, ...report };
      const url = `${service.url}/webhooks/${shop.merchantId}/${account}`;
      expect((await fetch(url, signedWebhook(SECRET, [event]))).status).toBe(200);
    };
    const moved = { connectorTransactionId: transaction, amount: isRefund ? 100 : 1000, currency: 'USD' };
    const reports = {
      outcome: {
        call: { idempotencyKey },
        outcome: { ...succeeds, ...charged, connectorTransactionId: there },
      },
      capture_made: { ...moved, ...charged, connectorCaptureId: there, final: true },
      refund_made: { ...moved, ...charged, connectorRefundId: there, status: 'succeeded', reason: null },
    };
    if (!answer)
      await tell(300, { ...reports.refund_made, type, status: 'pending', fee: null, settlement: null });
    await tell(600, { ...reports[type], type });
    // A repetition charges nothing more.
    await tell(900, { ...reports[type], type });
    const { captures, fee, fee_currency, refunds } = await read();
    expect({ fee, fee_currency }).toEqual({ fee: 7, fee_currency: 'USD' });
    expect(isRefund ? refunds : captures).toMatchObject([
      { fee: 7, fee_currency: 'USD', settlement_reference: 'bal_later' },
    ]);
  },
);
