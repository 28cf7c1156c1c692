import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, clientOf } from '../kit/client.ts';
import { mutate } from '../kit/mutate.ts';
import { cardOf, cards, type SandboxShop, sandboxShop, setColumns } from '../kit/sandbox-shop.ts';
import { startTestService, type TestService } from '../kit/service.ts';

const SECRET = 'pay_1_secret_abcdefghijklmnopqrst';
const REQUESTOR = {
  three_ds_requestor_url: 'https://shop.example',
  three_ds_requestor_app_url: 'shop://back',
};

let service: TestService;
let client: Client;
let shop: SandboxShop;
let authenticator: string;

beforeAll(async () => {
  service = await startTestService();
  client = clientOf(service);
  shop = await sandboxShop(service);
  authenticator = await shop.sandbox({ connector_type: 'authentication_processor' });
  const where = { merchant_id: shop.merchantId, profile_id: shop.profileId };
  const details = { authentication_connectors: ['unheard_of', 'sandbox'], ...REQUESTOR };
  await setColumns(service, 'business_profiles', where, { authentication_connector_details: details });
});

afterAll(() => service.close());

const request = { client_secret: SECRET, device_channel: 'BRW', threeds_method_comp_ind: 'U' };
const sdk = {
  sdk_app_id: '9063b12c-fcde-43c7-b28e-8d0af5520e8a',
  sdk_enc_data: 'eyJ',
  sdk_trans_id: 'b60c9879-ac77-4918-a317-7b01c4317053',
  sdk_reference_number: '3DS_LOA_SDK_1',
  sdk_ephem_pub_key: { kty: 'EC', crv: 'P-256', x: 'a', y: 'b' },
  sdk_max_timeout: 15,
  sdk_type: '01',
};
const shown = [
  'trans_status',
  'acs_url',
  'challenge_request',
  'acs_reference_number',
  'acs_trans_id',
  'three_dsserver_trans_id',
  'acs_signed_content',
  'three_ds_requestor_url',
  'three_ds_requestor_app_url',
];

/** A payment that is confirmed and waits to be authenticated. */
async function waiting(number: string): Promise<string> {
  const id = await shop.open({ client_secret: SECRET });
  const { body } = await client.post(`/payments/${id}`, {
    key: shop.key,
    body: {
      confirm: true,
      authentication_type: 'three_ds',
      request_external_three_ds_authentication: true,
      payment_method_data: { card: cardOf(number) },
    },
  });
  expect(body.status).toBe('requires_customer_action');
  expect(body.next_action.type).toBe('three_ds_invoke');
  return id;
}
const ask = (id: string, body: object = {}, key = shop.publishableKey) =>
  client.post(`/payments/${id}/3ds/authentication`, { key, body: { ...request, ...body } });
const refusal = async (...asked: Parameters<typeof ask>) => {
  const { status, body } = await ask(...asked);
  return [status, body.error?.code, body.error?.param];
};
const paymentOf = async (id: string) => {
  const { body } = await client.get('/payments/list?limit=100', { key: shop.key });
  return body[0].data.find((payment: { payment_id: string }) => payment.payment_id === id);
};
const askedOfConnector = async () => {
  const text = `select coalesce(sum(calls), 0)::int as "calls" from sandbox_transactions
                where merchant_id = $1 and kind = 'authenticate'`;
  const [row] = await service.database.rows.query({ text, values: [shop.merchantId] }, null);
  return row!.calls as number;
};

