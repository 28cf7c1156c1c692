import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCards } from '../../../src/connectors/sandbox/cards.ts';
import { EventType, type EventTypeValue } from '../../../src/core/entities/event-types.ts';
import { Payout } from '../../../src/core/entities/payout.ts';
import { expirePayments } from '../../../src/core/payments/expire-payments.ts';
import { changeStatus } from '../../../src/core/writes/change-status.ts';
import { inTransaction, lock } from '../../../src/core/writes/transactions.ts';
import { eventComplaints, recordedEvents } from '../../kit/events.ts';
import { graphqlCardOf } from '../../kit/sandbox-shop.ts';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { startTestService, type TestService } from '../../kit/service.ts';
import { type EventShop, eventShop } from './event-shop.ts';

const script = scriptedConnector();
let service: TestService;
let ahead = 0;

beforeAll(async () => {
  service = await startTestService({
    connectors: [{ ...script.connector, abilities: new Set([...script.connector.abilities, 'payout']) }],
    now: () => new Date(Date.now() + ahead),
  });
});
afterAll(() => service.close());

const pending = () => ({ kind: 'pending', connectorTransactionId: 'txn_later' }) as const;
const succeeded = { kind: 'succeeded', connectorTransactionId: 'txn_later' };
const returned = { code: 'returned', message: 'The money was returned.' };
const manual = { captureMethod: 'manual' };
const system = () => service.contextFor({ kind: 'admin_key' }, 'req_test');

/** Has the scripted connector answer an operation so while something is done. */
async function answering<T>(operation: string, answer: typeof pending, work: () => Promise<T>): Promise<T> {
  script.answer(operation, answer);
  const done = await work();
  script.answer(operation, () => ({ kind: 'succeeded', connectorTransactionId: 'txn_now' }));
  return done;
}
const movedTo = async (shop: EventShop, payoutId: string, status: string) => {
  await inTransaction({ ...system(), merchantId: shop.merchantId }, async (tx) =>
    changeStatus(tx, await lock(tx, Payout, payoutId), status, 'expiry'),
  );
  return payoutId;
};
const disputed = async (shop: EventShop, ...steps: object[]) => {
  const paymentId = await shop.pay('4242424242424242');
  let disputeId = await shop.dispute(paymentId);
  for (const step of steps) disputeId = await shop.dispute(paymentId, step);
  return disputeId;
};
const paid: EventTypeValue[] = ['payment_created', 'payment_succeeded'];
const opened: EventTypeValue[] = [...paid, 'dispute_opened'];
const confirmedPayout = { confirm: true, autoFulfill: false };

/** What makes a type of event happen; everything that is recorded on the way; which connector it is done with. */
interface Happening {
  readonly type: EventTypeValue;
  readonly how: string;
  readonly at?: 'scripted';
  readonly all: readonly EventTypeValue[];
  /** Answers the identifier of the object that the event tells of. */
  readonly make: (shop: EventShop) => Promise<string>;
}

/** No command and no connector leads to this one yet, so the step itself is taken. */
const notYet: readonly EventTypeValue[] = ['payout_expired'];

