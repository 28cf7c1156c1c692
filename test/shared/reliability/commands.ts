import fc from 'fast-check';
import { confirmPayment } from '../../../src/core/payments/authorize/confirm-payment.ts';
import { capturePayment } from '../../../src/core/payments/capture/capture-payment.ts';
import { createPayment } from '../../../src/core/payments/create-payment.ts';
import type { PaymentCreation } from '../../../src/core/payments/payment-inputs.ts';
import { updatePayment } from '../../../src/core/payments/update-payment.ts';
import { cancelPayment } from '../../../src/core/payments/void/cancel-payment.ts';
import { cancelPayout } from '../../../src/core/payouts/cancel-payout.ts';
import { confirmPayout } from '../../../src/core/payouts/confirm-payout.ts';
import { createPayout } from '../../../src/core/payouts/create-payout.ts';
import { fulfillPayout } from '../../../src/core/payouts/fulfill-payout.ts';
import { createRefund } from '../../../src/core/refunds/create-refund.ts';
import { type CardKind, payOutTo, payWith } from './cards.ts';
import { answerWaitingChallenge } from './challenges.ts';
import { type Command, on, twice } from './command.ts';
import * as model from './model.ts';

/** A long session: that nobody's time runs out keeps the model small. */
const SESSION_S = 7_000_000;
/** Longer than the sandbox takes to settle, and than a call waits to be looked into. */
const LATE_MS = 61_000;

const paymentsOf = (m: model.Model) => m.payments;
const payoutsOf = (m: model.Model) => m.payouts;

const place = { at: fc.nat({ max: 1 }), which: fc.nat({ max: 30 }) };
const amount = fc.integer({ min: 2, max: 50_000 });
const share = fc.option(fc.integer({ min: 1, max: 110 }), { freq: 4 });
const partOf = (whole: number, percent: number | null) =>
  percent === null ? null : Math.max(1, Math.round((whole * percent) / 100));
const card = fc.constantFrom<CardKind>(
  'good',
  'good',
  'good',
  'declined',
  'challenge',
  'refundFails',
  'waits',
  'timeout',
);
const maybeCard = fc.option(card, { freq: 2 });
const payoutCard = fc.option(fc.constantFrom<CardKind>('good', 'good', 'declined', 'waits'), { freq: 4 });
const captureMethod = fc.constantFrom('automatic', 'manual', 'manual_multiple', 'sequential_automatic');

const withMethod = (kind: CardKind | null) => (kind ? { payment_method_data: payWith(kind) } : {});
const withDestination = (kind: CardKind | null) => (kind ? { payout_method_data: payOutTo(kind) } : {});
/** One time-out a run: each costs the whole deadline. */
const mayTimeOut = (chosen: CardKind | null, m: model.Model) => chosen !== 'timeout' || m.timeouts === 0;

const create = fc.record({ ...place, amount, captureMethod, chosen: maybeCard }).map(
  (c): Command => ({
    check: ({ payments }) => payments.size < 8,
    run: async (m, { pair, shop }) => {
      const given = {
        amount: c.amount,
        currency: 'EUR',
        profile_id: shop.profileId,
        capture_method: c.captureMethod,
        session_expiry: SESSION_S,
        ...withMethod(c.chosen),
      } as PaymentCreation;
      const { paymentId } = await createPayment(pair.contextOf(shop, c.at), given);
      m.payments.set(paymentId, {
        status: c.chosen ? 'requires_confirmation' : 'requires_payment_method',
        amount: c.amount,
        captureMethod: c.captureMethod,
        card: c.chosen,
        received: 0,
        capturable: 0,
        attempts: 0,
        refunds: [],
      });
    },
    toString: () => `create ${c.amount} ${c.captureMethod} ${c.chosen} at ${'AB'[c.at]}`,
  }),
);

const update = fc.record({ ...place, amount, chosen: maybeCard }).map((c) =>
  on(
    `update ${c.amount} ${c.chosen}`,
    paymentsOf,
    c,
    (payment) => {
      const refused = model.attach(payment, c.chosen ?? payment.card);
      if (!refused) payment.amount = c.amount;
      return refused;
    },
    (ctx, id) => updatePayment(ctx, id, { amount: c.amount, ...withMethod(c.chosen) }),
  ),
);

