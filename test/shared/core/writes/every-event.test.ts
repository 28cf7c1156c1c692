import { expect } from 'vitest';
import { testCards } from '../../../../src/connectors/sandbox/test-cards.ts';
import { EventType, type EventTypeValue } from '../../../../src/core/entities/event-types.ts';
import type { Outcome } from '../../../../src/core/foundation/ports/connector.ts';
import { expirePayments } from '../../../../src/core/payments/void/expire-payments.ts';
import { expirePayouts } from '../../../../src/core/payouts/expire-payouts.ts';
import { eventErrors, recordedEvents } from '../../../kit/events.ts';
import { graphqlCardOf } from '../../../kit/sandbox-shop.ts';
import { scriptedConnector } from '../../../kit/scripted-connector.ts';
import { test as base } from '../../../kit/test.ts';
import { type EventShop, eventShop } from './event-shop.ts';

const script = scriptedConnector();
let clockOffsetMs = 0;

const test = base.extend('serviceOptions', { scope: 'file' }, () => ({
  connectors: [
    { ...script.connector, abilities: new Set([...script.connector.abilities, 'payout' as const]) },
  ],
  now: () => new Date(Date.now() + clockOffsetMs),
}));

const pending = () => ({ kind: 'pending', connectorTransactionId: 'txn_later' }) as const;
const succeeded = { kind: 'succeeded', connectorTransactionId: 'txn_later' };
const returned = { code: 'returned', message: 'The money was returned.' };
const manual = { captureMethod: 'manual' };
const increasable = { ...manual, requestIncrementalAuthorization: true };
const systemOf = ({ service }: EventShop) => service.contextFor({ kind: 'admin_key' }, 'req_test');

/** Runs `work` while the scripted connector responds to an operation as given. */
async function answering<T>(operation: string, answer: () => Outcome, work: () => Promise<T>): Promise<T> {
  script.respond(operation, answer);
  const done = await work();
  script.respond(operation, () => ({ kind: 'succeeded', connectorTransactionId: 'txn_now' }));
  return done;
}

const disputed = async (shop: EventShop, ...steps: object[]) => {
  const paymentId = await shop.pay('4242424242424242');
  let disputeId = await shop.dispute(paymentId);
  for (const step of steps) disputeId = await shop.dispute(paymentId, step);
  return disputeId;
};
const later = { kind: 'succeeded', connectorTransactionId: 'txn_later' } as const;

/** A payment whose first attempt is reported paid after another was. */
async function paidTwice(shop: EventShop): Promise<string> {
  const declined = () =>
    ({ kind: 'failed', code: 'x', message: 'X', connectorTransactionId: 'txn_1' }) as const;
  const paymentId = await answering('authorize', declined, () => shop.pay(testCards[1]));
  await shop.run('confirmPayment', { paymentId, paymentMethodData: { card: graphqlCardOf(testCards[1]) } });
  const call = { operation: 'authorize', reference: `${paymentId}_1` };
  const outcome = { kind: 'succeeded', connectorTransactionId: 'txn_1' };
  await shop.report(paymentId, { type: 'outcome', at: new Date(Date.now() + clockOffsetMs), call, outcome });
  return paymentId;
}
const paid: EventTypeValue[] = ['payment_created', 'payment_succeeded'];
const opened: EventTypeValue[] = [...paid, 'dispute_opened'];
const confirmedPayout = { confirm: true, autoFulfill: false };

/** A way to cause an event: all event types it records, and the connector it needs. */
interface EventCase {
  readonly type: EventTypeValue;
  readonly how: string;
  readonly at?: 'scripted';
  readonly all: readonly EventTypeValue[];
  /** Resolves to the identifier of the event's object. */
  readonly make: (shop: EventShop) => Promise<string>;
}

