import { expect } from 'vitest';
import type { Connector, Outcome } from '../../../../src/core/foundation/ports/connector.ts';
import type { CompleteActionRequest } from '../../../../src/core/foundation/ports/connector-requests.ts';
import { mutate } from '../../../kit/mutate.ts';
import { cardOf, cards } from '../../../kit/sandbox-shop.ts';
import { scriptedConnector } from '../../../kit/scripted-connector.ts';
import { test as base } from '../../../kit/test.ts';

const script = scriptedConnector();
script.respond('authorize', ({ idempotencyKey }) => ({
  kind: 'requires_action',
  connectorTransactionId: `txn_${idempotencyKey}`,
  action: { type: 'redirect', url: 'https://bank.example.com/' },
}));
const completed: CompleteActionRequest[] = [];
const connector: Connector = {
  ...script.connector,
  async completeAction(_access, request): Promise<Outcome> {
    completed.push(request);
    const { connectorTransactionId, returned } = request;
    return returned.redirectResult === 'good'
      ? { kind: 'succeeded', connectorTransactionId }
      : { kind: 'failed', code: 'refused', message: 'No.', connectorTransactionId };
  },
};

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [connector] }))
  .extend('shop', async ({ shop }) => {
    await shop.connector({
      connector_name: 'scripted',
      payment_methods_enabled: [{ payment_method: 'card' }],
    });
    return shop;
  })
  .extend('waiting', ({ api, shop: _ }) => async (more: object = {}) => {
    const card = { payment_method_data: { card: cardOf(cards.good) } };
    const { body } = await api.post('/payments', { amount: 1000, currency: 'EUR', ...card, ...more });
    return body;
  })
  .extend('confirm', ({ api }) => async (id: string, redirect_response: object, more: object = {}) => {
    const { body } = await api.post(`/payments/${id}/confirm`, {
      feature_metadata: { redirect_response },
      ...more,
    });
    return body;
  });
const confirmed = { confirm: true };

test('A merchant passes on redirect data, and the payment completes', async ({
  confirm,
  service,
  shop,
  waiting,
}) => {
  const first = await waiting(confirmed);
  expect(first).toMatchObject({ status: 'requires_customer_action', attempt_count: 1 });
  const param = '?redirectResult=good&attempt=1';
  const paid = await confirm(first.payment_id, { param, json_payload: { MD: 'a b', number: 1 } });
  expect(paid).toMatchObject({
    status: 'succeeded',
    attempt_count: 1,
    feature_metadata: { redirect_response: { param } },
  });
  expect(completed.at(-1)!.returned).toEqual({ redirectResult: 'good', MD: 'a b' });

  const { payment_id: paymentId } = await waiting(confirmed);
  const featureMetadata = { redirectResponse: { param: 'redirectResult=bad' } };
  const selection = 'payment { status errorCode attemptCount }';
  const { payload } = await mutate(
    service,
    shop.key,
    'confirmPayment',
    { paymentId, featureMetadata },
    selection,
  );
  expect(payload.payment).toEqual({ status: 'failed', errorCode: 'refused', attemptCount: 1 });
});

test('Redirect data with other changes completes nothing, and confirms an unconfirmed payment', async ({
  api,
  confirm,
  waiting,
}) => {
  const { payment_id } = await waiting(confirmed);
  const before = completed.length;
  const refused = await confirm(payment_id, { param: 'redirectResult=good' }, { email: 'a@example.com' });
  expect(refused.error).toMatchObject({ code: 'parameters_exclusive', param: 'email' });
  expect((await api.get(`/payments/${payment_id}`)).body).toMatchObject({
    status: 'requires_customer_action',
    feature_metadata: null,
  });
  const { payment_id: other } = await waiting();
  const started = await confirm(other, { param: 'redirectResult=good' });
  expect(started).toMatchObject({ status: 'requires_customer_action', attempt_count: 1 });
  expect(completed).toHaveLength(before);
});

test("Neither a customer's client nor another merchant can pass on redirect data", async ({
  client,
  confirm,
  otherShop,
  shop,
  waiting,
}) => {
  const { client_secret, payment_id } = await waiting(confirmed);
  const body = { client_secret, feature_metadata: { redirect_response: { param: 'redirectResult=good' } } };
  const path = `/payments/${payment_id}/confirm`;
  const byClient = await client.post(path, { key: shop.publishableKey, body });
  expect([byClient.status, byClient.body.error.code]).toEqual([403, 'wrong_key_kind']);
  const foreign = await client.post(path, {
    key: otherShop.key,
    body: { feature_metadata: body.feature_metadata },
  });
  expect(foreign.status).toBe(404);
  expect((await confirm(payment_id, { param: 'redirectResult=good' })).status).toBe('succeeded');
});
