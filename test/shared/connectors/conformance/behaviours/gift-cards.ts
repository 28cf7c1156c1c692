import { expect } from 'vitest';
import type { GiftCards } from '../harness.ts';
import type { Behaviour, World } from '../world.ts';

const needs = [{ other: 'gift cards' }] as const;
const AMOUNT = 1000;

type Scenario = 'good' | 'small' | 'unknown' | 'expired';

const cardsOf = (world: World): GiftCards => world.harness.giftCards!;
const dataOf = (world: World, scenario: Scenario) => {
  const { pin, [scenario]: number } = cardsOf(world);
  return { gift_card: { givex: { number, cvc: pin } } };
};
const charged = (world: World, scenario: Scenario, given: Record<string, unknown> = {}) =>
  world.payWith(dataOf(world, scenario), {
    ...{ amount: AMOUNT, currency: cardsOf(world).currency, payment_method_type: 'givex' },
    ...given,
  });

/** The balance check's response for a new payment. */
const balance = async (world: World, scenario: Scenario, given: Record<string, unknown> = {}) => {
  const order = { amount: AMOUNT, currency: cardsOf(world).currency, ...given };
  const { payment_id } = await world.accepted(world.post('/payments', order));
  const body = { payment_method_data: dataOf(world, scenario) };
  return world.post(`/payments/${payment_id}/gift_card_balance`, body);
};
const answered = async (world: World, scenario: Scenario, given: Record<string, unknown> = {}) =>
  world.accepted(balance(world, scenario, given));

/** Payments with gift cards, whose balances the vendor keeps. */
export const giftCards: readonly Behaviour[] = [
  {
    title: 'A gift card pays what its balance covers, at once',
    needs,
    run: async (world) => {
      const paid = await charged(world, 'good');
      expect(paid).toMatchObject({
        status: 'succeeded',
        amount_received: AMOUNT,
        payment_method: 'gift_card',
      });
      expect(await world.held('authorize', paid.payment_id)).toMatchObject([{ money: { amount: AMOUNT } }]);
      expect(JSON.stringify(paid)).not.toContain(cardsOf(world).good);
    },
  },
  {
    title:
      'A gift card that does not cover the payment, is unknown or has expired is declined, and may be replaced',
    needs,
    run: async (world) => {
      for (const scenario of ['small', 'unknown', 'expired'] as const) {
        const failed = await charged(world, scenario);
        expect([scenario, failed.status, failed.error_code]).toEqual([
          scenario,
          'failed',
          cardsOf(world).codes[scenario],
        ]);
        const again = { payment_method_data: dataOf(world, 'good'), payment_method: 'gift_card' };
        const { body } = await world.post(`/payments/${failed.payment_id}/confirm`, again);
        expect([scenario, body.status]).toEqual([scenario, 'succeeded']);
      }
    },
  },
  {
    title: 'A balance is told, goes down by payments and up by refunds',
    needs: [...needs, { ability: 'check_balance' }],
    run: async (world) => {
      const before = await answered(world, 'good');
      expect(before).toMatchObject({
        ...{ currency: cardsOf(world).currency, applicable_amount: AMOUNT, remaining_amount: 0 },
        ...{ covers_payment: true, last4: cardsOf(world).good.slice(-4), error_code: null },
      });
      const { payment_id } = await charged(world, 'good');
      await world.settle(payment_id);
      expect((await answered(world, 'good')).balance).toBe(before.balance - AMOUNT);
      const { refund_id } = await world.refund(payment_id, { amount: 400 });
      await world.settle(refund_id);
      expect((await world.refundOf(refund_id)).status).toBe('succeeded');
      expect((await answered(world, 'good')).balance).toBe(before.balance - AMOUNT + 400);
      const moved = (await world.harness.records()).length;
      const small = await answered(world, 'small');
      expect(small).toMatchObject({
        covers_payment: false,
        applicable_amount: small.balance,
        remaining_amount: AMOUNT - small.balance,
      });
      expect(await world.harness.records()).toHaveLength(moved);
    },
  },
  {
    title: 'A gift card that the vendor refuses has no balance, and the reason is told',
    needs: [...needs, { ability: 'check_balance' }],
    run: async (world) => {
      for (const scenario of ['unknown', 'expired'] as const) {
        const answer = await answered(world, scenario);
        expect(answer).toMatchObject({
          ...{ balance: null, currency: null, applicable_amount: 0, covers_payment: false },
          error_code: cardsOf(world).codes[scenario],
          unified_code: scenario === 'expired' ? 'UE_1002' : expect.stringMatching(/^UE_100[03]$/),
        });
      }
    },
  },
  {
    title: 'A gift card is captured later where its vendor can, and no vendor that cannot is asked',
    needs,
    run: async (world) => {
      const later = world.connector.paymentMethods!.gift_card!.capturesLater === true;
      const order = {
        ...world.orderOf('good', { amount: AMOUNT, currency: cardsOf(world).currency }),
        ...{ payment_method: 'gift_card', payment_method_data: dataOf(world, 'good') },
        capture_method: 'manual',
      };
      const { body, status } = await world.post('/payments', order);
      if (!later) {
        expect([status, body.error.code]).toEqual([422, 'no_connector_available']);
        return;
      }
      expect([status, body.status]).toEqual([200, 'requires_capture']);
      await world.capture(body.payment_id);
      await world.settle(body.payment_id);
      expect((await world.payment(body.payment_id)).status).toBe('succeeded');
    },
  },
  {
    title: 'A vendor that does not answer for a balance leaves the payment as it is',
    needs: [...needs, { ability: 'check_balance' }],
    run: async (world) => {
      world.harness.setDown(true);
      try {
        const { body, status } = await balance(world, 'good');
        expect([status, body.error.code]).toEqual([502, 'connector_unreachable']);
      } finally {
        world.harness.setDown(false);
      }
    },
  },
];