const eventCases: readonly EventCase[] = [
  {
    type: 'payment_created',
    how: 'when a merchant creates a payment',
    all: ['payment_created'],
    make: (shop) => shop.run('createPayment', { amount: 1000, currency: 'USD' }),
  },
  {
    type: 'payment_succeeded',
    how: 'when the connector approves',
    all: paid,
    make: (shop) => shop.pay(testCards[1]),
  },
  {
    type: 'payment_succeeded',
    how: 'when a declined payment is confirmed again',
    all: ['payment_created', 'payment_failed', 'payment_succeeded'],
    make: async (shop) => {
      const paymentId = await shop.pay(testCards.card_declined);
      const paymentMethodData = { card: graphqlCardOf(testCards[1]) };
      return shop.run('confirmPayment', { paymentId, paymentMethodData });
    },
  },
  {
    type: 'payment_succeeded',
    how: 'when the connector approves later',
    at: 'scripted',
    all: ['payment_created', 'payment_processing', 'payment_succeeded'],
    make: async (shop) => {
      const paymentId = await answering('authorize', pending, () => shop.pay(testCards[1]));
      await shop.settle(paymentId, succeeded);
      return paymentId;
    },
  },
  {
    type: 'payment_failed',
    how: 'when the connector declines',
    all: ['payment_created', 'payment_failed'],
    make: (shop) => shop.pay(testCards.card_declined),
  },
  {
    type: 'payment_processing',
    how: 'while the connector is processing',
    at: 'scripted',
    all: ['payment_created', 'payment_processing'],
    make: (shop) => answering('authorize', pending, () => shop.pay(testCards[1])),
  },
  {
    type: 'payment_cancelled',
    how: 'when an unconfirmed payment is cancelled',
    all: ['payment_created', 'payment_cancelled'],
    make: async (shop) => {
      const paymentId = await shop.run('createPayment', { amount: 1000, currency: 'USD' });
      return shop.run('cancelPayment', { paymentId, cancellationReason: 'Out of stock' });
    },
  },
  {
    type: 'payment_cancelled',
    how: 'when an authorization is voided',
    all: ['payment_created', 'payment_authorized', 'payment_cancelled'],
    make: async (shop) => shop.run('cancelPayment', { paymentId: await shop.pay(testCards[1], manual) }),
  },
  {
    type: 'payment_cancelled',
    how: 'when the session expires',
    all: ['payment_created', 'payment_cancelled'],
    make: async (shop) => {
      const paymentId = await shop.run('createPayment', { amount: 1000, currency: 'USD' });
      clockOffsetMs += 60 * 60 * 1000;
      await expirePayments(systemOf(shop));
      return paymentId;
    },
  },
  {
    type: 'payment_authorized',
    how: 'when capture is manual',
    all: ['payment_created', 'payment_authorized'],
    make: (shop) => shop.pay(testCards[1], manual),
  },
  {
    type: 'payment_captured',
    how: 'when a part is captured',
    all: ['payment_created', 'payment_authorized', 'payment_captured'],
    make: async (shop) => {
      const paymentId = await shop.pay(testCards[1], { captureMethod: 'manual_multiple' });
      return shop.run('capturePayment', { paymentId, amount: 400 });
    },
  },
  {
    type: 'payment_captured',
    how: 'when the authorization is captured automatically',
    all: ['payment_created', 'payment_captured', 'payment_succeeded'],
    make: (shop) => shop.pay(testCards[1], { captureMethod: 'sequential_automatic' }),
  },
  {
    type: 'payment_partially_captured',
    how: 'as the rest is released',
    all: ['payment_created', 'payment_authorized', 'payment_captured', 'payment_partially_captured'],
    make: async (shop) => {
      const paymentId = await shop.pay(testCards[1], { captureMethod: 'manual_multiple' });
      await shop.run('capturePayment', { paymentId, amount: 400 });
      return shop.run('cancelPayment', { paymentId });
    },
  },
  {
    type: 'payment_authorization_increased',
    how: 'when the connector raises the amount',
    all: ['payment_created', 'payment_authorized', 'payment_authorization_increased'],
    make: async (shop) =>
      shop.run('incrementAuthorization', {
        paymentId: await shop.pay(testCards[1], increasable),
        amount: 1500,
      }),
  },
  {
    type: 'payment_authorization_increase_failed',
    how: 'when the connector declines it',
    all: ['payment_created', 'payment_authorized', 'payment_authorization_increase_failed'],
    make: async (shop) =>
      shop.run('incrementAuthorization', {
        paymentId: await shop.pay(testCards[1], increasable),
        amount: 1502,
      }),
  },
  {
    type: 'payment_capture_failed',
    how: 'as the connector refuses it',
    all: ['payment_created', 'payment_authorized', 'payment_capture_failed'],
    make: async (shop) =>
      shop.run('capturePayment', { paymentId: await shop.pay(testCards.capture_fails, manual) }),
  },
  {
    type: 'payment_void_failed',
    how: 'as the connector refuses it',
    all: ['payment_created', 'payment_authorized', 'payment_void_failed'],
    make: async (shop) =>
      shop.run('cancelPayment', { paymentId: await shop.pay(testCards.void_fails, manual) }),
  },
  {
    type: 'payment_failed',
    how: 'after it succeeded, as the money is taken back',
    at: 'scripted',
    all: ['payment_created', 'payment_succeeded', 'payment_capture_failed', 'payment_failed'],
    make: async (shop) => {
      const paymentId = await shop.pay(testCards[1]);
      const connectorTransactionId = await shop.transactionOf('payments', paymentId);
      const taken = { type: 'capture_failed', connectorTransactionId, connectorCaptureId: null, ...returned };
      await shop.report(paymentId, taken);
      return paymentId;
    },
  },
  {
    type: 'action_required',
    how: 'when the customer is challenged',
    all: ['payment_created', 'action_required'],
    make: (shop) => shop.pay(testCards.challenge, { returnUrl: 'https://shop.example.com/done' }),
  },
  {
    type: 'refund_succeeded',
    how: 'when the connector refunds',
    all: [...paid, 'refund_succeeded'],
    make: async (shop) => shop.run('createRefund', { paymentId: await shop.pay(testCards[1]), amount: 300 }),
  },
  {
    type: 'refund_failed',
    how: 'when the connector declines the refund',
    all: [...paid, 'refund_failed'],
    make: async (shop) => shop.run('createRefund', { paymentId: await shop.pay(testCards.refund_fails) }),
  },
  {
    type: 'dispute_opened',
    how: 'when the connector reports it',
    at: 'scripted',
    all: opened,
    make: (shop) => disputed(shop),
  },
  {
    type: 'dispute_challenged',
    how: 'when the merchant challenges it',
    at: 'scripted',
    all: [...opened, 'dispute_challenged'],
    make: async (shop) =>
      shop.run('challengeDispute', { disputeId: await disputed(shop), evidence: 'Signed for.' }),
  },
  {
    type: 'dispute_accepted',
    how: 'when the merchant accepts it',
    at: 'scripted',
    all: [...opened, 'dispute_accepted'],
    make: async (shop) => shop.run('acceptDispute', { disputeId: await disputed(shop) }),
  },
  ...(['won', 'lost', 'expired', 'cancelled'] as const).map(
    (status): EventCase => ({
      type: `dispute_${status}`,
      how: 'when the connector reports it',
      at: 'scripted',
      all: [...opened, `dispute_${status}`],
      make: (shop) => disputed(shop, { status }),
    }),
  ),
  {
    type: 'payout_success',
    how: 'when the connector approves',
    all: ['payout_initiated', 'payout_success'],
    make: (shop) => shop.payOut(testCards[1]),
  },
  {
    type: 'payout_failed',
    how: 'when the connector declines',
    all: ['payout_initiated', 'payout_failed'],
    make: (shop) => shop.payOut(testCards.card_declined),
  },
  {
    type: 'payout_initiated',
    how: 'when the payout is fulfilled',
    all: ['payout_initiated', 'payout_processing'],
    make: async (shop) => {
      const payoutId = await shop.payOut(testCards.waits, confirmedPayout);
      return shop.run('fulfillPayout', { payoutId });
    },
  },
  {
    type: 'payout_processing',
    how: 'while the connector is processing',
    all: ['payout_initiated', 'payout_processing'],
    make: (shop) => shop.payOut(testCards.waits),
  },
  {
    type: 'payout_cancelled',
    how: 'when the merchant cancels',
    all: ['payout_cancelled'],
    make: async (shop) => {
      const payoutId = await shop.payOut(testCards[1], confirmedPayout);
      return shop.run('cancelPayout', { payoutId });
    },
  },
  {
    type: 'payout_expired',
    how: 'when the session expires',
    all: ['payout_expired'],
    make: async (shop) => {
      const payoutId = await shop.run('createPayout', { amount: 1000, currency: 'USD' });
      clockOffsetMs += 60 * 60 * 1000;
      await expirePayouts(systemOf(shop));
      return payoutId;
    },
  },
  {
    type: 'payout_reversed',
    how: 'when the bank returns it',
    at: 'scripted',
    all: ['payout_initiated', 'payout_success', 'payout_reversed'],
    make: async (shop) => {
      const payoutId = await shop.payOut(testCards[1]);
      const connectorTransactionId = await shop.transactionOf('payouts', payoutId);
      await shop.report(payoutId, { type: 'payout_returned', connectorTransactionId, ...returned });
      return payoutId;
    },
  },
  {
    type: 'payment_reversed',
    how: 'when money of another attempt went back',
    at: 'scripted',
    all: ['payment_created', 'payment_failed', 'payment_succeeded', 'payment_reversed'],
    make: paidTwice,
  },
  {
    type: 'payment_reversal_failed',
    how: 'when money of another attempt cannot be given back',
    at: 'scripted',
    all: ['payment_created', 'payment_failed', 'payment_succeeded', 'payment_reversal_failed'],
    make: (shop) =>
      answering(
        'refund',
        () => ({ kind: 'failed', code: 'x', message: 'X' }),
        () => paidTwice(shop),
      ),
  },
  {
    type: 'payment_not_as_asked',
    how: 'when more is captured at the connector than is authorized',
    all: ['payment_created', 'payment_authorized', 'payment_not_as_asked'],
    at: 'scripted',
    make: async (shop) => {
      const paymentId = await shop.pay(testCards[1], manual);
      const connectorTransactionId = await shop.transactionOf('payments', paymentId);
      const made = { connectorCaptureId: 'cap_there', amount: 1100, currency: 'USD', final: true };
      await shop.report(paymentId, { type: 'capture_made', connectorTransactionId, ...made });
      return paymentId;
    },
  },
  {
    type: 'refund_not_as_asked',
    how: 'when the connector says that it gave back another amount',
    at: 'scripted',
    all: [...paid, 'refund_not_as_asked'],
    make: async (shop) => {
      const paymentId = await shop.pay(testCards[1]);
      const moved = { moved: { amount: 999, currency: 'USD' } };
      return answering(
        'refund',
        () => ({ ...later, ...moved }),
        () => shop.run('createRefund', { paymentId }),
      );
    },
  },
  {
    type: 'payout_not_as_asked',
    how: 'when the connector says that it paid out another amount',
    at: 'scripted',
    all: ['payout_initiated', 'payout_not_as_asked', 'payout_processing'],
    make: (shop) => {
      const moved = { moved: { amount: 999, currency: 'USD' } };
      return answering(
        'payout',
        () => ({ ...later, ...moved }),
        () => shop.payOut(testCards[1]),
      );
    },
  },
];

