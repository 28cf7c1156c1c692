import { expect } from 'vitest';
import { recoverCall } from '../../../src/core/connector-calls/recover-calls.ts';
import type { Outcome } from '../../../src/core/foundation/ports/connector.ts';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { scriptedShop } from '../../kit/scripted-shop.ts';
import { test as base } from '../../kit/test.ts';
import { profileWithCards } from '../faces/write-objects.ts';

const card = {
  card_number: '4242424242424242',
  card_exp_month: '12',
  card_exp_year: '2039',
  card_cvc: '123',
};
const wrongly = (connectorTransactionId: string): Outcome => ({
  kind: 'succeeded',
  connectorTransactionId,
  moved: { amount: 500, currency: 'SEK' },
});

const test = base
  .extend('scripted', { scope: 'file' }, () => scriptedConnector())
  .extend('serviceOptions', { scope: 'file' }, ({ scripted }) => ({ connectors: [scripted.connector] }))
  .extend('merchant', ({ service }) => scriptedShop(service))
  .extend('post', ({ client, merchant }) => async (path: string, body: object) => {
    const { body: answer, status, text } = await client.post(path, { key: merchant.key, body });
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    return answer;
  })
  .extend(
    'get',
    ({ client, merchant }) =>
      async (path: string) =>
        (await client.get(path, { key: merchant.key })).body,
  )
  .extend('recover', ({ merchant, service }) => async (objectId: string, found: (key: string) => void) => {
    const text = `select call_id from connector_calls where object_id = $1 and status = 'intended'`;
    const rows = await service.database.rows.query<{ call_id: string }>({ text, values: [objectId] }, null);
    expect(rows).toHaveLength(1);
    for (const { call_id } of rows) {
      found(call_id);
      await recoverCall(service.contextFor({ kind: 'admin_key' }, 'req_test'), merchant.merchantId, call_id);
    }
  });

test('A payment authorized in another currency is found and counted by its error code until the connector corrects it', async ({
  get,
  graphqlAs,
  merchant,
  post,
  recover,
  scripted,
}) => {
  const money = { currency: 'SEK', authorized: 1000, captured: 1000 };
  scripted.respond('authorize', () => ({ kind: 'succeeded', connectorTransactionId: 'txn_sek', money }));
  const unsure = await post('/payments', {
    amount: 1000,
    currency: 'EUR',
    confirm: true,
    profile_id: await profileWithCards(merchant),
    payment_method: 'card',
    payment_method_data: { card },
  });
  expect(unsure).toMatchObject({
    status: 'processing',
    amount_received: 0,
    error_code: 'not_as_asked',
    error_message: expect.stringContaining(
      'moved 10.00 SEK (1000 in minor units) where it was asked for 10.00 EUR',
    ),
    connector_transaction_id: 'txn_sek',
  });
  expect(unsure.attempts).toMatchObject([{ status: 'pending', error_code: 'not_as_asked' }]);
  const found = await get('/payments?error_code=not_as_asked');
  expect(found.data).toMatchObject([{ payment_id: unsure.payment_id }]);
  const graphql = graphqlAs(merchant.key);
  const document = `{
    payments(filter: { errorCode: { eq: "not_as_asked" } }) {
      totalCount
      nodes { paymentId connector connectorTransactionId errorMessage }
    }
    paymentStats(groupBy: [ERROR_CODE]) { errorCode count }
  }`;
  expect(await graphql.data(document)).toMatchObject({
    payments: { totalCount: 1, nodes: [{ paymentId: unsure.payment_id, connectorTransactionId: 'txn_sek' }] },
    paymentStats: [{ errorCode: 'not_as_asked', count: 1 }],
  });

  await recover(unsure.payment_id, (key) =>
    scripted.setLookUp(key, {
      kind: 'succeeded',
      connectorTransactionId: 'txn_sek',
      money: { currency: 'EUR', authorized: 1000, captured: 1000 },
    }),
  );
  const paid = await get(`/payments/${unsure.payment_id}`);
  expect(paid).toMatchObject({
    status: 'succeeded',
    amount_received: 1000,
    error_code: null,
    error_message: null,
  });
  expect(paid.attempts).toMatchObject([{ error_code: null }]);
});

test('A refund with another amount is pending with that code, even if it was pending before', async ({
  get,
  graphqlAs,
  merchant,
  post,
  recover,
  scripted,
}) => {
  const { paymentId } = await merchant.paidPayment();
  scripted.respond('refund', () => ({ kind: 'pending', connectorTransactionId: 're_1' }));
  const { refund_id } = await post('/refunds', { payment_id: paymentId, amount: 300 });
  await recover(refund_id, (key) => scripted.setLookUp(key, wrongly('re_1')));
  expect(await get(`/refunds/${refund_id}`)).toMatchObject({
    status: 'pending',
    error_code: 'not_as_asked',
    error_message: expect.stringContaining(
      'moved 5.00 SEK (500 in minor units) where it was asked for 3.00 USD',
    ),
  });
  const counted = await graphqlAs(merchant.key).data(
    '{ refundStats(groupBy: [ERROR_CODE, CONNECTOR]) { errorCode connector count } }',
  );
  expect(counted.refundStats).toEqual([{ errorCode: 'not_as_asked', connector: 'scripted', count: 1 }]);

  await recover(refund_id, (key) =>
    scripted.setLookUp(key, { kind: 'failed', code: 'reversed', message: 'It was cancelled.' }),
  );
  expect(await get(`/refunds/${refund_id}`)).toMatchObject({ status: 'failed', error_code: 'reversed' });
});

test('A capture with another amount is not received', async ({ get, merchant, post, scripted }) => {
  scripted.respond('authorize', () => ({ kind: 'succeeded', connectorTransactionId: 'txn_held' }));
  scripted.respond('capture', () => wrongly('cap_1'));
  const held = await post('/payments', {
    amount: 1000,
    currency: 'EUR',
    confirm: true,
    capture_method: 'manual',
    profile_id: await profileWithCards(merchant),
    payment_method: 'card',
    payment_method_data: { card },
  });
  await post(`/payments/${held.payment_id}/capture`, {});
  const unsure = await get(`/payments/${held.payment_id}`);
  expect(unsure).toMatchObject({ status: 'processing', amount_received: 0, error_code: 'not_as_asked' });
  expect(unsure.captures).toMatchObject([
    { status: 'pending', error_code: 'not_as_asked', connector_capture_id: 'cap_1' },
  ]);
});
