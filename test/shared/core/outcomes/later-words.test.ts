import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, expect } from 'vitest';
import { laterWords } from '../../../../src/core/entities/states/later-words.ts';
import { allMachines } from '../../../../src/core/entities/states/machines.ts';
import type { Outcome } from '../../../../src/core/foundation/ports/connector.ts';
import type { ErrorMappingRow } from '../../../../src/core/foundation/ports/connector-errors.ts';
import { recordedEvents } from '../../../kit/events.ts';
import { mutate } from '../../../kit/mutate.ts';
import { seed } from '../../../kit/property.ts';
import { cardOf, setColumns } from '../../../kit/sandbox-shop.ts';
import {
  disputeOpened,
  type Responder,
  scriptedConnector,
  signedWebhook,
} from '../../../kit/scripted-connector.ts';
import { test as base } from '../../../kit/test.ts';

const SECRET = 'whsec_of_the_test';
const script = scriptedConnector();
/** The connector's clock: words are dated from here on, in seconds. */
const start = Date.now();
const second = (seconds: number) => new Date(start + seconds * 1000).toISOString();

type Answer = 'succeeded' | 'failed' | 'pending' | 'requires_action';
const refused = { kind: 'failed', code: 'refused', message: 'Refused.' } as const;
const action = { type: 'redirect', url: 'https://bank.example.com/3ds' } as const;
/** The connector's next answers to an operation. */
const answering = (operation: string, kind: Answer) =>
  script.respond(operation, (({ idempotencyKey }) => {
    const connectorTransactionId = `${operation}_${idempotencyKey}`;
    if (kind === 'failed') return { ...refused, connectorTransactionId };
    return { kind, connectorTransactionId, ...(kind === 'requires_action' ? { action } : {}) } as Outcome;
  }) as Responder);

beforeEach(() => {
  for (const operation of ['authorize', 'capture', 'void', 'refund', 'payout'])
    answering(operation, 'succeeded');
});

/** A soft decline, which is retried. */
const busy: ErrorMappingRow = {
  flow: 'payment',
  subFlow: 'authorize',
  code: 'busy',
  decision: 'retry',
  unifiedCode: 'UE_3000',
  unifiedMessage: 'Busy.',
};

const FIELDS = `status amountReceived amountCapturable amountRefunded paidAt errorCode errorMessage manualRetryAllowed
  attemptCount referenceId
  reversals { attemptId operation reason amount currency status errorCode connectorCaptureId }
  attempts { attemptId status connectorTransactionId errorCode } captures { captureId status amount connectorCaptureId capturedAt errorCode }
  refunds { refundId status amount errorCode }`;

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    connectors: [
      {
        ...script.connector,
        abilities: new Set([...script.connector.abilities, 'payout' as const]),
        errors: [busy],
      },
    ],
  }))
  .extend('account', async ({ shop }) => {
    const of = (connector_type: string) =>
      shop.connector({
        connector_type,
        connector_name: 'scripted',
        connector_webhook_details: { merchant_secret: SECRET },
        payment_methods_enabled: [{ payment_method: 'card' }],
      });
    return { payments: await of('payment_processor'), payouts: await of('payout_processor') };
  })
  .extend('pay', ({ account: _, api }) => async (given: object = {}) => {
    const { body, status, text } = await api.post('/payments', {
      amount: 1000,
      currency: 'USD',
      confirm: true,
      payment_method: 'card',
      payment_method_data: { card: cardOf('4242424242424242') },
      ...given,
    });
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    return body.payment_id as string;
  })
  .extend('confirm', ({ api }) => async (id: string) => {
    const payment_method_data = { card: cardOf('5555555555554444') };
    const { status, text } = await api.post(`/payments/${id}/confirm`, { payment_method_data });
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  })
  .extend('get', ({ graphql }) => async (id: string) => {
    const query = `query ($id: ID!) { payment(paymentId: $id) { ${FIELDS} } }`;
    return (await graphql.data(query, { id })).payment;
  })
  .extend(
    'tell',
    ({ account, service, shop }) =>
      async (at: number, event: object, to: 'payments' | 'payouts' = 'payments') => {
        const sent = [{ id: `evt_${randomUUID()}`, at: second(at), ...event }];
        const url = `${service.url}/webhooks/${shop.merchantId}/${account[to]}`;
        return (await fetch(url, signedWebhook(SECRET, sent))).status;
      },
  )
  .extend('told', ({ service, shop }) => async (type: RegExp = /./) => {
    const events = await recordedEvents(service.database, shop.merchantId);
    return events.map(({ event_type }) => event_type).filter((name) => type.test(name));
  })
  .extend('calls', ({ service, shop }) => async (objectId: string, operation: string) => {
    const text = `select call_id, merchant_connector_id, part_id, flow from connector_calls
      where merchant_id = $1 and object_id = $2 and operation = $3 order by call_id`;
    return service.database.rows.query<Record<'call_id' | 'part_id' | 'flow', string>>(
      { text, values: [shop.merchantId, objectId, operation] },
      shop.merchantId,
    );
  })
  .extend(
    'outcome',
    ({ calls, tell }) =>
      async (at: number, objectId: string, operation: string, kind: 'succeeded' | 'failed', n = 0) => {
        const { call_id: idempotencyKey } = (await calls(objectId, operation))[n]!;
        const name = operation === 'fulfill' ? 'payout' : operation;
        const connectorTransactionId = `${name}_${idempotencyKey}`;
        const outcome = { ...(kind === 'failed' ? refused : { kind }), connectorTransactionId };
        const event = { type: 'outcome', call: { idempotencyKey }, outcome };
        expect(await tell(at, event, operation === 'fulfill' ? 'payouts' : 'payments')).toBe(200);
      },
  )
  .extend('refund', ({ graphql: _, service, shop }) => async (paymentId: string, amount?: number) => {
    const input = { paymentId, ...(amount ? { amount } : {}) };
    const { payload, userErrors } = await mutate(
      service,
      shop.key,
      'createRefund',
      input,
      'refund { refundId status }',
    );
    return userErrors[0]?.code ?? (payload.refund.refundId as string);
  });

