import { expect } from 'vitest';
import { recoverCall } from '../../../src/core/connector-calls/recover-calls.ts';
import { expireAuthorizations } from '../../../src/core/payments/void/expire-authorizations.ts';
import { recordedEvents } from '../../kit/events.ts';
import { graphqlCardOf, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { test as base } from '../../kit/test.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const script = scriptedConnector();
const screening = {
  ...script.connector,
  abilities: new Set([...script.connector.abilities, 'screen' as const]),
};
let clockOffsetMs = 0;

const FIELDS = `payment { paymentId status amountReceived amountCapturable amountRefunded errorCode errorMessage
  manualRetryAllowed merchantDecision cancellationReason connector
  frmMessage { frmName frmTransactionId frmTransactionType frmStatus frmScore frmReason frmError }
  attempts { status } captures { status amount } refunds { status amount reason } }`;

type Values = Record<string, unknown>;
const configOf = (flow: string, action: string, more: Values = {}) => [
  {
    gateway: 'sandbox',
    payment_methods: [{ payment_method: 'card', payment_method_types: [{ flow, action, ...more }] }],
  },
];

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    connectors: [screening],
    now: () => new Date(Date.now() + clockOffsetMs),
  }))
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('checks', ({ service, shop }) => async (flow: string, action: string, values: Values = {}) => {
    const id = await shop.connector({
      connector_type: 'payment_vas',
      test_mode: true,
      payment_methods_enabled: [],
      frm_configs: configOf(flow, action),
      ...values,
    });
    const where = { profile_id: shop.profileId };
    const frm_routing_algorithm = { type: 'single', data: { connector: null, merchant_connector_id: id } };
    await setColumns(service, 'business_profiles', where, { frm_routing_algorithm });
    return id;
  })
  .extend('run', ({ graphql }) => async (name: string, input: object, fields = FIELDS) => {
    const { payload, userErrors } = await graphql.mutate(name, { ...input }, fields);
    expect(userErrors).toEqual([]);
    return payload.payment;
  })
  .extend('pay', ({ run }) => (who: string, input: object = {}) => {
    const paymentMethodData = { card: graphqlCardOf('4242424242424242') };
    const email = `${who}@example.com`;
    return run('createPayment', {
      amount: 1000,
      currency: 'USD',
      confirm: true,
      email,
      paymentMethodData,
      ...input,
    });
  })
  .extend('refused', ({ graphql }) => (name: string, input: object) => {
    return graphql.mutationError(name, { ...input }, FIELDS);
  })
  .extend('types', ({ service, shop }) => async () => {
    return (await recordedEvents(service.database, shop.merchantId)).map(({ event_type: type }) => type);
  })
  .extend('asked', ({ service }) => async (paymentId: string) => {
    const text = `select operation from connector_calls where object_id = $1 order by call_id`;
    return (await service.database.rows.query({ text, values: [paymentId] }, null)).map(
      (row) => row.operation,
    );
  });

test('a pre-flow check comes before the authorization, and shows its result in both APIs', async ({
  api,
  asked,
  checks,
  pay,
}) => {
  await checks('pre', 'cancel_txn');
  const { paymentId, ...paid } = await pay('ann');
  expect(paid).toMatchObject({
    status: 'succeeded',
    merchantDecision: null,
    frmMessage: {
      frmName: 'sandbox',
      frmTransactionId: expect.stringMatching(/^sbx_/),
      frmTransactionType: 'pre_frm',
      frmStatus: 'legit',
      frmScore: 5,
      frmError: null,
    },
  });
  expect(await asked(paymentId)).toEqual(['screen', 'authorize']);
  const { body } = await api.get('/payments/list');
  expect(body[0].data[0].frm_message).toMatchObject({ frm_status: 'legit', frm_transaction_type: 'pre_frm' });
});

test('fraud found before the authorization fails the payment, and no processor is asked', async ({
  asked,
  checks,
  pay,
  refused,
  types,
}) => {
  await checks('pre', 'cancel_txn');
  const { paymentId, ...payment } = await pay('fraud');
  expect(payment).toMatchObject({
    status: 'failed',
    errorCode: 'fraud_suspected',
    manualRetryAllowed: false,
    frmMessage: { frmStatus: 'fraud', frmScore: 95 },
    attempts: [{ status: 'router_declined' }],
  });
  expect(await asked(paymentId)).toEqual(['screen']);
  expect(await types()).toEqual(['payment_created', 'payment_failed']);
  expect(await refused('confirmPayment', { paymentId })).toEqual(['unexpected_state', null]);
});

