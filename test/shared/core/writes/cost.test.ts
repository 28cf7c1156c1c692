import { expect } from 'vitest';
import { testCards } from '../../../../src/connectors/sandbox/test-cards.ts';
import { Payment } from '../../../../src/core/entities/payment.ts';
import { Refund } from '../../../../src/core/entities/refund.ts';
import type { WritingContext } from '../../../../src/core/foundation/context.ts';
import { createPayment } from '../../../../src/core/payments/create-payment.ts';
import type { PaymentCreation } from '../../../../src/core/payments/payment-inputs.ts';
import { updatePayment } from '../../../../src/core/payments/update-payment.ts';
import { cancelPayment } from '../../../../src/core/payments/void/cancel-payment.ts';
import { changeStatus } from '../../../../src/core/writes/apply-changes.ts';
import { inTransaction, lock } from '../../../../src/core/writes/transactions.ts';
import { heldClock } from '../../../kit/count-statements.ts';
import { mutate } from '../../../kit/mutate.ts';
import { graphqlCardOf } from '../../../kit/sandbox-shop.ts';
import { test as base } from '../../../kit/test.ts';
import { eventShop } from './event-shop.ts';

/** The statements of recording, each by a unique pattern. */
const kinds = {
  object: /^select t\."[^;]* as "created(_at)?"/,
  endpoint: /as profile_details/,
  outbox: /^[^;]*insert into "updates"/,
};
type Kind = keyof typeof kinds;

const kindOf = (statement: string): string => {
  const found = (Object.keys(kinds) as Kind[]).find((kind) => kinds[kind].test(statement.trim()));
  return found ?? statement;
};
const input = { amount: 1000, currency: 'EUR' } as PaymentCreation;
const single = ['endpoint', 'outbox'];

const test = base
  // Settings are cached for a second, and slow machines take longer.
  .extend('serviceOptions', { scope: 'file' }, heldClock)
  .extend('shop', ({ service }) => eventShop(service))
  /** The statements of a transaction after its work, which record it. */
  .extend(
    'costOf',
    ({ service, shop }) =>
      async (work: (tx: WritingContext) => Promise<unknown>): Promise<string[]> => {
        let before = 0;
        await inTransaction(shop.context(), async (tx) => {
          await work(tx);
          before = service.statements.length;
        });
        return service.statements.slice(before).map(kindOf);
      },
  )
  /** The number of a command's statements, by kind. */
  .extend(
    'costOfCommand',
    ({ service }) =>
      async (work: () => Promise<unknown>): Promise<Partial<Record<string, number>>> => {
        const before = service.statements.length;
        await work();
        const kindsSeen = service.statements.slice(before).map(kindOf);
        const counted = Object.keys(kinds).map((kind) => [
          kind,
          kindsSeen.filter((one) => one === kind).length,
        ]);
        return Object.fromEntries(counted);
      },
  );

test('A transaction without changes records nothing', async ({ costOf, shop }) => {
  expect(await costOf(async () => {})).toEqual([]);
  const paymentId = await shop.payment();
  expect(await costOf((tx) => lock(tx, Payment, paymentId))).toEqual([]);
});

test('A change without an event takes one statement, for live subscriptions', async ({ costOf, shop }) => {
  const { paymentId } = await createPayment(shop.context(), input);
  expect(await costOf((tx) => updatePayment(tx, paymentId, { amount: 2000 }))).toEqual(['outbox']);
});

test('The event of a new payment takes two statements, since its row and lists are known', async ({
  costOf,
}) => {
  expect(await costOf((tx) => createPayment(tx, input))).toEqual(single);
});

test('A refund event takes two statements', async ({ costOf, shop }) => {
  const refundId = await shop.refund(await shop.payment(), {
    status: 'pending',
    profile_id: shop.profileId,
  });
  const settle = async (tx: WritingContext) =>
    changeStatus(tx, await lock(tx, Refund, refundId), 'succeeded', 'connector');
  expect(await costOf(settle)).toEqual(single);
});

test('Several events of one object take no more statements', async ({ costOf }) => {
  const createAndCancel = async (tx: WritingContext) => {
    const { paymentId } = await createPayment(tx, input);
    await cancelPayment(tx, paymentId, null);
  };
  expect(await costOf(createAndCancel)).toEqual(single);
});

test('Further objects take no more statements', async ({ costOf }) => {
  const three = async (tx: WritingContext) => {
    for (let i = 0; i < 3; i += 1) await createPayment(tx, input);
  };
  expect(await costOf(three)).toEqual(single);
});

test('A queued delivery takes no more statements', async ({ costOf, service, shop }) => {
  const update = {
    profileId: shop.profileId,
    paymentResponseHashKey: 'a-key-to-sign-with',
    webhookDetails: { webhookUrl: 'https://hooks.example.com/' },
  };
  const selection = 'businessProfile { profileId }';
  const set = await mutate(service, shop.key, 'updateBusinessProfile', update, selection);
  expect(set.userErrors).toEqual([]);
  expect(await costOf((tx) => createPayment(tx, input))).toEqual(single);
  const text = 'select 1 as queued from webhook_deliveries where merchant_id = $1';
  expect(await service.database.rows.query({ text, values: [shop.merchantId] }, shop.merchantId)).toEqual([
    { queued: 1 },
  ]);
});
test('Recording a confirmation takes two statements: one with the intended call, one with its outcome', async ({
  costOfCommand,
  shop,
}) => {
  const paymentMethodData = { card: graphqlCardOf(testCards[1]) };
  const paymentId = await shop.run('createPayment', { amount: 1000, currency: 'USD', paymentMethodData });
  const cost = await costOfCommand(() => shop.run('confirmPayment', { paymentId }));
  expect(cost).toEqual({ object: 0, endpoint: 0, outbox: 2 });
});

test("Recording a capture takes three statements for its two events, including the payment's references", async ({
  costOfCommand,
  shop,
}) => {
  const paymentId = await shop.pay(testCards[1], { captureMethod: 'manual' });
  const cost = await costOfCommand(() => shop.run('capturePayment', { paymentId }));
  expect(cost).toEqual({ object: 1, endpoint: 0, outbox: 2 });
});

test('Recording a cancellation without a connector call takes one statement', async ({
  costOfCommand,
  shop,
}) => {
  const paymentId = await shop.run('createPayment', { amount: 1000, currency: 'USD' });
  const cost = await costOfCommand(() => shop.run('cancelPayment', { paymentId }));
  expect(cost).toEqual({ object: 0, endpoint: 0, outbox: 1 });
});
