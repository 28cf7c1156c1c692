import { expect } from 'vitest';
import { clientOf } from '../../kit/client.ts';
import { mutate } from '../../kit/mutate.ts';
import { leakedSecrets } from '../../kit/secrets.ts';
import { test as base } from '../../kit/test.ts';
import { fieldSets, namesOf } from './fields.ts';

const test = base
  .extend(
    'create',
    ({ client, service }) =>
      (body: unknown) =>
        client.post('/accounts', { key: service.adminApiKey, body }),
  )
  .extend('refusal', ({ create }) => async (body: unknown) => {
    const answer = await create(body);
    return [answer.status, answer.body.error?.code, answer.body.error?.param];
  })
  /** Creates an API key of a merchant over GraphQL. */
  .extend('keyOf', ({ service }) => async (merchantId: string): Promise<string> => {
    const input = { merchantId, name: 'server' };
    const { payload } = await mutate(service, service.adminApiKey, 'createApiKey', input, 'secret');
    return payload.secret;
  })
  .extend('profilesOf', ({ client, keyOf }) => async (merchantId: string) => {
    const key = await keyOf(merchantId);
    const { body } = await client.get(`/account/${merchantId}/business_profile`, { key });
    return body as Record<string, unknown>[];
  });

test('POST /accounts requires only an identifier and generates everything else', async ({
  client,
  create,
  profilesOf,
}) => {
  const { status, body } = await create({ merchant_id: 'bare' });
  expect(status).toBe(200);
  expect(namesOf(body)).toEqual(fieldSets.merchantAccount);
  expect(body).toMatchObject({
    merchant_id: 'bare',
    recon_status: 'not_requested',
    primary_business_details: [],
  });
  expect(body.publishable_key).toMatch(/^pk_test_[0-9A-Za-z]{32}$/);
  expect(body.enable_payment_response_hash).toBe(true);
  expect(body.payment_response_hash_key).toMatch(/^[0-9A-Za-z]{64}$/);
  expect(body.organization_id).toMatch(/^org_/);
  const [profile, ...others] = await profilesOf('bare');
  expect(others).toEqual([]);
  expect(profile).toMatchObject({
    profile_id: body.default_profile,
    profile_name: 'default',
    payment_response_hash_key: body.payment_response_hash_key,
    session_expiry: 900,
    intent_fulfillment_time: 900,
    use_billing_as_payment_method_billing: true,
    is_auto_retries_enabled: false,
    card_testing_guard_config: {
      card_ip_blocking_status: 'disabled',
      card_ip_blocking_threshold: 3,
      guest_user_card_blocking_threshold: 10,
      customer_id_blocking_threshold: 5,
      card_testing_guard_expiry: 3600,
    },
  });
  expect(await client.get('/payments/list', { key: body.publishable_key })).toMatchObject({ status: 403 });
});

test('POST /accounts stores all fields and masks the webhook password', async ({
  create,
  profilesOf,
  service,
}) => {
  const account = {
    merchant_id: 'full',
    merchant_name: 'Full Shop',
    return_url: 'https://shop.example/done',
    enable_payment_response_hash: true,
    payment_response_hash_key: 'a-signing-key-of-their-own',
    redirect_to_merchant_with_http_post: true,
    merchant_details: { primary_email: 'owner@shop.example', address: { country: 'DE' } },
    webhook_details: {
      webhook_url: 'https://shop.example/hooks',
      webhook_password: 'open-sesame-1',
      payment_failed_enabled: false,
    },
    payout_routing_algorithm: { type: 'single', data: { connector: 'sandbox' } },
    frm_routing_algorithm: { type: 'single', data: { connector: 'sandbox' } },
    sub_merchants_enabled: true,
    metadata: { tier: 'gold' },
    locker_id: 'm0001',
    primary_business_details: [{ country: 'US', business: 'clothing' }],
    organization_id: 'org_theirs',
    is_recon_enabled: true,
    recon_status: 'requested',
    pm_collect_link_config: { theme: '#1a73e8', enabled_payment_methods: '[{"payment_method":"card"}]' },
    product_type: 'vault',
    merchant_account_type: 'platform',
  };
  const { status, body, text } = await create(account);
  expect(status).toBe(200);
  const { webhook_details: _hooks, pm_collect_link_config: _link, ...plain } = account;
  expect(body).toMatchObject(plain);
  expect(body.webhook_details).toMatchObject({
    webhook_password: 'op*********-1',
    payment_failed_enabled: false,
  });
  expect(text).not.toContain('open-sesame-1');
  const [profile] = await profilesOf('full');
  expect(profile).toMatchObject({
    profile_name: 'US_clothing',
    payment_response_hash_key: 'a-signing-key-of-their-own',
    enable_payment_response_hash: true,
  });
  expect(body.default_profile).toBe(profile!.profile_id);
  expect(await leakedSecrets(service, ['a-signing-key-of-their-own', 'open-sesame-1'])).toEqual([]);
});

test('POST /accounts creates a profile per line of business, and a default profile if there is only one', async ({
  create,
  profilesOf,
}) => {
  const lines = [
    { country: 'US', business: 'clothing' },
    { country: 'GB', business: 'food' },
  ];
  const { body } = await create({ merchant_id: 'lines', primary_business_details: lines });
  expect(body.default_profile).toBeNull();
  const names = (await profilesOf('lines')).map((profile) => profile.profile_name);
  expect(names).toEqual(['US_clothing', 'GB_food']);
});

