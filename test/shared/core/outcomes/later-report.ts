import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Outcome } from '../../../../src/core/foundation/ports/connector.ts';
import type { ErrorMappingRow } from '../../../../src/core/foundation/ports/connector-errors.ts';
import { recordedEvents } from '../../../kit/events.ts';
import { mutate } from '../../../kit/mutate.ts';
import { cardOf } from '../../../kit/sandbox-shop.ts';
import { type Responder, scriptedConnector, signedWebhook } from '../../../kit/scripted-connector.ts';
import type { TestServiceOptions } from '../../../kit/service.ts';
import { test as base } from '../../../kit/test.ts';

export const SECRET = 'whsec_of_the_test';
export const script = scriptedConnector();

type Answer = 'succeeded' | 'failed' | 'pending' | 'requires_action';
export const refused = { kind: 'failed', code: 'refused', message: 'Refused.' } as const;
const action = { type: 'redirect', url: 'https://bank.example.com/3ds' } as const;
/** The connector's next responses to an operation. */
export const answering = (operation: string, kind: Answer) =>
  script.respond(operation, (({ idempotencyKey }) => {
    const connectorTransactionId = `${operation}_${idempotencyKey}`;
    if (kind === 'failed') return { ...refused, connectorTransactionId };
    return { kind, connectorTransactionId, ...(kind === 'requires_action' ? { action } : {}) } as Outcome;
  }) as Responder);

/** Makes the connector respond to every operation with success again: each test of the file starts so. */
export const answersSucceed = () => {
  for (const operation of ['authorize', 'capture', 'void', 'refund', 'payout'])
    answering(operation, 'succeeded');
};

/** A soft decline, which is retried. */
const busy: ErrorMappingRow = {
  flow: 'payment',
  subFlow: 'authorize',
  code: 'busy',
  decision: 'retry',
  unifiedCode: 'UE_3000',
};

const FIELDS = `status amountReceived amountCapturable amountRefunded paidAt errorCode errorMessage manualRetryAllowed
  attemptCount referenceId
  reversals { attemptId operation reason amount currency status errorCode connectorCaptureId }
  attempts { attemptId status connectorTransactionId errorCode } captures { captureId status amount connectorCaptureId capturedAt errorCode }
  refunds { refundId status amount errorCode }`;

export const test = base
  .extend(
    'serviceOptions',
    { scope: 'file' },
    (): TestServiceOptions => ({
      connectors: [
        {
          ...script.connector,
          abilities: new Set([...script.connector.abilities, 'payout' as const]),
          errors: [busy],
        },
      ],
    }),
  )
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
  /** The connector's clock: reports are dated in seconds from the test's start. */
  .extend('second', () => {
    const start = Date.now();
    return (seconds: number) => new Date(start + seconds * 1000).toISOString();
  })
  .extend(
    'tell',
    ({ account, second, service, shop }) =>
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
  })
  /** Pays, and also returns the connector's transaction identifier. */
  .extend('paid', ({ get, pay }) => async (given: object = {}) => {
    const id = await pay(given);
    return { id, transaction: (await get(id)).attempts[0].connectorTransactionId as string };
  })
  .extend('payOut', ({ account: _, service, shop }) => async () => {
    const card = { cardNumber: '4242424242424242', expiryMonth: '12', expiryYear: '2039' };
    const input = {
      ...{ amount: 1000, currency: 'USD', confirm: true, autoFulfill: true },
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
  })
  .extend('payoutShown', ({ graphql }) => async (id: string) => {
    const query = 'query ($id: ID!) { payout(payoutId: $id) { status errorCode attempts { status } } }';
    return (await graphql.data(query, { id })).payout;
  });

export const manual = { capture_method: 'manual' };

export const captureId = 'cap_there';
export const captureMade = (connectorTransactionId: string, values: object = {}) => ({
  type: 'capture_made',
  connectorTransactionId,
  connectorCaptureId: captureId,
  ...{ amount: 1000, currency: 'USD', final: true },
  ...values,
});
export const captureFailed = (connectorTransactionId: string, connectorCaptureId: string | null) => ({
  type: 'capture_failed',
  ...{ connectorTransactionId, connectorCaptureId },
  ...{ code: 'returned', message: 'Returned.' },
});
