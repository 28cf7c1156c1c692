import { expect } from 'vitest';
import { recordedEvents } from '../../kit/events.ts';
import { cardOf, cards, graphqlCardOf, sandboxShop } from '../../kit/sandbox-shop.ts';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { test as base } from '../../kit/test.ts';

const script = scriptedConnector();
/** A connector without split payments. */
const { splitReason: _, ...whole } = { ...scriptedConnector().connector, name: 'whole' };

const enabled = [{ payment_method: 'card' }];
const instructions = {
  charge_type: { sandbox: 'direct' },
  application_fees: 5,
  transfer_account_id: 'acct_1',
};
const atSandbox = { sandbox_split_payment: instructions };
const charged = { sandbox_split_payment: { ...instructions, charge_id: expect.stringMatching(/^ch_\w+$/) } };

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [script.connector, whole] }))
  .extend('shop', ({ service }) => sandboxShop(service))
  /** A card payment of 1000 USD, confirmed over REST or GraphQL. */
  .extend('pay', ({ api, graphql }) => ({
    rest: async (more: object = {}, number: string = cards.good) => {
      const method = { confirm: true, payment_method_data: { card: cardOf(number) } };
      const { body, status } = await api.post('/payments', {
        amount: 1000,
        currency: 'USD',
        ...method,
        ...more,
      });
      return status < 300
        ? body
        : { refused: [status, body.error.code, body.error.param, body.error.message] };
    },
    graphql: async (splitPayments: object, more: object = {}) => {
      const method = { confirm: true, paymentMethodData: { card: graphqlCardOf(cards.good) } };
      const input = { amount: 1000, currency: 'USD', ...method, splitPayments, ...more };
      const selection = 'payment { paymentId status splitPayments }';
      const { payload, userErrors } = await graphql.mutate('createPayment', input, selection);
      return (
        payload.payment ?? { refused: [userErrors[0]!.code, userErrors[0]!.param, userErrors[0]!.message] }
      );
    },
  }));

test("The connector's charge of a split payment is shown over both APIs, in lists and events", async ({
  api,
  graphql,
  pay,
  service,
  shop,
}) => {
  const paid = await pay.rest({ split_payments: atSandbox });
  expect(paid).toMatchObject({ status: 'succeeded', split_payments: charged });
  const { body: read } = await api.get(`/payments/${paid.payment_id}`);
  expect(read.split_payments).toEqual(paid.split_payments);
  const { body: list } = await api.get('/payments/list?limit=1');
  expect(list[0].data[0].split_payments).toEqual(paid.split_payments);
  const over = await pay.graphql(atSandbox);
  expect(over).toMatchObject({ status: 'succeeded', splitPayments: charged });
  const query = 'query ($id: ID!) { payment(paymentId: $id) { splitPayments } }';
  expect((await graphql.data(query, { id: paid.payment_id })).payment.splitPayments).toEqual(
    paid.split_payments,
  );
  expect(paid.split_payments.sandbox_split_payment.charge_id).not.toBe(
    over.splitPayments.sandbox_split_payment.charge_id,
  );
  const events = await recordedEvents(service.database, shop.merchantId);
  const succeeded = events.filter(({ event_type: type }) => type === 'payment_succeeded');
  expect(succeeded.map(({ body }) => body.content.object.split_payments)).toEqual([
    paid.split_payments,
    over.splitPayments,
  ]);
});

test('Captures and refunds of a split payment leave its charge, and a refund may name only its connector', async ({
  api,
  graphql,
  pay,
}) => {
  const held = await pay.rest({ split_payments: atSandbox, capture_method: 'manual' });
  expect(held).toMatchObject({ status: 'requires_capture', split_payments: charged });
  const { body: captured } = await api.post(`/payments/${held.payment_id}/capture`, {
    amount_to_capture: 1000,
  });
  expect(captured).toMatchObject({ status: 'succeeded', split_payments: held.split_payments });

  const refund = (split_refunds: object, payment_id = held.payment_id) =>
    api.post('/refunds', { payment_id, amount: 100, split_refunds });
  const overGraphql = async (splitRefunds: object, paymentId = held.payment_id) =>
    graphql.mutate(
      'createRefund',
      { paymentId, amount: 100, splitRefunds },
      'refund { status splitRefunds }',
    );
  const own = { sandbox_split_refund: { revert_transfer: true, revert_platform_fee: true } };
  expect((await refund(own)).body).toMatchObject({ status: 'succeeded', split_refunds: own });
  expect((await overGraphql(own)).payload.refund).toEqual({ status: 'succeeded', splitRefunds: own });
  expect((await api.get(`/payments/${held.payment_id}`)).body.split_payments).toEqual(held.split_payments);

  const unsplit = (await pay.rest()).payment_id;
  for (const [split, place, payment] of [
    [{ stripe_split_refund: { revert_transfer: true } }, 'split_refunds.stripe_split_refund', undefined],
    [{ ...own, stripe_split_refund: {} }, 'split_refunds.stripe_split_refund', undefined],
    [{ sandbox_split_refund: 'all' }, 'split_refunds.sandbox_split_refund', undefined],
    [{ revert_transfer: true }, 'split_refunds.revert_transfer', undefined],
    [own, 'split_refunds', unsplit],
  ] as const) {
    const { body, status } = await refund(split, payment);
    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_parameter', place]);
    const { userErrors } = await overGraphql(split, payment);
    expect(userErrors).toEqual([expect.objectContaining({ code: 'invalid_parameter', param: place })]);
  }
  const { body: after } = await api.get(`/payments/${held.payment_id}`);
  expect(after.amount_refunded ?? 200).toBe(200);
});

