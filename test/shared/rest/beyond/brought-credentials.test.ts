import { expect } from 'vitest';
import { graphql } from '../../../kit/graphql.ts';
import { mutate } from '../../../kit/mutate.ts';
import { acceptsCards, cardOf, cards, sandboxShop, setColumns } from '../../../kit/sandbox-shop.ts';
import { scriptedConnector } from '../../../kit/scripted-connector.ts';
import { testApart as base } from '../../../kit/test.ts';

const scripted = scriptedConnector();
const able = new Set([...scripted.connector.abilities, 'save' as const, 'network_mandate' as const]);

const CAVV = 'AJkBB4OBmVFmgYFYFIGZAAAAAAA=';
const DS_ID = 'c272b04f-6e7b-43a2-bb78-90f4fb94aa25';
const threeDs = {
  authentication_cryptogram: { cavv: { authentication_cryptogram: CAVV } },
  ds_trans_id: DS_ID,
  version: '2.2.0',
  eci: '05',
  transaction_status: 'Y',
  exemption_indicator: 'low_value',
};
const { card_cvc: _cvc, ...stored } = cardOf(cards.good);
const network = { ...stored, network_transaction_id: '016150703802094' };
const networkDetails = { type: 'network_transaction_id_and_card_details', data: network };

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    connectors: [{ ...scripted.connector, abilities: able }],
  }))
  .extend('shop', async ({ service }) => {
    const shop = await sandboxShop(service);
    const all = [...acceptsCards, { ...acceptsCards[0]!, payment_method: 'wallet' }];
    const own = { merchant_connector_id: shop.account };
    await setColumns(service, 'connector_accounts', own, { payment_methods_enabled: all });
    return shop;
  })
  /** An account at the scripted connector, with all payments routed to it. */
  .extend('account', async ({ service, shop }) => {
    const account = await shop.connector({
      connector_name: 'scripted',
      payment_methods_enabled: acceptsCards,
    });
    const data = { connector: 'scripted', merchant_connector_id: account };
    const single = { type: 'single', data, fallback: 'none' };
    const own = { merchant_id: shop.merchantId, profile_id: shop.profileId };
    await setColumns(service, 'business_profiles', own, { routing_algorithm: single });
    return account;
  })
  .extend(
    'post',
    ({ api }) =>
      (body: object) =>
        api.post('/payments', { amount: 1000, currency: 'EUR', confirm: true, ...body }),
  )
  .extend('sealed', ({ service }) => async (paymentId: string) => {
    const text = 'select brought_data, card_number from payments where payment_id = $1';
    const [row] = await service.database.rows.query({ text, values: [paymentId] }, null);
    return row!;
  });

const asked = () => scripted.requests.authorize!.at(-1)!;

test('A card with its network transaction is charged off session', async ({ account, post, sealed }) => {
  scripted.respond('authorize', ({ idempotencyKey }) => ({
    kind: 'succeeded',
    connectorTransactionId: idempotencyKey,
    networkTransactionId: '777150703802094',
  }));
  const { body: paid } = await post({ off_session: true, recurring_details: networkDetails });
  expect(paid).toMatchObject({
    status: 'succeeded',
    merchant_connector_id: account,
    network_transaction_id: '777150703802094',
    attempts: [{ network_transaction_id: '777150703802094' }],
    payment_method_data: { card: { last4: '4242', card_network: 'Visa' } },
  });
  expect(asked()).toMatchObject({
    method: { kind: 'card', card: { number: cards.good, cvc: null } },
    threeDs: false,
    credential: {
      ...{ kind: 'stored', initiator: 'merchant', model: 'unscheduled' },
      ...{ connectorMandateId: null, networkTransactionId: '016150703802094' },
    },
  });
  expect(await sealed(paid.payment_id)).toEqual({ brought_data: null, card_number: null });
});