const manual = { capture_method: 'manual' };

test('A payment that was refused and is authorized after all is paid, and can be refunded', async ({
  get,
  outcome,
  pay,
  refund,
  told,
}) => {
  answering('authorize', 'failed');
  const id = await pay();
  expect(await get(id)).toMatchObject({ status: 'failed', manualRetryAllowed: true });
  await outcome(1, id, 'authorize', 'succeeded');
  expect(await get(id)).toMatchObject({
    status: 'succeeded',
    amountReceived: 1000,
    errorCode: null,
    manualRetryAllowed: null,
    reversals: [],
    attempts: [{ status: 'charged', errorCode: null }],
  });
  expect(await refund(id)).toMatch(/^ref_/);
  expect(await told()).toEqual([
    'payment_created',
    'payment_failed',
    'payment_succeeded',
    'refund_succeeded',
  ]);
});

test('A payment that was paid and is refused after all has failed, and keeps what was refunded of it', async ({
  get,
  outcome,
  pay,
  refund,
  told,
}) => {
  for (const given of [{}, manual, { capture_method: 'sequential_automatic' }]) {
    const id = await pay(given);
    await outcome(1, id, 'authorize', 'failed');
    expect(await get(id)).toMatchObject({
      status: 'failed',
      amountReceived: 0,
      amountCapturable: 0,
      errorCode: 'refused',
      manualRetryAllowed: false,
      attempts: [{ status: 'failure' }],
    });
    expect((await told()).at(-1)).toBe('payment_failed');
  }
  const refunded = await pay();
  await refund(refunded, 300);
  await outcome(1, refunded, 'authorize', 'failed');
  expect(await get(refunded)).toMatchObject({ status: 'failed', amountReceived: 300, amountRefunded: 300 });
});

test('Money of an attempt goes back by itself, once, if another attempt was paid meanwhile', async ({
  calls,
  confirm,
  get,
  outcome,
  pay,
  told,
}) => {
  for (const given of [{}, manual]) {
    answering('authorize', 'failed');
    const id = await pay(given);
    answering('authorize', 'succeeded');
    await confirm(id);
    const paid = await get(id);
    await outcome(1, id, 'authorize', 'succeeded');
    await outcome(2, id, 'authorize', 'succeeded');
    const operation = given === manual ? 'void' : 'refund';
    const { attempts, reversals, ...rest } = await get(id);
    expect(rest).toMatchObject({
      status: paid.status,
      amountReceived: paid.amountReceived,
      amountRefunded: 0,
      refunds: [],
    });
    expect(attempts.map((one: { status: string }) => one.status)).toEqual([
      given === manual ? 'voided' : 'auto_refunded',
      paid.attempts[1].status,
    ]);
    expect(reversals).toEqual([
      {
        attemptId: `${id}_1`,
        operation,
        reason: 'another_attempt',
        amount: 1000,
        currency: 'USD',
        status: 'succeeded',
        errorCode: null,
        connectorCaptureId: null,
      },
    ]);
    const made = await calls(id, operation);
    expect(made).toMatchObject([{ part_id: `${id}_1`, flow: 'payment' }]);
    const request = script.requests[operation]!.find(
      ({ idempotencyKey }) => idempotencyKey === made[0]!.call_id,
    )!;
    expect(request).toMatchObject({
      reference: `${id}_1`,
      connectorTransactionId: attempts[0].connectorTransactionId,
    });
    expect(await told(/reversed/)).toHaveLength(given === manual ? 2 : 1);
  }
});