describe('an authentication', () => {
  it('without a challenge lets the payment go on', async () => {
    const id = await waiting(cards.frictionless);
    const { status, body } = await ask(id);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(shown);
    expect(body).toMatchObject({ trans_status: 'Y', acs_url: null, challenge_request: null, ...REQUESTOR });
    expect(await paymentOf(id)).toMatchObject({
      status: 'succeeded',
      next_action: null,
      external_3ds_authentication_attempted: true,
      external_authentication_details: {
        authentication_flow: 'frictionless',
        status: 'success',
        electronic_commerce_indicator: '05',
        version: '2.2.0',
        error_code: null,
      },
    });
    // What was answered is answered again, though the payment has gone on.
    expect((await ask(id)).body).toEqual(body);
  });

  it('with a challenge says where it is, and the payment waits', async () => {
    const id = await waiting(cards.challenged);
    const { body } = await ask(id);
    expect(body).toMatchObject({ trans_status: 'C', acs_url: expect.stringMatching(`^${service.url}/`) });
    expect(body.challenge_request).toEqual(expect.any(String));
    expect(await paymentOf(id)).toMatchObject({
      status: 'requires_customer_action',
      external_3ds_authentication_attempted: true,
      external_authentication_details: { authentication_flow: 'challenge', status: 'started' },
    });
  });

  it('in an app has what the issuer signed', async () => {
    const id = await waiting(cards.challenged);
    const { body } = await ask(id, {
      device_channel: 'APP',
      threeds_method_comp_ind: 'Y',
      sdk_information: sdk,
    });
    expect(body).toMatchObject({ trans_status: 'C', acs_url: null, acs_signed_content: expect.any(String) });
  });

  it('is one, however often and at once it is asked for', async () => {
    const id = await waiting(cards.challenged);
    const before = await askedOfConnector();
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const { body } of answers) expect(body).toEqual(answers[0]!.body);
    expect((await ask(id)).body).toEqual(answers[0]!.body);
    expect((await askedOfConnector()) - before).toBe(1);
  });

  it('that is refused fails the payment', async () => {
    const id = await waiting(cards.declined);
    expect((await ask(id)).body.trans_status).toBe('N');
    const payment = await paymentOf(id);
    expect(payment).toMatchObject({
      status: 'failed',
      error_code: 'authentication_failed',
      unified_code: 'UE_9000',
      manual_retry_allowed: true,
      external_authentication_details: { status: 'failed', error_code: 'authentication_failed' },
    });
    expect(payment.attempts).toEqual([expect.objectContaining({ status: 'authentication_failed' })]);
  });

  it('that the connector cannot be asked for changes nothing', async () => {
    const id = await waiting(cards.frictionless);
    const before = await paymentOf(id);
    const where = { merchant_connector_id: authenticator };
    await setColumns(service, 'connector_accounts', where, { metadata: { down: true } });
    const headers = { 'idempotency-key': `auth-${id}` };
    const path = `/payments/${id}/3ds/authentication`;
    const send = () => client.post(path, { key: shop.publishableKey, body: request, headers });
    const failed = await send();
    expect([failed.status, failed.body.error.code]).toEqual([502, 'connector_unreachable']);
    expect(await paymentOf(id)).toEqual(before);
    await setColumns(service, 'connector_accounts', where, { metadata: {} });
    expect((await send()).body.trans_status).toBe('Y');
  });
});

describe('what an authentication needs', () => {
  it('is a payment that waits for it', async () => {
    const open = await shop.open({ client_secret: SECRET });
    expect(await refusal(open)).toEqual([409, 'unexpected_state', null]);
    const elsewhere = await shop.open({ client_secret: SECRET, status: 'requires_customer_action' });
    expect(await refusal(elsewhere)).toEqual([409, 'unexpected_state', null]);
  });

  it('is the client secret, and a publishable key', async () => {
    const id = await waiting(cards.challenged);
    const wrong = [401, 'client_secret_invalid', 'client_secret'];
    expect(await refusal(id, { client_secret: 'x' })).toEqual(wrong);
    expect(await refusal(id, {}, shop.key)).toEqual([403, 'wrong_key_kind', null]);
    const other = await sandboxShop(service);
    expect(await refusal(id, {}, other.publishableKey)).toEqual([404, 'resource_not_found', null]);
    await setColumns(service, 'payments', { payment_id: id }, { expires_on: new Date(0) });
    expect(await refusal(id)).toEqual([401, 'client_secret_expired', 'client_secret']);
  });

  it.each([
    ['device_channel', { device_channel: undefined }, 'missing_parameter'],
    ['device_channel', { device_channel: 'TV' }, 'invalid_parameter'],
    ['threeds_method_comp_ind', { threeds_method_comp_ind: undefined }, 'missing_parameter'],
    ['threeds_method_comp_ind', { threeds_method_comp_ind: 'X' }, 'invalid_parameter'],
    ['sdk_information.sdk_max_timeout', { sdk_information: { sdk_max_timeout: 'x' } }, 'invalid_parameter'],
    [
      'sdk_information.sdk_ephem_pub_key',
      { sdk_information: { sdk_ephem_pub_key: 'x' } },
      'invalid_parameter',
    ],
  ])('is a good %s: %j is %s', async (param, body, code) => {
    expect(await refusal('pay_any', body)).toEqual([400, code, param]);
  });

  it('is an account at an authentication connector', async () => {
    const id = await waiting(cards.challenged);
    const where = { merchant_connector_id: authenticator };
    await setColumns(service, 'connector_accounts', where, { disabled: true });
    expect(await refusal(id)).toEqual([422, 'no_connector_available', null]);
    await setColumns(service, 'connector_accounts', where, { disabled: false });
  });

  it('is the same over GraphQL', async () => {
    const given = { paymentId: await waiting(cards.frictionless), clientSecret: SECRET };
    const selection = 'authentication { transStatus threeDsRequestorUrl acsTransId }';
    const { payload } = await mutate(
      service,
      shop.key,
      'authenticatePayment',
      { ...given, deviceChannel: 'BRW', threedsMethodCompInd: 'Y' },
      selection,
    );
    expect(payload.authentication).toMatchObject({
      transStatus: 'Y',
      threeDsRequestorUrl: REQUESTOR.three_ds_requestor_url,
    });
  });
});
