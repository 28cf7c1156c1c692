import { expect } from 'vitest';
import { leakedSecrets } from '../../kit/secrets.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

const selection = `connectorAccount {
  merchantConnectorId profileId connectorType connectorName connectorLabel status testMode disabled metadata
  connectorAccountDetails { connectorAccountDetails metadata }
  connectorWebhookDetails { merchantSecret additionalSecret }
  connectorWalletsDetails paymentMethodsEnabled { paymentMethod }
}`;
const needed = {
  connectorType: 'payment_processor',
  connectorName: 'sandbox',
  connectorAccountDetails: { connectorAccountDetails: { api_key: 'secret-of-connector', account: 'acct' } },
};

const test = base
  .extend('shop', async ({ service, graphqlAs }) => {
    const shop = await seedMerchant(service);
    const account = { merchantId: shop.merchantId, defaultProfile: shop.profileId };
    await graphqlAs(shop.key).mutate('updateMerchantAccount', account, 'merchantAccount { id: merchantId }');
    return shop;
  })
  .extend(
    'run',
    ({ graphqlAs, shop }) =>
      (name: string, input: Record<string, unknown>, key = shop.key) =>
        graphqlAs(key).mutate(name, input, selection),
  )
  .extend(
    'create',
    ({ run }) =>
      (input: Record<string, unknown> = {}) =>
        run('createConnectorAccount', { ...needed, ...input }),
  )
  /** The decrypted credentials of a connector account, as passed to the connector. */
  .extend('credentials', ({ service, shop }) => async (id: string): Promise<unknown> => {
    const text =
      'select connector_account_details as encrypted from connector_accounts where merchant_connector_id = $1';
    const [row] = await service.database.rows.query({ text, values: [id] }, null);
    const place = {
      table: 'connector_accounts',
      column: 'connector_account_details',
      key: [shop.merchantId, id],
    };
    return service.encryption.decrypt(row!.encrypted as Uint8Array, place);
  })
  .extend(
    'update',
    ({ run }) =>
      (merchantConnectorId: string, input: Record<string, unknown>) =>
        run('updateConnectorAccount', { merchantConnectorId, ...input }),
  );

test('createConnectorAccount serves the default profile, active and in test mode, with masked credentials', async ({
  create,
  service,
  shop,
}) => {
  const { payload, text } = await create({
    connectorWebhookDetails: { merchantSecret: 'secret-of-webhooks' },
    connectorWalletsDetails: { walletx: { certificate: 'secret-of-wallet' } },
    paymentMethodsEnabled: [{ paymentMethod: 'card' }],
  });
  expect(payload.connectorAccount).toMatchObject({
    profileId: shop.profileId,
    connectorLabel: 'sandbox_default',
    status: 'active',
    testMode: true,
    disabled: false,
    connectorAccountDetails: {
      connectorAccountDetails: { api_key: 'se***************or', account: 'acct' },
      metadata: null,
    },
    connectorWebhookDetails: { merchantSecret: 'se**************ks', additionalSecret: null },
    connectorWalletsDetails: { walletx: { certificate: 'se************et' } },
    paymentMethodsEnabled: [{ paymentMethod: 'card' }],
  });
  const secrets = ['secret-of-connector', 'secret-of-webhooks', 'secret-of-wallet'];
  for (const secret of secrets) expect(text).not.toContain(secret);
  expect(await leakedSecrets(service, secrets)).toEqual([]);
});

test('createConnectorAccount accepts a profile, a label, a status and a mode', async ({ create, shop }) => {
  const profileId = await shop.profile({ profile_name: 'second' });
  const { payload } = await create({
    profileId,
    status: 'inactive',
    testMode: false,
    connectorLabel: 'mine',
  });
  expect(payload.connectorAccount).toMatchObject({
    profileId,
    status: 'inactive',
    testMode: false,
    connectorLabel: 'mine',
  });
});

test('createConnectorAccount rejects a foreign profile, a missing owner and an identifier in use', async ({
  create,
  graphqlAs,
  otherShop,
  service,
  shop,
}) => {
  const refusal = (input: Record<string, unknown>, key = shop.key) =>
    graphqlAs(key).mutationError('createConnectorAccount', { ...needed, ...input }, selection);
  expect(await refusal({ profileId: otherShop.profileId })).toEqual(['resource_not_found', 'profile_id']);
  await otherShop.profile();
  expect(await refusal({}, otherShop.key)).toEqual(['missing_parameter', 'profile_id']);
  expect(await refusal({}, service.adminApiKey)).toEqual(['missing_parameter', 'merchant_id']);
  const taken = (await create()).payload.connectorAccount.merchantConnectorId;
  expect(await refusal({ merchantConnectorId: taken })).toEqual([
    'resource_already_exists',
    'merchant_connector_id',
  ]);
});

test('updateConnectorAccount keeps a secret sent back masked and stores a new one', async ({
  create,
  credentials,
  service,
  update,
}) => {
  const { payload } = await create();
  const { merchantConnectorId: id, connectorAccountDetails: shown } = payload.connectorAccount;
  expect((await update(id, { connectorAccountDetails: shown, disabled: true })).userErrors).toEqual([]);
  expect(await credentials(id)).toMatchObject({
    connector_account_details: { api_key: 'secret-of-connector', account: 'acct' },
  });
  const changed = {
    connectorAccountDetails: { ...shown.connectorAccountDetails, api_key: 'fresh-secret' },
  };
  await update(id, { connectorAccountDetails: changed });
  expect(await credentials(id)).toMatchObject({
    connector_account_details: { api_key: 'fresh-secret', account: 'acct' },
  });
  expect(await leakedSecrets(service, ['fresh-secret'])).toEqual([]);
});

test('updateConnectorAccount keeps omitted members', async ({ create, update }) => {
  const { payload } = await create({ connectorWebhookDetails: { merchantSecret: 'first-secret' } });
  const { merchantConnectorId: id } = payload.connectorAccount;
  const { payload: after } = await update(id, {
    connectorWebhookDetails: { additionalSecret: 'second-secret' },
    connectorAccountDetails: { metadata: { terminal: 'terminal-1' } },
    metadata: { a: 1 },
  });
  expect(after.connectorAccount).toMatchObject({
    connectorWebhookDetails: { merchantSecret: 'fi********et', additionalSecret: 'se*********et' },
    connectorAccountDetails: {
      connectorAccountDetails: { account: 'acct' },
      metadata: { terminal: 'terminal-1' },
    },
    metadata: { a: 1 },
  });
});

test('updateConnectorAccount rejects removing the credentials or changing the connector', async ({
  create,
  update,
}) => {
  const { merchantConnectorId: id } = (await create()).payload.connectorAccount;
  expect((await update(id, { connectorAccountDetails: null })).userErrors).toMatchObject([
    { code: 'invalid_parameter', param: 'connector_account_details' },
  ]);
  expect((await update(id, { connectorName: 'else' })).errors).toHaveLength(1);
});