const happenings: readonly Happening[] = [
  {
    type: 'payment_created',
    how: 'by a merchant',
    all: ['payment_created'],
    make: (shop) => shop.run('createPayment', { amount: 1000, currency: 'USD' }),
  },
  {
    type: 'payment_succeeded',
    how: 'at once',
    all: paid,
    make: (shop) => shop.pay(testCards[1]),
  },
  {
    type: 'payment_succeeded',
    how: 'after another try, of which nothing else is told',
    all: ['payment_created', 'payment_failed', 'payment_succeeded'],
    make: async (shop) => {
      const paymentId = await shop.pay(testCards.card_declined);
      const paymentMethodData = { card: graphqlCardOf(testCards[1]) };
      return shop.run('confirmPayment', { paymentId, paymentMethodData });
    },
  },
  {
    type: 'payment_succeeded',
    how: 'later, told by the connector',
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
    how: 'by a decline',
    all: ['payment_created', 'payment_failed'],
    make: (shop) => shop.pay(testCards.card_declined),
  },
  {
    type: 'payment_processing',
    how: 'as the connector does not say yet',
    at: 'scripted',
    all: ['payment_created', 'payment_processing'],
    make: (shop) => answering('authorize', pending, () => shop.pay(testCards[1])),
  },
  {
    type: 'payment_cancelled',
    how: 'before anything was asked of a connector',
    all: ['payment_created', 'payment_cancelled'],
    make: async (shop) => {
      const paymentId = await shop.run('createPayment', { amount: 1000, currency: 'USD' });
      return shop.run('cancelPayment', { paymentId, cancellationReason: 'Out of stock' });
    },
  },
  {
    type: 'payment_cancelled',
    how: 'by giving its authorization up',
    all: ['payment_created', 'payment_authorized', 'payment_cancelled'],
    make: async (shop) => shop.run('cancelPayment', { paymentId: await shop.pay(testCards[1], manual) }),
  },
  {
    type: 'payment_cancelled',
    how: 'as its session ended',
    all: ['payment_created', 'payment_cancelled'],
    make: async (shop) => {
      const paymentId = await shop.run('createPayment', { amount: 1000, currency: 'USD' });
      ahead += 60 * 60 * 1000;
      await expirePayments(system());
      return paymentId;
    },
  },
  {
    type: 'payment_authorized',
    how: 'to be captured by hand',
    all: ['payment_created', 'payment_authorized'],
    make: (shop) => shop.pay(testCards[1], manual),
  },
  {
    type: 'payment_captured',
    how: 'in part, with more to come',
    all: ['payment_created', 'payment_authorized', 'payment_captured'],
    make: async (shop) => {
      const paymentId = await shop.pay(testCards[1], { captureMethod: 'manual_multiple' });
      return shop.run('capturePayment', { paymentId, amount: 400 });
    },
  },
  {
    type: 'payment_captured',
    how: 'in full, by itself after the authorization, which is only passed through',
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
    all: ['payment_created', 'payment_succeeded', 'payment_failed'],
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
    how: 'by a challenge',
    all: ['payment_created', 'action_required'],
    make: (shop) => shop.pay(testCards.challenge, { returnUrl: 'https://shop.example.com/done' }),
  },
  {
    type: 'refund_succeeded',
    how: 'at once',
    all: [...paid, 'refund_succeeded'],
    make: async (shop) => shop.run('createRefund', { paymentId: await shop.pay(testCards[1]), amount: 300 }),
  },
  {
    type: 'refund_failed',
    how: 'as the connector refuses it',
    all: [...paid, 'refund_failed'],
    make: async (shop) => shop.run('createRefund', { paymentId: await shop.pay(testCards.refund_fails) }),
  },
  {
    type: 'dispute_opened',
    how: 'by a customer',
    at: 'scripted',
    all: opened,
    make: (shop) => disputed(shop),
  },
  {
    type: 'dispute_challenged',
    how: 'by the merchant',
    at: 'scripted',
    all: [...opened, 'dispute_challenged'],
    make: async (shop) =>
      shop.run('challengeDispute', { disputeId: await disputed(shop), evidence: 'Signed for.' }),
  },
  {
    type: 'dispute_accepted',
    how: 'by the merchant',
    at: 'scripted',
    all: [...opened, 'dispute_accepted'],
    make: async (shop) => shop.run('acceptDispute', { disputeId: await disputed(shop) }),
  },
  ...(['won', 'lost', 'expired', 'cancelled'] as const).map(
    (status): Happening => ({
      type: `dispute_${status}`,
      how: 'as the connector tells',
      at: 'scripted',
      all: [...opened, `dispute_${status}`],
      make: (shop) => disputed(shop, { status, at: '2026-11-02T12:00:00.000Z' }),
    }),
  ),
  {
    type: 'payout_success',
    how: 'at once',
    all: ['payout_initiated', 'payout_success'],
    make: (shop) => shop.payOut(testCards[1]),
  },
  {
    type: 'payout_failed',
    how: 'by a decline',
    all: ['payout_initiated', 'payout_failed'],
    make: (shop) => shop.payOut(testCards.card_declined),
  },
  {
    type: 'payout_initiated',
    how: 'by fulfilling it',
    all: ['payout_initiated', 'payout_processing'],
    make: async (shop) => {
      const payoutId = await shop.payOut(testCards.waits, confirmedPayout);
      return shop.run('fulfillPayout', { payoutId });
    },
  },
  {
    type: 'payout_processing',
    how: 'as the connector does not say yet',
    all: ['payout_initiated', 'payout_processing'],
    make: (shop) => shop.payOut(testCards.waits),
  },
  {
    type: 'payout_cancelled',
    how: 'by the merchant',
    all: ['payout_cancelled'],
    make: async (shop) => {
      const payoutId = await shop.payOut(testCards[1], confirmedPayout);
      return shop.run('cancelPayout', { payoutId });
    },
  },
  {
    type: 'payout_expired',
    how: 'by its step',
    all: ['payout_expired'],
    make: async (shop) =>
      movedTo(shop, await shop.run('createPayout', { amount: 1000, currency: 'USD' }), 'expired'),
  },
  {
    type: 'payout_reversed',
    how: 'as it comes back',
    at: 'scripted',
    all: ['payout_initiated', 'payout_success', 'payout_reversed'],
    make: async (shop) => {
      const payoutId = await shop.payOut(testCards[1]);
      const connectorTransactionId = await shop.transactionOf('payouts', payoutId);
      await shop.report(payoutId, { type: 'payout_returned', connectorTransactionId, ...returned });
      return payoutId;
    },
  },
];

describe.each(happenings)('$type, $how', ({ all, at, make, type }) => {
  it('is recorded once, as it says and as REST shows the object', async () => {
    const shop = await eventShop(service, at);
    const id = await make(shop);
    const events = await shop.events();
    expect(events.map(({ event_type: one }) => one)).toEqual(all);
    const [event, ...others] = events.filter((one) => one.event_type === type && one.object_id === id);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ merchant_id: shop.merchantId, profile_id: shop.profileId, test: false });
    expect(events.flatMap(eventComplaints)).toEqual([]);
    // The last event of an object shows it as it is now; one before that, as it was.
    if (events.findLast(({ object_id: of }) => of === id) === event) {
      expect(event!.body.content.object).toEqual(await shop.shown(event!));
    }
  });
});

describe('the table', () => {
  it('has every type of event', () => {
    expect([...new Set(happenings.map(({ type }) => type))].sort()).toEqual([...EventType.values].sort());
  });

  it('takes by itself only those steps that nothing leads to', () => {
    expect(happenings.filter(({ how }) => how === 'by its step').map(({ type }) => type)).toEqual(notYet);
  });
});

it('every event was written by the transaction that wrote the step it tells of', async () => {
  const text = `select e.event_type from events e where not exists (
                  select from status_changes c where c.merchant_id = e.merchant_id and c.xmin = e.xmin)`;
  expect(await service.database.rows.query({ text, values: [] }, null)).toEqual([]);
  const expected = happenings.reduce((sum, { all }) => sum + all.length, 0);
  // Where time passes, it passes for the payments of other shops too.
  expect((await recordedEvents(service.database)).length).toBeGreaterThanOrEqual(expected);
});
