import { expect } from 'vitest';
import { readEndpoint } from '../../../src/core/webhook-endpoints/endpoint.ts';
import { test as base } from '../../kit/test.ts';

const PASSWORD = 'planted-password-77';
const HEADER = 'planted-header-77';
const first = {
  webhookUrl: 'https://8.8.8.8/hooks',
  webhookUsername: 'user',
  webhookPassword: PASSWORD,
};

const test = base
  .extend(
    'updateProfile',
    ({ graphql, shop }) =>
      (input: object) =>
        graphql.mutate(
          'updateBusinessProfile',
          { profileId: shop.profileId, ...input },
          'businessProfile { webhookDetails { webhookUrl webhookPassword } outgoingWebhookCustomHttpHeaders }',
        ),
  )
  .extend(
    'updateMerchant',
    ({ graphql, shop }) =>
      (input: object) =>
        graphql.mutate(
          'updateMerchantAccount',
          { merchantId: shop.merchantId, ...input },
          'merchantAccount { webhookDetails { webhookUrl webhookPassword } }',
        ),
  )
  /** The headers and the address of the profile's next webhook. */
  .extend('sent', ({ service, shop }) => async () => {
    const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
    const { merchantId, profileId } = shop;
    const key = { merchantId, profileId, endpointId: profileId };
    const { url, username, password, headers } = (await readEndpoint(ctx, key))!;
    return { url, username, password, headers };
  });

const headers = {
  paymentResponseHashKey: 'planted-signing-key'.repeat(2),
  outgoingWebhookCustomHttpHeaders: { 'x-own': HEADER },
};

test.for(['https://1.1.1.1/hooks', 'https://8.8.8.8:8443/hooks'])(
  'A webhook URL of another origin does not receive the previous secrets: %s',
  async (webhookUrl, { sent, updateProfile }) => {
    await updateProfile({ webhookDetails: first, ...headers });
    expect(await sent()).toMatchObject({ password: PASSWORD, headers: { 'x-own': HEADER } });
    const { payload } = await updateProfile({ webhookDetails: { webhookUrl } });
    expect(payload.businessProfile).toEqual({
      webhookDetails: { webhookUrl, webhookPassword: null },
      outgoingWebhookCustomHttpHeaders: null,
    });
    expect(await sent()).toEqual({ url: webhookUrl, username: null, password: null, headers: {} });
  },
);

test('Removing the URL first does not carry the secrets to the next one', async ({ sent, updateProfile }) => {
  await updateProfile({ webhookDetails: first, ...headers });
  await updateProfile({ webhookDetails: { webhookUrl: null } });
  await updateProfile({ webhookDetails: { webhookUrl: 'https://1.1.1.1/' } });
  expect(await sent()).toMatchObject({ username: null, password: null, headers: {} });
});

test('Another path of the same origin keeps the secrets', async ({ sent, updateProfile }) => {
  await updateProfile({ webhookDetails: first, ...headers });
  await updateProfile({ webhookDetails: { webhookUrl: 'https://8.8.8.8/other' } });
  expect(await sent()).toMatchObject({ username: 'user', password: PASSWORD, headers: { 'x-own': HEADER } });
});

test('Secrets set with the new URL are kept, and masked ones are refused', async ({
  sent,
  updateProfile,
}) => {
  await updateProfile({ webhookDetails: first, ...headers });
  const webhookUrl = 'https://1.1.1.1/';
  const masked = (text: string) => `${text.slice(0, 2)}${'*'.repeat(text.length - 4)}${text.slice(-2)}`;
  const withPassword = await updateProfile({
    webhookDetails: { webhookUrl, webhookPassword: masked(PASSWORD) },
  });
  expect(withPassword.userErrors).toMatchObject([
    { code: 'invalid_parameter', param: 'webhook_details.webhook_password' },
  ]);
  const withHeader = await updateProfile({
    webhookDetails: { webhookUrl },
    outgoingWebhookCustomHttpHeaders: { 'x-own': masked(HEADER) },
  });
  expect(withHeader.userErrors).toMatchObject([
    { code: 'invalid_parameter', param: 'outgoing_webhook_custom_http_headers' },
  ]);
  await updateProfile({ webhookDetails: { webhookUrl, webhookUsername: 'new', webhookPassword: 'given' } });
  expect(await sent()).toEqual({ url: webhookUrl, username: 'new', password: 'given', headers: {} });
});

test("A merchant account's new URL gets neither its password nor the headers of its profiles", async ({
  sent,
  updateMerchant,
  updateProfile,
}) => {
  await updateMerchant({ webhookDetails: first });
  await updateProfile(headers);
  expect(await sent()).toMatchObject({ password: PASSWORD, headers: { 'x-own': HEADER } });
  await updateMerchant({ webhookDetails: { webhookUrl: 'https://1.1.1.1/' } });
  expect(await sent()).toEqual({ url: 'https://1.1.1.1/', username: null, password: null, headers: {} });
});
