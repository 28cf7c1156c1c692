import { expect } from 'vitest';
import type { Connector, ConnectorAccess } from '../../../src/core/foundation/ports/connector.ts';
import { mutate } from '../../kit/mutate.ts';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { test as base } from '../../kit/test.ts';

const SECRET = 'pay_1_secret_abcdefghijklmnopqrst';
const lists = (...types: string[]) => [
  { payment_method: 'card' },
  { payment_method: 'wallet', payment_method_types: types },
];
const token = (wallet: string, delayed = false) => ({
  delayed_session_token: delayed,
  connector: 'sandbox',
  sdk_next_action: { next_action: delayed ? 'post_session_tokens' : null },
  wallet_name: wallet,
});

const script = scriptedConnector();
const accesses: ConnectorAccess[] = [];
const connector: Connector = {
  ...script.connector,
  abilities: new Set([...script.connector.abilities, 'session_token']),
  async sessionToken(access, { wallet }) {
    if (access.credentials.api_key === 'breaks') throw new Error('The vendor cannot be reached.');
    accesses.push(access);
    return { walletName: wallet, delayed: false };
  },
};

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [connector] }))
  .extend('shop', async ({ service }) => {
    const shop = await sandboxShop(service);
    await shop.sandbox({ payment_methods_enabled: lists('walletx', 'delayed_wallet') });
    await shop.sandbox({ payment_methods_enabled: lists('walletx') });
    await shop.sandbox({ payment_methods_enabled: lists('walletx'), metadata: { down: true } });
    await shop.sandbox({ payment_methods_enabled: lists('walletx'), disabled: true });
    await shop.sandbox({ payment_methods_enabled: lists('walletx'), status: 'inactive' });
    await shop.sandbox({ payment_methods_enabled: lists('walletx'), profile_id: await shop.profile() });
    await shop.sandbox({ payment_methods_enabled: lists('walletx'), connector_type: 'payout_processor' });
    await shop.connector({ payment_methods_enabled: lists('walletx'), connector_name: 'unheard_of' });
    return shop;
  })
  .extend(
    'open',
    ({ shop }) =>
      (values = {}) =>
        shop.open({ client_secret: SECRET, ...values }),
  )
  .extend(
    'ask',
    ({ client, shop }) =>
      async (id: string, body: object = {}, key = shop.publishableKey) =>
        client.post('/payments/session_tokens', {
          key,
          body: { payment_id: id, client_secret: SECRET, wallets: [], ...body },
        }),
  )
  /** The credentials passed to the scripted connector for a request. */
  .extend('opened', ({ ask }) => async (...request: Parameters<typeof ask>) => {
    accesses.length = 0;
    expect((await ask(...request)).status).toBe(200);
    return [...accesses];
  })
  .extend('refusal', ({ ask }) => async (...request: Parameters<typeof ask>) => {
    const { status, body } = await ask(...request);
    return [status, body.error?.code, body.error?.param];
  });

test('POST /payments/session_tokens returns one token per wallet and connector account, omitting failures', async ({
  ask,
  open,
}) => {
  const id = await open();
  const { status, body } = await ask(id);
  expect(status).toBe(200);
  expect(body).toEqual({
    payment_id: id,
    client_secret: SECRET,
    session_token: [token('walletx'), token('delayed_wallet', true), token('walletx')],
  });
  expect(Object.keys(body)).toEqual(['payment_id', 'client_secret', 'session_token']);
  expect(Object.keys(body.session_token[0])).toEqual([
    'delayed_session_token',
    'connector',
    'sdk_next_action',
    'wallet_name',
  ]);
});

test('POST /payments/session_tokens returns only tokens of the requested wallets', async ({ ask, open }) => {
  const { body } = await ask(await open(), { wallets: ['delayed_wallet'] });
  expect(body.session_token).toEqual([token('delayed_wallet', true)]);
  expect((await ask(await open(), { wallets: ['paypal'] })).body.session_token).toEqual([]);
});

