import { expect } from 'vitest';
import type { Behaviour, World } from '../world.ts';

const paidFor = async (world: World, card: Parameters<World['pay']>[0] = 'good', given = {}) =>
  (await world.pay(card, given)).payment_id as string;

/** Refunds, and their later reports. */
export const refunds: readonly Behaviour[] = [
  {
    title: 'A payment is refunded in full',
    isLive: true,
    needs: [{ ability: 'refund' }],
    run: async (world) => {
      const id = await paidFor(world);
      const { refund_id } = await world.refund(id);
      await world.settle(refund_id);
      const refund = await world.refundOf(refund_id);
      expect(refund).toMatchObject({ status: 'succeeded', amount: 1000 });
      if (!world.seesRecords) return;
      const [held, ...more] = await world.held('refund', refund_id);
      expect([held!.money, more]).toEqual([{ amount: 1000, currency: world.usual }, []]);
    },
  },
  {
    title: 'A payment is refunded in parts, and not beyond what it received',
    isLive: true,
    needs: [{ ability: 'refund' }],
    run: async (world) => {
      const id = await paidFor(world);
      for (const amount of [300, 700]) {
        const { refund_id } = await world.refund(id, { amount });
        await world.settle(refund_id);
        expect((await world.refundOf(refund_id)).status).toBe('succeeded');
      }
      expect((await world.post('/refunds', { payment_id: id, amount: 1 })).status).toBe(422);
    },
  },
  {
    title: 'Money that was captured later is refunded',
    isLive: true,
    needs: [{ ability: 'refund' }, { ability: 'capture' }],
    run: async (world) => {
      const held = await world.authorize();
      await world.capture(held.payment_id);
      await world.settle(held.payment_id);
      const { refund_id } = await world.refund(held.payment_id, { amount: 250 });
      await world.settle(refund_id);
      expect((await world.refundOf(refund_id)).status).toBe('succeeded');
    },
  },
  {
    title: 'Money that was captured in several parts is refunded in one',
    needs: [{ ability: 'refund' }, { ability: 'multiple_captures' }],
    run: async (world) => {
      const held = await world.authorize('good', { capture_method: 'manual_multiple' });
      for (const amount of [400, 600]) {
        await world.capture(held.payment_id, { amount });
        await world.settle(held.payment_id);
      }
      const { refund_id } = await world.refund(held.payment_id, { amount: 1000 });
      await world.settle(refund_id);
      expect((await world.refundOf(refund_id)).status).toBe('succeeded');
    },
  },
  {
    title: 'A refund that is refused fails with the code of the connector, and can be tried again',
    needs: [{ ability: 'refund' }, { card: 'refund_fails' }],
    run: async (world) => {
      const id = await paidFor(world, 'refund_fails');
      const { refund_id } = await world.refund(id);
      await world.settle(refund_id);
      expect(await world.refundOf(refund_id)).toMatchObject({
        status: 'failed',
        error_code: expect.any(String),
      });
      expect((await world.post('/refunds', { payment_id: id })).status).toBe(200);
    },
  },
  {
    title: 'A refund that waits is pending, and succeeds by a webhook',
    needs: [{ ability: 'refund' }, { ability: 'webhooks' }, { card: 'refund_waits' }],
    run: async (world) => {
      const { refund_id, status } = await world.refund(await paidFor(world, 'refund_waits'));
      expect(status).toBe('pending');
      await world.deliver();
      expect((await world.refundOf(refund_id)).status).toBe('succeeded');
    },
  },
  {
    title: 'A refund that fails after it had succeeded no longer counts',
    needs: [{ ability: 'refund' }, { ability: 'webhooks' }, { card: 'refund_returned' }],
    run: async (world) => {
      const id = await paidFor(world, 'refund_returned');
      const { refund_id } = await world.refund(id);
      await world.settle(refund_id);
      await world.deliver();
      expect((await world.refundOf(refund_id)).status).toBe('failed');
      const again = await world.refund(id, { amount: 1000 });
      await world.settle(again.refund_id);
      await world.deliver();
      expect((await world.refundOf(again.refund_id)).status).toBe('failed');
    },
  },
  {
    title: 'A refund made in the dashboard of the vendor becomes a refund of the payment',
    needs: [{ ability: 'webhooks' }, { card: 'refunded_elsewhere' }],
    run: async (world) => {
      const id = await paidFor(world, 'refunded_elsewhere');
      await world.deliver();
      const { refunds } = await world.payment(id);
      expect(refunds).toMatchObject([{ status: 'succeeded', amount: 1000 }]);
    },
  },
  {
    title: 'Captured money that is not received after all fails its payment',
    needs: [{ ability: 'webhooks' }, { card: 'capture_returned' }],
    run: async (world) => {
      const id = await paidFor(world, 'capture_returned');
      await world.deliver();
      expect(await world.payment(id)).toMatchObject({ status: 'failed', amount_received: 0 });
    },
  },
];