test('Recurring details may also be tagged by key, and a payment accepts them at confirmation', async ({
  account,
  api,
  post,
  sealed,
  service,
  shop,
}) => {
  const { body: open } = await post({ confirm: false, off_session: true });
  const given = { network_transaction_id_and_card_details: network };
  const { body: paid } = await api.post(`/payments/${open.payment_id}/confirm`, { recurring_details: given });
  expect(paid).toMatchObject({ status: 'succeeded', merchant_connector_id: account });
  const { payload, userErrors } = await mutate(
    service,
    shop.key,
    'createPayment',
    {
      ...{ amount: 1000, currency: 'EUR', offSession: true },
      recurringDetails: {
        networkTransactionIdAndCardDetails: {
          ...{ cardNumber: cards.good, cardExpMonth: '12', cardExpYear: '2039' },
          networkTransactionId: '016150703802094',
        },
      },
    },
    'payment { paymentId status networkTransactionId }',
  );
  const { payment } = payload;
  expect(userErrors).toEqual([]);
  expect(payment).toMatchObject({ status: 'requires_confirmation', networkTransactionId: null });
  const kept = await sealed(payment.paymentId);
  expect(kept).toEqual({ brought_data: expect.any(Uint8Array), card_number: expect.any(Uint8Array) });
  expect(Buffer.from(kept.brought_data as Uint8Array).toString('latin1')).not.toContain('016150703802094');
});

test("A processor's own token is charged only at its account", async ({ account, post, shop }) => {
  const token = (id: string) => ({
    type: 'processor_payment_token',
    data: { processor_payment_token: 'pm_of_the_processor', merchant_connector_id: id },
  });
  const { body: paid } = await post({ off_session: true, recurring_details: token(account) });
  expect(paid).toMatchObject({ status: 'succeeded', payment_method: 'card', merchant_connector_id: account });
  expect(asked()).toMatchObject({
    method: { kind: 'kept', method: 'card', type: null },
    credential: { connectorMandateId: 'pm_of_the_processor', networkTransactionId: null },
  });
  // The sandbox did not issue it.
  const { body: refused } = await post({ off_session: true, recurring_details: token(shop.account) });
  expect(refused).toMatchObject({ status: 'failed', merchant_connector_id: shop.account });
  const { body: unknown } = await post({ off_session: true, recurring_details: token('mca_none') });
  expect(unknown.error).toMatchObject({ code: 'resource_not_found' });
});

test("The sandbox's own mandate is a chargeable token", async ({ api, post, service, shop }) => {
  const consent = { customer_acceptance: { acceptance_type: 'offline' } };
  const { body: first } = await post({
    ...{ customer_id: 'ann', setup_future_usage: 'off_session', mandate_data: consent },
    payment_method_data: { card: cardOf(cards.good) },
  });
  const { connector_mandate_id, network_transaction_id, payment_method_id } = first;
  expect(network_transaction_id).toEqual(expect.any(String));
  const { body: paid } = await post({
    off_session: true,
    recurring_details: {
      type: 'processor_payment_token',
      data: { processor_payment_token: connector_mandate_id, merchant_connector_id: shop.account },
    },
  });
  expect(paid).toMatchObject({ status: 'succeeded' });
  // A saved method of another service carries the same data.
  const { body: moved } = await api.post('/payment_methods', {
    ...{ customer_id: 'ann', payment_method: 'wallet', payment_method_type: 'apple_pay' },
    recurring_enabled: true,
    connector_mandate_details: { [shop.account]: { connector_mandate_id } },
  });
  expect(moved).toMatchObject({ connector_mandates: { [shop.account]: connector_mandate_id }, card: null });
  const again = await api.post('/payment_methods', {
    ...{ customer_id: 'ann', payment_method: 'wallet', payment_method_type: 'apple_pay' },
    connector_mandates: { [shop.account]: connector_mandate_id },
  });
  expect(again.body.payment_method_id).toBe(moved.payment_method_id);
  const { body: charged } = await post({
    ...{ customer_id: 'ann', off_session: true, payment_method_id: moved.payment_method_id },
  });
  expect(charged).toMatchObject({ status: 'succeeded', payment_method: 'wallet' });
  const { body: present } = await post({
    customer_id: 'ann',
    payment_method_id: moved.payment_method_id,
  });
  expect(present).toMatchObject({ status: 'succeeded', payment_method_type: 'apple_pay' });
  const { data } = await graphql(
    service,
    shop.key,
    `{ paymentMethod(paymentMethodId: "${payment_method_id}") { networkTransactionId connectorMandates } }`,
  );
  expect(data.paymentMethod).toEqual({
    networkTransactionId: network_transaction_id,
    connectorMandates: { [shop.account]: connector_mandate_id },
  });
});