test('a payment to review is authorized and held; approving captures it', async ({
  checks,
  pay,
  run,
  types,
}) => {
  await checks('pre', 'manual_review');
  const { paymentId, ...held } = await pay('review');
  expect(held).toMatchObject({
    status: 'requires_merchant_action',
    amountReceived: 0,
    amountCapturable: 1000,
    frmMessage: { frmStatus: 'manual_review' },
    attempts: [{ status: 'unresolved' }],
  });
  expect(await types()).toEqual(['payment_created', 'action_required']);
  expect(await run('approvePayment', { paymentId })).toMatchObject({
    status: 'succeeded',
    merchantDecision: 'approved',
    amountReceived: 1000,
    captures: [{ status: 'charged', amount: 1000 }],
  });
  expect(await types()).toEqual([
    'payment_created',
    'action_required',
    'payment_captured',
    'payment_succeeded',
  ]);
});

test('approving a payment with manual capture leaves the capture to the merchant', async ({
  checks,
  pay,
  run,
}) => {
  await checks('pre', 'manual_review');
  const { paymentId } = await pay('fraud', { captureMethod: 'manual' });
  expect(await run('approvePayment', { paymentId })).toMatchObject({
    status: 'requires_capture',
    merchantDecision: 'approved',
    frmMessage: { frmStatus: 'fraud' },
  });
  expect(await run('capturePayment', { paymentId })).toMatchObject({ status: 'succeeded' });
});

test('rejecting a payment voids its authorization', async ({ checks, pay, refused, run, types }) => {
  await checks('post', 'manual_review');
  const { paymentId, ...held } = await pay('fraud');
  expect(held).toMatchObject({
    status: 'requires_merchant_action',
    frmMessage: { frmTransactionType: 'post_frm', frmStatus: 'fraud' },
  });
  expect(await refused('capturePayment', { paymentId })).toEqual(['unexpected_state', null]);
  const input = { paymentId, cancellationReason: 'Stolen identity', idempotencyKey: 'once' };
  const rejected = await run('rejectPayment', input);
  expect(rejected).toMatchObject({
    status: 'cancelled',
    merchantDecision: 'rejected',
    cancellationReason: 'Stolen identity',
    amountCapturable: 0,
  });
  expect(await run('rejectPayment', input)).toEqual(rejected);
  expect((await types()).at(-1)).toBe('payment_cancelled');
  expect(await refused('approvePayment', { paymentId })).toEqual(['unexpected_state', null]);
});

test('a post-flow check comes between the authorization and the capture', async ({ asked, checks, pay }) => {
  await checks('post', 'cancel_txn');
  const { paymentId, ...paid } = await pay('ann');
  expect(paid).toMatchObject({
    status: 'succeeded',
    amountReceived: 1000,
    frmMessage: { frmStatus: 'legit' },
  });
  expect(await asked(paymentId)).toEqual(['authorize', 'screen', 'capture']);
  const later = await pay('ann', { captureMethod: 'manual' });
  expect(later).toMatchObject({ status: 'requires_capture', attempts: [{ status: 'authorized' }] });
});

test('fraud found after the authorization voids it', async ({ asked, checks, pay }) => {
  await checks('post', 'cancel_txn');
  const { paymentId, ...cancelled } = await pay('fraud');
  expect(cancelled).toMatchObject({
    status: 'cancelled',
    amountReceived: 0,
    cancellationReason: 'The fraud check found fraud.',
    frmMessage: { frmStatus: 'fraud' },
  });
  expect(await asked(paymentId)).toEqual(['authorize', 'screen', 'void']);
});

test('auto_refund captures at once, and refunds what turns out to be fraud', async ({
  checks,
  pay,
  types,
}) => {
  await checks('post', 'auto_refund');
  expect(await pay('fraud')).toMatchObject({
    status: 'succeeded',
    merchantDecision: 'auto_refunded',
    amountReceived: 1000,
    amountRefunded: 1000,
    refunds: [{ status: 'succeeded', amount: 1000, reason: 'The fraud check found fraud.' }],
  });
  expect(await types()).toEqual(['payment_created', 'payment_succeeded', 'refund_succeeded']);
  // What is not captured yet is voided instead.
  expect(await pay('fraud', { captureMethod: 'manual' })).toMatchObject({ status: 'cancelled' });
});