test('A payment whose automatic retry failed too follows its first attempt, which turns out to be paid', async ({
  account: _,
  get,
  outcome,
  pay,
  service,
  shop,
  tell,
}) => {
  await shop.connector({
    connector_name: 'scripted',
    connector_webhook_details: { merchant_secret: SECRET },
    payment_methods_enabled: [{ payment_method: 'card' }],
  });
  await setColumns(
    service,
    'business_profiles',
    { profile_id: shop.profileId },
    { is_auto_retries_enabled: true, max_auto_retries_enabled: 1 },
  );
  script.respond('authorize', (({ idempotencyKey }) => ({
    ...{ kind: 'failed', code: 'busy', message: 'Busy.' },
    connectorTransactionId: `authorize_${idempotencyKey}`,
  })) as Responder);
  const id = await pay();
  const failed = await get(id);
  expect(failed).toMatchObject({ status: 'failed', attemptCount: 2, referenceId: `${id}_2` });
  await outcome(1, id, 'authorize', 'succeeded');
  expect(await get(id)).toMatchObject({
    ...{ status: 'succeeded', amountReceived: 1000, attemptCount: 2, referenceId: `${id}_1`, reversals: [] },
    attempts: [{ status: 'charged' }, { status: 'failure' }],
  });
  // A dispute of it finds the payment, and a refund goes to its transaction.
  const connectorTransactionId = failed.attempts[0].connectorTransactionId;
  const taken = { type: 'capture_failed', connectorTransactionId, connectorCaptureId: null };
  expect(await tell(2, { ...taken, code: 'returned', message: 'Returned.' })).toBe(200);
  expect(await get(id)).toMatchObject({ status: 'failed', amountReceived: 0 });
});

test('What cannot be given back is shown and told, and so is what is given back after all', async ({
  confirm,
  get,
  outcome,
  pay,
  tell,
  told,
}) => {
  answering('authorize', 'failed');
  const id = await pay();
  answering('authorize', 'succeeded');
  answering('refund', 'failed');
  await confirm(id);
  await outcome(1, id, 'authorize', 'succeeded');
  expect(await get(id)).toMatchObject({
    reversals: [{ status: 'failed', errorCode: 'refused' }],
    attempts: [{ status: 'charged' }, {}],
  });
  await outcome(2, id, 'refund', 'succeeded');
  const back = {
    reversals: [{ status: 'succeeded', errorCode: null }],
    attempts: [{ status: 'auto_refunded' }, {}],
  };
  expect(await get(id)).toMatchObject(back);
  await outcome(3, id, 'refund', 'failed');
  expect((await get(id)).reversals).toMatchObject([{ status: 'failed' }]);
  // A person gives it back at the connector.
  const { connectorTransactionId } = (await get(id)).attempts[0];
  const made = { connectorRefundId: 'ref_by_hand', amount: 1000, currency: 'USD', status: 'succeeded' };
  await tell(4, { type: 'refund_made', connectorTransactionId, ...made, reason: null });
  expect(await get(id)).toMatchObject({ ...back, amountRefunded: 0, refunds: [] });
  expect(await told(/revers/)).toEqual([
    ...['payment_reversal_failed', 'payment_reversed', 'payment_reversal_failed', 'payment_reversed'],
  ]);
});

const captureId = 'cap_there';
const captureMade = (connectorTransactionId: string, values: object = {}) => ({
  type: 'capture_made',
  connectorTransactionId,
  connectorCaptureId: captureId,
  ...{ amount: 1000, currency: 'USD', final: true },
  ...values,
});
const captureFailed = (connectorTransactionId: string, connectorCaptureId: string | null) => ({
  type: 'capture_failed',
  ...{ connectorTransactionId, connectorCaptureId },
  ...{ code: 'returned', message: 'Returned.' },
});

