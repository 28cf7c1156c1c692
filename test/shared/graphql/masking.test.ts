import { expect } from 'vitest';
import { globalIdOf } from '../../kit/global-id.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

const secret = 'opensesame';
const masked = 'op******me';
const details = `connectorAccountDetails { connectorAccountDetails metadata }
  connectorWebhookDetails { merchantSecret additionalSecret } connectorWalletsDetails`;
const shownDetails = {
  connectorAccountDetails: {
    connectorAccountDetails: { auth_type: 'HeaderKey', nested: { api_key: masked, short: '****' } },
    metadata: { terminal: 'T1', access_token: masked, port: 1 },
  },
  connectorWebhookDetails: { merchantSecret: masked, additionalSecret: null },
  connectorWalletsDetails: { walletx: { certificate: masked } },
};

const test = base
  /** Set up once for the whole file. */
  .extend('seeded', { scope: 'file' }, async ({ service }) => {
    const webhooks = { webhook_url: 'https://shop.example/hooks', webhook_password: secret };
    const shop = await seedMerchant(service, { webhook_details: webhooks });
    await shop.profile({
      profile_id: 'pro_secret',
      webhook_details: webhooks,
      outgoing_webhook_custom_http_headers: { 'x-token': secret },
    });
    const connector = await shop.connector({
      connector_account_details: {
        connector_account_details: { auth_type: 'HeaderKey', nested: { api_key: secret, short: 'abcd' } },
        metadata: { terminal: 'T1', access_token: secret, port: 1 },
      },
      connector_webhook_details: { merchant_secret: secret, additional_secret: null },
      connector_wallets_details: { walletx: { certificate: secret } },
    });
    await shop.customer({ customer_id: 'ann' });
    await shop.paymentMethod('ann', {
      payment_method_id: 'pm_bank',
      payment_method: 'bank_transfer',
      bank_transfer: { bank_name: 'Bank', bank_account_number: secret },
    });
    const card = {
      payment_method_id: 'pm_card',
      card_number: '4242424242424242',
      client_secret: 'pm_card_secret_x',
    };
    await shop.paymentMethod('ann', card);
    await shop.payment({ payment_id: 'pay_1', merchant_connector_id: connector, customer_id: 'ann' });
    return { shop, connector };
  })
  .extend('shop', ({ seeded }) => seeded.shop)
  .extend('connector', ({ seeded }) => seeded.connector);

test('connectorAccount returns masked credentials, through any query', async ({
  connector,
  graphql,
  shop,
}) => {
  const found = await graphql.data(
    `query ($id: ID!, $node: ID!) {
        connectorAccount(merchantConnectorId: $id) { ${details} }
        connectorAccounts { nodes { ${details} } }
        payment(paymentId: "pay_1") { connectorAccount { ${details} } }
        node(id: $node) { ... on ConnectorAccount { ${details} } }
      }`,
    { id: connector, node: globalIdOf('ConnectorAccount', shop.merchantId, connector) },
  );
  expect(found).toEqual({
    connectorAccount: shownDetails,
    connectorAccounts: { nodes: [shownDetails] },
    payment: { connectorAccount: shownDetails },
    node: shownDetails,
  });
});

test('merchantAccount and businessProfile return webhook secrets masked', async ({ graphql, shop }) => {
  const webhooks = 'webhookDetails { webhookUrl webhookPassword }';
  const found = await graphql.data(`query { merchantAccount(merchantId: "${shop.merchantId}") { ${webhooks} }
      businessProfile(profileId: "pro_secret") { ${webhooks} outgoingWebhookCustomHttpHeaders } }`);
  const webhookDetails = { webhookUrl: 'https://shop.example/hooks', webhookPassword: masked };
  expect(found).toEqual({
    merchantAccount: { webhookDetails },
    businessProfile: { webhookDetails, outgoingWebhookCustomHttpHeaders: { 'x-token': masked } },
  });
});

test('paymentMethod returns a masked bank account number, also below its customer', async ({ graphql }) => {
  const bank = 'bankTransfer { bankName bankAccountNumber }';
  const found = await graphql.data(`{
      paymentMethod(paymentMethodId: "pm_bank") { ${bank} }
      customer(customerId: "ann") { paymentMethods { id: paymentMethodId ${bank} } }
      customers { nodes { paymentMethods { ${bank} } } }
    }`);
  const bankTransfer = { bankName: 'Bank', bankAccountNumber: masked };
  expect(found.paymentMethod).toEqual({ bankTransfer });
  expect(found.customer.paymentMethods).toContainEqual({ id: 'pm_bank', bankTransfer });
  expect(found.customer.paymentMethods).toContainEqual({ id: 'pm_card', bankTransfer: null });
  expect(found.customers.nodes[0].paymentMethods).toContainEqual({ bankTransfer });
});

test('The schema has no field for key hashes, card numbers and search columns', async ({ graphql }) => {
  for (const [field, holder] of [
    ['hash', 'apiKeys'],
    ['cardNumber', 'paymentMethods'],
    ['cardNumber', 'payments'],
    ['search', 'payments'],
  ]) {
    const { errors } = await graphql.run(`{ ${holder} { nodes { ${field} } } }`);
    expect(errors[0]!.extensions.code).toBe('query_invalid');
  }
});
