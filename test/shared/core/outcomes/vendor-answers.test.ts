import { expect } from 'vitest';
import { recoverCall } from '../../../../src/core/connector-calls/recover-calls.ts';
import type { Connector, Outcome } from '../../../../src/core/foundation/ports/connector.ts';
import type { CompleteActionRequest } from '../../../../src/core/foundation/ports/connector-requests.ts';
import { consenting } from '../../../kit/consent.ts';
import { mutate } from '../../../kit/mutate.ts';
import { cardOf } from '../../../kit/sandbox-shop.ts';
import { type Responder, scriptedConnector, signedWebhook } from '../../../kit/scripted-connector.ts';
import { test as base } from '../../../kit/test.ts';

const GOOD = '4242424242424242';
const SECRET = 'whsec_of_the_test';
const script = scriptedConnector();
const completed: CompleteActionRequest[] = [];
let completion: Outcome = { kind: 'failed', code: 'none', message: 'None.' };
const connector: Connector = {
  ...script.connector,
  async completeAction(_access, request) {
    completed.push(request);
    return completion;
  },
};

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [connector] }))
  .extend('account', ({ shop }) =>
    shop.connector({
      connector_name: 'scripted',
      connector_webhook_details: { merchant_secret: SECRET },
      payment_methods_enabled: [{ payment_method: 'card', recurring_enabled: true }],
    }),
  )
  .extend('pay', ({ account: _, api }) => async (given: object = {}) => {
    const body = {
      amount: 1000,
      currency: 'EUR',
      confirm: true,
      payment_method: 'card',
      payment_method_data: { card: cardOf(GOOD) },
      ...given,
    };
    const { body: paid, status, text } = await api.post('/payments', body);
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    return paid;
  })
  .extend(
    'get',
    ({ api }) =>
      async (id: string) =>
        (await api.get(`/payments/${id}`)).body,
  )
  .extend('tell', ({ account, service, shop }) => async (...events: object[]) => {
    const timed = events.map((event, i) => ({
      id: `evt_${Math.random()}_${i}`,
      at: new Date().toISOString(),
      ...event,
    }));
    const url = `${service.url}/webhooks/${shop.merchantId}/${account}`;
    return (await fetch(url, signedWebhook(SECRET, timed))).status;
  })
  .extend('recover', ({ service, shop }) => async (objectId: string) => {
    const text = 'select call_id from connector_calls where merchant_id = $1 and object_id = $2';
    const rows = await service.database.rows.query<{ call_id: string }>(
      { text, values: [shop.merchantId, objectId] },
      null,
    );
    const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
    for (const { call_id } of rows) await recoverCall(ctx, shop.merchantId, call_id);
  });

/** The next authorizations succeed with additional details. */
const answering = (more: Partial<Outcome> & object) =>
  script.respond('authorize', (({ idempotencyKey }) => ({
    kind: 'succeeded',
    connectorTransactionId: `txn_${idempotencyKey}`,
    ...more,
  })) as Responder);

test('The payment shows the amounts that the connector reports as authorized and captured', async ({
  pay,
}) => {
  const money = (authorized: number, captured: number) => ({
    money: { currency: 'EUR', authorized, captured },
  });
  answering(money(1000, 1000));
  expect(await pay()).toMatchObject({ status: 'succeeded', amount_received: 1000, amount_capturable: 0 });
  answering(money(600, 600));
  expect(await pay()).toMatchObject({ status: 'partially_captured', amount_received: 600 });
  answering(money(600, 0));
  expect(await pay({ capture_method: 'manual' })).toMatchObject({
    status: 'requires_capture',
    amount_received: 0,
    amount_capturable: 600,
  });
  // An account that always captures automatically.
  answering(money(1000, 1000));
  expect(await pay({ capture_method: 'manual' })).toMatchObject({
    status: 'succeeded',
    amount_received: 1000,
  });
  // One that does not capture at once gets a capture call.
  answering(money(1000, 0));
  const paid = await pay();
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: 1000 });
  expect(paid.captures).toMatchObject([{ status: 'charged', amount: 1000 }]);
});