test('A capture that failed and is received again counts again', async ({
  api,
  get,
  outcome,
  pay,
  tell,
  told,
}) => {
  const id = await pay(manual);
  await api.post(`/payments/${id}/capture`, {});
  const { attempts, captures } = await get(id);
  const { connectorTransactionId: transaction } = attempts[0];
  const { connectorCaptureId: capture } = captures[0];
  expect(await tell(1, captureFailed(transaction, capture))).toBe(200);
  expect(await get(id)).toMatchObject({
    status: 'failed',
    amountReceived: 0,
    captures: [{ status: 'failed' }],
  });
  await outcome(2, id, 'capture', 'succeeded');
  const received = { status: 'succeeded', amountReceived: 1000, captures: [{ status: 'charged' }] };
  expect(await get(id)).toMatchObject({ ...received, errorCode: null });
  // An older word, and the same again, change nothing.
  await tell(1.5, captureFailed(transaction, capture));
  await tell(3, captureMade(transaction, { connectorCaptureId: capture }));
  expect(await get(id)).toMatchObject(received);
  expect(await told(/capture|succeeded|failed/)).toEqual([
    ...['payment_captured', 'payment_succeeded'],
    ...['payment_capture_failed', 'payment_failed'],
    ...['payment_captured', 'payment_succeeded'],
  ]);
});

/** The only capture of a payment, which is charged or has failed, and when the payment was paid. */
const onlyCapture = (status: 'charged' | 'failed', code: string | null = null) => {
  const at = status === 'charged' ? expect.any(String) : null;
  return { paidAt: at, captures: [{ status, amount: 1000, capturedAt: at, errorCode: code }] };
};

test('Money captured at once is one capture, however often it is refused, taken back and received again', async ({
  get,
  outcome,
  pay,
  tell,
}) => {
  const id = await pay();
  const is = async (values: object) => {
    const payment = await get(id);
    expect(payment).toMatchObject(values);
    expect(payment.captures).toHaveLength(1);
  };
  const { connectorTransactionId } = (await get(id)).attempts[0];
  const taken = captureFailed(connectorTransactionId, null);
  await is(onlyCapture('charged'));
  await outcome(10, id, 'authorize', 'failed');
  await is({ status: 'failed', ...onlyCapture('failed', 'refused') });
  await outcome(20, id, 'authorize', 'succeeded');
  await is({ status: 'succeeded', ...onlyCapture('charged') });
  // Older than the authorization that stands.
  expect(await tell(15, taken)).toBe(200);
  await is({ status: 'succeeded', ...onlyCapture('charged') });
  expect(await tell(30, taken)).toBe(200);
  await is({ status: 'failed', ...onlyCapture('failed', 'returned') });
});

test('A payment whose captures all fail is not paid, also if a part was refunded', async ({
  api,
  get,
  pay,
  refund,
  tell,
}) => {
  const id = await pay({ capture_method: 'manual_multiple' });
  for (const amount of [400, 600])
    expect((await api.post(`/payments/${id}/capture`, { amount })).status).toBe(200);
  await refund(id, 700);
  const { attempts, captures } = await get(id);
  for (const [at, { connectorCaptureId }] of captures.entries())
    await tell(600 + at, captureFailed(attempts[0].connectorTransactionId, connectorCaptureId));
  expect(await get(id)).toMatchObject({
    ...{ status: 'failed', amountReceived: 700, amountRefunded: 700, paidAt: null },
    captures: [
      { status: 'failed', capturedAt: null },
      { status: 'failed', capturedAt: null },
    ],
  });
});

test('Money captured at once, taken back, and captured again is received', async ({ get, pay, tell }) => {
  const id = await pay();
  const { connectorTransactionId: transaction } = (await get(id)).attempts[0];
  // The vendor reports the capture of its own accord: it is the money that is known.
  await tell(1, captureMade(transaction));
  expect(await get(id)).toMatchObject({ status: 'succeeded', amountReceived: 1000 });
  await tell(2, captureFailed(transaction, null));
  expect(await get(id)).toMatchObject({
    ...{ status: 'failed', amountReceived: 0 },
    ...onlyCapture('failed', 'returned'),
  });
  await tell(3, captureMade(transaction));
  const received = await get(id);
  expect(received).toMatchObject({ status: 'succeeded', amountReceived: 1000, ...onlyCapture('charged') });
  expect(received.captures).toHaveLength(1);
});

