import { expect } from 'vitest';
import type { Behaviour, World } from '../world.ts';

/** An authorization with these partial captures. */
const captured = async (world: World, ...parts: readonly object[]) => {
  const held = await world.authorize('good', { capture_method: 'manual_multiple' });
  for (const part of parts) {
    await world.capture(held.payment_id, { ...part });
    await world.settle(held.payment_id);
  }
  return held;
};

/** Fees of a payment and its parts in GraphQL, with REST's names. */
const chargesInGraphql = async (world: World, id: string) => {
  const of = `fee fee_currency: feeCurrency settlement_reference: settlementReference available_on: availableOn`;
  const document = `query ($id: ID!) { payment(paymentId: $id) {
    fee fee_currency: feeCurrency net captures { amount ${of} } refunds { amount ${of} } } }`;
  return (await world.graphql.data(document, { id })).payment;
};

/** Authorizations, captures and voids that succeed or are refused. */
export const payments: readonly Behaviour[] = [
  {
    title: 'A good card is charged at once',
    isLive: true,
    run: async (world) => {
      const paid = await world.pay('good');
      expect(paid).toMatchObject({ status: 'succeeded', amount_received: 1000, amount_capturable: 0 });
      if (!world.seesRecords) return;
      const [held, ...more] = await world.held('authorize', paid.payment_id);
      expect(held).toMatchObject({ money: { amount: 1000, currency: world.usual } });
      expect(more).toEqual([]);
      expect(paid.connector_transaction_id).toBe(held!.id);
    },
  },
  {
    title:
      'What the connector charges is shown of captures, refunds and their payment, the same in both APIs',
    needs: [{ ability: 'refund' }, { ability: 'multiple_captures' }],
    run: async (world) => {
      const { feeOf = () => null } = world.harness;
      const atOnce = await world.pay('good');
      await world.settle(atOnce.payment_id);
      const { payment_id: inParcels } = await captured(world, { amount: 300 }, { amount: 450 });
      const { refund_id } = await world.refund(inParcels, { amount: 100 });
      await world.settle(refund_id);
      for (const [id, amounts, refunded] of [
        [atOnce.payment_id, [1000], []],
        [inParcels, [300, 450], [100]],
      ] as const) {
        const inRest = await world.payment(id);
        const inGraphql = await chargesInGraphql(world, id);
        expect(inRest).toMatchObject(inGraphql);
        const money = (amount: number, fee: number | null) => ({
          ...{ amount, fee, fee_currency: fee === null ? null : world.usual },
          settlement_reference: fee === null ? null : expect.stringMatching(/\w/),
          available_on: fee === null ? null : expect.stringMatching(/^2\d{3}-.*Z$/),
        });
        const fees = amounts.map((amount) => feeOf(amount));
        expect(inGraphql.captures).toEqual(amounts.map((amount, i) => money(amount, fees[i]!)));
        const free = world.harness.feeOf ? 0 : null;
        expect(inGraphql.refunds).toEqual(refunded.map((amount) => money(amount, free)));
        const sum = (of: readonly number[]) => of.reduce((total, one) => total + one, 0);
        const fee = fees.includes(null) ? null : sum(fees as number[]);
        const net = fee === null ? null : sum(amounts) - sum(refunded) - fee;
        expect(inGraphql).toMatchObject({ fee, fee_currency: fee === null ? null : world.usual, net });
      }
    },
  },
  {
    title: 'A card is charged by its number',
    isLive: true,
    run: async (world) => {
      const paid = await world.payByNumber('good');
      expect(paid).toMatchObject({ status: 'succeeded', amount_received: 1000 });
    },
  },
  {
    title: 'A charge is sent under the identifier of its attempt',
    run: async (world) => {
      const paid = await world.pay('good');
      const [held] = await world.held('authorize', paid.payment_id);
      expect(held!.reference).toBe(paid.attempts[0].attempt_id);
    },
  },
  {
    title: 'A charge in a currency without minor units is of the same sum at the vendor',
    needs: [{ other: 'a currency without minor units' }],
    run: async (world) => {
      const paid = await world.pay('good', { amount: 500, currency: world.harness.currencies!.whole });
      expect(paid).toMatchObject({ status: 'succeeded', amount_received: 500 });
      expect((await world.held('authorize', paid.payment_id))[0]!.money.amount).toBe(500);
    },
  },
  {
    title: 'A charge in a currency of thousandths is of the same sum at the vendor',
    needs: [{ other: 'a currency of thousandths' }],
    run: async (world) => {
      const paid = await world.pay('good', {
        amount: 12_340,
        currency: world.harness.currencies!.thousandths,
      });
      expect(paid).toMatchObject({ status: 'succeeded', amount_received: 12_340 });
      expect((await world.held('authorize', paid.payment_id))[0]!.money.amount).toBe(12_340);
    },
  },
  {
    title: 'A card is verified without being charged',
    run: async (world) => {
      const verified = await world.pay('good', { amount: 0 });
      expect(verified).toMatchObject({ status: 'succeeded', amount_received: 0 });
    },
  },
  {
    title: 'A declined card fails with the code of the connector, mapped, and is not tried elsewhere',
    isLive: true,
    run: async (world) => {
      await spare(world);
      const failed = await world.pay('declined');
      const code = world.harness.codes.declined ?? expect.any(String);
      expect(failed).toMatchObject({ status: 'failed', error_code: code });
      expect(failed.attempts).toHaveLength(1);
      expect(failed.unified_code).toMatch(/^UE_[1-4]000$/);
      if (world.seesRecords) expect(await world.held('authorize', failed.payment_id)).toEqual([]);
    },
    needs: [{ card: 'declined' }],
  },
  {
    title: 'A soft decline is followed by an attempt at another account',
    needs: [{ card: 'soft_declined' }],
    run: async (world) => {
      await spare(world);
      const paid = await world.pay('soft_declined');
      expect(paid.attempts.map((one: { error_code: string | null }) => one.error_code)).toContain(
        world.harness.codes.soft_declined,
      );
      expect(paid.attempts).toHaveLength(2);
    },
  },
  {
    title: 'A declined card can be replaced by a good one',
    needs: [{ card: 'declined' }],
    run: async (world) => {
      const failed = await world.pay('declined');
      const { body } = await world.post(`/payments/${failed.payment_id}/confirm`, world.cardData('good'));
      expect(body).toMatchObject({ status: 'succeeded', amount_received: 1000 });
      expect(await world.held('authorize', failed.payment_id)).toHaveLength(1);
    },
  },
  {
    title: 'A decline with a code that the connector does not know fails, and a warning names the code',
    needs: [{ card: 'declined_strangely' }],
    run: async (world) => {
      const before = world.grounds.warnings.length;
      const failed = await world.pay('declined_strangely');
      expect(failed).toMatchObject({ status: 'failed', error_code: expect.any(String) });
      expect(world.grounds.warnings.slice(before).join('\n')).toContain(failed.error_code);
    },
  },
  {
    title: 'A status that the connector does not know is pending, with a warning, until the vendor decides',
    needs: [{ card: 'strange_status' }],
    run: async (world) => {
      const before = world.grounds.warnings.length;
      const waiting = await world.pay('strange_status');
      expect(waiting.status).toBe('processing');
      expect(world.grounds.warnings.length).toBeGreaterThan(before);
      await world.settle(waiting.payment_id);
      expect((await world.payment(waiting.payment_id)).status).toBe('succeeded');
    },
  },
  {
    title: 'An authorization for less than asked is recorded as it is',
    needs: [{ card: 'authorized_in_part' }],
    run: async (world) => {
      const held = await world.authorize('authorized_in_part');
      expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 500 });
      const captured = await world.capture(held.payment_id);
      await world.settle(held.payment_id);
      expect(await world.payment(captured.payment_id)).toMatchObject({
        status: 'partially_captured',
        amount_received: 500,
      });
    },
  },
  {
    title: 'An authorization in another currency than asked is no success',
    needs: [{ card: 'authorized_wrongly' }],
    run: async (world) => {
      const unsure = await world.pay('authorized_wrongly');
      expect(unsure).toMatchObject({
        status: 'processing',
        amount_received: 0,
        error_code: 'not_as_asked',
        connector_transaction_id: expect.any(String),
      });
    },
  },
  {
    title: 'An authorization is captured in full',
    isLive: true,
    needs: [{ ability: 'capture' }],
    run: async (world) => {
      const held = await world.authorize();
      expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 1000, amount_received: 0 });
      await world.capture(held.payment_id);
      await world.settle(held.payment_id);
      const paid = await world.payment(held.payment_id);
      expect(paid).toMatchObject({ status: 'succeeded', amount_received: 1000, amount_capturable: 0 });
      if (!world.seesRecords) return;
      const [capture] = await world.held('capture', paid.captures[0].capture_id);
      expect(capture!.money).toEqual({ amount: 1000, currency: world.usual });
      expect(paid.captures[0].connector_capture_id).toBe(capture!.id);
    },
  },
  {
    title: 'An authorization is captured in part, and the rest released',
    isLive: true,
    needs: [{ ability: 'capture' }],
    run: async (world) => {
      const held = await world.authorize();
      await world.capture(held.payment_id, { amount: 400 });
      await world.settle(held.payment_id);
      expect(await world.payment(held.payment_id)).toMatchObject({
        status: 'partially_captured',
        amount_received: 400,
        amount_capturable: 0,
      });
    },
  },
  {
    title: 'An authorization is captured in several parts',
    needs: [{ ability: 'multiple_captures' }],
    run: async (world) => {
      const held = await captured(world, { amount: 300 }, { amount: 200 }, { amount: 500 });
      const paid = await world.payment(held.payment_id);
      expect(paid).toMatchObject({ status: 'succeeded', amount_received: 1000 });
      expect(paid.captures.map(({ amount, status }: Record<string, unknown>) => [amount, status])).toEqual([
        [300, 'charged'],
        [200, 'charged'],
        [500, 'charged'],
      ]);
    },
  },
  {
    title: 'The final one of several captures releases the rest',
    needs: [{ ability: 'multiple_captures' }],
    run: async (world) => {
      const held = await captured(world, { amount: 300 }, { amount: 200, final_capture: true });
      expect(await world.payment(held.payment_id)).toMatchObject({
        status: 'partially_captured',
        amount_received: 500,
        amount_capturable: 0,
      });
    },
  },
  {
    title: 'Several captures are refused where the connector cannot make them',
    needs: [{ lacks: 'multiple_captures' }],
    run: async (world) => {
      const { status, body } = await world.post(
        '/payments',
        world.orderOf('good', { capture_method: 'manual_multiple' }),
      );
      expect([status, body.error.code]).toEqual([422, 'no_connector_available']);
    },
  },
  {
    title: 'A capture that is refused leaves the authorization as it was',
    needs: [{ ability: 'capture' }, { card: 'capture_fails' }],
    run: async (world) => {
      const held = await world.authorize('capture_fails');
      await world.capture(held.payment_id);
      await world.settle(held.payment_id);
      expect(await world.payment(held.payment_id)).toMatchObject({
        status: 'requires_capture',
        amount_received: 0,
        error_code: expect.any(String),
      });
    },
  },
  {
    title: 'An authorization is voided, and cannot be captured any more',
    isLive: true,
    needs: [{ ability: 'void' }],
    run: async (world) => {
      const held = await world.authorize();
      await world.cancel(held.payment_id);
      await world.settle(held.payment_id);
      expect(await world.payment(held.payment_id)).toMatchObject({
        status: 'cancelled',
        amount_capturable: 0,
      });
      if (world.seesRecords) expect(await world.held('void', held.payment_id)).toHaveLength(1);
      expect((await world.post(`/payments/${held.payment_id}/capture`)).status).toBe(409);
    },
  },
  {
    title: 'What is left after a capture is released by a void',
    needs: [{ ability: 'multiple_captures' }, { ability: 'void' }],
    run: async (world) => {
      const held = await captured(world, { amount: 400 });
      await world.cancel(held.payment_id);
      await world.settle(held.payment_id);
      expect(await world.payment(held.payment_id)).toMatchObject({
        status: 'partially_captured',
        amount_received: 400,
        amount_capturable: 0,
      });
    },
  },
  {
    title: 'An authorization is increased, and captured in full',
    needs: [{ ability: 'increment' }, { ability: 'capture' }],
    run: async (world) => {
      const held = await world.authorize('good', { request_incremental_authorization: true });
      expect(held.incremental_authorization_allowed).toBe(true);
      await world.accepted(
        world.post(`/payments/${held.payment_id}/incremental_authorization`, { amount: 1500 }),
      );
      await world.settle(held.payment_id);
      await world.capture(held.payment_id);
      await world.settle(held.payment_id);
      expect((await world.payment(held.payment_id)).amount_received).toBe(1500);
    },
  },
  {
    title: 'The checks and the answer that are kept hold no card number',
    run: async (world) => {
      const paid = await world.pay('good');
      expect(JSON.stringify(paid)).not.toContain(world.harness.cards.good);
      expect(world.service.logs.join('')).not.toContain(world.harness.cards.good);
    },
  },
];

/** Adds a second account at the connector, and lets payments be retried there. */
async function spare(world: World): Promise<void> {
  await world.accepted(
    world.createAccount({ connector_type: 'payment_processor', merchant_connector_id: 'mca_spare' }),
  );
  await world.accepted(
    world.post(`/account/${world.shop.merchantId}/business_profile/${world.shop.profileId}`, {
      is_auto_retries_enabled: true,
      max_auto_retries_enabled: 1,
    }),
  );
}
