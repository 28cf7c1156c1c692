import { expect } from 'vitest';
import { mutate } from '../../kit/mutate.ts';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
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

const test = base
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
  .extend('refusal', ({ ask }) => async (...request: Parameters<typeof ask>) => {
    const { status, body } = await ask(...request);
    return [status, body.error?.code, body.error?.param];
  });

test('POST /payments/session_tokens returns one token per wallet and connector account, without those that fail', async ({
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

test('POST /payments/session_tokens returns tokens only of the requested wallets', async ({ ask, open }) => {
  const { body } = await ask(await open(), { wallets: ['delayed_wallet'] });
  expect(body.session_token).toEqual([token('delayed_wallet', true)]);
  expect((await ask(await open(), { wallets: ['none_such'] })).body.session_token).toEqual([]);
});

test('POST /payments/session_tokens requires the client secret of a live session', async ({
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

test('POST /payments/session_tokens checks the wallet details', async ({ ask, open, refusal }) => {
  const details = {
    creds_identifier: 'mine',
    encoded_data: { connector_account_details: { api_key: 'x' }, metadata: { terminal: 1 } },
  };
  expect((await ask(await open(), { merchant_connector_details: details })).status).toBe(200);
  const bad = { merchant_connector_details: { encoded_data: 'text' } };
  expect(await refusal(await open(), bad)).toEqual([
    400,
    'invalid_parameter',
    'merchant_connector_details.encoded_data',
  ]);
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