test('An authorization that expired or was cancelled at its connector and is captured there is paid', async ({
  get,
  pay,
  tell,
  told,
}) => {
  for (const reason of ['expired', 'cancelled']) {
    const id = await pay(manual);
    const { connectorTransactionId: transaction } = (await get(id)).attempts[0];
    await tell(1, { type: 'authorization_ended', connectorTransactionId: transaction, reason });
    expect(await get(id)).toMatchObject({ status: reason, amountCapturable: 0 });
    await tell(2, captureMade(transaction, { amount: 400 }));
    expect(await get(id)).toMatchObject({
      ...{ status: 'partially_captured', amountReceived: 400, amountCapturable: 0, reversals: [] },
      attempts: [{ status: 'partial_charged' }],
      captures: [{ status: 'charged', amount: 400 }],
    });
    expect((await told()).slice(-3)).toEqual([
      ...['payment_cancelled', 'payment_captured', 'payment_partially_captured'],
    ]);
  }
});

test('What is captured of a payment that the merchant cancelled goes back', async ({
  api,
  get,
  pay,
  tell,
  told,
}) => {
  const id = await pay(manual);
  await api.post(`/payments/${id}/cancel`, {});
  const { connectorTransactionId: transaction } = (await get(id)).attempts[0];
  await tell(1, captureMade(transaction));
  await tell(2, captureMade(transaction));
  expect(await get(id)).toMatchObject({
    ...{ status: 'cancelled', amountReceived: 0 },
    reversals: [
      {
        operation: 'refund',
        reason: 'payment_cancelled',
        status: 'succeeded',
        connectorCaptureId: captureId,
      },
    ],
  });
  expect(await told(/revers|cancelled/)).toEqual(['payment_cancelled', 'payment_reversed']);
});

test('A void that succeeds or fails after all ends the authorization, or is made again', async ({
  api,
  calls,
  get,
  outcome,
  pay,
}) => {
  answering('void', 'failed');
  const id = await pay(manual);
  await api.post(`/payments/${id}/cancel`, {});
  expect((await get(id)).status).toBe('requires_capture');
  await outcome(1, id, 'void', 'succeeded');
  expect((await get(id)).status).toBe('cancelled');
  answering('void', 'succeeded');
  await outcome(2, id, 'void', 'failed');
  expect(await get(id)).toMatchObject({
    status: 'cancelled',
    reversals: [{ operation: 'void', status: 'succeeded', reason: 'payment_cancelled' }],
  });
  expect(await calls(id, 'void')).toHaveLength(2);
});

test('A capture beyond the authorization and a refund beyond what was received are not as asked, told once', async ({
  get,
  pay,
  tell,
  told,
}) => {
  const id = await pay(manual);
  const { connectorTransactionId: transaction } = (await get(id)).attempts[0];
  for (const at of [1, 2]) expect(await tell(at, captureMade(transaction, { amount: 1100 }))).toBe(200);
  expect(await get(id)).toMatchObject({
    ...{ status: 'requires_capture', amountReceived: 0, amountCapturable: 1000, errorCode: 'not_as_asked' },
    errorMessage: expect.stringContaining('1100 USD'),
    captures: [],
  });
  const refund = { connectorRefundId: 'ref_there', amount: 500, currency: 'USD', status: 'succeeded' };
  const made = { type: 'refund_made', connectorTransactionId: transaction, ...refund, reason: null };
  for (const at of [3, 4]) expect(await tell(at, made)).toBe(200);
  expect(await get(id)).toMatchObject({
    amountRefunded: 0,
    errorMessage: expect.stringContaining('500 USD'),
  });
  expect(await told(/not_as_asked/)).toEqual(['payment_not_as_asked', 'payment_not_as_asked']);
});

test('The failure of a refund or capture that is reported before it is kept until it is known', async ({
  get,
  pay,
  tell,
  told,
}) => {
  const paid = await pay();
  const { connectorTransactionId: transaction } = (await get(paid)).attempts[0];
  const refund = { connectorRefundId: 'ref_early', amount: 300, currency: 'USD', status: 'succeeded' };
  const failed = { type: 'refund_failed', connectorRefundId: 'ref_early', code: 'returned', message: 'R.' };
  expect(await tell(2, failed)).toBe(200);
  const made = { type: 'refund_made', connectorTransactionId: transaction, ...refund, reason: null };
  expect(await tell(1, made)).toBe(200);
  expect(await get(paid)).toMatchObject({
    amountRefunded: 0,
    refunds: [{ status: 'failed', errorCode: 'returned' }],
  });
  expect(await told(/refund/)).toEqual(['refund_failed']);
  await tell(3, made);
  expect(await get(paid)).toMatchObject({ amountRefunded: 300, refunds: [{ status: 'succeeded' }] });

  const held = await pay(manual);
  const { connectorTransactionId: authorization } = (await get(held)).attempts[0];
  expect(await tell(2, captureFailed(authorization, captureId))).toBe(200);
  expect(await tell(1, captureMade(authorization))).toBe(200);
  expect(await get(held)).toMatchObject({
    status: 'failed',
    amountReceived: 0,
    captures: [{ status: 'failed' }],
  });
});

