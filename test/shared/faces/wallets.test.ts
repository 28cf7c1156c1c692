import http from 'node:http';
import { expect } from 'vitest';
import { merchantIdentity, REGISTERED_DOMAIN, startAppleGateway } from '../../kit/apple-gateway.ts';
import { mutate } from '../../kit/mutate.ts';
import { sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const SECRET = 'pay_1_secret_abcdefghijklmnopqrst';
const takesWallets = [{ payment_method: 'wallet' }];
const withButtons = (more: object = {}) => ({
  payment_methods_enabled: takesWallets,
  metadata: { google_pay: { merchant_name: 'Acme' }, apple_pay: {} },
  ...more,
});

/** How far the service's clock is ahead. */
let aheadMs = 0;

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('gateway', { scope: 'file' }, async ({}, { onCleanup }) => {
    const gateway = await startAppleGateway();
    onCleanup(gateway.close);
    return gateway;
  })
  .extend('serviceOptions', { scope: 'file' }, ({ gateway }) => ({
    applePayGateway: gateway.place,
    webhookTargets: { allowLoopback: true },
    now: () => new Date(Date.now() + aheadMs),
  }))
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('open', ({ shop }) => async (values = {}) => {
    const id = await shop.open({ amount: 1099, net_amount: 1099, currency: 'EUR', ...values });
    return { id, secret: `${id}_secret_abcdefghijklmnopqrst` };
  })
  .extend('payment', async ({ open, service }) => {
    const { id, secret } = await open();
    await setColumns(service, 'payments', { payment_id: id }, { client_secret: secret });
    return { id, secret };
  })
  .extend(
    'ask',
    ({ client, payment, shop }) =>
      (what: string, body: object = {}, key = shop.publishableKey) => {
        const whole = { client_secret: payment.secret, ...body };
        return client.post(`/payments/${payment.id}/${what}`, { key, body: whole });
      },
  )
  .extend('names', ({ ask }) => async (body: object = {}) => {
    const { body: answer } = await ask('wallets', body);
    return answer.wallets.map(({ wallet_name: name }: { wallet_name: string }) => name);
  });

test("A page gets the data of each usable wallet, in the wallet's format", async ({
  ask,
  client,
  names,
  payment,
  service,
  shop,
}) => {
  expect(await names()).toEqual([]);
  await shop.sandbox({ payment_methods_enabled: takesWallets, metadata: {} });
  expect(await names()).toEqual([]);
  const second = await shop.sandbox(withButtons());
  const { body } = await ask('wallets');
  expect(body).toEqual({
    payment_id: payment.id,
    currency: 'EUR',
    net_amount: 1099,
    wallets: [
      {
        wallet_name: 'google_pay',
        connector: 'sandbox',
        net_amount: 1099,
        session_data: expect.objectContaining({
          environment: 'TEST',
          apiVersion: 2,
          merchantInfo: { merchantName: 'Acme' },
          transactionInfo: {
            totalPriceStatus: 'FINAL',
            totalPrice: '10.99',
            currencyCode: 'EUR',
            countryCode: 'US',
          },
        }),
      },
      {
        wallet_name: 'apple_pay',
        connector: 'sandbox',
        net_amount: 1099,
        session_data: expect.objectContaining({
          countryCode: 'US',
          total: { label: 'Sandbox', amount: '10.99', type: 'final' },
          requiredBillingContactFields: [],
        }),
      },
    ],
  });
  const offered = await client.get(`/account/payment_methods?client_secret=${payment.secret}`, {
    key: shop.publishableKey,
  });
  const types = offered.body.payment_methods.find(
    ({ payment_method: kind }: { payment_method: string }) => kind === 'wallet',
  ).payment_method_types;
  expect(types.map((type: Record<string, unknown>) => [type.payment_method_type, type.has_button])).toEqual([
    ['apple_pay', true],
    ['google_pay', true],
    ['paypal', false],
    ['ali_pay', false],
    ['we_chat_pay', false],
  ]);
  const input = { paymentId: payment.id, clientSecret: payment.secret };
  const selection = 'opened { paymentId wallets { walletName connector netAmount sessionData } }';
  const twin = await mutate(service, shop.publishableKey, 'openWallets', input, selection);
  const twinOf = ({ netAmount, sessionData }: { netAmount: unknown; sessionData: unknown }) => ({
    ...{ net_amount: netAmount, session_data: sessionData },
  });
  expect(twin.payload.opened.wallets.map(twinOf)).toEqual(
    body.wallets.map(({ net_amount, session_data }: { net_amount: unknown; session_data: unknown }) => ({
      ...{ net_amount, session_data },
    })),
  );

  const where = { merchant_id: shop.merchantId, payment_id: payment.id };
  await setColumns(service, 'payments', where, { allowed_payment_method_types: ['google_pay'] });
  expect(await names()).toEqual(['google_pay']);
  await setColumns(service, 'connector_accounts', { merchant_connector_id: second }, { test_mode: false });
  expect(await names()).toEqual([]);
});

test("Opening a wallet requires a merchant's key and the secret of an open payment", async ({
  ask,
  open,
  payment,
  service,
  shop,
}) => {
  await shop.sandbox(withButtons());
  const other = await open({ client_secret: SECRET });
  for (const what of ['wallets', 'apple_pay_session']) {
    const refusal = async (...request: [body?: object, key?: string]) => {
      const { body, status } = await ask(what, ...request);
      return [status, body.error?.code];
    };
    expect(await refusal({ client_secret: `${payment.secret}x` })).toEqual([401, 'client_secret_invalid']);
    expect(await refusal({ client_secret: SECRET })).toEqual([401, 'client_secret_invalid']);
    expect(await refusal({ client_secret: `${other.id}_secret_x` })).toEqual([401, 'client_secret_invalid']);
    expect(await refusal({ client_secret: `${payment.secret}x` }, shop.key)).toEqual([
      401,
      'client_secret_invalid',
    ]);
    const foreign = await sandboxShop(service);
    expect(await refusal({}, foreign.publishableKey)).toEqual([404, 'resource_not_found']);
  }
  await setColumns(service, 'payments', { payment_id: payment.id }, { status: 'succeeded' });
  expect((await ask('wallets')).body.error.code).toBe('unexpected_state');
});

test("Apple validates the merchant with the account's certificate, which is never shown", async ({
  ask,
  gateway,
  names,
  payment,
  service,
  shop,
}) => {
  const wallets = { apple_pay: { session_token_data: merchantIdentity } };
  const id = await shop.sandbox(withButtons({ connector_wallets_details: wallets }));
  const account = { merchant_connector_id: id };
  const refusal = async (body: object = {}) => {
    const { body: answer, status } = await ask('apple_pay_session', body);
    return [status, answer.error?.code, answer.error?.param, answer.error?.message];
  };
  expect(await refusal({ domain: 'evil.example' })).toEqual([
    400,
    'invalid_parameter',
    'domain',
    expect.stringContaining('walletx_verified_domains'),
  ]);
  // The page's own host, unknown to Apple.
  expect(await refusal()).toEqual([
    502,
    'connector_unreachable',
    null,
    "No merchant session was opened. Apple's gateway answered 417.",
  ]);
  await setColumns(
    service,
    'business_profiles',
    { profile_id: shop.profileId },
    {
      walletx_verified_domains: [REGISTERED_DOMAIN],
    },
  );
  // Named, but not proved.
  expect((await refusal({ domain: REGISTERED_DOMAIN }))[2]).toBe('domain');
  await shop.domain({ domain_name: REGISTERED_DOMAIN, status: 'verified' });
  const domain = REGISTERED_DOMAIN;
  const { body, status, text } = await ask('apple_pay_session', { domain });
  expect(status, text).toBe(200);
  expect(body.merchant_session).toMatchObject({ domainName: domain, displayName: 'Acme Clothing' });
  expect(body.merchant_session.signature).toHaveLength(8_000);
  expect(gateway.asked.at(-1)).toEqual({
    merchantIdentifier: 'merchant.com.acme',
    displayName: 'Acme Clothing',
    initiative: 'web',
    initiativeContext: domain,
  });
  const input = { paymentId: payment.id, clientSecret: payment.secret, domain };
  const twin = await mutate(
    service,
    shop.publishableKey,
    'startApplePay',
    input,
    'session { merchantSession }',
  );
  expect(twin.payload.session.merchantSession).toEqual(body.merchant_session);

  // An account with its own domains accepts no others.
  expect(await names({ domain })).toEqual(['google_pay', 'apple_pay']);
  await shop.domain({ domain_name: 'other.example', status: 'verified' });
  await setColumns(service, 'connector_accounts', account, { walletx_verified_domains: ['other.example'] });
  expect(await names({ domain })).toEqual(['google_pay']);
  expect((await refusal({ domain }))[2]).toBe('domain');
  expect(await names({ domain: 'other.example' })).toEqual(['google_pay', 'apple_pay']);

  const broken = { ...merchantIdentity, certificate_keys: 'bm90IGEga2V5' };
  await shop.sandbox(
    withButtons({ connector_wallets_details: { apple_pay: broken }, connector_label: 'broken' }),
  );
  await setColumns(service, 'connector_accounts', account, { disabled: true });
  expect((await refusal({ domain }))[3]).toMatch(/^No merchant session was opened\./);

  const [wrapped] = merchantIdentity.certificate_keys.split('\n').slice(1);
  expect(service.logs.join('') + text + twin.text).not.toContain(wrapped);
});

/** Sends a request with a custom Host header. */
const fileAt = (url: string, host?: string, ending = '') =>
  new Promise<[number, string]>((resolve, reject) => {
    const path = `${url}/.well-known/apple-developer-merchantid-domain-association${ending}`;
    http
      .get(path, host ? { headers: { host } } : {}, async (res) => {
        let text = '';
        for await (const chunk of res) text += chunk;
        resolve([res.statusCode!, text]);
      })
      .on('error', reject);
  });

test("Apple's domain verification file belongs to the merchant that proved the domain", async ({
  service,
}) => {
  // The accounts are reloaded after some seconds.
  const later = () => {
    aheadMs += 60_000;
  };
  const one = await sandboxShop(service);
  const other = await sandboxShop(service);
  const give = async ({ profile, sandbox }: typeof one, domain: string | null, file: string) => {
    const payment_link_config = domain ? { domain_name: domain } : null;
    const profile_id = await profile({ payment_link_config });
    return sandbox({ profile_id, metadata: { apple_pay: { domain_association: file } } });
  };
  const prove = ({ domain }: typeof one, domain_name: string) => domain({ domain_name, status: 'verified' });
  expect((await fileAt(service.url))[0]).toBe(404);
  // An older account that names the domain without having proved it.
  await give(other, 'pay.one.example', 'file of a thief');
  later();
  expect((await fileAt(service.url, 'pay.one.example'))[0]).toBe(404);
  // The only one.
  expect(await fileAt(service.url)).toEqual([200, 'file of a thief']);
  await give(one, 'pay.one.example', 'file of one');
  await prove(one, 'one.example');
  later();
  expect(await fileAt(service.url, 'pay.one.example')).toEqual([200, 'file of one']);
  expect(await fileAt(service.url, 'PAY.one.example:443', '.txt')).toEqual([200, 'file of one']);
  expect((await fileAt(service.url))[0]).toBe(404);
  // Among several files, the one of the account whose settings name the host.
  await give(one, 'shop.one.example', 'file of the shop');
  later();
  expect(await fileAt(service.url, 'pay.one.example')).toEqual([200, 'file of one']);
  expect(await fileAt(service.url, 'shop.one.example')).toEqual([200, 'file of the shop']);
  expect((await fileAt(service.url, 'third.one.example'))[0]).toBe(404);

  await give(other, null, 'file of a thief');
  await prove(other, 'pay.other.example');
  later();
  expect(await fileAt(service.url, 'pay.other.example')).toEqual([200, 'file of a thief']);
  await setColumns(service, 'connector_accounts', { merchant_id: other.merchantId }, { disabled: true });
  later();
  expect((await fileAt(service.url, 'pay.other.example'))[0]).toBe(404);
});
