import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enter, type Grounds, startGrounds, type World } from '../conformance/world.ts';
import { stripeHarnessWith } from './harness.ts';
import type { StandIn } from './stand-in/server.ts';

let grounds: Grounds;
let world: World;
let standIn: StandIn;

beforeAll(async () => {
  grounds = await startGrounds(
    stripeHarnessWith((started) => {
      standIn = started;
    }),
  );
  world = await enter(grounds);
});
afterAll(() => grounds?.close());

const several = { capture_method: 'manual_multiple' };

/** An authorization of 6540, and a person's actions on it in Stripe's dashboard. */
async function authorized(given: object = several) {
  const { payment_id: id } = await world.authorize('good', { amount: 6540, ...given });
  const { connector_transaction_id: intent } = await world.payment(id);
  await world.deliver();
  const { dashboard } = world.harness;
  return {
    id,
    intent: String(intent),
    captureThere: async (amount: number, isFinal = false) =>
      expect(await dashboard!.capture(intent, amount, isFinal)).toBe(true),
    refundThere: async (amount: number) => expect(await dashboard!.refund(intent, amount)).toBe(true),
    /** The amounts of both sides, and the captures here. */
    books: async () => {
      const { amount_capturable, amount_received, amount_refunded, captures } = await world.payment(id);
      const { capturable, captured, refunded } = await dashboard!.books(intent);
      expect([amount_received, amount_refunded, amount_capturable]).toEqual([captured, refunded, capturable]);
      const charged = captures.filter(({ status }: { status: string }) => status === 'charged');
      return charged.map(({ amount }: { amount: number }) => amount);
    },
  };
}

describe("Captures made in Stripe's dashboard", () => {
  test('A capture before ours is counted once', async () => {
    const { books, captureThere, id } = await authorized();
    await captureThere(500);
    await world.deliver();
    expect(await books()).toEqual([500]);
    expect(await world.capture(id, { amount: 1000 })).toMatchObject({ amount_received: 1500 });
    await world.deliver();
    expect(await books()).toEqual([500, 1000]);
    expect(await world.payment(id)).toMatchObject({ amount_received: 1500, amount_capturable: 5040 });
  });

  test('Two captures count as two', async () => {
    const { books, captureThere, id } = await authorized();
    await captureThere(500);
    await world.deliver();
    await captureThere(700);
    await world.deliver();
    expect(await books()).toEqual([500, 700]);
    expect(await world.payment(id)).toMatchObject({ amount_received: 1200, amount_capturable: 5340 });
  });

  test('A capture between two of ours, the last final, is counted once, and everything is refunded', async () => {
    const { books, captureThere, id } = await authorized();
    await world.capture(id, { amount: 1000 });
    await world.deliver();
    await captureThere(500);
    await world.deliver();
    const last = await world.capture(id, { amount: 1000, final_capture: true });
    expect(last).toMatchObject({ amount_received: 2500 });
    await world.deliver();
    expect(await books()).toEqual([1000, 500, 1000]);
    expect(await world.refund(id)).toMatchObject({ status: 'succeeded', amount: 2500 });
  });

  test('An unreported capture is recorded with the next one', async () => {
    const { books, captureThere, id } = await authorized();
    await captureThere(500);
    await world.harness.webhooks();
    await world.capture(id, { amount: 1000 });
    await world.deliver();
    expect(await books()).toEqual([1000, 500]);
  });

  test('An unreported capture is recorded when an earlier report is repeated', async () => {
    const { books, captureThere } = await authorized();
    await captureThere(500);
    const webhooks = await world.harness.webhooks();
    const arrive = async () => {
      for (const { body } of webhooks) expect((await world.send(world.harness.sign(body))).status).toBe(200);
    };
    await arrive();
    expect(await books()).toEqual([500]);
    await captureThere(700);
    await world.harness.webhooks();
    await arrive();
    expect(await books()).toEqual([500, 700]);
    await arrive();
    expect(await books()).toEqual([500, 700]);
  });

  test('Each capture keeps its own fee, including ours', async () => {
    const { captureThere, id } = await authorized();
    const fees = async () => {
      const text = 'query ($id: ID!) { payment(paymentId: $id) { captures { amount fee } } }';
      const { payment } = await world.graphql.data(text, { id });
      return payment.captures.map(({ amount, fee }: Record<string, number>) => [amount, fee]);
    };
    const feeOf = world.harness.feeOf!;
    await world.capture(id, { amount: 1000 });
    await captureThere(500);
    await world.deliver();
    expect(await fees()).toEqual([
      [1000, feeOf(1000)],
      [500, feeOf(500)],
    ]);
    await captureThere(700);
    await world.deliver();
    expect(await fees()).toEqual([
      [1000, feeOf(1000)],
      [500, feeOf(500)],
      [700, feeOf(700)],
    ]);
  });

  // Stripe's reference does not specify the status in this case.
  test.for([['succeeded'], ['canceled']] as const)(
    'A capture is kept if the rest is released there and its payment is %s',
    async ([status]) => {
      const { books, captureThere, id, intent } = await authorized();
      await captureThere(500);
      // The report of the capture is lost.
      await world.harness.webhooks();
      const released = standIn.state.intents.get(intent)!;
      Object.assign(released, { status, amount_capturable: 0 });
      standIn.state.plan(`payment_intent.${status}`, released);
      await world.deliver();
      expect(await books()).toEqual([500]);
      expect(await world.payment(id)).toMatchObject({ status: 'partially_captured', amount_capturable: 0 });
    },
  );

  test('Money that its payment cannot accept is refunded once', async () => {
    const { captureThere, id, intent } = await authorized();
    await world.cancel(id);
    // Stripe reverted the void.
    Object.assign(standIn.state.intents.get(intent)!, {
      status: 'requires_capture',
      amount_capturable: 6540,
    });
    await captureThere(500);
    await world.deliver();
    await captureThere(700);
    await world.deliver();
    await world.settle(id);
    const { reversals } = await world.payment(id);
    expect(reversals.map(({ amount }: { amount: number }) => amount)).toEqual([500, 700]);
    expect(await world.harness.dashboard!.books(intent)).toMatchObject({ captured: 1200, refunded: 1200 });
  });
});

describe("Refunds made in Stripe's dashboard", () => {
  test.for([['manual'], ['manual_multiple']])(
    'A refund of exactly the uncaptured amount, right after the capture, counts as a refund: %s',
    async ([capture_method]) => {
      const { books, id, refundThere } = await authorized({ amount: 1000, capture_method });
      await world.capture(id, { amount: 500 });
      await world.deliver();
      await refundThere(500);
      await world.deliver();
      expect(await books()).toEqual([500]);
      const { refunds } = await world.payment(id);
      expect(refunds).toMatchObject([{ status: 'succeeded', amount: 500 }]);
    },
  );
});