test('A refund that succeeds after the money was refunded otherwise is not as asked', async ({
  get,
  outcome,
  pay,
  refund,
  told,
}) => {
  answering('refund', 'failed');
  const id = await pay();
  const first = await refund(id);
  answering('refund', 'succeeded');
  await refund(id);
  await outcome(1, first, 'refund', 'succeeded');
  const { amountRefunded, refunds } = await get(id);
  expect(amountRefunded).toBe(1000);
  expect(refunds.find((one: { refundId: string }) => one.refundId === first)).toMatchObject({
    status: 'failed',
    errorCode: 'not_as_asked',
  });
  expect(await told(/not_as_asked/)).toEqual(['refund_not_as_asked']);
});

test('A customer who pays while the payment is cancelled or expires is paid back, and the connector hears no more', async ({
  api,
  calls,
  get,
  outcome,
  pay,
  told,
}) => {
  for (const voided of ['failed', 'succeeded'] as const) {
    for (const given of [{}, manual]) {
      answering('authorize', 'requires_action');
      answering('void', voided);
      const id = await pay({ ...given, authentication_type: 'three_ds' });
      expect((await get(id)).status).toBe('requires_customer_action');
      const returnUrl = String(script.requests.authorize!.at(-1)!.returnUrl);
      expect((await api.post(`/payments/${id}/cancel`, {})).body.status).toBe('cancelled');
      const completed = script.requests.completeAction?.length ?? 0;
      await fetch(returnUrl, { redirect: 'manual' });
      expect(script.requests.completeAction?.length ?? 0).toBe(completed);
      expect(await get(id)).toMatchObject({ status: 'cancelled', reversals: [] });
      answering('void', 'succeeded');
      await outcome(600, id, 'authorize', 'succeeded');
      expect(await get(id)).toMatchObject({
        ...{ status: 'cancelled', amountReceived: 0, amountCapturable: 0 },
        reversals: [{ status: 'succeeded', reason: 'payment_cancelled', amount: 1000 }],
        attempts: [{ status: given === manual ? 'voided' : 'auto_refunded' }],
      });
      expect(await calls(id, given === manual ? 'void' : 'refund')).toHaveLength(given === manual ? 2 : 1);
    }
  }
  expect(await told(/reversed/)).toHaveLength(4);
});

test('What is authorized while the void is under way goes back, whatever the void answers', async ({
  api,
  get,
  outcome,
  pay,
}) => {
  for (const voided of ['failed', 'succeeded'] as const) {
    answering('authorize', 'requires_action');
    const id = await pay({ authentication_type: 'three_ds' });
    script.respond('void', async ({ idempotencyKey }) => {
      await outcome(1, id, 'authorize', 'succeeded');
      const connectorTransactionId = `void_${idempotencyKey}`;
      return voided === 'failed'
        ? { ...refused, connectorTransactionId }
        : { kind: voided, connectorTransactionId };
    });
    expect((await api.post(`/payments/${id}/cancel`, {})).body.status).toBe('cancelled');
    expect(await get(id)).toMatchObject({
      ...{ status: 'cancelled', amountReceived: 0 },
      reversals: [{ operation: 'refund', status: 'succeeded', reason: 'payment_cancelled' }],
    });
  }
});

