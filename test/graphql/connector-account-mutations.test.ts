import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mutate, mutationError } from '../kit/mutate.ts';
import { leakedSecrets } from '../kit/secrets.ts';
import { type SeededMerchant, seedMerchant } from '../kit/seed.ts';
import { startTestService, type TestService } from '../kit/service.ts';

let service: TestService;
let shop: SeededMerchant;

beforeAll(async () => {
  service = await startTestService();
  shop = await seedMerchant(service);
  const account = { merchantId: shop.merchantId, defaultProfile: shop.profileId };
  await mutate(service, shop.key, 'updateMerchantAccount', account, 'merchantAccount { id }');
});

afterAll(() => service.close());

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
const run = (name: string, input: Record<string, unknown>, key = shop.key) =>
  mutate(service, key, name, input, selection);
const create = (input: Record<string, unknown> = {}) =>
  run('createConnectorAccount', { ...needed, ...input });

/** What a connector account signs in with, as a connector gets it. */
async function credentials(id: string): Promise<unknown> {
  const text =
    'select connector_account_details as box from connector_accounts where merchant_connector_id = $1';
  const [row] = await service.database.rows.query({ text, values: [id] }, null);
  const place = {
    table: 'connector_accounts',
    column: 'connector_account_details',
    key: [shop.merchantId, id],
  };
  return service.encryption.decrypt(row!.box as Uint8Array, place);
}

describe('createConnectorAccount', () => {
  it('serves the default profile, active and in test mode, its credentials masked', async () => {
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
        connectorAccountDetails: { api_key: 'se***************or', account: '****' },
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

  it('takes a profile, a label, a status and a mode', async () => {
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

  it('refuses what does not fit', async () => {
    const other = await seedMerchant(service);
    const refusal = (input: Record<string, unknown>, key = shop.key) =>
      mutationError(service, key, 'createConnectorAccount', { ...needed, ...input }, selection);
    expect(await refusal({ profileId: other.profileId })).toEqual(['resource_not_found', 'profile_id']);
    expect(await refusal({}, other.key)).toEqual(['missing_parameter', 'profile_id']);
    expect(await refusal({}, service.adminApiKey)).toEqual(['missing_parameter', 'merchant_id']);
    const taken = (await create()).payload.connectorAccount.merchantConnectorId;
    expect(await refusal({ merchantConnectorId: taken })).toEqual([
      'resource_already_exists',
      'merchant_connector_id',
    ]);
  });
});

describe('updateConnectorAccount', () => {
  const update = (merchantConnectorId: string, input: Record<string, unknown>) =>
    run('updateConnectorAccount', { merchantConnectorId, ...input });

  it('keeps a secret that comes back as it is shown, and takes a new one', async () => {
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

  it('keeps members that are not given', async () => {
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
        connectorAccountDetails: { account: '****' },
        metadata: { terminal: 'te******-1' },
      },
      metadata: { a: 1 },
    });
  });

  it('takes neither the credentials away nor the connector', async () => {
    const { merchantConnectorId: id } = (await create()).payload.connectorAccount;
    expect((await update(id, { connectorAccountDetails: null })).userErrors).toMatchObject([
      { code: 'invalid_parameter', param: 'connector_account_details' },
    ]);
    expect((await update(id, { connectorName: 'else' })).errors).toHaveLength(1);
  });
});