test.for([
  ['another currency', { currency: 'USD', authorized: 1000, captured: 1000 }],
  ['more than was asked', { currency: 'EUR', authorized: 1001, captured: 0 }],
  ['more captured than authorized', { currency: 'EUR', authorized: 500, captured: 1000 }],
] as const)(
  'An authorization of %s is no success, and a look-up may still decide',
  async ([, money], { get, pay, recover }) => {
    answering({ money });
    const unsure = await pay();
    expect(unsure).toMatchObject({ status: 'processing', amount_received: 0 });
    const [sent] = script.requests.authorize!.slice(-1);
    script.setLookUp(sent!.idempotencyKey, {
      kind: 'succeeded',
      connectorTransactionId: 'txn_right',
      money: { currency: 'EUR', authorized: 1000, captured: 1000 },
    });
    await recover(unsure.payment_id);
    expect(await get(unsure.payment_id)).toMatchObject({ status: 'succeeded', amount_received: 1000 });
  },
);

test('A refund of another amount than requested does not count as made', async ({ api, pay }) => {
  answering({});
  const { payment_id } = await pay();
  script.respond('refund', ({ idempotencyKey }) => ({
    kind: 'succeeded',
    connectorTransactionId: idempotencyKey,
    moved: { amount: 999, currency: 'EUR' },
  }));
  expect((await api.post('/refunds', { payment_id })).body.status).toBe('pending');
});

test('Checks, card, 3-D Secure, fee and response are stored without numbers, secrets or the cryptogram', async ({
  get,
  pay,
  service,
  shop,
}) => {
  answering({
    card: { funding: 'debit', issuer: 'A Bank', issuerCountry: 'FR' },
    checks: { postalCode: 'fail', cvc: 'pass', avsCode: 'N' },
    authentication: {
      transStatus: 'Y',
      eci: '05',
      cavv: 'Q0FWVg==',
      dsTransactionId: 'ds_1',
      version: '2.2.0',
    },
    fee: { amount: 31, currency: 'EUR' },
    facts: { risk_score: 12 },
    raw: { id: 'pi_1', number: GOOD, note: `card ${GOOD}`, client_secret: 'pi_secret', amount: 1000 },
  });
  const { payment_id } = await pay();
  const paid = await get(payment_id);
  expect(paid.payment_method_data.card).toMatchObject({
    card_type: 'debit',
    card_issuer: 'A Bank',
    card_issuing_country: 'FR',
    payment_checks: { postal_code: 'fail', cvc: 'pass', avs_code: 'N', address_line: null },
    authentication_data: { trans_status: 'Y', eci: '05', ds_transaction_id: 'ds_1', version: '2.2.0' },
  });
  expect(paid.attempts[0].connector_metadata).toEqual({
    fee_amount: 31,
    fee_currency: 'EUR',
    risk_score: 12,
  });
  expect(JSON.parse(paid.whole_connector_response)).toEqual({
    id: 'pi_1',
    number: '***',
    note: 'card ***',
    client_secret: '***',
    amount: 1000,
  });
  const text = `select p::text || c::text || a::text as rows from payments p
    join connector_calls c on c.merchant_id = p.merchant_id and c.object_id = p.payment_id
    join attempts a on a.merchant_id = p.merchant_id and a.payment_id = p.payment_id
    where p.merchant_id = $1`;
  const [stored] = await service.database.rows.query({ text, values: [shop.merchantId] }, null);
  expect(stored!.rows).not.toMatch(/Q0FWVg|pi_secret|4242424242424242/);
});

test("A card network's advice against a retry stops retries at other accounts", async ({
  api,
  pay,
  service,
  shop,
}) => {
  await shop.connector({
    connector_name: 'scripted',
    payment_methods_enabled: [{ payment_method: 'card', recurring_enabled: true }],
  });
  const settings = { is_auto_retries_enabled: true, max_auto_retries_enabled: 1 };
  await api.post(`/account/${shop.merchantId}/business_profile/${shop.profileId}`, settings);
  const mapping = { connector: 'scripted', flow: 'payment', sub_flow: 'authorize', message: '' };
  await mutate(
    service,
    service.adminApiKey,
    'createErrorMapping',
    {
      ...{ connector: mapping.connector, flow: mapping.flow, subFlow: mapping.sub_flow, message: '' },
      ...{
        code: 'soft',
        status: 'Failure',
        decision: 'retry',
        stepUpPossible: false,
        clearPanPossible: false,
      },
    },
    'errorMapping { id }',
  );
  const declining = (more: object) =>
    script.respond('authorize', (() => ({
      kind: 'failed',
      code: 'soft',
      message: 'Later.',
      ...more,
    })) as Responder);
  declining({});
  expect((await pay()).attempts).toHaveLength(2);
  declining({ advice: { code: '03', retry: 'never' } });
  const failed = await pay();
  expect(failed.attempts).toMatchObject([{ connector_metadata: { network_advice_code: '03' } }]);
});