test('What is authorized of an attempt that another has replaced goes back, and the connector hears no more', async ({
  calls,
  confirm,
  get,
  outcome,
  pay,
  told,
}) => {
  for (const voided of ['failed', 'succeeded', 'before its outcome'] as const) {
    for (const given of [{}, manual]) {
      answering('authorize', 'requires_action');
      const id = await pay({ ...given, authentication_type: 'three_ds' });
      const returnUrl = String(script.requests.authorize!.at(-1)!.returnUrl);
      answering('void', voided === 'failed' ? 'failed' : 'succeeded');
      if (voided === 'before its outcome') {
        script.respond('void', async ({ idempotencyKey }) => {
          answering('void', 'succeeded');
          await outcome(1, id, 'authorize', 'succeeded');
          return { ...refused, connectorTransactionId: `void_${idempotencyKey}` };
        });
      }
      answering('authorize', 'succeeded');
      await confirm(id);
      expect(await get(id)).toMatchObject({ status: given === manual ? 'requires_capture' : 'succeeded' });
      const completed = script.requests.completeAction?.length ?? 0;
      await fetch(returnUrl, { redirect: 'manual' });
      expect(script.requests.completeAction?.length ?? 0).toBe(completed);
      answering('void', 'succeeded');
      const { attempts: before, reversals: _, ...unchanged } = await get(id);
      await outcome(600, id, 'authorize', 'succeeded');
      const { attempts, reversals, ...rest } = await get(id);
      expect(rest).toEqual(unchanged);
      expect(attempts).toMatchObject([
        { status: given === manual ? 'voided' : 'auto_refunded' },
        { status: before[1].status },
      ]);
      expect(reversals).toMatchObject([
        { attemptId: `${id}_1`, reason: 'another_attempt', amount: 1000, status: 'succeeded' },
      ]);
      expect(await calls(id, given === manual ? 'void' : 'refund')).toHaveLength(given === manual ? 2 : 1);
    }
  }
  expect(await told(/reversed|failed/)).toEqual(Array.from({ length: 6 }, () => 'payment_reversed'));
});

test('A dispute that is won, then lost, or the other way round, ends as the connector said last', async ({
  get,
  graphql,
  pay,
  refund,
  tell,
  told,
}) => {
  for (const [first, last] of [
    ['won', 'lost'],
    ['lost', 'won'],
  ] as const) {
    const id = await pay();
    const { connectorTransactionId } = (await get(id)).attempts[0];
    const of = { ...disputeOpened, connectorTransactionId, connectorDisputeId: `dis_${id}`, amount: 1000 };
    await tell(1, of);
    await tell(2, { ...of, status: first });
    await tell(4, { ...of, status: last });
    // A replay of the older word, under another identifier.
    await tell(2, { ...of, status: first });
    expect((await told(/dispute/)).slice(-3)).toEqual([
      'dispute_opened',
      `dispute_${first}`,
      `dispute_${last}`,
    ]);
    expect(await refund(id)).toMatch(last === 'won' ? /^ref_/ : /^amount_exceeds_available$/);
  }
  const { disputeStats } = await graphql.data('{ disputeStats(groupBy: [STATUS]) { status count } }');
  expect(disputeStats).toHaveLength(2);
});

const payoutOf = `query ($id: ID!) { payout(payoutId: $id) { status errorCode attempts { status } } }`;

test('A payout that failed and arrives after all, or comes back and arrives again, shows the last', async ({
  account: _,
  graphql,
  outcome,
  service,
  shop,
  told,
}) => {
  const payOut = async () => {
    const card = { cardNumber: '4242424242424242', expiryMonth: '12', expiryYear: '2099' };
    const input = {
      amount: 1000,
      currency: 'USD',
      confirm: true,
      autoFulfill: true,
      payoutMethodData: { card },
    };
    const { payload, userErrors } = await mutate(
      service,
      shop.key,
      'createPayout',
      input,
      'payout { payoutId }',
    );
    expect(userErrors).toEqual([]);
    return payload.payout.payoutId as string;
  };
  const shown = async (id: string) => (await graphql.data(payoutOf, { id })).payout;
  answering('payout', 'failed');
  const failed = await payOut();
  expect((await shown(failed)).status).toBe('failed');
  await outcome(1, failed, 'fulfill', 'succeeded');
  const arrived = { status: 'success', errorCode: null, attempts: [{ status: 'success' }] };
  expect(await shown(failed)).toEqual(arrived);
  await outcome(2, failed, 'fulfill', 'failed');
  expect(await shown(failed)).toMatchObject({ status: 'reversed', errorCode: 'refused' });
  await outcome(1, failed, 'fulfill', 'succeeded');
  expect((await shown(failed)).status).toBe('reversed');
  await outcome(3, failed, 'fulfill', 'succeeded');
  expect(await shown(failed)).toEqual(arrived);
  expect(await told(/payout/)).toEqual([
    ...['payout_initiated', 'payout_failed', 'payout_success', 'payout_reversed', 'payout_success'],
  ]);
});

