import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, clientOf } from '../kit/client.ts';
import { mutate } from '../kit/mutate.ts';
import { type SandboxShop, sandboxShop } from '../kit/sandbox-shop.ts';
import { startTestService, type TestService } from '../kit/service.ts';

const SECRET = 'pay_1_secret_abcdefghijklmnopqrst';

let service: TestService;
let client: Client;
let shop: SandboxShop;

const lists = (...types: string[]) => [
  { payment_method: 'card' },
  { payment_method: 'wallet', payment_method_types: types },
];

beforeAll(async () => {
  service = await startTestService();
  client = clientOf(service);
  shop = await sandboxShop(service);
  await shop.sandbox({ payment_methods_enabled: lists('walletx', 'delayed_wallet') });
  await shop.sandbox({ payment_methods_enabled: lists('walletx') });
  await shop.sandbox({ payment_methods_enabled: lists('walletx'), metadata: { down: true } });
  await shop.sandbox({ payment_methods_enabled: lists('walletx'), disabled: true });
  await shop.sandbox({ payment_methods_enabled: lists('walletx'), status: 'inactive' });
  await shop.sandbox({ payment_methods_enabled: lists('walletx'), profile_id: await shop.profile() });
  await shop.sandbox({ payment_methods_enabled: lists('walletx'), connector_type: 'payout_processor' });
  await shop.connector({ payment_methods_enabled: lists('walletx'), connector_name: 'unheard_of' });
});

afterAll(() => service.close());

const open = (values = {}) => shop.open({ client_secret: SECRET, ...values });
const ask = async (id: string, body: object = {}, key = shop.publishableKey) =>
  client.post('/payments/session_tokens', {
    key,
    body: { payment_id: id, client_secret: SECRET, wallets: [], ...body },
  });
const refusal = async (...request: Parameters<typeof ask>) => {
  const { status, body } = await ask(...request);
  return [status, body.error?.code, body.error?.param];
};
const token = (wallet: string, delayed = false) => ({
  delayed_session_token: delayed,
  connector: 'sandbox',
  sdk_next_action: { next_action: delayed ? 'post_session_tokens' : null },
  wallet_name: wallet,
});

describe('session tokens', () => {
  it('are one for each wallet and account that lists it, without those that fail', async () => {
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

  it('are those of the wallets asked for', async () => {
    const { body } = await ask(await open(), { wallets: ['delayed_wallet'] });
    expect(body.session_token).toEqual([token('delayed_wallet', true)]);
    expect((await ask(await open(), { wallets: ['none_such'] })).body.session_token).toEqual([]);
  });

  it('need the client secret of a session that is not over', async () => {
    const wrong = { client_secret: `${SECRET}x` };
    expect(await refusal(await open(), wrong)).toEqual([401, 'client_secret_invalid', 'client_secret']);
    const late = await open({ expires_on: new Date(Date.now() - 1000) });
    expect(await refusal(late)).toEqual([401, 'client_secret_expired', 'client_secret']);
    expect((await ask(await open({ expires_on: new Date(Date.now() + 60_000) }))).status).toBe(200);
    const missing = { client_secret: undefined };
    expect(await refusal(await open(), missing)).toEqual([400, 'missing_parameter', 'client_secret']);
  });

  it.each(['succeeded', 'failed', 'cancelled', 'expired'])('are refused when it is %s', async (status) => {
    expect(await refusal(await open({ status }))).toEqual([409, 'unexpected_state', null]);
  });

  it('are for the publishable key of the merchant', async () => {
    const other = await sandboxShop(service);
    expect(await refusal(await open(), {}, other.publishableKey)).toEqual([404, 'resource_not_found', null]);
    expect(await refusal(await open(), {}, shop.key)).toEqual([403, 'wrong_key_kind', null]);
  });

  it('take details of an access and check them', async () => {
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

  it('are replayed for an idempotency key', async () => {
    const body = { payment_id: await open(), client_secret: SECRET, wallets: ['walletx'] };
    const request = { key: shop.publishableKey, body, headers: { 'idempotency-key': 'tokens' } };
    const first = await client.post('/payments/session_tokens', request);
    const again = await client.post('/payments/session_tokens', request);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('are there for the merchant over GraphQL', async () => {
    const selection = `sessionTokens { paymentId clientSecret
      sessionToken { delayedSessionToken connector sdkNextAction { nextAction } walletName } }`;
    const paymentId = await open();
    const given = { paymentId, clientSecret: SECRET, wallets: ['delayed_wallet'] };
    const { payload } = await mutate(service, shop.key, 'createSessionTokens', given, selection);
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
    const wrong = { ...given, clientSecret: 'x' };
    const { userErrors } = await mutate(service, shop.key, 'createSessionTokens', wrong, selection);
    expect(userErrors).toEqual([expect.objectContaining({ code: 'client_secret_invalid' })]);
  });
});