test('POST /accounts rejects invalid input and leaves nothing behind', async ({ create, refusal }) => {
  const line = { country: 'US', business: 'clothing' };
  await create({ merchant_id: 'plain' });
  const cases = [
    [{}, 400, 'missing_parameter', 'merchant_id'],
    [{ merchant_id: 'a b' }, 400, 'invalid_parameter', 'merchant_id'],
    [{ merchant_id: 'x', publishable_key: 'pk_test_1' }, 400, 'unknown_parameter', 'publishable_key'],
    [{ merchant_id: 'x', default_profile: 'pro_1' }, 400, 'unknown_parameter', 'default_profile'],
    [
      { merchant_id: 'x', payment_response_hash_key: '' },
      400,
      'invalid_parameter',
      'payment_response_hash_key',
    ],
    [
      { merchant_id: 'x', webhook_details: { webhook_url: 'ftp://a.example' } },
      400,
      'invalid_parameter',
      'webhook_details.webhook_url',
    ],
    [
      { merchant_id: 'x', primary_business_details: [line, line] },
      400,
      'invalid_parameter',
      'primary_business_details[1]',
    ],
    [{ merchant_id: 'x', parent_merchant_id: 'nobody' }, 404, 'resource_not_found', 'parent_merchant_id'],
    [{ merchant_id: 'x', parent_merchant_id: 'plain' }, 400, 'invalid_parameter', 'parent_merchant_id'],
    [{ merchant_id: 'x', parent_merchant_id: 'x' }, 400, 'invalid_parameter', 'parent_merchant_id'],
    [{ merchant_id: 'plain' }, 409, 'resource_already_exists', 'merchant_id'],
  ] as const;
  for (const [body, ...expected] of cases)
    expect([body, ...(await refusal(body))]).toEqual([body, ...expected]);
  expect((await create({ merchant_id: 'x' })).status).toBe(200);
  await create({ merchant_id: 'over', sub_merchants_enabled: true });
  expect((await create({ merchant_id: 'under', parent_merchant_id: 'over' })).status).toBe(200);
});

test('Of concurrent creations of one account, on two processes, one succeeds completely', async ({
  profilesOf,
  secondService,
  service,
}) => {
  const services = [service, secondService];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => {
      const key = services[i % 2]!.adminApiKey;
      return clientOf(services[i % 2]!).post('/accounts', { key, body: { merchant_id: 'race' } });
    }),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  const winner = answers.find(({ status }) => status === 200)!.body;
  const profiles = await profilesOf('race');
  expect(profiles.map((profile) => profile!.profile_id)).toEqual([winner.default_profile]);
});

test('POST /accounts requires the admin key', async ({ client, create, keyOf }) => {
  await create({ merchant_id: 'keys' });
  const key = await keyOf('keys');
  const { status, body } = await client.post('/accounts', { key, body: { merchant_id: 'mine' } });
  expect([status, body.error.code]).toEqual([403, 'wrong_key_kind']);
});

test('A new merchant account or profile cannot route to an account, and the refusal names the alternative', async ({
  client,
  refusal,
  create,
  service,
  shop,
}) => {
  const named = { connector: 'sandbox', merchant_connector_id: 'mca_later' };
  for (const name of ['payout_routing_algorithm', 'frm_routing_algorithm']) {
    for (const [algorithm, param] of [
      [{ type: 'single', data: named }, `${name}.data`],
      [{ type: 'priority', data: [named] }, `${name}.data[0]`],
    ] as const) {
      const body = { merchant_id: 'routed', [name]: algorithm };
      expect(await refusal(body)).toEqual([400, 'invalid_parameter', param]);
      const { message } = (await create(body)).body.error;
      expect(message).toContain(`Create the merchant account without ${name}, add its connector accounts`);
      const input = {
        merchantId: 'routed',
        [name === 'payout_routing_algorithm' ? 'payoutRoutingAlgorithm' : 'frmRoutingAlgorithm']: algorithm,
      };
      const { userErrors } = await mutate(
        service,
        service.adminApiKey,
        'createMerchantAccount',
        input,
        'merchantAccount { merchantId }',
      );
      expect(userErrors).toMatchObject([{ code: 'invalid_parameter', param, message }]);
    }
  }
  const path = `/account/${shop.merchantId}/business_profile`;
  for (const name of ['routing_algorithm', 'payout_routing_algorithm', 'frm_routing_algorithm']) {
    // Also for an existing account: it belongs to another profile.
    for (const id of ['mca_later', await shop.connector()]) {
      const algorithm = { type: 'single', data: { connector: 'sandbox', merchant_connector_id: id } };
      const { status, body } = await client.post(path, {
        key: shop.key,
        body: { profile_name: 'routed', [name]: algorithm },
      });
      expect([status, body.error?.code, body.error?.param]).toEqual([
        400,
        'invalid_parameter',
        `${name}.data`,
      ]);
      expect(body.error.message).toContain(`Create the business profile without ${name}`);
    }
  }
  // The suggested alternative works.
  const created = await create({ merchant_id: 'routed' });
  expect(created.status).toBe(200);
});
