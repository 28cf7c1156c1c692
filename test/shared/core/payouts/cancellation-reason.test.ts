import { expect } from 'vitest';
import type { Outcome } from '../../../../src/core/foundation/ports/connector.ts';
import { dataOf } from '../../../kit/graphql.ts';
import { mutate } from '../../../kit/mutate.ts';
import { sandboxShop } from '../../../kit/sandbox-shop.ts';
import { scriptedConnector, signedWebhook } from '../../../kit/scripted-connector.ts';
import { test as base } from '../../../kit/test.ts';

const script = scriptedConnector();
script.respond('payout', ({ idempotencyKey }) => ({
  kind: 'pending',
  connectorTransactionId: `txn_${idempotencyKey}`,
}));
let recalled: Outcome | Promise<Outcome>;
const SECRET = 'whsec_of_the_payouts';
const connector = {
  ...script.connector,
  abilities: new Set([...script.connector.abilities, 'payout', 'cancel_payout'] as const),
  cancelPayout: async () => recalled,
};

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [connector] }))
  .extend('shop', async ({ service }) => {
    const shop = await sandboxShop(service);
    const payment_methods_enabled = [{ payment_method: 'card' }];
    const connector_type = 'payout_processor';
    const payouts = await shop.connector({
      connector_name: 'scripted',
      ...{ connector_type, payment_methods_enabled },
      connector_webhook_details: { merchant_secret: SECRET },
    });
    return { ...shop, payouts };
  })
  .extend('create', ({ api }) => async (more: object = {}) => {
    const card = { card_number: '4242424242424242', expiry_month: '12', expiry_year: '2039' };
    const payout = { amount: 500, currency: 'USD', payout_method_data: { card }, confirm: true, ...more };
    return (await api.post('/payouts', payout)).body;
  })
  .extend('cancel', ({ api }) => (id: string, cancellation_reason?: string) => {
    return api.post(`/payouts/${id}/cancel`, cancellation_reason ? { cancellation_reason } : {});
  });

test('A payout that was not sent shows its cancellation reason, over both APIs', async ({
  cancel,
  create,
  service,
  shop,
}) => {
  const { body } = await cancel((await create()).payout_id, 'Wrong recipient');
  expect(body).toMatchObject({ status: 'cancelled', cancellation_reason: 'Wrong recipient', attempts: [] });
  const { payout_id: payoutId } = await create();
  const reason = 'payout { status cancellationReason }';
  const input = { payoutId, cancellationReason: 'Twice' };
  const { payload } = await mutate(service, shop.key, 'cancelPayout', input, reason);
  expect(payload.payout).toEqual({ status: 'cancelled', cancellationReason: 'Twice' });
  expect((await cancel((await create()).payout_id)).body.cancellation_reason).toBeNull();
});

test('An attempt shows why its payout was stopped in transit, or nothing if the connector refuses', async ({
  cancel,
  create,
  service,
  shop,
}) => {
  recalled = { kind: 'failed', code: 'too_late', message: 'It has arrived.' };
  const { payout_id } = await create({ auto_fulfill: true });
  const refused = await cancel(payout_id, 'Wrong recipient');
  expect(refused.body).toMatchObject({
    status: 'pending',
    error_code: 'too_late',
    cancellation_reason: null,
  });
  expect(refused.body.attempts).toMatchObject([{ cancellation_reason: null }]);

  recalled = { kind: 'succeeded', connectorTransactionId: 'txn_recalled' };
  const { body } = await cancel(payout_id, 'Wrong recipient');
  expect(body).toMatchObject({ status: 'cancelled', cancellation_reason: 'Wrong recipient' });
  expect(body.attempts).toMatchObject([{ status: 'cancelled', cancellation_reason: 'Wrong recipient' }]);
  const query = 'query ($id: ID!) { payout(payoutId: $id) { attempts { cancellationReason } } }';
  const { payout } = await dataOf(service, shop.key, query, { id: payout_id });
  expect(payout.attempts).toEqual([{ cancellationReason: 'Wrong recipient' }]);
});

test('A payout that returns during its cancellation is cancelled, whatever the connector answers', async ({
  api,
  cancel,
  create,
  service,
  shop,
}) => {
  for (const answer of ['succeeded', 'failed'] as const) {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    recalled = promise;
    const { connector_transaction_id: connectorTransactionId, payout_id } = await create({
      auto_fulfill: true,
    });
    const cancelling = cancel(payout_id, 'Wrong recipient');
    const text = "select 1 from connector_calls where object_id = $1 and operation = 'recall'";
    const isAsked = async () =>
      (await service.database.rows.query({ text, values: [payout_id] }, shop.merchantId)).length;
    await expect.poll(isAsked, { timeout: 60_000 }).toBe(1);
    // Of two calls committed at the same time, the cancellation is found first.
    const older = `update connector_calls set created_at = (select created_at - interval '1 second' from connector_calls
        where object_id = $1 and operation = 'fulfill')
      where object_id = $1 and operation = 'recall'`;
    await service.database.rows.query({ text: older, values: [payout_id] }, shop.merchantId);
    const at = new Date().toISOString();
    const returned = { id: `evt_${payout_id}`, at, type: 'payout_returned', connectorTransactionId };
    const url = `${service.url}/webhooks/${shop.merchantId}/${shop.payouts}`;
    const sent = signedWebhook(SECRET, [{ ...returned, code: 'returned', message: 'Returned.' }]);
    expect((await fetch(url, sent)).status).toBe(200);
    expect((await api.get(`/payouts/${payout_id}`)).body.status).toBe('cancelled');
    resolve({
      ...{ kind: answer, connectorTransactionId: 'txn_recalled' },
      ...{ code: 'too_late', message: 'It has come back.' },
    } as Outcome);
    expect((await cancelling).body.status).toBe('cancelled');
  }
});

test('A reason has at most 255 characters', async ({ cancel, create }) => {
  const { body, status } = await cancel((await create()).payout_id, 'x'.repeat(256));
  expect([status, body.error.param]).toEqual([400, 'cancellation_reason']);
});
