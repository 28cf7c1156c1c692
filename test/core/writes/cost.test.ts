import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCards } from '../../../src/connectors/sandbox/cards.ts';
import { Payment } from '../../../src/core/entities/payment.ts';
import { Refund } from '../../../src/core/entities/refund.ts';
import type { WritingContext } from '../../../src/core/foundation/context.ts';
import { cancelPayment } from '../../../src/core/payments/cancel-payment.ts';
import { createPayment } from '../../../src/core/payments/create-payment.ts';
import type { PaymentCreation } from '../../../src/core/payments/payment-inputs.ts';
import { updatePayment } from '../../../src/core/payments/update-payment.ts';
import { changeStatus } from '../../../src/core/writes/apply-changes.ts';
import { inTransaction, lock } from '../../../src/core/writes/transactions.ts';
import { mutate } from '../../kit/mutate.ts';
import { graphqlCardOf } from '../../kit/sandbox-shop.ts';
import { startTestService, type TestService } from '../../kit/service.ts';
import { type EventShop, eventShop } from './event-shop.ts';

let service: TestService;
let shop: EventShop;

beforeAll(async () => {
  service = await startTestService();
  shop = await eventShop(service);
});
afterAll(() => service.close());

/** What recording asks of the database, by what each statement has in it and no other. */
const kinds = {
  object: /^select t\."[^;]* as "created(_at)?"/,
  endpoint: /as profile_details/,
  news: /insert into events[^;]*insert into updates/,
};
type Kind = keyof typeof kinds;

const kindOf = (statement: string): string => {
  const found = (Object.keys(kinds) as Kind[]).find((kind) => kinds[kind].test(statement.trim()));
  return found ?? statement;
};

/** What a transaction asks of the database after its work is done: what recording costs. */
async function costOf(work: (tx: WritingContext) => Promise<unknown>): Promise<string[]> {
  let before = 0;
  await inTransaction(shop.context(), async (tx) => {
    await work(tx);
    before = service.statements.length;
  });
  return service.statements.slice(before).map(kindOf);
}

const given = { amount: 1000, currency: 'EUR' } as PaymentCreation;
const single = ['object', 'endpoint', 'news'];

describe('what recording costs a transaction, in statements', () => {
  it('is none where nothing was changed', async () => {
    expect(await costOf(async () => {})).toEqual([]);
    const paymentId = await shop.payment();
    expect(await costOf((tx) => lock(tx, Payment, paymentId))).toEqual([]);
  });

  it('is one where nothing is told: that dashboards have something to show', async () => {
    const { paymentId } = await createPayment(shop.context(), given);
    expect(await costOf((tx) => updatePayment(tx, paymentId, { amount: 2000 }))).toEqual(['news']);
  });

  it('is three where a payment is told of, its lists included', async () => {
    expect(await costOf((tx) => createPayment(tx, given))).toEqual(single);
  });

  it('is three where a refund is told of', async () => {
    const refundId = await shop.refund(await shop.payment(), {
      status: 'pending',
      profile_id: shop.profileId,
    });
    const settled = async (tx: WritingContext) =>
      changeStatus(tx, await lock(tx, Refund, refundId), 'succeeded', 'connector');
    expect(await costOf(settled)).toEqual(single);
  });

  it('is no more where several events tell of one object', async () => {
    const madeAndCancelled = async (tx: WritingContext) => {
      const { paymentId } = await createPayment(tx, given);
      await cancelPayment(tx, paymentId, null);
    };
    expect(await costOf(madeAndCancelled)).toEqual(single);
  });

  it('is one more for each further object', async () => {
    const three = async (tx: WritingContext) => {
      for (let i = 0; i < 3; i += 1) await createPayment(tx, given);
    };
    expect((await costOf(three)).toSorted()).toEqual([...single, 'object', 'object'].sort());
  });

  it('is no more where a delivery is queued', async () => {
    const input = {
      profileId: shop.profileId,
      paymentResponseHashKey: 'a-key-to-sign-with',
      webhookDetails: { webhookUrl: 'https://hooks.example.com/' },
    };
    const selection = 'businessProfile { profileId }';
    const set = await mutate(service, shop.key, 'updateBusinessProfile', input, selection);
    expect(set.userErrors).toEqual([]);
    expect(await costOf((tx) => createPayment(tx, given))).toEqual(single);
    const text = 'select 1 as queued from webhook_deliveries where merchant_id = $1';
    expect(await service.database.rows.query({ text, values: [shop.merchantId] }, shop.merchantId)).toEqual([
      { queued: 1 },
    ]);
  });
});

/** How many statements of each kind a command asks for, from its request to its answer. */
async function costOfCommand(work: () => Promise<unknown>): Promise<Partial<Record<string, number>>> {
  const before = service.statements.length;
  await work();
  const asked = service.statements.slice(before).map(kindOf);
  const counted = Object.keys(kinds).map((kind) => [kind, asked.filter((one) => one === kind).length]);
  return Object.fromEntries(counted);
}

describe('what recording costs a command over the API', () => {
  it('is four statements to confirm: one as the call is intended, three as it is settled', async () => {
    const paymentMethodData = { card: graphqlCardOf(testCards[1]) };
    const paymentId = await shop.run('createPayment', { amount: 1000, currency: 'USD', paymentMethodData });
    const cost = await costOfCommand(() => shop.run('confirmPayment', { paymentId }));
    expect(cost).toEqual({ object: 1, endpoint: 1, news: 2 });
  });

  it('is four to capture, for the two events of it', async () => {
    const paymentId = await shop.pay(testCards[1], { captureMethod: 'manual' });
    const cost = await costOfCommand(() => shop.run('capturePayment', { paymentId }));
    expect(cost).toEqual({ object: 1, endpoint: 1, news: 2 });
  });

  it('is three to cancel what no connector holds', async () => {
    const paymentId = await shop.run('createPayment', { amount: 1000, currency: 'USD' });
    const cost = await costOfCommand(() => shop.run('cancelPayment', { paymentId }));
    expect(cost).toEqual({ object: 1, endpoint: 1, news: 1 });
  });
});
