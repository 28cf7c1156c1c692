import { expect } from 'vitest';
import { allPermissions, roles } from '../../../src/core/foundation/permissions.ts';
import type { Message } from '../../../src/core/foundation/ports/mail.ts';
import { mutate } from '../../kit/mutate.ts';
import type { SeededMerchant } from '../../kit/seed.ts';
import type { TestService } from '../../kit/service.ts';
import { test as base } from '../../kit/test.ts';
import { enrol } from '../people/authenticator.ts';
import { appoint, type Browser, signIn } from '../people/people.ts';

const test = base.extend('serviceOptions', { scope: 'file' }, () => ({
  mail: { post: (_message: Message) => {}, drain: async () => {} },
  webhookTargets: { allowLoopback: true },
}));

/** A signed-in developer. */
async function developer(service: TestService, shop: SeededMerchant): Promise<Browser> {
  const { email } = await appoint(service, shop.merchantId, 'developer');
  return (await signIn(service, email)).browser;
}

const errorOf = ({ body, status }: { status: number; body: { error?: object } }) => ({
  status,
  ...body.error,
});
const refused = { status: 403, code: 'not_permitted' };

test("A developer sets test accounts' credentials with a second factor, and turns no live account into a test one", async ({
  api,
  service,
  shop,
}) => {
  const browser = await developer(service, shop);
  const accounts = `/accounts/${shop.merchantId}/connectors`;
  const account = {
    connector_type: 'payment_processor',
    connector_name: 'stripe',
    connector_account_details: { connector_account_details: { api_key: 'sk_test_one' } },
  };
  const inTest = { ...account, test_mode: true };
  expect(errorOf(await browser.post(accounts, inTest))).toMatchObject({ code: 'second_factor_required' });
  await enrol(browser);
  const made = await browser.post(accounts, inTest);
  expect(made.status).toBe(200);
  const own = `${accounts}/${made.body.merchant_connector_id}`;
  const other = { connector_account_details: { connector_account_details: { api_key: 'sk_test_two' } } };
  expect((await browser.post(own, other)).status).toBe(200);

  expect(errorOf(await browser.post(accounts, { ...account, test_mode: false }))).toMatchObject(refused);
  for (const change of [{ test_mode: false }, { ...other, test_mode: false }]) {
    expect(errorOf(await browser.post(own, change))).toMatchObject({
      ...refused,
      message: expect.stringMatching(
        /connectors:credentials.*owner and admin.*developer in accounts with test_mode/,
      ),
    });
  }
  const live = (await api.post(accounts, { ...account, test_mode: false })).body.merchant_connector_id;
  for (const change of [{ test_mode: true }, other, { ...other, test_mode: true, verify: true }]) {
    expect(errorOf(await browser.post(`${accounts}/${live}`, change))).toMatchObject(refused);
  }
  // Routing is no redirection: the developer disables the account.
  expect((await browser.post(`${accounts}/${live}`, { disabled: true })).status).toBe(200);
  // Nor is an unchanged value sent back.
  const { connector_account_details, test_mode } = (await browser.get(`${accounts}/${live}`)).body;
  const same = { connector_account_details, test_mode };
  expect((await browser.post(`${accounts}/${live}`, same)).status).toBe(200);
});

test('Sandbox credentials require only connectors:write, without a second factor', async ({
  client,
  service,
  shop,
}) => {
  const key = await shop.apiKey({ permissions: ['connectors:write'] });
  const body = {
    connector_type: 'payment_processor',
    connector_name: 'sandbox',
    connector_account_details: { connector_account_details: { api_key: 'one' } },
    test_mode: false,
  };
  const path = `/accounts/${shop.merchantId}/connectors`;
  expect((await client.post(path, { key, body })).status).toBe(200);
  const browser = await developer(service, shop);
  expect((await browser.post(path, body)).status).toBe(200);
  expect(await noticesOf(service, shop)).toEqual([]);
});

test('In the test environment, loopback addresses do not count as redirects', async ({
  client,
  service,
  shop,
}) => {
  const key = await shop.apiKey({ permissions: [...roles.developer] });
  const profile = `/account/${shop.merchantId}/business_profile/${shop.profileId}`;
  const post = (path: string, body: object) => client.post(path, { key, body });
  for (const body of [
    { webhook_details: { webhook_url: 'http://localhost:4000/hooks', webhook_password: 'secret-of-mine' } },
    { webhook_details: { webhook_url: 'http://127.0.0.1:4000/hooks' } },
    { webhook_details: { webhook_url: 'http://shop.localhost:4000/hooks' } },
    { outgoing_webhook_custom_http_headers: { 'x-shop': 'de' } },
    { payment_link_config: { domain_name: 'pay.localhost:4000' } },
    { walletx_verified_domains: ['localhost', 'shop.localhost'] },
  ]) {
    expect([body, (await post(profile, body)).status]).toEqual([body, 200]);
  }
  expect((await post('/webhook_endpoints', { url: 'http://[::1]:4000/' })).status).toBe(200);
  expect(await noticesOf(service, shop)).toEqual([]);
  for (const body of [
    { payment_link_config: { domain_name: 'localhost.example.com' } },
    { walletx_verified_domains: ['localhost', 'evil.example.com'] },
    { webhook_details: { webhook_url: 'https://localhost.example.com/hooks' } },
  ]) {
    expect([body, errorOf(await post(profile, body))]).toEqual([body, expect.objectContaining(refused)]);
  }
});

