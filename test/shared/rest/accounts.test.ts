import { expect } from 'vitest';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';
import { fieldSets, namesOf } from './fields.ts';

const test = base
  .extend('shop', ({ service }) =>
    seedMerchant(service, {
      payment_response_hash_key: 'a-secret-that-signs',
      webhook_details: { webhook_url: 'https://shop.example/hooks', webhook_password: 'opensesame' },
      primary_business_details: [{ country: 'US', business: 'clothing' }],
    }),
  )
  .extend(
    'get',
    ({ client, shop }) =>
      (path: string, key = shop.key) =>
        client.get(path, { key }),
  );

test('GET /accounts/{id} returns exactly the fields of the specification', async ({ get, service, shop }) => {
  const { status, body } = await get(`/accounts/${shop.merchantId}`, service.adminApiKey);
  expect(status).toBe(200);
  expect(namesOf(body)).toEqual(fieldSets.merchantAccount);
  expect(namesOf(body.webhook_details)).toEqual(fieldSets.webhookDetails);
  expect(body).toMatchObject({
    merchant_id: shop.merchantId,
    publishable_key: shop.publishableKey,
    payment_response_hash_key: 'a-secret-that-signs',
    webhook_details: { webhook_password: 'op******me', payment_failed_enabled: null },
    primary_business_details: [{ country: 'US', business: 'clothing' }],
    recon_status: 'not_requested',
  });
});

test('GET /accounts/{id} returns any merchant to the admin key, and 404 for an unknown one', async ({
  get,
  otherShop,
  service,
}) => {
  expect((await get(`/accounts/${otherShop.merchantId}`, service.adminApiKey)).status).toBe(200);
  const { status, body } = await get('/accounts/nobody', service.adminApiKey);
  expect([status, body.error.code]).toEqual([404, 'resource_not_found']);
});

test('GET /account/{id}/business_profile returns exactly the fields of the specification, oldest first', async ({
  get,
  shop,
}) => {
  const added = await shop.profile({
    created_at: new Date(Date.now() + 60_000),
    outgoing_webhook_custom_http_headers: { 'x-token': 'opensesame' },
  });
  const list = await get(`/account/${shop.merchantId}/business_profile`);
  expect(list.status).toBe(200);
  expect(list.body.map((row: { profile_id: string }) => row.profile_id)).toEqual([shop.profileId, added]);
  expect(namesOf(list.body[0])).toEqual(fieldSets.businessProfile);

  const { body } = await get(`/account/${shop.merchantId}/business_profile/${added}`);
  expect(body).toEqual(list.body[1]);
  expect(body.outgoing_webhook_custom_http_headers).toEqual({ 'x-token': 'op******me' });
  expect(body.walletx_verified_domains).toEqual([]);
});

test('GET /account/{id}/connectors shows masked credentials only for a single account', async ({
  get,
  shop,
}) => {
  const first = await shop.connector({
    connector_account_details: { connector_account_details: { api_key: 'opensesame' } },
    connector_webhook_details: { merchant_secret: 'abcd' },
    connector_wallets_details: { walletx: { certificate: 'opensesame' } },
    additional_merchant_data: { open_banking_recipient_data: { connector_recipient_id: 'rec_1' } },
    payment_methods_enabled: [{ payment_method: 'card', minimum_amount: 1 }],
    frm_configs: [{ gateway: 'sandbox' }],
    metadata: { note: 'mine' },
  });
  const second = await shop.connector({ disabled: true, created_at: new Date(Date.now() + 60_000) });

  const list = await get(`/accounts/${shop.merchantId}/connectors`);
  expect(list.status).toBe(200);
  const ids = list.body.map((row: { merchant_connector_id: string }) => row.merchant_connector_id);
  expect(ids).toEqual([first, second]);
  expect(namesOf(list.body[0])).toEqual(fieldSets.connectorInList);
  expect(namesOf(list.body[0].payment_methods_enabled[0])).toEqual(fieldSets.paymentMethodsEnabled);

  const { body, text } = await get(`/accounts/${shop.merchantId}/connectors/${first}`);
  expect(namesOf(body)).toEqual(fieldSets.connectorAlone);
  expect(body).toMatchObject({
    connector_account_details: { connector_account_details: { api_key: 'op******me' }, metadata: null },
    connector_webhook_details: { merchant_secret: '****', additional_secret: null },
    connector_wallets_details: { walletx: { certificate: 'op******me' } },
    metadata: { note: 'mine' },
  });
  expect(JSON.parse(body.frm_configs)).toMatchObject([{ gateway: 'sandbox' }]);
  expect(text + list.text).not.toContain('opensesame');
});

test("An API key cannot read another merchant's account", async ({ get, otherShop, shop }) => {
  const connectorId = await otherShop.connector();
  const paths = [
    `/account/${otherShop.merchantId}/business_profile`,
    `/account/${otherShop.merchantId}/business_profile/${otherShop.profileId}`,
    `/accounts/${otherShop.merchantId}/connectors`,
    `/accounts/${otherShop.merchantId}/connectors/${connectorId}`,
    `/account/${shop.merchantId}/business_profile/${otherShop.profileId}`,
    `/accounts/${shop.merchantId}/connectors/${connectorId}`,
    '/account/nobody/business_profile',
  ];
  for (const path of paths) {
    const { status, body } = await get(path);
    expect([path, status, body.error.code]).toEqual([path, 404, 'resource_not_found']);
  }
});
