import { expect } from 'vitest';
import { garblings, isGarbling } from '../garble.ts';
import type { Loss, RunningHarness } from '../harness.ts';
import type { Behaviour, Need, World } from '../world.ts';

type Operation = Parameters<RunningHarness['loseNext']>[0];

/** An operation whose response is lost: the request, and the expected result once settled. */
interface Lost {
  readonly operation: Operation;
  readonly needs: readonly Need[];
  readonly run: (world: World, lose: () => void, when: Loss) => Promise<void>;
}

/** Until its look-up a lost call is open. A garbled response may be read in part, and never counts as a failure. */
const expectOpen = (status: unknown, open: string, when: Loss): void => {
  if (isGarbling(when)) expect(status).not.toBe('failed');
  else expect(status).toBe(open);
};

const settled = async (world: World, id: string) => {
  await world.settle(id);
  return world.payment(id);
};

const operations: readonly Lost[] = [
  {
    operation: 'authorize',
    needs: [],
    run: async (world, lose, when) => {
      lose();
      const unsure = await world.pay('good');
      expectOpen(unsure.status, 'processing', when);
      const after = await settled(world, unsure.payment_id);
      const held = await world.held('authorize', unsure.payment_id);
      expect([after.status, held.length]).toEqual(held.length === 1 ? ['succeeded', 1] : [after.status, 0]);
      expect(after.status).toMatch(held.length === 1 ? /^succeeded$/ : /^(failed|processing)$/);
    },
  },
  {
    operation: 'capture',
    needs: [{ ability: 'capture' }],
    run: async (world, lose, when) => {
      const { payment_id: id } = await world.authorize();
      lose();
      expectOpen((await world.capture(id)).status, 'processing', when);
      const after = await settled(world, id);
      const held = await world.held('capture', after.captures[0].capture_id);
      expect(held.length).toBeLessThan(2);
      expect(after).toMatchObject({ amount_received: held.length * 1000 });
    },
  },
  {
    operation: 'increment',
    needs: [{ ability: 'increment' }, { ability: 'capture' }],
    run: async (world, lose) => {
      const { payment_id: id } = await world.authorize('good', { request_incremental_authorization: true });
      lose();
      await world.accepted(world.post(`/payments/${id}/incremental_authorization`, { amount: 1500 }));
      const { amount } = await settled(world, id);
      expect([1000, 1500]).toContain(amount);
      await world.capture(id);
      expect((await settled(world, id)).amount_received).toBe(amount);
    },
  },
  {
    operation: 'void',
    needs: [{ ability: 'void' }],
    run: async (world, lose) => {
      const { payment_id: id } = await world.authorize();
      lose();
      await world.cancel(id);
      const after = await settled(world, id);
      const held = await world.held('void', id);
      expect(held.length).toBeLessThan(2);
      if (held.length === 1) expect(after.status).toBe('cancelled');
    },
  },
  {
    operation: 'refund',
    needs: [{ ability: 'refund' }],
    run: async (world, lose, when) => {
      const { payment_id } = await world.pay('good');
      lose();
      const { refund_id, status } = await world.refund(payment_id);
      expectOpen(status, 'pending', when);
      await world.settle(refund_id);
      const held = await world.held('refund', refund_id);
      expect(held.length).toBeLessThan(2);
      if (held.length === 1) expect((await world.refundOf(refund_id)).status).toBe('succeeded');
    },
  },
  {
    operation: 'fulfill',
    needs: [{ ability: 'payout' }, { payout: 'good' }],
    run: async (world, lose, when) => {
      lose();
      const { payout_id, status } = await world.payout(world.harness.payouts!.good);
      expectOpen(status, 'pending', when);
      await world.settle(payout_id, 'for_payouts');
      const held = await world.held('payout', payout_id);
      expect(held.length).toBeLessThan(2);
      if (held.length === 1) expect((await world.payoutOf(payout_id)).status).toBe('success');
    },
  },
  {
    operation: 'recall',
    needs: [{ ability: 'cancel_payout' }, { payout: 'waits' }],
    run: async (world, lose) => {
      const { payout_id } = await world.payout(world.harness.payouts!.waits);
      lose();
      await world.accepted(world.post(`/payouts/${payout_id}/cancel`));
      await world.recover(payout_id);
      await world.settle(payout_id, 'for_payouts');
      const { status } = await world.payoutOf(payout_id);
      expect(['cancelled', 'success']).toContain(status);
      expect(await world.held('payout', payout_id)).toHaveLength(status === 'success' ? 1 : 0);
    },
  },
];

const names: Readonly<Record<Operation, string>> = {
  authorize: 'A charge',
  capture: 'A capture',
  void: 'A void',
  refund: 'A refund',
  fulfill: 'A payout',
  increment: 'An increase',
  recall: 'The cancellation of a payout',
};
const endings: Readonly<Record<Loss, string>> = {
  before: 'that is lost on its way to the vendor moves money once at most, and says so in the end',
  after: 'whose answer is lost moves money once, and says so in the end',
  fractions: 'whose answer has amounts with fractions never fails, moves money once, and says so in the end',
  strange: 'whose answer cannot be read never fails, moves money once, and says so in the end',
};

/** Calls interrupted before or after the vendor acted, and a vendor that is down. */
export const interruptions: readonly Behaviour[] = [
  ...operations.flatMap(({ needs, operation, run }) =>
    (['before', 'after', ...garblings] as const).map(
      (when): Behaviour => ({
        title: `${names[operation]} ${endings[when]}`,
        needs,
        run: (world) => run(world, () => world.harness.loseNext(operation, when), when),
      }),
    ),
  ),
  {
    title: 'A vendor that cannot be reached moves nothing, and the payment can be confirmed once it can',
    run: async (world) => {
      world.harness.setDown(true);
      const failed = await world.pay('good').finally(() => world.harness.setDown(false));
      expect(await world.held('authorize', failed.payment_id)).toEqual([]);
      expect(['failed', 'processing']).toContain(failed.status);
      if (failed.status === 'processing') await world.settle(failed.payment_id);
      const now = await world.payment(failed.payment_id);
      if (now.status === 'failed') {
        await world.accepted(world.post(`/payments/${failed.payment_id}/confirm`, world.cardData('good')));
      }
      expect((await world.payment(failed.payment_id)).status).toBe('succeeded');
      expect(await world.held('authorize', failed.payment_id)).toHaveLength(1);
    },
  },
];
