import { expect } from 'vitest';
import type { Behaviour } from '../world.ts';

const good = [{ ability: 'payout' }, { payout: 'good' }] as const;

/** Payouts to customers and vendors. */
export const payouts: readonly Behaviour[] = [
  {
    title: 'A payout is sent once',
    needs: good,
    run: async (world) => {
      const { payout_id } = await world.payout(world.harness.payouts!.good);
      await world.settle(payout_id, 'for_payouts');
      const sent = await world.payoutOf(payout_id);
      const [held, ...more] = await world.held('payout', payout_id);
      expect(sent).toMatchObject({ status: 'success', connector_transaction_id: held!.id });
      expect([held!.money, more]).toEqual([{ amount: 1000, currency: world.usual }, []]);
    },
  },
  {
    title: 'A payout that is refused fails with the code of the connector',
    needs: [{ ability: 'payout' }, { payout: 'declined' }],
    run: async (world) => {
      const { payout_id } = await world.payout(world.harness.payouts!.declined);
      await world.settle(payout_id, 'for_payouts');
      expect(await world.payoutOf(payout_id)).toMatchObject({
        status: 'failed',
        error_code: expect.any(String),
      });
      expect(await world.held('payout', payout_id)).toEqual([]);
    },
  },
  {
    title: 'A payout that waits is pending, and succeeds by a webhook',
    needs: [{ ability: 'payout' }, { ability: 'webhooks' }, { payout: 'waits' }],
    run: async (world) => {
      const { payout_id, status } = await world.payout(world.harness.payouts!.waits);
      expect(status).toBe('pending');
      await world.deliver('for_payouts');
      expect((await world.payoutOf(payout_id)).status).toBe('success');
    },
  },
  {
    title: 'A payout that comes back is reversed',
    needs: [{ ability: 'payout' }, { ability: 'webhooks' }, { payout: 'returned' }],
    run: async (world) => {
      const { payout_id } = await world.payout(world.harness.payouts!.returned);
      await world.settle(payout_id, 'for_payouts');
      await world.deliver('for_payouts');
      expect((await world.payoutOf(payout_id)).status).toBe('reversed');
    },
  },
  {
    title: 'A payout that has not arrived is cancelled',
    needs: [{ ability: 'cancel_payout' }, { payout: 'waits' }],
    run: async (world) => {
      const { payout_id } = await world.payout(world.harness.payouts!.waits);
      await world.accepted(world.post(`/payouts/${payout_id}/cancel`));
      await world.settle(payout_id, 'for_payouts');
      expect((await world.payoutOf(payout_id)).status).toBe('cancelled');
      expect(await world.held('payout', payout_id)).toEqual([]);
    },
  },
  {
    title: 'A payout that has arrived is not cancelled',
    needs: good,
    run: async (world) => {
      const { payout_id } = await world.payout(world.harness.payouts!.good);
      await world.settle(payout_id, 'for_payouts');
      expect((await world.post(`/payouts/${payout_id}/cancel`)).status).toBe(409);
    },
  },
  {
    title: 'A payout is refused where the connector sends none',
    needs: [{ lacks: 'payout' }],
    run: async (world) => {
      const card = { card_number: '4111111111111111', expiry_month: '12', expiry_year: '2039' };
      await world.accepted(world.createAccount({ connector_type: 'payout_processor' }));
      const { status } = await world.post('/payouts', {
        amount: 1000,
        currency: world.usual,
        confirm: true,
        payout_type: 'card',
        payout_method_data: { card },
      });
      expect(status).toBe(422);
    },
  },
];