const confirm = fc.record({ ...place, chosen: maybeCard }).map((c) =>
  on(
    `confirm ${c.chosen}`,
    paymentsOf,
    c,
    (payment, m) => {
      const refused = model.confirm(payment, c.chosen);
      if (!refused && payment.card === 'timeout') m.timeouts += 1;
      return refused;
    },
    (ctx, id) => confirmPayment(ctx, id, withMethod(c.chosen)),
    (payment, m) => mayTimeOut(c.chosen ?? payment.card, m),
  ),
);

const capture = fc.record({ ...place, share }).map((c) =>
  on(
    `capture ${c.share}%`,
    paymentsOf,
    c,
    (payment) => model.capture(payment, partOf(payment.amount, c.share)),
    (ctx, id, payment) => capturePayment(ctx, id, { amount: partOf(payment.amount, c.share) }),
  ),
);

const cancel = fc
  .record(place)
  .map((c) => on('cancel', paymentsOf, c, model.cancel, (ctx, id) => cancelPayment(ctx, id, null)));

const refund = fc.record({ ...place, share }).map((c) =>
  on(
    `refund ${c.share}%`,
    paymentsOf,
    c,
    (payment) => model.refund(payment, partOf(payment.amount, c.share)),
    (ctx, id, payment) =>
      createRefund(ctx, {
        payment_id: id,
        ...(c.share === null ? {} : { amount: partOf(payment.amount, c.share)! }),
      }),
  ),
);

const challenge = fc.record({ ...place, passed: fc.boolean() }).map(
  (c): Command => ({
    check: (m) => [...m.payments.values()].some(({ status }) => status === 'requires_customer_action'),
    run: async (m, { pair, shop }) => {
      const waiting = [...m.payments].filter(([, { status }]) => status === 'requires_customer_action');
      const [id, payment] = waiting[c.which % waiting.length]!;
      model.answerChallenge(payment, c.passed);
      await answerWaitingChallenge(pair, shop, id, c.passed ? 'complete' : 'fail', c.at);
    },
    toString: () => `challenge ${c.passed ? 'passed' : 'failed'} (${c.which}) at ${'AB'[c.at]}`,
  }),
);

const later = fc.record(place).map(
  ({ at }): Command => ({
    check: () => true,
    run: async (m, { pair, shop }) => {
      pair.pass(LATE_MS);
      await pair.recoverDue(shop, at);
      model.settleLate(m);
    },
    toString: () => `later at ${'AB'[at]}`,
  }),
);

const createAPayout = fc.record({ ...place, amount, chosen: payoutCard }).map(
  (c): Command => ({
    check: ({ payouts: made }) => made.size < 5,
    run: async (m, { pair, shop }) => {
      const given = {
        amount: c.amount,
        currency: 'EUR',
        profile_id: shop.profileId,
        ...withDestination(c.chosen),
      };
      const id = await createPayout(pair.contextOf(shop, c.at), given);
      const status = c.chosen ? 'requires_confirmation' : 'requires_payout_method_data';
      m.payouts.set(id, { status, card: c.chosen });
    },
    toString: () => `create payout ${c.chosen} at ${'AB'[c.at]}`,
  }),
);

const confirmAPayout = fc.record({ ...place, chosen: payoutCard }).map((c) =>
  on(
    `confirm payout ${c.chosen}`,
    payoutsOf,
    c,
    (payout) => model.confirmPayout(payout, c.chosen),
    (ctx, id) => confirmPayout(ctx, id, withDestination(c.chosen)),
  ),
);
const fulfill = fc.record(place).map((c) => on('fulfil', payoutsOf, c, model.fulfill, fulfillPayout));
const cancelAPayout = fc
  .record(place)
  .map((c) =>
    on('cancel payout', payoutsOf, c, model.cancelPayout, (ctx, id) => cancelPayout(ctx, id, null)),
  );

const fulfillTwice = place.which.map((which) =>
  twice('fulfil', payoutsOf, which, model.fulfill, fulfillPayout),
);
const cancelTwice = place.which.map((which) =>
  twice('cancel', paymentsOf, which, model.cancel, (ctx, id) => cancelPayment(ctx, id, null)),
);

/** Sequences of everything that may be done, what leads on more often than the rest. */
export const commandSequences = fc.commands(
  [
    create,
    create,
    confirm,
    confirm,
    confirm,
    capture,
    capture,
    refund,
    refund,
    update,
    cancel,
    challenge,
    later,
    createAPayout,
    confirmAPayout,
    fulfill,
    fulfill,
    cancelAPayout,
    fulfillTwice,
    cancelTwice,
  ],
  { maxCommands: 40, size: 'max' },
);