const selected =
  'sessionTokens { sessionToken { connector walletName delayedSessionToken sdkNextAction { nextAction } } }';
/** An account's possible wallet lists. */
const listings = {
  'no types': [{ payment_method: 'wallet' }],
  'an empty list of types': lists(),
  'a type': lists('walletx'),
  'the unknown type': lists('foo'),
  'no wallet': [{ payment_method: 'card' }],
};

test.for(Object.entries(listings))(
  'An unknown wallet is refused by its position if the account lists %s',
  async ([, payment_methods_enabled], { client, service }) => {
    const shop = await sandboxShop(service);
    await shop.sandbox({ payment_methods_enabled });
    const payment_id = await shop.open({ client_secret: SECRET });
    for (const [wallets, place] of [
      [['foo'], 'wallets[0]'],
      [['walletx', 'apple_pay', ''], 'wallets[2]'],
      [['Apple Pay'], 'wallets[0]'],
    ] as const) {
      const body = { payment_id, client_secret: SECRET, wallets };
      const answer = await client.post('/payments/session_tokens', { key: shop.publishableKey, body });
      expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([
        400,
        'invalid_parameter',
        place,
      ]);
      expect(answer.body.error.message).toContain('apple_pay, ');
      const input = { paymentId: payment_id, clientSecret: SECRET, wallets };
      const { userErrors } = await mutate(service, shop.key, 'createSessionTokens', input, selected);
      expect(userErrors).toEqual([expect.objectContaining({ code: 'invalid_parameter', param: place })]);
    }
  },
);

test('An account without listed types opens every wallet of its connector', async ({ client, service }) => {
  const shop = await sandboxShop(service);
  await shop.sandbox({ payment_methods_enabled: listings['no types'], metadata: { apple_pay: true } });
  const payment_id = await shop.open({ client_secret: SECRET });
  const named = async (wallets: string[]) => {
    const body = { payment_id, client_secret: SECRET, wallets };
    const { body: found } = await client.post('/payments/session_tokens', { key: shop.publishableKey, body });
    return found.session_token;
  };
  // Another call opens Apple Pay's merchant session, if the merchant can be validated.
  const all = [
    { ...token('apple_pay'), sdk_next_action: { next_action: 'post_session_tokens' } },
    ...[token('google_pay'), token('paypal'), token('walletx'), token('delayed_wallet', true)],
  ];
  expect(await named([])).toEqual(all);
  expect(await named(['paypal', 'delayed_wallet'])).toEqual([all[2], all[4]]);
  const input = { paymentId: payment_id, clientSecret: SECRET, wallets: [] };
  const { payload } = await mutate(service, shop.key, 'createSessionTokens', input, selected);
  expect(payload.sessionTokens.sessionToken).toEqual(
    all.map((one) => ({
      connector: 'sandbox',
      walletName: one.wallet_name,
      delayedSessionToken: one.delayed_session_token,
      sdkNextAction: { nextAction: one.sdk_next_action.next_action },
    })),
  );
});

test('Apple Pay without merchant validation has no second call', async ({ client, service }) => {
  const shop = await sandboxShop(service);
  await shop.sandbox({ payment_methods_enabled: lists('apple_pay') });
  const body = { payment_id: await shop.open({ client_secret: SECRET }), client_secret: SECRET };
  const answer = await client.post('/payments/session_tokens', { key: shop.publishableKey, body });
  expect(answer.body.session_token).toEqual([token('apple_pay')]);
});

test('POST /payments/session_tokens requires the client secret of an open session', async ({
  ask,
  open,
  refusal,
}) => {
  const wrong = { client_secret: `${SECRET}x` };
  expect(await refusal(await open(), wrong)).toEqual([401, 'client_secret_invalid', 'client_secret']);
  const late = await open({ expires_on: new Date(Date.now() - 1000) });
  expect(await refusal(late)).toEqual([401, 'client_secret_expired', 'client_secret']);
  expect((await ask(await open({ expires_on: new Date(Date.now() + 60_000) }))).status).toBe(200);
  const missing = { client_secret: undefined };
  expect(await refusal(await open(), missing)).toEqual([400, 'missing_parameter', 'client_secret']);
});