test('a check that fails lets the payment go on, and says so', async ({ checks, pay }) => {
  for (const flow of ['pre', 'post']) {
    await checks(flow, 'cancel_txn');
    expect(await pay('unchecked')).toMatchObject({
      status: 'succeeded',
      frmMessage: { frmStatus: 'transaction_failure', frmError: 'The payment could not be checked.' },
    });
  }
});

test('a check without an answer holds the payment until a look-up finds it', async ({
  api,
  checks,
  pay,
  service,
  shop,
}) => {
  await checks('pre', 'cancel_txn', { connector_name: 'scripted' });
  script.respond('screen', () => {
    throw new Error('The line is dead.');
  });
  const { paymentId, ...waiting } = await pay('ann');
  expect(waiting).toMatchObject({ status: 'processing', frmMessage: { frmStatus: 'pending' } });
  expect(script.requests.screen!.at(-1)).toMatchObject({
    flow: 'pre',
    amount: 1000,
    subject: { email: 'ann@example.com', card: { last4: '4242' } },
  });
  expect(JSON.stringify(script.requests.screen)).not.toContain('4242424242424242');
  const text = `select call_id as id from connector_calls where object_id = $1`;
  const [call] = await service.database.rows.query<{ id: string }>({ text, values: [paymentId] }, null);
  script.setLookUp(call!.id, {
    kind: 'succeeded',
    connectorTransactionId: 'frm_1',
    screening: { decision: 'legit', score: 1, reason: null },
  });
  const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
  await recoverCall(ctx, shop.merchantId, call!.id);
  const { body } = await api.get('/payments/list');
  expect(body[0].data[0]).toMatchObject({ status: 'succeeded', frm_message: { frm_status: 'legit' } });
});

test('only what the configuration covers is checked', async ({ asked, checks, pay, service, shop }) => {
  const other = { frm_configs: configOf('pre', 'cancel_txn', { card_networks: ['Mastercard'] }) };
  await checks('pre', 'cancel_txn', other);
  const { paymentId, ...paid } = await pay('fraud');
  expect(paid).toMatchObject({ status: 'succeeded', frmMessage: null });
  expect(await asked(paymentId)).toEqual(['authorize']);
  await checks('pre', 'cancel_txn');
  const where = { profile_id: shop.profileId };
  await setColumns(service, 'business_profiles', where, { frm_routing_algorithm: null });
  expect(await pay('fraud')).toMatchObject({ status: 'succeeded', frmMessage: null });
});

test("the merchant account's rule applies to a profile without one", async ({
  checks,
  pay,
  service,
  shop,
}) => {
  const id = await checks('pre', 'cancel_txn');
  await setColumns(
    service,
    'business_profiles',
    { profile_id: shop.profileId },
    { frm_routing_algorithm: null },
  );
  const frm_routing_algorithm = { type: 'single', data: { connector: null, merchant_connector_id: id } };
  await setColumns(service, 'merchant_accounts', { merchant_id: shop.merchantId }, { frm_routing_algorithm });
  expect(await pay('fraud')).toMatchObject({ status: 'failed' });
});

test('a payment held for review expires with its authorization', async ({ api, checks, pay, service }) => {
  await checks('post', 'manual_review');
  await pay('review');
  clockOffsetMs = 8 * DAY_MS;
  await expireAuthorizations(service.contextFor({ kind: 'admin_key' }, 'req_test'));
  clockOffsetMs = 0;
  expect((await api.get('/payments/list')).body[0].data[0]).toMatchObject({ status: 'expired' });
});

test('a configuration that cannot work is refused when it is set', async ({ graphql, shop }) => {
  const refusal = (frmConfigs: unknown) =>
    graphql.mutationError(
      'updateConnectorAccount',
      { merchantConnectorId: shop.account, frmConfigs },
      'connectorAccount { merchantConnectorId }',
    );
  const path = 'frm_configs[0].payment_methods[0].payment_method_types[0]';
  const typed = (entry: object) => [
    { gateway: 'sandbox', paymentMethods: [{ paymentMethodTypes: [entry] }] },
  ];
  expect(await refusal([{ gateway: 'nobody' }])).toEqual(['invalid_parameter', 'frm_configs[0].gateway']);
  expect(await refusal(typed({ flow: 'pre', action: 'auto_refund' }))).toEqual([
    'invalid_parameter',
    `${path}.action`,
  ]);
  const profile = await graphql.mutationError(
    'updateBusinessProfile',
    { profileId: shop.profileId, frmRoutingAlgorithm: { type: 'single', data: { connector: 'nobody' } } },
    'businessProfile { profileId }',
  );
  expect(profile).toEqual(['invalid_parameter', 'frm_routing_algorithm.data']);
});
