import { expect } from 'vitest';
import type { Behaviour, World } from '../world.ts';

const needs = [
  { ability: 'webhooks' },
  { ability: 'capture' },
  { ability: 'multiple_captures' },
  { other: 'a dashboard' },
] as const;

/** An authorization of 1000, and a person's actions on it in the vendor's dashboard. */
async function authorized(world: World) {
  const { payment_id: id } = await world.authorize('good', { capture_method: 'manual_multiple' });
  const transaction = (await world.payment(id)).connector_transaction_id as string;
  await world.deliver();
  const { books, capture, refund } = world.harness.dashboard!;
  return {
    id,
    books: () => books(transaction),
    capture: async (amount: number) => expect(await capture(transaction, amount, false)).toBe(true),
    refund: async (amount: number) => expect(await refund(transaction, amount)).toBe(true),
  };
}

/** The captured amounts, smallest first. */
const capturesOf = async (world: World, id: string): Promise<number[]> => {
  const { amount_received, captures } = await world.payment(id);
  type Part = { readonly amount: number; readonly status: string };
  const amounts = (captures as Part[])
    .filter(({ status }) => status === 'charged')
    .map(({ amount }) => amount);
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(amount_received);
  return amounts.toSorted((a, b) => a - b);
};

/**
 * Completes a payment's calls and delivers its webhooks, delayed ones first: a refused one is repeated, as vendors do.
 */
async function arrive(world: World, id: string, heldUp: readonly string[] = []): Promise<void> {
  const { grounds, harness } = world;
  let waiting = [...heldUp];
  for (let round = 0; round < 5; round += 1) {
    grounds.pass(harness.eventsAfterMs);
    waiting.push(...(await harness.webhooks()).map(({ body }) => body));
    const refused: string[] = [];
    for (const body of waiting) {
      const { status } = await world.send(harness.sign(body));
      expect([200, 503]).toContain(status);
      if (status === 503) refused.push(body);
    }
    waiting = refused;
    await world.recover(id);
  }
  expect(waiting).toEqual([]);
}

/** The delayed reports. */
const held = {
  capture: 'the capture is reported last',
  refund: 'the refunds are reported last',
  both: 'the refunds are reported while the reversal is under way',
} as const;

/** Actions of people in the vendor's dashboard during the service's own operations. */
export const dashboard: readonly Behaviour[] = [
  {
    title: 'Captures made in the dashboard of the vendor before, between and after ours count once each',
    needs,
    run: async (world) => {
      const { capture, id } = await authorized(world);
      await capture(50);
      await world.deliver();
      await world.capture(id, { amount: 100 });
      await world.deliver();
      await capture(200);
      await capture(150);
      await world.deliver();
      await world.capture(id, { amount: 300 });
      await world.deliver();
      expect((await capturesOf(world, id)).reduce((sum, amount) => sum + amount, 0)).toBe(800);
      expect(await world.payment(id)).toMatchObject({ amount_capturable: 200, error_code: null });
      await world.refund(id);
      await world.settle(id);
      expect(await world.payment(id)).toMatchObject({ amount_refunded: 800 });
    },
  },
  ...(['before', 'after'] as const).flatMap((lost) =>
    (['before', 'after'] as const).map(
      (order): Behaviour => ({
        title: `A capture in the dashboard ${order} one of ours that is lost ${lost} the vendor acts counts once, as ours does`,
        needs: [...needs, { ability: 'look_up' }],
        run: async (world) => {
          const { capture, id } = await authorized(world);
          if (order === 'before') await capture(200);
          world.harness.loseNext('capture', lost);
          expect((await world.capture(id, { amount: 300 })).status).toBe('processing');
          if (order === 'after') await capture(200);
          await arrive(world, id);
          expect(await capturesOf(world, id)).toEqual([200, 300]);
        },
      }),
    ),
  ),
  {
    title: 'A refund in the dashboard that is reported before its capture is recorded once that is',
    needs,
    run: async (world) => {
      const { capture, id, refund } = await authorized(world);
      await capture(400);
      world.grounds.pass(world.harness.eventsAfterMs);
      const captured = await world.harness.webhooks();
      await refund(400);
      await world.deliver();
      for (const webhook of captured) expect((await world.send(webhook)).status).toBe(200);
      expect(await world.payment(id)).toMatchObject({
        ...{ amount_received: 400, amount_refunded: 400, amount_capturable: 600, error_code: null },
        refunds: [{ status: 'succeeded', amount: 400 }],
      });
    },
  },
  ...(Object.keys(held) as (keyof typeof held)[]).flatMap((late) =>
    [[100], [100, 50], [400]].map(
      (refunds): Behaviour => ({
        title: `A capture in the dashboard of a payment that is cancelled here goes back but for the ${refunds.join(' and ')} refunded there, where ${held[late]}`,
        needs: [...needs, { ability: 'void' }],
        run: async (world) => {
          const { books, capture, id, refund } = await authorized(world);
          const { grounds, harness } = world;
          const later = async () => {
            grounds.pass(harness.eventsAfterMs);
            return (await harness.webhooks()).map(({ body }) => body);
          };
          await capture(400);
          const captured = await later();
          for (const amount of refunds) await refund(amount);
          const refunded = await later();
          await world.post(`/payments/${id}/cancel`);
          const [first = [], last = []] = late === 'capture' ? [refunded, captured] : [captured, refunded];
          // The refusal of a reversal may be known before the refund.
          if (late !== 'both') await arrive(world, id, first);
          await arrive(world, id, late === 'both' ? [...first, ...last] : last);
          const { amount_received, amount_refunded, error_code, reversals, status } = await world.payment(id);
          const there = await books();
          // A vendor that refuses to void a partial capture continues with the payment.
          if (status === 'cancelled') {
            expect(reversals).toMatchObject([{ operation: 'refund', amount: 400, status: 'succeeded' }]);
            expect([amount_received, amount_refunded, error_code]).toEqual([0, 0, null]);
            expect(there).toMatchObject({ captured: 400, refunded: 400 });
          } else {
            expect(reversals).toEqual([]);
            expect(there).toMatchObject({ captured: amount_received, refunded: amount_refunded });
          }
        },
      }),
    ),
  ),
];