test.for(['succeeded', 'failed', 'cancelled', 'expired'])(
  'POST /payments/session_tokens rejects a payment in status %s',
  async (status, { open, refusal }) => {
    expect(await refusal(await open({ status }))).toEqual([409, 'unexpected_state', null]);
  },
);

test("POST /payments/session_tokens requires the merchant's publishable key", async ({
  open,
  refusal,
  service,
  shop,
}) => {
  const other = await sandboxShop(service);
  const foreign = [404, 'resource_not_found', 'payment_id'];
  expect(await refusal(await open(), {}, other.publishableKey)).toEqual(foreign);
  expect(await refusal(await open(), {}, shop.key)).toEqual([403, 'wrong_key_kind', null]);
});

const given = 'merchant_connector_details';
const credentials = (api_key: unknown, creds_identifier?: string, more: object = {}) => ({
  [given]: {
    ...(creds_identifier ? { creds_identifier } : {}),
    encoded_data: { connector_account_details: { api_key }, ...more },
  },
});

test("A request's credentials replace the named account's", async ({
  ask,
  open,
  opened,
  refusal,
  service,
  shop,
}) => {
  const own = await shop.connector({
    connector_name: 'scripted',
    connector_label: 'mine',
    connector_account_details: { connector_account_details: { api_key: 'stored' } },
    payment_methods_enabled: lists('walletx'),
  });
  expect((await opened(await open())).map(({ credentials }) => credentials)).toEqual([{ api_key: 'stored' }]);
  for (const name of ['mine', own]) {
    const body = credentials('of the request', name, { metadata: { terminal: '1' } });
    const [used] = await opened(await open(), body);
    expect(used).toMatchObject({ credentials: { api_key: 'of the request' }, settings: { terminal: '1' } });
  }
  const [used] = await opened(await open(), credentials('for all'));
  expect(used!.credentials).toEqual({ api_key: 'for all' });
  // The others are called with the stored credentials.
  const first = await shop.sandbox({ payment_methods_enabled: lists('walletx'), connector_label: 'sandbox' });
  expect(first).toMatch(/^mca_/);
  expect((await opened(await open(), credentials('x', 'sandbox')))[0]!.credentials).toEqual({
    api_key: 'stored',
  });

  // Any other name refers to the credentials, for every account whose connector accepts them.
  for (const name of ['nobody', 'c1', 'mca_of_another_profile', ' ']) {
    const [taken] = await opened(await open(), credentials('of the request', name));
    expect(taken!.credentials).toEqual({ api_key: 'of the request' });
    expect((await ask(await open(), { [given]: { creds_identifier: name } })).status).toBe(200);
    const input = {
      paymentId: await open(),
      clientSecret: SECRET,
      merchantConnectorDetails: {
        credsIdentifier: name,
        encodedData: { connectorAccountDetails: { api_key: 'over GraphQL' } },
      },
    };
    accesses.length = 0;
    expect((await mutate(service, shop.key, 'createSessionTokens', input, selected)).userErrors).toEqual([]);
    expect(accesses.map((one) => one.credentials)).toEqual([{ api_key: 'over GraphQL' }]);
  }
  const details = `${given}.encoded_data.connector_account_details`;
  const wrong = {
    [given]: { creds_identifier: 'sandbox', encoded_data: { connector_account_details: { pin: 1 } } },
  };
  expect(await refusal(await open(), wrong)).toEqual([400, 'unknown_parameter', `${details}.pin`]);
  expect(await refusal(await open(), { [given]: { encoded_data: 'text' } })).toEqual([
    400,
    'invalid_parameter',
    `${given}.encoded_data`,
  ]);
  expect((await ask(await open(), { [given]: { creds_identifier: 'mine' } })).status).toBe(200);
  const text =
    'select connector_account_details as kept from connector_accounts where merchant_connector_id = $1';
  const [row] = await service.database.rows.query<{ kept: Buffer }>({ text, values: [own] }, null);
  expect(row!.kept.toString()).not.toContain('of the request');
});

