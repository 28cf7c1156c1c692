import { expect } from 'vitest';
import { NotSentError } from '../../../src/core/foundation/ports/connector.ts';
import { mapError } from '../../kit/error-mapping.ts';
import { mutate } from '../../kit/mutate.ts';
import { cardOf, cards, graphqlCardOf, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { test as base } from '../../kit/test.ts';

const stubborn = scriptedConnector();
stubborn.respond('authorize', () => {
  throw new NotSentError('Nobody listens there.');
});

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [stubborn.connector] }))
  .extend('mapped', { scope: 'file' }, async ({ service }) => {
    await mapError(service, 'card_declined', { decision: 'retry' });
    await mapError(service, 'insufficient_funds', { decision: 'retry', step_up_possible: true });
    // The operator's own mapping takes precedence over the shipped one.
    await mapError(service, 'connector_unreachable', { connector: 'scripted', decision: 'do_default' });
    return true;
  })
  .extend('shop', async ({ service, mapped }) => (mapped ? sandboxShop(service) : sandboxShop(service)))
  .extend('second', ({ shop }) => (values: object = {}) => {
    return shop.sandbox({ created_at: new Date(Date.now() + 60_000), ...values });
  })
  .extend('retries', ({ service, shop }) => (max: number) => {
    const switches = { is_auto_retries_enabled: true, max_auto_retries_enabled: max };
    return setColumns(service, 'business_profiles', { profile_id: shop.profileId }, switches);
  })
  .extend('behave', ({ service }) => (id: string, metadata: object) => {
    return setColumns(service, 'connector_accounts', { merchant_connector_id: id }, { metadata });
  })
  .extend('confirm', ({ api }) => async (id: string, number: string = cards.good) => {
    const card = { payment_method_data: { card: cardOf(number) } };
    return (await api.post(`/payments/${id}`, { confirm: true, ...card })).body;
  })
  .extend('accountsOf', ({ service }) => async (id: string) => {
    const text = 'select merchant_connector_id as id from attempts where payment_id = $1 order by attempt_id';
    return (await service.database.rows.query({ text, values: [id] }, null)).map((row) => row.id);
  });

test('A manual confirmation may use every account again, whichever were tried before', async ({
  accountsOf,
  behave,
  confirm,
  retries,
  second,
  service,
  shop,
}) => {
  const spare = await second({ metadata: { decline: 'always' } });
  await behave(shop.account, { decline: 'always' });
  await retries(2);
  const id = await shop.open();
  expect(await confirm(id)).toMatchObject({ status: 'failed', attempt_count: 2 });
  await behave(spare, {});
  const anew = { paymentId: id, paymentMethodData: { card: graphqlCardOf(cards.good) } };
  const again = await mutate(service, shop.key, 'confirmPayment', anew, 'payment { status }');
  expect(again.payload.payment.status).toBe('succeeded');
  expect(await accountsOf(id)).toEqual([shop.account, spare, shop.account, spare]);
});

test('A payment that was certainly not sent is tried at the next account, without any setting', async ({
  behave,
  confirm,
  second,
  shop,
}) => {
  const spare = await second();
  await behave(shop.account, { down: true });
  const body = await confirm(await shop.open());
  expect(body).toMatchObject({ status: 'succeeded', attempt_count: 2, merchant_connector_id: spare });
  expect(body.attempts[0]).toMatchObject({
    status: 'failure',
    error_code: 'connector_unreachable',
    unified_code: 'UE_3000',
  });
});

test('A refund is made at the account that took the money, not the one tried first', async ({
  behave,
  confirm,
  second,
  service,
  shop,
}) => {
  const spare = await second();
  await behave(shop.account, { down: true });
  const { payment_id: paymentId, connector_transaction_id: transaction } = await confirm(await shop.open());
  await behave(shop.account, {});
  const { payload } = await mutate(service, shop.key, 'createRefund', { paymentId }, 'refund { status }');
  expect(payload.refund.status).toBe('succeeded');
  const text = `select t.merchant_connector_id as account, t.parent_id as refunded from sandbox_transactions t
    join connector_calls c on c.merchant_id = t.merchant_id and c.call_id = t.idempotency_key
    join refunds r on r.merchant_id = c.merchant_id and r.refund_id = c.object_id where r.payment_id = $1`;
  expect(await service.database.rows.query({ text, values: [paymentId] }, null)).toEqual([
    { account: spare, refunded: transaction },
  ]);
});

test('A payment fails once no account is reachable', async ({ behave, confirm, second, shop }) => {
  await second({ metadata: { down: true } });
  await behave(shop.account, { down: true });
  const body = await confirm(await shop.open());
  expect(body).toMatchObject({ status: 'failed', attempt_count: 2, manual_retry_allowed: true });
});

test("An operator's error mapping overrides the shipped one", async ({ behave, confirm, second, shop }) => {
  await second();
  await behave(shop.account, {});
  const unheard = await shop.connector({
    connector_name: 'scripted',
    created_at: new Date(0),
    payment_methods_enabled: [{ payment_method: 'card' }],
  });
  const body = await confirm(await shop.open());
  expect(body).toMatchObject({ status: 'failed', attempt_count: 1, merchant_connector_id: unheard });
});

test('An account with an open circuit is skipped while another can take the payment', async ({
  accountsOf,
  behave,
  confirm,
  second,
  shop,
}) => {
  const spare = await second();
  await behave(shop.account, { down: true });
  for (let i = 0; i < 5; i += 1) await confirm(await shop.open());
  const id = await shop.open();
  expect(await confirm(id)).toMatchObject({ status: 'succeeded' });
  expect(await accountsOf(id)).toEqual([spare]);
});

test('A step-up retries the same account with 3-D Secure before the next one', async ({
  accountsOf,
  confirm,
  retries,
  second,
  shop,
}) => {
  const spare = await second({ metadata: { decline: 'never' } });
  await retries(2);
  const id = await shop.open();
  const body = await confirm(id, '4000000000009995');
  expect(body.status).toBe('succeeded');
  expect(await accountsOf(id)).toEqual([shop.account, shop.account, spare]);
  const types = body.attempts.map((attempt: { authentication_type: string }) => attempt.authentication_type);
  expect(types).toEqual([null, 'three_ds', 'three_ds']);
});

test('A step-up works with a single account', async ({ accountsOf, confirm, retries, shop }) => {
  await retries(2);
  const id = await shop.open({ authentication_type: 'no_three_ds' });
  const body = await confirm(id, '4000000000009995');
  expect(await accountsOf(id)).toEqual([shop.account, shop.account]);
  expect(body.attempts.map((one: { authentication_type: string }) => one.authentication_type)).toEqual([
    'no_three_ds',
    'three_ds',
  ]);
});

test('An off-session payment never requests 3-D Secure', async ({
  accountsOf,
  confirm,
  retries,
  second,
  shop,
}) => {
  const spare = await second({ metadata: { decline: 'never' } });
  await retries(2);
  const id = await shop.open({ off_session: true });
  const body = await confirm(id, '4000000000009995');
  expect(await accountsOf(id)).toEqual([shop.account, spare]);
  expect(body.attempts[1].authentication_type).toBe('no_three_ds');
});