test.for(eventCases)(
  '$type is recorded once $how, with the object as REST shows it',
  async ({ all, at, make, type }, { service }) => {
    const shop = await eventShop(service, at);
    const id = await make(shop);
    const events = await shop.events();
    expect(events.map(({ event_type: one }) => one)).toEqual(all);
    const [event, ...others] = events.filter((one) => one.event_type === type && one.object_id === id);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ merchant_id: shop.merchantId, profile_id: shop.profileId, test: false });
    expect(events.flatMap(eventErrors)).toEqual([]);
    // An object's last event shows its current state; the previous one an earlier state.
    if (events.findLast(({ object_id: of }) => of === id) === event) {
      expect(event!.body.content.object).toEqual(await shop.shown(event!));
    }
  },
);

test('Every event type is covered', () => {
  // From no command: jobs/notifications.test.ts, core/reports and core/payments/retry-policy.test.ts test them.
  const ofTasks: readonly string[] = [
    ...['notification_created', 'report_ready'],
    ...['payment_retry_scheduled', 'payment_retry_cancelled'],
  ];
  const ofCommands = EventType.values.filter((type) => !ofTasks.includes(type));
  expect([...new Set(eventCases.map(({ type }) => type))].sort()).toEqual(ofCommands.sort());
});

test('Every event was written in the transaction of its status change', async ({ service }) => {
  const text = String.raw`select e.event_type from events e where e.event_type not like '%\_not\_as\_asked' and e.event_type <> 'payment_reversal_failed'
                  and not exists (
                  select from status_changes c where c.merchant_id = e.merchant_id and c.xmin = e.xmin)`;
  expect(await service.database.rows.query({ text, values: [] }, null)).toEqual([]);
  const expected = eventCases.reduce((sum, { all }) => sum + all.length, 0);
  // Advancing the clock also expires other merchants' payments.
  expect((await recordedEvents(service.database)).length).toBeGreaterThanOrEqual(expected);
});