const returnUrlOf = () => String(script.requests.authorize!.at(-1)!.returnUrl);

test("The browser's redirect data reaches the connector, which decides", async ({ get, pay }) => {
  const action = { type: 'redirect', url: 'https://acs.example.com/challenge' };
  script.respond('authorize', (() => ({
    kind: 'requires_action',
    connectorTransactionId: 'txn_waiting',
    action,
    resume: 'state_1',
  })) as Responder);
  const waiting = await pay({ authentication_type: 'three_ds' });
  expect(waiting.next_action).toMatchObject({ type: 'redirect_to_url', redirect_to_url: action.url });
  completion = { kind: 'succeeded', connectorTransactionId: 'txn_waiting' };
  await fetch(`${returnUrlOf()}?redirectResult=abc&twice=1&twice=2`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ MD: 'md_1' }),
  });
  expect(completed.at(-1)).toMatchObject({
    connectorTransactionId: 'txn_waiting',
    resume: 'state_1',
    returned: { redirectResult: 'abc', MD: 'md_1' },
    reference: `${waiting.payment_id}_1`,
  });
  expect((await get(waiting.payment_id)).status).toBe('succeeded');
});

test('The service hosts a page for a form that the customer has to post', async ({ get, pay }) => {
  script.respond('authorize', (() => ({
    kind: 'requires_action',
    connectorTransactionId: 'txn_form',
    action: { type: 'form', url: 'https://acs.example.com/3ds', fields: { creq: 'a"<b>', MD: '1' } },
  })) as Responder);
  const waiting = await pay({ authentication_type: 'three_ds' });
  const { redirect_to_url: url, type } = waiting.next_action;
  expect([type, url]).toEqual(['redirect_to_url', expect.stringContaining('/continue/')]);
  const page = await fetch(url);
  const html = await page.text();
  expect(html).toContain('action="https:&#x2F;&#x2F;acs.example.com&#x2F;3ds"');
  expect(html).toContain('name="creq" value="a&quot;&lt;b&gt;"');
  expect(page.headers.get('content-security-policy')).toContain('https://acs.example.com');
  expect((await fetch(`${url}x`)).status).toBe(404);
  completion = { kind: 'succeeded', connectorTransactionId: 'txn_form' };
  await fetch(returnUrlOf(), { redirect: 'manual' });
  expect((await get(waiting.payment_id)).status).toBe('succeeded');
  expect((await fetch(url)).status).toBe(409);
});

test('A QR code and SDK data are shown', async ({ pay }) => {
  const waiting = (action: object) =>
    script.respond('authorize', (() => ({
      kind: 'requires_action',
      connectorTransactionId: 'txn_shown',
      action,
    })) as Responder);
  waiting({ type: 'qr_code', content: '0002010102', imageUrl: null, validUntil: '2099-01-01T00:00:00.000Z' });
  expect((await pay()).next_action).toMatchObject({
    type: 'display_qr_code',
    qr_code: { content: '0002010102', image_url: null },
  });
  waiting({ type: 'sdk', data: { client_secret: 'for_the_sdk' } });
  expect((await pay()).next_action).toMatchObject({ type: 'invoke_sdk', sdk_data: expect.any(Object) });
});

test("An unknown call is repeated only if the connector's idempotency keys return the same response", async ({
  get,
  pay,
  recover,
}) => {
  script.respond('authorize', () => {
    throw new Error('The connection broke.');
  });
  const unsure = await pay();
  const [lost] = script.requests.authorize!.slice(-1);
  script.setLookUp(lost!.idempotencyKey, { kind: 'cannot_tell', repeat: 'unsafe' });
  await recover(unsure.payment_id);
  expect(script.requests.authorize!.at(-1)).toBe(lost);
  script.setLookUp(lost!.idempotencyKey, { kind: 'cannot_tell', repeat: 'safe' });
  answering({});
  await recover(unsure.payment_id);
  expect(script.requests.authorize!.at(-1)!.idempotencyKey).toBe(lost!.idempotencyKey);
  expect((await get(unsure.payment_id)).status).toBe('succeeded');
});

