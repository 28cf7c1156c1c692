import { expect } from 'vitest';
import { recoverCall } from '../../../src/core/connector-calls/recover-calls.ts';
import { recordedEvents } from '../../kit/events.ts';
import { graphqlCardOf, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { type Responder, scriptedConnector } from '../../kit/scripted-connector.ts';
import { test as base } from '../../kit/test.ts';

const script = scriptedConnector();
const granted: Responder = ({ idempotencyKey }) => ({
  kind: 'succeeded',
  connectorTransactionId: `txn_${idempotencyKey}`,
  granted: { incremental: true },
});

const FIELDS = `payment { paymentId status amount netAmount amountCapturable amountReceived authorizationCount
  incrementalAuthorizationAllowed errorCode attempts { status amount }
  incrementalAuthorizations {
    authorizationId amount status errorCode errorMessage previouslyAuthorizedAmount } }`;
const asking = { captureMethod: 'manual', requestIncrementalAuthorization: true };

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [script.connector] }))
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('run', ({ graphql }) => async (name: string, input: object, fields = FIELDS) => {
    const { payload, userErrors } = await graphql.mutate(name, { ...input }, fields);
    expect(userErrors).toEqual([]);
    return payload.payment;
  })
  .extend('pay', ({ run }) => (input: object = asking) => {
    const paymentMethodData = { card: graphqlCardOf('4242424242424242') };
    return run('createPayment', {
      amount: 1000,
      currency: 'USD',
      confirm: true,
      paymentMethodData,
      ...input,
    });
  })
  .extend('refused', ({ graphql }) => (input: object) => {
    return graphql.mutationError('incrementAuthorization', { ...input }, FIELDS);
  })
  .extend('types', ({ service, shop }) => async () => {
    return (await recordedEvents(service.database, shop.merchantId)).map(({ event_type: type }) => type);
  })
  .extend('scripted', async ({ service, shop }) => {
    await setColumns(
      service,
      'connector_accounts',
      { merchant_connector_id: shop.account },
      { connector_name: 'scripted' },
    );
    script.respond('authorize', granted);
    return script;
  });

test('incrementAuthorization raises the capturable amount, in both APIs, the history and an event', async ({
  api,
  graphql,
  pay,
  run,
  types,
}) => {
  const { paymentId, ...authorized } = await pay({ ...asking, shippingCost: 200 });
  expect(authorized).toMatchObject({
    status: 'requires_capture',
    amountCapturable: 1200,
    incrementalAuthorizationAllowed: true,
    authorizationCount: null,
    incrementalAuthorizations: [],
  });
  const raised = await run('incrementAuthorization', { paymentId, amount: 1500, reason: 'Minibar' });
  expect(raised).toMatchObject({
    status: 'requires_capture',
    amount: 1500,
    netAmount: 1700,
    amountCapturable: 1700,
    authorizationCount: 1,
    attempts: [{ status: 'authorized', amount: 1700 }],
  });
  expect(raised.incrementalAuthorizations).toEqual([
    {
      authorizationId: expect.stringMatching(/^inc_/),
      amount: 1700,
      status: 'success',
      errorCode: null,
      errorMessage: null,
      previouslyAuthorizedAmount: 1200,
    },
  ]);
  const { body } = await api.get('/payments/list');
  expect(body[0].data[0]).toMatchObject({
    amount: 1500,
    incremental_authorization_allowed: true,
    authorization_count: 1,
    incremental_authorizations: [{ amount: 1700, status: 'success', previously_authorized_amount: 1200 }],
  });
  expect(await types()).toEqual(['payment_created', 'payment_authorized', 'payment_authorization_increased']);
  const query = 'query ($id: ID!) { payment(paymentId: $id) { timeline { toStatus cause } } }';
  const data = await graphql.data(query, { id: paymentId });
  const steps = data!.payment.timeline.map(
    ({ toStatus, cause }: { toStatus: string; cause: string }) => `${toStatus} ${cause}`,
  );
  expect(steps.slice(-2)).toEqual(['processing increment', 'requires_capture connector']);
  expect(await run('capturePayment', { paymentId })).toMatchObject({
    status: 'succeeded',
    amountReceived: 1700,
  });
});

