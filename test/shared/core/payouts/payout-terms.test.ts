import { expect } from 'vitest';
import { recoverCall } from '../../../../src/core/connector-calls/recover-calls.ts';
import { mutate } from '../../../kit/mutate.ts';
import { sandboxShop } from '../../../kit/sandbox-shop.ts';
import { scriptedConnector } from '../../../kit/scripted-connector.ts';
import { test as base } from '../../../kit/test.ts';

const card = { cardNumber: '4242424242424242', expiryMonth: '12', expiryYear: '2039' };
const fields = `payout { payoutId status priority entityType recurring payoutMethodId merchantConnectorId
  timeline { toStatus } }`;
const script = scriptedConnector();
let clockOffsetMs = 0;
const accepts = ['card', 'wallet', 'bank_transfer'].map((payment_method) => ({ payment_method }));

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    now: () => new Date(Date.now() + clockOffsetMs),
    connectors: [
      { ...script.connector, abilities: new Set([...script.connector.abilities, 'payout' as const]) },
    ],
  }))
  .extend('shop', async ({ service }) => {
    const shop = await sandboxShop(service);
    await shop.sandbox({ connector_type: 'payout_processor', payment_methods_enabled: accepts });
    return shop;
  })
  .extend('send', ({ service, shop }) => (input: object, name = 'createPayout') => {
    const order = {
      amount: 500,
      currency: 'USD',
      payoutMethodData: { card },
      confirm: true,
      autoFulfill: true,
    };
    return mutate(
      service,
      shop.key,
      name,
      name === 'createPayout' ? { ...order, ...input } : { ...input },
      fields,
    );
  });

test('An instant payout is sent at once; a regular one arrives later, with a webhook', async ({
  send,
  service,
  shop,
}) => {
  for (const priority of ['instant', 'fast', null]) {
    expect((await send({ priority })).payload.payout).toMatchObject({ status: 'success', priority });
  }
  for (const priority of ['regular', 'wire', 'cross_border']) {
    const { payload } = await send({ priority });
    expect(payload.payout).toMatchObject({ status: 'pending', priority });
    const sql = (text: string) =>
      service.database.rows.query({ text, values: [payload.payout.payoutId] }, null);
    const [call] = await sql('select call_id from connector_calls where object_id = $1');
    clockOffsetMs += 31_000;
    await recoverCall(
      service.contextFor({ kind: 'admin_key' }, 'req_test'),
      shop.merchantId,
      String(call!.call_id),
    );
    expect(await sql('select status from payouts where payout_id = $1')).toEqual([{ status: 'success' }]);
    expect(
      await sql(`select 1 as reported from sandbox_events join connector_calls using (merchant_id)
                 where object_id = $1 and body::text like '%' || call_id || '%'`),
    ).toEqual([{ reported: 1 }]);
  }
});

test('A priority unknown to every connector is refused before anything is sent', async ({
  send,
  service,
  shop,
}) => {
  const { userErrors } = await send({ priority: 'internal' });
  expect(userErrors).toEqual([
    expect.objectContaining({
      code: 'no_connector_available',
      message: expect.stringContaining('cannot send payouts of priority internal'),
    }),
  ]);
  const text = 'select 1 from payouts where merchant_id = $1';
  expect(await service.database.rows.query({ text, values: [shop.merchantId] }, null)).toEqual([]);
});

test('The connector receives the priority, the recipient type and whether more payouts follow', async ({
  send,
  shop,
}) => {
  const customerId = await shop.customer();
  await shop.connector({
    connector_name: 'scripted',
    connector_type: 'payout_processor',
    payment_methods_enabled: accepts,
  });
  const { payload } = await send({
    connector: ['scripted'],
    customerId,
    priority: 'internal',
    entityType: 'Company',
    recurring: true,
  });
  expect(payload.payout).toMatchObject({ status: 'success', entityType: 'Company' });
  expect(script.requests.payout?.at(-1)).toMatchObject({
    priority: 'internal',
    entityType: 'Company',
    recurring: true,
  });
});

test('A recipient that the connector cannot reach at the destination is refused', async ({ send }) => {
  const toWallet = { payoutMethodData: { wallet: { paypal: { email: 'ann@example.com' } } } };
  const { userErrors } = await send({ ...toWallet, entityType: 'Company' });
  expect(userErrors).toEqual([
    expect.objectContaining({
      code: 'no_connector_available',
      message: expect.stringContaining('cannot send payouts to a wallet of a Company'),
    }),
  ]);
  expect((await send({ ...toWallet, entityType: 'Individual' })).payload.payout.status).toBe('success');
});

test("A recurring payout saves its card as its customer's payout method", async ({ send, service, shop }) => {
  const customerId = await shop.customer();
  const first = (await send({ customerId, recurring: true })).payload.payout;
  expect(first).toMatchObject({ status: 'success', payoutMethodId: expect.stringMatching(/^pm_/) });
  const next = await send({ customerId, payoutMethodData: null, payoutMethodId: first.payoutMethodId });
  expect(next.payload.payout).toMatchObject({ status: 'success', payoutMethodId: first.payoutMethodId });
  // No consent to be charged.
  const text = 'select recurring_enabled from payment_methods where payment_method_id = $1';
  const [saved] = await service.database.rows.query({ text, values: [first.payoutMethodId] }, null);
  expect(saved).toEqual({ recurring_enabled: false });
  expect((await send({ customerId })).payload.payout.payoutMethodId).toBeNull();
});

test('A recurring payout needs a customer', async ({ send }) => {
  expect((await send({ recurring: true })).userErrors).toEqual([
    expect.objectContaining({ code: 'missing_parameter', param: 'customer_id' }),
  ]);
  const { payload } = await send({ recurring: true, confirm: false });
  expect(payload.payout.status).toBe('requires_confirmation');
  const late = await send({ payoutId: payload.payout.payoutId }, 'confirmPayout');
  expect(late.userErrors).toEqual([
    expect.objectContaining({ code: 'missing_parameter', param: 'customer_id' }),
  ]);
});

test('A recurring payout that is declined saves nothing', async ({ send, shop }) => {
  const customerId = await shop.customer();
  const declined = { card: { ...card, cardNumber: '4000000000000002' } };
  const { payload } = await send({ customerId, recurring: true, payoutMethodData: declined });
  expect(payload.payout).toMatchObject({ status: 'failed', payoutMethodId: null });
});

test('A payout cannot be confirmed with a business profile that does not exist', async ({ send }) => {
  const { payoutId } = (await send({ confirm: false, autoFulfill: false })).payload.payout;
  const { userErrors } = await send({ payoutId, profileId: 'pro_none' }, 'confirmPayout');
  expect(userErrors).toEqual([
    { code: 'resource_not_found', message: 'No such business profile.', param: 'profile_id' },
  ]);
});