test("Outcomes are found by our reference and by the connector's identifiers", async ({
  api,
  get,
  pay,
  tell,
}) => {
  script.respond('authorize', (({ idempotencyKey }) => ({
    kind: 'pending',
    connectorTransactionId: `txn_${idempotencyKey}`,
  })) as Responder);
  const done = (connectorTransactionId: string) => ({ kind: 'succeeded', connectorTransactionId });
  const first = await pay();
  const reference = `${first.payment_id}_1`;
  expect(
    await tell({ type: 'outcome', call: { operation: 'authorize', reference }, outcome: done('t') }),
  ).toBe(200);
  expect((await get(first.payment_id)).status).toBe('succeeded');

  const second = await pay({ capture_method: 'manual' });
  const connectorTransactionId = second.connector_transaction_id;
  const call = { operation: 'authorize', connectorTransactionId };
  await tell({ type: 'outcome', call, outcome: done(connectorTransactionId) });
  script.respond('capture', () => ({ kind: 'pending', connectorTransactionId: 'cap_there' }));
  await api.post(`/payments/${second.payment_id}/capture`, {});
  expect((await get(second.payment_id)).status).toBe('processing');
  const capture = { operation: 'capture', parentTransactionId: connectorTransactionId };
  await tell({ type: 'outcome', call: capture, outcome: done('cap_there') });
  expect(await get(second.payment_id)).toMatchObject({ status: 'succeeded', amount_received: 1000 });

  script.respond('refund', () => ({ kind: 'pending', connectorTransactionId: 'ref_there' }));
  const { body: refund } = await api.post('/refunds', { payment_id: second.payment_id });
  const told = { operation: 'refund', connectorTransactionId: 'ref_there' };
  await tell({ type: 'outcome', call: told, outcome: done('ref_there') });
  expect((await api.get(`/refunds/${refund.refund_id}`)).body.status).toBe('succeeded');
});

test('A mandate revoked at the connector and a renewed card are recorded', async ({
  account: _,
  graphql,
  service,
  shop,
  tell,
}) => {
  const customerId = await shop.customer();
  answering({ connectorMandateId: 'pm_there', networkTransactionId: 'ntx_1' });
  const { payload } = await mutate(
    service,
    shop.key,
    'createPayment',
    { amount: 1000, currency: 'EUR', confirm: true, ...consenting(customerId, GOOD) },
    'payment { status mandateId paymentMethodId }',
  );
  expect(payload.payment).toMatchObject({ status: 'succeeded', mandateId: expect.any(String) });
  const { mandateId, paymentMethodId } = payload.payment;
  const read = () =>
    graphql.data(
      `query ($m: ID!, $p: ID!) { mandate(mandateId: $m) { status }
        paymentMethod(paymentMethodId: $p) { recurringEnabled card { expiryMonth expiryYear } } }`,
      { m: mandateId, p: paymentMethodId },
    );
  const renewed = { type: 'card_updated', connectorMandateId: 'pm_there', expMonth: '03', expYear: '2101' };
  await tell({ ...renewed, last4: '4242', network: 'Visa' });
  expect((await read()).paymentMethod.card).toEqual({ expiryMonth: '03', expiryYear: '2101' });
  await tell({ type: 'mandate_revoked', connectorMandateId: 'pm_of_nobody' });
  expect((await read()).mandate.status).toBe('active');
  await tell({ type: 'mandate_revoked', connectorMandateId: 'pm_there' });
  expect(await read()).toMatchObject({
    mandate: { status: 'revoked' },
    paymentMethod: { recurringEnabled: false },
  });
});

test('A connector that throws while reading a webhook is a defect, not a wrong signature', async ({
  account,
  service,
  shop,
  tell,
}) => {
  expect(await tell()).toBe(200);
  const before = service.logs.length;
  // The scripted connector requires its events to be objects.
  const webhook = signedWebhook(SECRET, [null as never]);
  const url = `${service.url}/webhooks/${shop.merchantId}/${account}`;
  expect((await fetch(url, webhook)).status).toBe(500);
  expect(service.logs.slice(before).join('')).toContain('TypeError');
});
