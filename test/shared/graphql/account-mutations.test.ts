import { expect } from 'vitest';
import { leakedSecrets } from '../../kit/secrets.ts';
import { test as base } from '../../kit/test.ts';

const account = `merchantAccount { merchantId merchantName organizationId publishableKey defaultProfile
  paymentResponseHashKey webhookDetails { webhookUrl webhookUsername webhookPassword } }`;
const profile = `businessProfile { profileId profileName sessionExpiry useBillingAsPaymentMethodBilling
  paymentResponseHashKey webhookDetails { webhookUrl webhookPassword paymentFailedEnabled }
  outgoingWebhookCustomHttpHeaders taxConnectorId
  cardTestingGuardConfig { cardIpBlockingStatus cardIpBlockingThreshold cardTestingGuardExpiry } }`;

const test = base
  .extend(
    'run',
    ({ graphqlAs, shop }) =>
      (name: string, input: Record<string, unknown>, selection: string, key = shop.key) =>
        graphqlAs(key).mutate(name, input, selection),
  )
  .extend(
    'refusal',
    ({ graphqlAs, shop }) =>
      (name: string, input: Record<string, unknown>, selection: string, key = shop.key) =>
        graphqlAs(key).mutationError(name, input, selection),
  )
  .extend(
    'createMerchant',
    ({ run, service }) =>
      (input: Record<string, unknown>) =>
        run('createMerchantAccount', input, account, service.adminApiKey),
  )
  .extend(
    'update',
    ({ run, shop }) =>
      (input: Record<string, unknown>, key?: string) =>
        run('updateMerchantAccount', { merchantId: shop.merchantId, ...input }, account, key),
  )
  .extend(
    'create',
    ({ run }) =>
      (input: Record<string, unknown>) =>
        run('createBusinessProfile', input, profile),
  )
  .extend(
    'decrypted',
    ({ service, shop }) =>
      async (table: string, column: string): Promise<Record<string, unknown>> => {
        const text = `select ${column} as encrypted from ${table} where merchant_id = $1 and ${column} is not null`;
        const [row] = await service.database.rows.query({ text, values: [shop.merchantId] }, null);
        const place = { table, column, key: [shop.merchantId] };
        return service.encryption.decrypt(row!.encrypted as Uint8Array, place) as Record<string, unknown>;
      },
  );

test('createMerchantAccount requires the admin key', async ({ createMerchant, refusal }) => {
  const { payload } = await createMerchant({ merchantId: 'made', merchantName: 'Made' });
  expect(payload.merchantAccount).toMatchObject({ merchantId: 'made', merchantName: 'Made' });
  expect(payload.merchantAccount.publishableKey).toMatch(/^pk_test_[0-9A-Za-z]{32}$/);
  expect((await createMerchant({ merchantId: 'made' })).userErrors).toMatchObject([
    { code: 'resource_already_exists', param: 'merchant_id' },
  ]);
  expect(await refusal('createMerchantAccount', { merchantId: 'y' }, account)).toEqual([
    'wrong_key_kind',
    null,
  ]);
});

test("updateMerchantAccount accepts the merchant's own key and the admin key", async ({
  otherShop,
  refusal,
  service,
  shop,
  update,
}) => {
  expect((await update({ merchantName: 'Own' })).payload.merchantAccount.merchantName).toBe('Own');
  expect((await update({ merchantName: 'Op' }, service.adminApiKey)).userErrors).toEqual([]);
  const foreign = { merchantId: otherShop.merchantId, merchantName: 'x' };
  expect(await refusal('updateMerchantAccount', foreign, account)).toEqual(['resource_not_found', null]);
  const moved = { merchantId: shop.merchantId, organizationId: 'org_else' };
  expect(await refusal('updateMerchantAccount', moved, account)).toEqual([
    'wrong_key_kind',
    'organization_id',
  ]);
  const { payload } = await update({ organizationId: 'org_else' }, service.adminApiKey);
  expect(payload.merchantAccount.organizationId).toBe('org_else');
});