test('A declined increase leaves the authorization unchanged and shows the reason', async ({
  pay,
  run,
  types,
}) => {
  const { paymentId } = await pay();
  const declined = await run('incrementAuthorization', { paymentId, amount: 1502 });
  expect(declined).toMatchObject({
    status: 'requires_capture',
    amount: 1000,
    amountCapturable: 1000,
    authorizationCount: 1,
    errorCode: null,
    attempts: [{ status: 'authorized', amount: 1000 }],
    incrementalAuthorizations: [
      {
        amount: 1502,
        status: 'failure',
        errorCode: 'increment_declined',
        errorMessage: 'The increase of the authorization was declined.',
        previouslyAuthorizedAmount: 1000,
      },
    ],
  });
  expect((await types()).at(-1)).toBe('payment_authorization_increase_failed');
  expect(await run('incrementAuthorization', { paymentId, amount: 1600 })).toMatchObject({
    amount: 1600,
    authorizationCount: 2,
  });
});

test('incrementAuthorization is idempotent', async ({ pay, run }) => {
  const { paymentId } = await pay();
  const input = { paymentId, amount: 1500, idempotencyKey: 'once' };
  await run('incrementAuthorization', input);
  expect(await run('incrementAuthorization', input)).toMatchObject({ authorizationCount: 1 });
});

test('An authorization can be increased only if the connector granted that, before any capture', async ({
  pay,
  refused,
  run,
}) => {
  const { paymentId } = await pay();
  expect(await refused({ paymentId, amount: 1000 })).toEqual(['invalid_parameter', 'amount']);
  expect(await refused({ paymentId: 'pay_none', amount: 1000 })).toEqual(['resource_not_found', null]);
  await run('capturePayment', { paymentId });
  expect(await refused({ paymentId, amount: 1500 })).toEqual(['unexpected_state', null]);
  const plain = await pay({ captureMethod: 'manual' });
  expect(plain.incrementalAuthorizationAllowed).toBeNull();
  expect(await refused({ paymentId: plain.paymentId, amount: 1500 })).toEqual(['unexpected_state', null]);
  // An automatic capture leaves no authorization to raise.
  expect(await pay({ requestIncrementalAuthorization: true })).toMatchObject({
    status: 'succeeded',
    incrementalAuthorizationAllowed: null,
  });
});

test('The connector receives the new total, the increase and the reason', async ({ pay, run, scripted }) => {
  scripted.respond('incrementAuthorization', () => ({ kind: 'succeeded', connectorTransactionId: 'inc_1' }));
  const { paymentId } = await pay();
  expect(scripted.requests.authorize!.at(-1)).toMatchObject({ terms: { incremental: true } });
  await run('incrementAuthorization', { paymentId, amount: 1500, reason: 'Minibar' });
  expect(scripted.requests.incrementAuthorization!.at(-1)).toMatchObject({
    amount: 1500,
    previousAmount: 1000,
    currency: 'USD',
    reason: 'Minibar',
    connectorTransactionId: expect.stringMatching(/^txn_/),
  });
});

test('An increase without a response is processing until a look-up finds it', async ({
  pay,
  refused,
  run,
  scripted,
  service,
  shop,
}) => {
  const { paymentId } = await pay();
  scripted.respond('incrementAuthorization', () => {
    throw new Error('The line is dead.');
  });
  expect(await run('incrementAuthorization', { paymentId, amount: 1500 })).toMatchObject({
    status: 'processing',
    amount: 1000,
    authorizationCount: 1,
    incrementalAuthorizations: [{ status: 'processing', amount: 1500 }],
  });
  expect(await refused({ paymentId, amount: 1700 })).toEqual(['unexpected_state', null]);
  const text = `select call_id as id from connector_calls where object_id = $1 and operation = 'increment'`;
  const [call] = await service.database.rows.query<{ id: string }>({ text, values: [paymentId] }, null);
  scripted.setLookUp(call!.id, { kind: 'succeeded', connectorTransactionId: 'inc_1' });
  const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
  await recoverCall(ctx, shop.merchantId, call!.id);
  expect(scripted.requests.lookUp!.at(-1)).toMatchObject({ operation: 'increment' });
  expect(await run('capturePayment', { paymentId })).toMatchObject({
    amount: 1500,
    amountReceived: 1500,
    incrementalAuthorizations: [{ status: 'success' }],
  });
});

test('A connector that does not support increases is not called', async ({ pay, refused, scripted }) => {
  scripted.respond('authorize', ({ idempotencyKey }) => ({
    kind: 'succeeded',
    connectorTransactionId: `txn_${idempotencyKey}`,
  }));
  const { paymentId, ...payment } = await pay();
  expect(payment).toMatchObject({ incrementalAuthorizationAllowed: false });
  expect(await refused({ paymentId, amount: 1500 })).toEqual(['unexpected_state', null]);
});