test('An unchanged value requires no permission, and clearing one only if another replaces it', async ({
  api,
  client,
  shop,
}) => {
  const key = await shop.apiKey({ permissions: [...roles.developer] });
  const profile = `/account/${shop.merchantId}/business_profile/${shop.profileId}`;
  const post = (body: object) => client.post(profile, { key, body });
  const config = {
    domain_name: 'pay.example.com',
    business_specific_configs: { summer: { domain_name: 'summer.example.com' } },
  };
  const webhooks = { webhook_details: { webhook_url: 'https://hooks.example.com' } };
  const domains = { walletx_verified_domains: ['shop.example.com'] };
  const { status } = await api.post(profile, { payment_link_config: config, ...webhooks, ...domains });
  expect(status).toBe(200);
  expect(
    (await post({ payment_link_config: { ...config, theme: '#123456' }, ...webhooks, ...domains })).status,
  ).toBe(200);
  const variant = (changed: object) => ({
    payment_link_config: { ...config, business_specific_configs: changed },
  });
  for (const changed of [
    { summer: { domain_name: 'evil.example.com' } },
    { ...config.business_specific_configs, 'Bad name \n': { domain_name: 'evil.example.com' } },
  ]) {
    expect(errorOf(await post(variant(changed)))).toMatchObject({
      ...refused,
      param: 'payment_link_config.business_specific_configs.domain_name',
    });
  }
  expect((await post({ payment_link_config: null, walletx_verified_domains: [] })).status).toBe(200);
  // The merchant account's address replaces the profile's.
  for (const cleared of [{ webhook_details: null }, { webhook_details: { webhook_url: null } }]) {
    expect(errorOf(await post(cleared))).toMatchObject({ ...refused, param: 'webhook_details.webhook_url' });
  }
});

/** The notices to a merchant's owners, oldest first. */
async function noticesOf({ database }: TestService, { merchantId }: SeededMerchant) {
  const text = `select kind, object_id, message, mail_due from notifications
    where merchant_id = $1 order by created_at, notification_id`;
  return database.rows.query<{ kind: string; object_id: string; message: string; mail_due: boolean }>(
    { text, values: [merchantId], touches: { reads: ['notifications'] } },
    merchantId,
  );
}

test('Owners are notified of each change, recorded in the audit log, except pages of single payments', async ({
  client,
  service,
  shop,
}) => {
  const permissions = [...allPermissions];
  const key = await shop.apiKey({ permissions, key_id: 'key_of_server', name: 'Server' });
  const profile = `/account/${shop.merchantId}/business_profile/${shop.profileId}`;
  const post = async (path: string, body: object) => {
    const answer = await client.post(path, { key, body });
    expect([path, answer.text, answer.status]).toEqual([path, answer.text, 200]);
    return answer.body;
  };
  const mask_personal_data = true;
  await post(profile, { webhook_details: { webhook_url: 'https://one.example.com', mask_personal_data } });
  await post(profile, {
    webhook_details: { webhook_url: 'https://two.example.com', mask_personal_data: false },
  });
  await post(profile, { payment_link_config: { domain_name: 'pay.example.com' } });
  await post(profile, { payment_link_config: null });
  await post(`/accounts/${shop.merchantId}`, { merchant_details: { primary_email: 'ada@example.com' } });
  await post('/payments', {
    amount: 100,
    currency: 'USD',
    payment_link: true,
    payment_link_config: { domain_name: 'once.example.com' },
  });
  const by = 'By the API key “Server” (key_of_server).';
  const of = `In the business profile ${shop.profileId},`;
  expect((await noticesOf(service, shop)).map(({ kind, message }) => [kind, message])).toEqual([
    ['redirect_changed', `${of} webhook_details.webhook_url was set. ${by}`],
    ['redirect_changed', `${of} webhook_details.webhook_url was changed. ${by}`],
    ['host_changed', `${of} payment_link_config.domain_name was set. ${by}`],
    ['host_changed', `${of} payment_link_config.domain_name was cleared. ${by}`],
    [
      'redirect_changed',
      `In the merchant account ${shop.merchantId}, merchant_details.primary_email was set. ${by}`,
    ],
  ]);
  for (const { mail_due } of await noticesOf(service, shop)) expect(mail_due).toBe(true);
  const audited = await client.get('/audit_log', { key });
  const changed = audited.body.data.flatMap(({ changes }: { changes: { field: string }[] }) =>
    changes.map(({ field }) => field),
  );
  for (const field of ['webhook_details.webhook_url', 'payment_link_config.domain_name', 'merchant_details'])
    expect(changed).toContain(field);
});

test('Both APIs refuse with the same message, which names the required rights', async ({
  client,
  service,
  shop,
}) => {
  const key = await shop.apiKey({ permissions: [...roles.developer] });
  const config = { domain_name: 'evil.example.com' };
  const path = `/account/${shop.merchantId}/business_profile/${shop.profileId}`;
  const rest = await client.post(path, { key, body: { payment_link_config: config } });
  const input = { profileId: shop.profileId, paymentLinkConfig: { domainName: config.domain_name } };
  const { errors } = await mutate(service, key, 'updateBusinessProfile', input, 'businessProfile { id }');
  expect(errors[0]!.message).toBe(rest.body.error.message);
  expect(errors[0]!.extensions).toMatchObject({
    code: 'not_permitted',
    param: 'payment_link_config.domain_name',
  });
  expect(rest.body.error.message).toBe(
    'payment_link_config.domain_name decides where card numbers are sent. This API key does not have the required permission vault:export. The roles owner and admin have it, and API keys that were given it by name.',
  );
});