/** The words of which the latest decides, of each kind of object: how it begins, and how it ends by each word. */
const kinds = {
  authorize: {
    succeeded: { status: 'succeeded', amountReceived: 1000 },
    failed: { status: 'failed', amountReceived: 0 },
  },
  capture: { succeeded: { status: 'succeeded', amountReceived: 1000 }, failed: { amountReceived: 0 } },
  refund: { succeeded: { amountRefunded: 400 }, failed: { amountRefunded: 0 } },
} as const;

test.for(Object.keys(kinds) as (keyof typeof kinds)[])(
  'However the words about a call (%s) are ordered on their way, the latest by the connector’s clock stands',
  async (kind, { api, get, outcome, pay, refund }) => {
    answering(kind, 'pending');
    const word = fc.constantFrom('succeeded' as const, 'failed' as const);
    const words = fc.array(word, { minLength: 2, maxLength: 5 }).chain((said) =>
      fc.shuffledSubarray(
        said.map((one, at) => [at + 1, one] as const),
        { minLength: 2 },
      ),
    );
    await fc.assert(
      fc.asyncProperty(words, async (said) => {
        const id = await pay(kind === 'capture' ? manual : {});
        if (kind === 'capture') await api.post(`/payments/${id}/capture`, {});
        const object = kind === 'refund' ? await refund(id, 400) : id;
        for (const [at, one] of said) await outcome(at, object, kind, one);
        const [, last] = said.reduce((latest, one) => (one[0] > latest[0] ? one : latest));
        expect(await get(id)).toMatchObject(kinds[kind][last]);
      }),
      { seed, numRuns: 8 },
    );
  },
);

test('Whatever order the events of a dispute come in, its stage ends as the connector said last', async ({
  get,
  graphql,
  pay,
  tell,
}) => {
  const ends = ['won', 'lost', 'cancelled', 'challenged'] as const;
  const words = fc.array(fc.constantFrom(...ends), { minLength: 2, maxLength: 5 }).chain((said) =>
    fc.shuffledSubarray(
      said.map((one, at) => [at + 1, one] as const),
      { minLength: 2 },
    ),
  );
  await fc.assert(
    fc.asyncProperty(words, async (said) => {
      const id = await pay();
      const { connectorTransactionId } = (await get(id)).attempts[0];
      const of = { ...disputeOpened, connectorTransactionId, connectorDisputeId: `dis_${id}` };
      await tell(0, of);
      for (const [at, status] of said) await tell(at, { ...of, status });
      const [, last] = said.reduce((latest, one) => (one[0] > latest[0] ? one : latest));
      const query = `query ($id: ID!) { payment(paymentId: $id) { disputes { disputeStatus } } }`;
      const [{ disputeStatus }] = (await graphql.data(query, { id })).payment.disputes;
      // A withdrawal and a win are the same to the merchant: the first of them is shown.
      const same = last === 'won' || last === 'cancelled' ? ['won', 'cancelled'] : [last];
      expect(same.map((one) => `dispute_${one}`)).toContain(disputeStatus);
    }),
    { seed, numRuns: 8 },
  );
});

/** The statuses that an object may take by a word that it follows. */
const taken: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'payment attempt': {
    approved: ['authorized', 'charged'],
    declined: ['failure'],
    captured: ['charged', 'partial_charged'],
    taken_back: ['failure'],
    ended: ['voided', 'partial_charged'],
    still_held: ['void_initiated'],
  },
  capture: { charged: ['charged'], failed: ['failed'] },
  refund: { succeeded: ['succeeded'], failed: ['failed'] },
  payout: { success: ['success'], returned: ['reversed'] },
  dispute: Object.fromEntries(Object.keys(laterWords.dispute).map((status) => [status, [status]])),
};

test('Every word has an effect in every status, and what follows it can take the status it says', () => {
  for (const machine of allMachines.filter(({ of }) => of in laterWords)) {
    const words = laterWords[machine.of as keyof typeof laterWords];
    for (const [word, effectOf] of Object.entries<Record<string, string>>(words)) {
      expect(Object.keys(effectOf).sort(), word).toEqual(Object.keys(machine.transitions).sort());
      for (const [status, effect] of Object.entries(effectOf)) {
        if (effect !== 'follows') continue;
        const may = [status, ...machine.transitions[status]!];
        expect(
          taken[machine.of]![word]!.some((to) => may.includes(to)),
          `${machine.of} ${status} by ${word}`,
        ).toBe(true);
      }
    }
  }
});