test("A failure with credentials from the request does not open the account's circuit", async ({
  ask,
  open,
  shop,
}) => {
  await shop.connector({ connector_name: 'scripted', payment_methods_enabled: lists('walletx') });
  for (let n = 0; n < 30; n++) expect((await ask(await open(), credentials('breaks'))).status).toBe(200);
  const { body } = await ask(await open());
  expect(body.session_token).toContainEqual(expect.objectContaining({ connector: 'scripted' }));
});

test("Apple Pay and walletx receive the later charges, under Apple Pay's names", async ({
  open,
  service,
  shop,
}) => {
  const walletx_recurring_details = {
    payment_description: 'Magazine',
    regular_billing: {
      label: 'Yearly',
      recurring_payment_start_date: '2027-01-01T00:00:00Z',
      recurring_payment_interval_unit: 'year',
      recurring_payment_interval_count: 1,
    },
    billing_agreement: 'Until cancelled.',
    management_url: 'https://shop.example.com/subscriptions',
  };
  const selection = 'sessionTokens { sessionToken { walletName sessionData } }';
  const read = async (values: object) => {
    const input = { paymentId: await open(values), clientSecret: SECRET };
    const { payload } = await mutate(service, shop.key, 'createSessionTokens', input, selection);
    return payload.sessionTokens.sessionToken as { walletName: string; sessionData: unknown }[];
  };
  const amount = { amount: 1999, net_amount: 1999, currency: 'EUR' };
  const [walletx, delayed] = await read({ ...amount, feature_metadata: { walletx_recurring_details } });
  expect(walletx).toEqual({
    walletName: 'walletx',
    sessionData: {
      recurringPaymentRequest: {
        paymentDescription: 'Magazine',
        regularBilling: {
          label: 'Yearly',
          amount: '19.99',
          paymentTiming: 'recurring',
          recurringPaymentStartDate: '2027-01-01T00:00:00.000Z',
          recurringPaymentIntervalUnit: 'year',
          recurringPaymentIntervalCount: 1,
        },
        billingAgreement: 'Until cancelled.',
        managementURL: 'https://shop.example.com/subscriptions',
      },
    },
  });
  expect(delayed).toEqual({ walletName: 'delayed_wallet', sessionData: null });
  expect((await read(amount)).map(({ sessionData }) => sessionData)).toEqual([null, null, null]);
});

test('POST /payments/session_tokens replays the response for an idempotency key', async ({
  client,
  open,
  shop,
}) => {
  const body = { payment_id: await open(), client_secret: SECRET, wallets: ['walletx'] };
  const request = { key: shop.publishableKey, body, headers: { 'idempotency-key': 'tokens' } };
  const first = await client.post('/payments/session_tokens', request);
  const again = await client.post('/payments/session_tokens', request);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
});

test('A merchant creates session tokens over GraphQL', async ({ open, service, shop }) => {
  const selection = `sessionTokens { paymentId clientSecret
      sessionToken { delayedSessionToken connector sdkNextAction { nextAction } walletName } }`;
  const paymentId = await open();
  const input = { paymentId, clientSecret: SECRET, wallets: ['delayed_wallet'] };
  const { payload } = await mutate(service, shop.key, 'createSessionTokens', input, selection);
  expect(payload.sessionTokens).toEqual({
    paymentId,
    clientSecret: SECRET,
    sessionToken: [
      {
        delayedSessionToken: true,
        connector: 'sandbox',
        sdkNextAction: { nextAction: 'post_session_tokens' },
        walletName: 'delayed_wallet',
      },
    ],
  });
  const wrong = { ...input, clientSecret: 'x' };
  const { userErrors } = await mutate(service, shop.key, 'createSessionTokens', wrong, selection);
  expect(userErrors).toEqual([expect.objectContaining({ code: 'client_secret_invalid' })]);
});
