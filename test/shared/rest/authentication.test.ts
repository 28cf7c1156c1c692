import { expect } from 'vitest';
import { mutate } from '../../kit/mutate.ts';
import { cardOf, cards, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const SECRET = 'pay_1_secret_abcdefghijklmnopqrst';
const REQUESTOR = {
  three_ds_requestor_url: 'https://shop.example',
  three_ds_requestor_app_url: 'shop://back',
};
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
const responseFields = [
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

const test = base
  .extend('shop', async ({ service }) => {
    const shop = await sandboxShop(service);
    const authenticator = await shop.sandbox({ connector_type: 'authentication_processor' });
    const where = { merchant_id: shop.merchantId, profile_id: shop.profileId };
    const details = { authentication_connectors: ['unheard_of', 'sandbox'], ...REQUESTOR };
    await setColumns(service, 'business_profiles', where, { authentication_connector_details: details });
    return { ...shop, authenticator };
  })
  /** Adds a confirmed payment that waits for authentication. */
  .extend('confirmedPayment', ({ client, shop }) => async (number: string): Promise<string> => {
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
  })
  .extend(
    'ask',
    ({ client, shop }) =>
      (id: string, body: object = {}, key = shop.publishableKey) =>
        client.post(`/payments/${id}/3ds/authentication`, { key, body: { ...request, ...body } }),
  )
  .extend('refusal', ({ ask }) => async (...request: Parameters<typeof ask>) => {
    const { status, body } = await ask(...request);
    return [status, body.error?.code, body.error?.param];
  })
  .extend('paymentOf', ({ api }) => async (id: string) => {
    const { body } = await api.get('/payments/list?limit=100');
    return body[0].data.find((payment: { payment_id: string }) => payment.payment_id === id);
  })
  .extend('connectorCallCount', ({ service, shop }) => async () => {
    const text = `select coalesce(sum(calls), 0)::int as "calls" from sandbox_transactions
                where merchant_id = $1 and kind = 'authenticate'`;
    const [row] = await service.database.rows.query({ text, values: [shop.merchantId] }, null);
    return row!.calls as number;
  });

test('POST /payments/{id}/3ds/authentication completes a frictionless authentication and the payment', async ({
  ask,
  confirmedPayment,
  paymentOf,
}) => {
  const id = await confirmedPayment(cards.frictionless);
  const { status, body } = await ask(id);
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(responseFields);
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
  // The response is replayed although the payment has proceeded.
  expect((await ask(id)).body).toEqual(body);
});

test('POST /payments/{id}/3ds/authentication returns the challenge that the payment waits for', async ({
  ask,
  confirmedPayment,
  paymentOf,
  service,
}) => {
  const id = await confirmedPayment(cards.challenged);
  const { body } = await ask(id);
  expect(body).toMatchObject({ trans_status: 'C', acs_url: expect.stringMatching(`^${service.url}/`) });
  expect(body.challenge_request).toEqual(expect.any(String));
  expect(await paymentOf(id)).toMatchObject({
    status: 'requires_customer_action',
    external_3ds_authentication_attempted: true,
    external_authentication_details: { authentication_flow: 'challenge', status: 'started' },
  });
});

test("POST /payments/{id}/3ds/authentication returns the issuer's signed content to an app", async ({
  ask,
  confirmedPayment,
}) => {
  const id = await confirmedPayment(cards.challenged);
  const { body } = await ask(id, {
    device_channel: 'APP',
    threeds_method_comp_ind: 'Y',
    sdk_information: sdk,
  });
  expect(body).toMatchObject({ trans_status: 'C', acs_url: null, acs_signed_content: expect.any(String) });
});

test('Concurrent and repeated authentications of a payment make one connector call and return the same response', async ({
  ask,
  confirmedPayment,
  connectorCallCount,
}) => {
  const id = await confirmedPayment(cards.challenged);
  const before = await connectorCallCount();
  const answers = await Promise.all([1, 2, 3, 4].map(() => ask(id)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  for (const { body } of answers) expect(body).toEqual(answers[0]!.body);
  expect((await ask(id)).body).toEqual(answers[0]!.body);
  expect((await connectorCallCount()) - before).toBe(1);
});

test('An authentication denied by the issuer fails the payment', async ({
  ask,
  confirmedPayment,
  paymentOf,
}) => {
  const id = await confirmedPayment(cards.declined);
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

test('An authentication that cannot reach its connector changes nothing and can be repeated', async ({
  client,
  confirmedPayment,
  paymentOf,
  service,
  shop,
}) => {
  const id = await confirmedPayment(cards.frictionless);
  const before = await paymentOf(id);
  const where = { merchant_connector_id: shop.authenticator };
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

test('POST /payments/{id}/3ds/authentication rejects a payment that does not wait for authentication', async ({
  refusal,
  shop,
}) => {
  const unconfirmed = await shop.open({ client_secret: SECRET });
  expect(await refusal(unconfirmed)).toEqual([409, 'unexpected_state', null]);
  const redirected = await shop.open({ client_secret: SECRET, status: 'requires_customer_action' });
  expect(await refusal(redirected)).toEqual([409, 'unexpected_state', null]);
});

test("POST /payments/{id}/3ds/authentication requires the merchant's publishable key and a valid client secret", async ({
  confirmedPayment,
  refusal,
  service,
  shop,
}) => {
  const id = await confirmedPayment(cards.challenged);
  const wrong = [401, 'client_secret_invalid', 'client_secret'];
  expect(await refusal(id, { client_secret: 'x' })).toEqual(wrong);
  expect(await refusal(id, {}, shop.key)).toEqual([403, 'wrong_key_kind', null]);
  const other = await sandboxShop(service);
  expect(await refusal(id, {}, other.publishableKey)).toEqual([404, 'resource_not_found', null]);
  await setColumns(service, 'payments', { payment_id: id }, { expires_on: new Date(0) });
  expect(await refusal(id)).toEqual([401, 'client_secret_expired', 'client_secret']);
});

test.for([
  ['device_channel', { device_channel: undefined }, 'missing_parameter'],
  ['device_channel', { device_channel: 'TV' }, 'invalid_parameter'],
  ['threeds_method_comp_ind', { threeds_method_comp_ind: undefined }, 'missing_parameter'],
  ['threeds_method_comp_ind', { threeds_method_comp_ind: 'X' }, 'invalid_parameter'],
  ['sdk_information.sdk_max_timeout', { sdk_information: { sdk_max_timeout: 'x' } }, 'invalid_parameter'],
  ['sdk_information.sdk_ephem_pub_key', { sdk_information: { sdk_ephem_pub_key: 'x' } }, 'invalid_parameter'],
] as const)(
  'POST /payments/{id}/3ds/authentication rejects %s in %j with %s',
  async ([param, body, code], { refusal }) => {
    expect(await refusal('pay_any', body)).toEqual([400, code, param]);
  },
);

test('POST /payments/{id}/3ds/authentication requires an enabled account at an authentication connector', async ({
  confirmedPayment,
  refusal,
  service,
  shop,
}) => {
  const id = await confirmedPayment(cards.challenged);
  const where = { merchant_connector_id: shop.authenticator };
  await setColumns(service, 'connector_accounts', where, { disabled: true });
  expect(await refusal(id)).toEqual([422, 'no_connector_available', null]);
  await setColumns(service, 'connector_accounts', where, { disabled: false });
});

test('A merchant authenticates a payment over GraphQL', async ({ confirmedPayment, service, shop }) => {
  const input = { paymentId: await confirmedPayment(cards.frictionless), clientSecret: SECRET };
  const selection = 'authentication { transStatus threeDsRequestorUrl acsTransId }';
  const { payload } = await mutate(
    service,
    shop.key,
    'authenticatePayment',
    { ...input, deviceChannel: 'BRW', threedsMethodCompInd: 'Y' },
    selection,
  );
  expect(payload.authentication).toMatchObject({
    transStatus: 'Y',
    threeDsRequestorUrl: REQUESTOR.three_ds_requestor_url,
  });
});

/** The page of a payment's next action, and the browser's request there. */
const pageOf = (url: string) => ({
  show: () => fetch(url, { redirect: 'manual' }),
  begin: (form: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) }),
});

const told = {
  color_depth: '24',
  java_enabled: 'false',
  java_script_enabled: 'true',
  language: 'de-DE',
  screen_height: '900',
  screen_width: '1440',
  time_zone: '-60',
};

test("A waiting payment's page starts authentication through a form, with browser data and without a secret", async ({
  confirmedPayment,
  connectorCallCount,
  paymentOf,
}) => {
  const id = await confirmedPayment(cards.challenged);
  const page = pageOf((await paymentOf(id)).next_action.redirect_to_url);
  const before = await connectorCallCount();
  const shown = await page.show();
  const html = await shown.text();
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(shown.headers.get('content-security-policy')).toMatch(/form-action 'self'.*trusted-types 'none'/);
  expect(html).not.toContain(SECRET);
  expect((await connectorCallCount()) - before).toBe(0);

  const answers = await Promise.all([1, 2, 3].map(async () => (await page.begin(told)).text()));
  for (const answer of answers) {
    expect(answer).toMatch(
      /<form method="post" action="http[^"]*sandbox&#x2F;3ds&#x2F;\w+"><input [^>]*name="creq"/,
    );
    expect(answer).not.toContain(SECRET);
  }
  expect((await connectorCallCount()) - before).toBe(1);
  expect(await paymentOf(id)).toMatchObject({
    status: 'requires_customer_action',
    external_authentication_details: { authentication_flow: 'challenge' },
    browser_info: { color_depth: 24, java_script_enabled: true, language: 'de-DE', time_zone: -60 },
  });
});

test.for([
  [cards.frictionless, 'succeeded'],
  [cards.declined, 'failed'],
] as const)(
  'The authentication page for %s redirects back at once: %s',
  async ([card, status], { confirmedPayment, paymentOf }) => {
    const id = await confirmedPayment(card);
    const page = pageOf((await paymentOf(id)).next_action.redirect_to_url);
    expect(await (await page.begin(told)).text()).toMatch(/location\.replace\("[^"]*\/return\//);
    expect((await paymentOf(id)).status).toBe(status);
    // Again, like the Back button: the payment is unchanged.
    expect(await (await page.begin(told)).text()).toMatch(/location\.replace\("[^"]*\/return\//);
    expect((await paymentOf(id)).attempts).toHaveLength(1);
  },
);

test('The authentication page offers a retry if its connector is unreachable', async ({
  confirmedPayment,
  paymentOf,
  service,
  shop,
}) => {
  const id = await confirmedPayment(cards.frictionless);
  const page = pageOf((await paymentOf(id)).next_action.redirect_to_url);
  const where = { merchant_connector_id: shop.authenticator };
  await setColumns(service, 'connector_accounts', where, { metadata: { down: true } });
  const answer = await page.begin(told);
  const html = await answer.text();
  expect([answer.status, html.includes('form.submit()')]).toEqual([200, false]);
  expect(html).toContain('You have not been charged.');
  await setColumns(service, 'connector_accounts', where, { metadata: {} });
  await page.begin(told);
  expect((await paymentOf(id)).status).toBe('succeeded');
});

test('The authentication page accepts only its own token and a real browser, until the session ends', async ({
  confirmedPayment,
  paymentOf,
  service,
}) => {
  const id = await confirmedPayment(cards.challenged);
  const url: string = (await paymentOf(id)).next_action.redirect_to_url;
  const foreign = pageOf(`${url.slice(0, -2)}xx`);
  expect([(await foreign.show()).status, (await foreign.begin(told)).status]).toEqual([404, 404]);
  await setColumns(service, 'payments', { payment_id: id }, { expires_on: new Date(0) });
  expect((await pageOf(url).show()).status).toBe(409);
  expect(await (await pageOf(url).begin(told)).text()).toContain('/return/');
  expect((await paymentOf(id)).external_3ds_authentication_attempted).not.toBe(true);

  const other = await confirmedPayment(cards.challenged);
  const odd = { color_depth: '1e3', screen_width: '-5', time_zone: '9999', language: 'x'.repeat(900) };
  await pageOf((await paymentOf(other)).next_action.redirect_to_url).begin(odd);
  expect((await paymentOf(other)).browser_info).toMatchObject({
    ...{ color_depth: null, screen_width: null, time_zone: null, java_script_enabled: false },
    language: 'x'.repeat(255),
  });
});