test("Another provider's 3-D Secure result goes to the connector once, and its cryptogram nowhere else", async ({
  account,
  post,
  sealed,
  service,
}) => {
  scripted.respond('authorize', () => ({ kind: 'failed', code: 'declined', message: 'Declined.' }));
  const card = { payment_method_data: { card: cardOf(cards.good) } };
  const { body: open } = await post({ ...card, confirm: false, three_ds_data: threeDs });
  const before = await sealed(open.payment_id);
  expect(Buffer.from(before.brought_data as Uint8Array).toString('latin1')).not.toContain(CAVV);
  const { body: paid } = await post({ ...card, authentication_type: 'three_ds', three_ds_data: threeDs });
  expect(paid).toMatchObject({
    status: 'failed',
    merchant_connector_id: account,
    external_3ds_authentication_attempted: true,
    external_authentication_details: {
      ...{ status: 'success', electronic_commerce_indicator: '05', version: '2.2.0' },
      ds_transaction_id: DS_ID,
    },
  });
  expect(asked()).toMatchObject({
    threeDs: false,
    authentication: {
      ...{ transStatus: 'Y', eci: '05', cavv: CAVV, dsTransactionId: DS_ID, version: '2.2.0' },
      exemption: 'low_value',
    },
  });
  expect(await sealed(paid.payment_id)).toMatchObject({ brought_data: null });
  expect(JSON.stringify(paid)).not.toContain(CAVV);
  const text = 'select merchant_id, call_id, request from connector_calls where object_id = $1';
  const [call] = await service.database.rows.query({ text, values: [paid.payment_id] }, null);
  const key = [String(call!.merchant_id), String(call!.call_id)];
  const place = { table: 'connector_calls', column: 'request', key };
  expect(service.encryption.decrypt(call!.request as Buffer, place)).not.toHaveProperty('authentication');
});

test('External credentials must match the payment', async ({ account, api, client, post, shop }) => {
  expect(account).toBeTruthy();
  const refusal = async (body: object) => {
    const { body: answer } = await post(body);
    return [answer.error?.code, answer.error?.param];
  };
  const given = { recurring_details: networkDetails };
  const card = { payment_method_data: { card: cardOf(cards.good) } };
  expect(await refusal(given)).toEqual(['invalid_parameter', 'off_session']);
  expect(await refusal({ ...given, ...card, off_session: true })).toEqual([
    'parameters_exclusive',
    'recurring_details',
  ]);
  const data = { ...network, card_number: '4242424242424241' };
  expect(await refusal({ off_session: true, recurring_details: { ...networkDetails, data } })).toEqual([
    'invalid_parameter',
    'recurring_details.data.card_number',
  ]);
  expect(await refusal({ off_session: true, recurring_details: { type: 'x', data } })).toEqual([
    'invalid_parameter',
    'recurring_details.type',
  ]);
  const limited = { type: 'card_with_limited_data', data: { card_number: cards.good } };
  // The routing names an account whose connector does not support that.
  expect(await refusal({ off_session: true, recurring_details: limited })).toEqual([
    'no_connector_available',
    null,
  ]);
  const half = { ...limited, data: { ...limited.data, card_exp_month: '12' } };
  expect(await refusal({ off_session: true, recurring_details: half })).toEqual([
    'invalid_parameter',
    'recurring_details.card_with_limited_data.card_exp_year',
  ]);
  expect(await refusal({ off_session: true, recurring_details: {} })).toEqual([
    'missing_parameter',
    'recurring_details',
  ]);
  expect(await refusal({ ...card, off_session: true, three_ds_data: threeDs })).toEqual([
    'invalid_parameter',
    'three_ds_data',
  ]);
  for (const [name, value] of [
    ['eci', '9'],
    ['version', '1.0.2'],
    ['transaction_status', 'N'],
    ['ds_trans_id', 'x'],
  ] as const) {
    expect(await refusal({ ...card, three_ds_data: { ...threeDs, [name]: value } })).toEqual([
      'invalid_parameter',
      `three_ds_data.${name}`,
    ]);
  }
  const { body: open } = await post({ ...card, confirm: false });
  const confirm = await client.post(`/payments/${open.payment_id}/confirm`, {
    key: shop.publishableKey,
    body: { client_secret: open.client_secret, three_ds_data: threeDs },
  });
  expect(confirm.body.error).toMatchObject({ code: 'wrong_key_kind', param: 'three_ds_data' });
  const update = await api.post(`/payments/${open.payment_id}`, { three_ds_data: threeDs });
  expect(update.body.error).toMatchObject({ code: 'unknown_parameter', param: 'three_ds_data' });
});