test('A split for another connector is refused before anything is sent, with the reason for each account', async ({
  api,
  pay,
  shop,
}) => {
  await shop.connector({
    connector_name: 'whole',
    connector_label: 'second',
    payment_methods_enabled: enabled,
  });
  const split_payments = { scripted_split_payment: { application_fees: 5 } };
  const sent = script.requests.authorize?.length ?? 0;
  const payment_id = `pay_${shop.merchantId}`;
  const refusal = await pay.rest({ payment_id, split_payments });
  expect(refusal.refused.slice(0, 2)).toEqual([422, 'no_connector_available']);
  expect(refusal.refused[3]).toContain('first (split_payments is for another connector)');
  expect(refusal.refused[3]).toContain('second (split_payments is for another connector)');
  expect((await api.get(`/payments/${payment_id}`)).status).toBe(404);
  const over = await pay.graphql(split_payments);
  expect(over.refused[0]).toBe('no_connector_available');
  const ofWhole = await pay.rest({ split_payments: { whole_split_payment: { application_fees: 5 } } });
  expect(ofWhole.refused[3]).toContain('second (its connector splits no payments)');
  expect(script.requests.authorize?.length ?? 0).toBe(sent);
});

test('Routing skips accounts of other connectors, unless the fallback is none', async ({
  graphql,
  pay,
  shop,
}) => {
  const other = await shop.connector({ connector_name: 'scripted', payment_methods_enabled: enabled });
  const split_payments = { scripted_split_payment: { application_fees: 5 } };
  const routing = { type: 'single', data: { merchant_connector_id: shop.account } };
  const paid = await pay.rest({ split_payments, routing });
  expect(paid).toMatchObject({ status: 'succeeded', merchant_connector_id: other });
  expect(script.requests.authorize!.at(-1)!.context).toMatchObject({ split: { application_fees: 5 } });
  // The scripted connector reports no charge.
  expect(paid.split_payments).toEqual(split_payments);
  const refusal = await pay.rest({ split_payments, routing: { ...routing, fallback: 'none' } });
  expect(refusal.refused[3]).toContain('first (split_payments is for another connector)');

  const TRY = `query ($profileId: ID!, $paymentId: ID!, $routing: JSON) {
    tryRouting(profileId: $profileId, paymentId: $paymentId, routing: $routing) {
      accounts { merchantConnectorId } leftOut { merchantConnectorId reason } } }`;
  const variables = { profileId: shop.profileId, paymentId: paid.payment_id, routing };
  const { tryRouting } = await graphql.data(TRY, variables);
  expect(tryRouting).toEqual({
    accounts: [{ merchantConnectorId: other }],
    leftOut: [{ merchantConnectorId: shop.account, reason: 'split_payments is for another connector' }],
  });
});

test('Each part of a split names a known connector and is an object', async ({ api, pay, shop }) => {
  const open = await shop.open();
  for (const [split, place] of [
    [{ unheard_of_split_payment: {} }, 'split_payments.unheard_of_split_payment'],
    [{ ...atSandbox, charge_type: 'direct' }, 'split_payments.charge_type'],
    [{ sandbox_split_payment: 'half' }, 'split_payments.sandbox_split_payment'],
    [{ sandbox_split_payment: [] }, 'split_payments.sandbox_split_payment'],
    [{ sandbox_split_payment: null }, 'split_payments.sandbox_split_payment'],
  ] as const) {
    const refusal = await pay.rest({ split_payments: split });
    expect(refusal.refused.slice(0, 3)).toEqual([400, 'invalid_parameter', place]);
    expect((await pay.graphql(split)).refused.slice(0, 2)).toEqual(['invalid_parameter', place]);
    const { body } = await api.post(`/payments/${open}`, { split_payments: split });
    expect(body.error).toMatchObject({ code: 'invalid_parameter', param: place });
  }
  expect((await api.get(`/payments/${open}`)).body.split_payments).toBeNull();
  for (const none of [null, {}]) expect((await pay.rest({ split_payments: none })).status).toBe('succeeded');
});

test('The charge of a challenged payment remains after the challenge', async ({
  api,
  pay,
  service,
  shop,
}) => {
  const waiting = await pay.rest({ split_payments: atSandbox }, cards.challenged);
  expect(waiting.status).toBe('requires_customer_action');
  const text = 'select transaction_id, challenge_token from sandbox_transactions where merchant_id = $1';
  const [row] = await service.database.rows.query({ text, values: [shop.merchantId] }, null);
  const form = new URLSearchParams({ token: String(row!.challenge_token), answer: 'complete' });
  const address = `${service.url}/sandbox/3ds/${row!.transaction_id}/answer`;
  const answered = await fetch(address, { method: 'POST', body: form, redirect: 'manual' });
  await fetch(answered.headers.get('location')!, { redirect: 'manual' });
  const { body } = await api.get(`/payments/${waiting.payment_id}`);
  expect(body).toMatchObject({ status: 'succeeded', split_payments: charged });
});
