import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../kit/client.ts';
import { mutate, mutationError } from '../kit/mutate.ts';
import { leakedSecrets } from '../kit/secrets.ts';
import { type SeededMerchant, seedMerchant } from '../kit/seed.ts';
import { startTestService, type TestService } from '../kit/service.ts';

let service: TestService;
let shop: SeededMerchant;
let other: SeededMerchant;

beforeAll(async () => {
  service = await startTestService();
  shop = await seedMerchant(service);
  other = await seedMerchant(service);
});

afterAll(() => service.close());

const account = `merchantAccount { merchantId merchantName organizationId publishableKey defaultProfile
  paymentResponseHashKey webhookDetails { webhookUrl webhookUsername webhookPassword } }`;
const profile = `businessProfile { profileId profileName sessionExpiry useBillingAsPaymentMethodBilling
  paymentResponseHashKey webhookDetails { webhookUrl webhookPassword paymentFailedEnabled }
  outgoingWebhookCustomHttpHeaders taxConnectorId
  cardTestingGuardConfig { cardIpBlockingStatus cardIpBlockingThreshold cardTestingGuardExpiry } }`;
const run = (name: string, input: Record<string, unknown>, selection: string, key = shop.key) =>
  mutate(service, key, name, input, selection);
const refusal = (name: string, input: Record<string, unknown>, selection: string, key = shop.key) =>
  mutationError(service, key, name, input, selection);

describe('merchant accounts', () => {
  const make = (input: Record<string, unknown>) =>
    run('createMerchantAccount', input, account, service.adminApiKey);
  const update = (input: Record<string, unknown>, key?: string) =>
    run('updateMerchantAccount', { merchantId: shop.merchantId, ...input }, account, key);

  it('are created with the admin key', async () => {
    const { payload } = await make({ merchantId: 'made', merchantName: 'Made' });
    expect(payload.merchantAccount).toMatchObject({ merchantId: 'made', merchantName: 'Made' });
    expect(payload.merchantAccount.publishableKey).toMatch(/^pk_test_[0-9A-Za-z]{32}$/);
    expect((await make({ merchantId: 'made' })).userErrors).toMatchObject([
      { code: 'resource_already_exists', param: 'merchant_id' },
    ]);
    expect(await refusal('createMerchantAccount', { merchantId: 'y' }, account)).toEqual([
      'wrong_key_kind',
      null,
    ]);
  });

  it('are updated with their own key or the admin key', async () => {
    expect((await update({ merchantName: 'Own' })).payload.merchantAccount.merchantName).toBe('Own');
    expect((await update({ merchantName: 'Op' }, service.adminApiKey)).userErrors).toEqual([]);
    const foreign = { merchantId: other.merchantId, merchantName: 'x' };
    expect(await refusal('updateMerchantAccount', foreign, account)).toEqual(['resource_not_found', null]);
    const moved = { merchantId: shop.merchantId, organizationId: 'org_else' };
    expect(await refusal('updateMerchantAccount', moved, account)).toEqual([
      'wrong_key_kind',
      'organization_id',
    ]);
    const { payload } = await update({ organizationId: 'org_else' }, service.adminApiKey);
    expect(payload.merchantAccount.organizationId).toBe('org_else');
  });

  it('keep members of webhook details that are not given, and a password that comes back masked', async () => {
    const hooks = {
      webhookUrl: 'https://a.example/hooks',
      webhookUsername: 'u',
      webhookPassword: 'open-sesame-2',
    };
    const first = await update({ webhookDetails: hooks });
    const shown = { ...hooks, webhookPassword: 'op*********-2' };
    expect(first.payload.merchantAccount.webhookDetails).toEqual(shown);
    const second = await update({
      webhookDetails: { webhookUrl: 'https://b.example/', webhookUsername: null },
    });
    expect(second.payload.merchantAccount.webhookDetails).toEqual({
      webhookUrl: 'https://b.example/',
      webhookUsername: null,
      webhookPassword: 'op*********-2',
    });
    await update({ webhookDetails: shown });
    expect((await opened('merchant_accounts', 'webhook_details')).webhook_password).toBe('open-sesame-2');
    const cleared = await update({ webhookDetails: null });
    expect(cleared.payload.merchantAccount.webhookDetails).toBeNull();
    expect(await leakedSecrets(service, ['open-sesame-2'])).toEqual([]);
  });

  it('have a signing key, and a default profile of their own', async () => {
    const cases = [
      [{ paymentResponseHashKey: null }, 'invalid_parameter', 'payment_response_hash_key'],
      [{ paymentResponseHashKey: '' }, 'invalid_parameter', 'payment_response_hash_key'],
      [{ defaultProfile: other.profileId }, 'resource_not_found', 'default_profile'],
      [{ enablePaymentResponseHash: null }, 'invalid_parameter', 'enable_payment_response_hash'],
    ] as const;
    for (const [input, ...expected] of cases) {
      const given = { merchantId: shop.merchantId, ...input };
      expect([input, ...(await refusal('updateMerchantAccount', given, account))]).toEqual([
        input,
        ...expected,
      ]);
    }
    expect((await update({ defaultProfile: shop.profileId })).userErrors).toEqual([]);
  });

  it('get a profile for a line of business that is new', async () => {
    const lines = [
      { country: 'US', business: 'clothing' },
      { country: 'DE', business: 'food' },
    ];
    await update({ primaryBusinessDetails: lines.slice(0, 1) });
    await update({ primaryBusinessDetails: lines });
    const { body } = await clientOf(service).get(`/account/${shop.merchantId}/business_profile`, {
      key: shop.key,
    });
    const names = body.map((row: { profile_name: string }) => row.profile_name);
    expect(names.sort()).toEqual(['DE_food', 'US_clothing', 'default']);
  });
});