test('updateMerchantAccount keeps omitted webhook details and a password sent back masked', async ({
  decrypted,
  service,
  update,
}) => {
  const hooks = {
    webhookUrl: 'https://a.example/hooks',
    webhookUsername: 'u',
    webhookPassword: 'open-sesame-2',
  };
  const first = await update({ webhookDetails: hooks });
  const shown = { ...hooks, webhookPassword: 'op*********-2' };
  expect(first.payload.merchantAccount.webhookDetails).toEqual(shown);
  const second = await update({
    webhookDetails: { webhookUrl: 'https://a.example/', webhookUsername: null },
  });
  expect(second.payload.merchantAccount.webhookDetails).toEqual({
    webhookUrl: 'https://a.example/',
    webhookUsername: null,
    webhookPassword: 'op*********-2',
  });
  await update({ webhookDetails: shown });
  expect((await decrypted('merchant_accounts', 'webhook_details')).webhook_password).toBe('open-sesame-2');
  const cleared = await update({ webhookDetails: null });
  expect(cleared.payload.merchantAccount.webhookDetails).toBeNull();
  expect(await leakedSecrets(service, ['open-sesame-2'])).toEqual([]);
});

test('updateMerchantAccount requires a signing key and a default profile of the merchant', async ({
  otherShop,
  refusal,
  shop,
  update,
}) => {
  const cases = [
    [{ paymentResponseHashKey: null }, 'invalid_parameter', 'payment_response_hash_key'],
    [{ paymentResponseHashKey: '' }, 'invalid_parameter', 'payment_response_hash_key'],
    [{ defaultProfile: otherShop.profileId }, 'resource_not_found', 'default_profile'],
    [{ enablePaymentResponseHash: null }, 'invalid_parameter', 'enable_payment_response_hash'],
  ] as const;
  for (const [input, ...expected] of cases) {
    const request = { merchantId: shop.merchantId, ...input };
    expect([input, ...(await refusal('updateMerchantAccount', request, account))]).toEqual([
      input,
      ...expected,
    ]);
  }
  expect((await update({ defaultProfile: shop.profileId })).userErrors).toEqual([]);
});

test('updateMerchantAccount adds a profile for each new line of business', async ({ api, shop, update }) => {
  const lines = [
    { country: 'US', business: 'clothing' },
    { country: 'DE', business: 'food' },
  ];
  await update({ primaryBusinessDetails: lines.slice(0, 1) });
  await update({ primaryBusinessDetails: lines });
  const { body } = await api.get(`/account/${shop.merchantId}/business_profile`);
  const names = body.map((row: { profile_name: string }) => row.profile_name);
  expect(names.sort()).toEqual(['DE_food', 'US_clothing', 'default']);
});

test('createBusinessProfile applies the defaults of every profile', async ({ create, service }) => {
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

test('updateBusinessProfile merges partial objects', async ({ create, run, service }) => {
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

test('updateBusinessProfile accepts only legal webhook headers that the service does not set itself', async ({
  refusal,
  run,
  shop,
}) => {
  const headers = (value: unknown) =>
    refusal(
      'updateBusinessProfile',
      { profileId: shop.profileId, outgoingWebhookCustomHttpHeaders: value },
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
  for (const request of bad) {
    expect([request, ...(await headers(request))]).toEqual([
      request,
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

test('updateBusinessProfile rejects invalid settings and profiles of other merchants', async ({
  otherShop,
  refusal,
  shop,
}) => {
  const cases = [
    [{ taxConnectorId: 'mca_none' }, 'resource_not_found', 'tax_connector_id'],
    [{ webhookDetails: { webhookUrl: 'javascript:1' } }, 'invalid_parameter', 'webhook_details.webhook_url'],
    [{ sessionExpiry: 0 }, 'invalid_parameter', 'session_expiry'],
    [{ profileName: null }, 'invalid_parameter', 'profile_name'],
    [{ paymentResponseHashKey: null }, 'invalid_parameter', 'payment_response_hash_key'],
  ] as const;
  for (const [input, ...expected] of cases) {
    const request = { profileId: shop.profileId, ...input };
    expect([input, ...(await refusal('updateBusinessProfile', request, profile))]).toEqual([
      input,
      ...expected,
    ]);
  }
  const foreign = { profileId: otherShop.profileId, profileName: 'x' };
  expect(await refusal('updateBusinessProfile', foreign, profile)).toEqual(['resource_not_found', null]);
});

test('updateBusinessProfile rejects a routing algorithm that cannot route a payment', async ({
  refusal,
  run,
  shop,
}) => {
  const rules = { type: 'volume_split', data: [{ split: 70, connector: { connector: 'sandbox' } }] };
  const request = { profileId: shop.profileId, routingAlgorithm: rules };
  const [code, param] = await refusal('updateBusinessProfile', request, profile);
  expect([code, param]).toEqual(['invalid_parameter', expect.stringMatching(/^routing_algorithm\.data/)]);
  const good = { type: 'priority', data: [{ connector: 'sandbox' }] };
  const updated = await run('updateBusinessProfile', { ...request, routingAlgorithm: good }, profile);
  expect(updated.userErrors).toEqual([]);
});