async function opened(table: string, column: string): Promise<Record<string, unknown>> {
  const text = `select ${column} as box from ${table} where merchant_id = $1 and ${column} is not null`;
  const [row] = await service.database.rows.query({ text, values: [shop.merchantId] }, null);
  const place = { table, column, key: [shop.merchantId] };
  return service.encryption.decrypt(row!.box as Uint8Array, place) as Record<string, unknown>;
}

describe('business profiles', () => {
  const create = (input: Record<string, unknown>) => run('createBusinessProfile', input, profile);

  it('begin as every profile does', async () => {
    const { payload } = await create({ profileName: 'second' });
    expect(payload.businessProfile).toMatchObject({
      profileName: 'second',
      sessionExpiry: 900,
      useBillingAsPaymentMethodBilling: true,
      cardTestingGuardConfig: {
        cardIpBlockingStatus: 'disabled',
        cardIpBlockingThreshold: 3,
        cardTestingGuardExpiry: 3600,
      },
    });
    expect(payload.businessProfile.paymentResponseHashKey).toMatch(/^[0-9A-Za-z]{64}$/);
    expect(await leakedSecrets(service, [payload.businessProfile.paymentResponseHashKey])).toEqual([]);
  });

  it('are changed member by member where only a part is given', async () => {
    const { payload } = await create({
      profileName: 'parts',
      cardTestingGuardConfig: { cardIpBlockingStatus: 'enabled' },
      webhookDetails: { webhookUrl: 'https://a.example/', webhookPassword: 'open-sesame-3' },
    });
    const { profileId, cardTestingGuardConfig } = payload.businessProfile;
    expect(cardTestingGuardConfig).toMatchObject({
      cardIpBlockingStatus: 'enabled',
      cardIpBlockingThreshold: 3,
    });
    const changes = {
      profileId,
      cardTestingGuardConfig: { cardIpBlockingThreshold: 7 },
      webhookDetails: { paymentFailedEnabled: false },
      outgoingWebhookCustomHttpHeaders: { 'x-token': 'open-sesame-4' },
    };
    const updated = await run('updateBusinessProfile', changes, profile);
    expect(updated.payload.businessProfile).toMatchObject({
      cardTestingGuardConfig: { cardIpBlockingStatus: 'enabled', cardIpBlockingThreshold: 7 },
      webhookDetails: {
        webhookUrl: 'https://a.example/',
        webhookPassword: 'op*********-3',
        paymentFailedEnabled: false,
      },
      outgoingWebhookCustomHttpHeaders: { 'x-token': 'op*********-4' },
    });
    expect(await leakedSecrets(service, ['open-sesame-3', 'open-sesame-4'])).toEqual([]);
  });

  it('take headers for webhooks that are legal and not ours', async () => {
    const headers = (given: unknown) =>
      refusal(
        'updateBusinessProfile',
        { profileId: shop.profileId, outgoingWebhookCustomHttpHeaders: given },
        profile,
      );
    const bad = [
      { 'content-type': 'x' },
      { 'Webhook-Id': 'x' },
      { 'X-Webhook-Signature-512': 'x' },
      { Authorization: 'x' },
      { HOST: 'x' },
      { 'content-length': '1' },
      { 'a b': 'x' },
      { 'a:b': 'x' },
      { '': 'x' },
      { 'x-a': 'line\r\nx-b: 1' },
      { 'x-a': 'ümlaut' },
      { 'x-a': '' },
      { 'x-a': 1 },
      { 'x-a': 'x', 'X-A': 'y' },
    ];
    for (const given of bad) {
      expect([given, ...(await headers(given))]).toEqual([
        given,
        'invalid_parameter',
        'outgoing_webhook_custom_http_headers',
      ]);
    }
    const good = {
      profileId: shop.profileId,
      outgoingWebhookCustomHttpHeaders: { 'X-Shop': 'a b', x_y: '1' },
    };
    expect((await run('updateBusinessProfile', good, profile)).userErrors).toEqual([]);
  });

  it('refuse what does not hold together', async () => {
    const cases = [
      [{ taxConnectorId: 'mca_none' }, 'resource_not_found', 'tax_connector_id'],
      [
        { webhookDetails: { webhookUrl: 'javascript:1' } },
        'invalid_parameter',
        'webhook_details.webhook_url',
      ],
      [{ sessionExpiry: 0 }, 'invalid_parameter', 'session_expiry'],
      [{ profileName: null }, 'invalid_parameter', 'profile_name'],
      [{ paymentResponseHashKey: null }, 'invalid_parameter', 'payment_response_hash_key'],
    ] as const;
    for (const [input, ...expected] of cases) {
      const given = { profileId: shop.profileId, ...input };
      expect([input, ...(await refusal('updateBusinessProfile', given, profile))]).toEqual([
        input,
        ...expected,
      ]);
    }
    const foreign = { profileId: other.profileId, profileName: 'x' };
    expect(await refusal('updateBusinessProfile', foreign, profile)).toEqual(['resource_not_found', null]);
  });

  it('take no routing that a payment could not be routed by', async () => {
    const rules = { type: 'volume_split', data: [{ split: 70, connector: { connector: 'sandbox' } }] };
    const given = { profileId: shop.profileId, routingAlgorithm: rules };
    const [code, param] = await refusal('updateBusinessProfile', given, profile);
    expect([code, param]).toEqual(['invalid_parameter', expect.stringMatching(/^routing_algorithm\.data/)]);
    const good = { type: 'priority', data: [{ connector: 'sandbox' }] };
    const updated = await run('updateBusinessProfile', { ...given, routingAlgorithm: good }, profile);
    expect(updated.userErrors).toEqual([]);
  });
});
