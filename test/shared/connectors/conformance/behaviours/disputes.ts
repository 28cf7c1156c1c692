import { expect } from 'vitest';
import type { Behaviour, World } from '../world.ts';

const disputed = async (world: World) => {
  const { payment_id } = await world.pay('disputed');
  await world.settle(payment_id);
  await world.deliver();
  const [dispute] = (await world.payment(payment_id)).disputes;
  expect(dispute).toMatchObject({
    dispute_status: 'dispute_opened',
    connector_dispute_id: expect.any(String),
  });
  return dispute.dispute_id as string;
};
const statusOf = async (world: World, id: string): Promise<string> =>
  (await world.get(`/disputes/${id}`)).dispute_status;
const needs = [{ ability: 'webhooks' }, { card: 'disputed' }] as const;

/** Disputes by cardholders, and merchants' responses. */
export const disputes: readonly Behaviour[] = [
  {
    title: 'A dispute is opened on its payment, with its deadline',
    needs,
    run: async (world) => {
      const dispute = await world.get(`/disputes/${await disputed(world)}`);
      expect(dispute.challenge_required_by).toEqual(expect.any(String));
    },
  },
  {
    title: 'A dispute is challenged with evidence, and won',
    needs: [...needs, { ability: 'challenge_dispute' }],
    run: async (world) => {
      const id = await disputed(world);
      await world.accepted(world.post(`/disputes/${id}/evidence`, { evidence: 'We win: winning_evidence' }));
      await world.deliver();
      expect(await statusOf(world, id)).toBe('dispute_won');
    },
  },
  {
    title: 'A dispute is challenged with evidence, and lost',
    needs: [...needs, { ability: 'challenge_dispute' }],
    run: async (world) => {
      const id = await disputed(world);
      await world.accepted(world.post(`/disputes/${id}/evidence`, { evidence: 'We lose: losing_evidence' }));
      await world.deliver();
      expect(await statusOf(world, id)).toBe('dispute_lost');
    },
  },
  {
    title: 'A dispute is accepted',
    needs: [...needs, { ability: 'accept_dispute' }],
    run: async (world) => {
      const id = await disputed(world);
      await world.accepted(world.post(`/disputes/${id}/accept`));
      await world.deliver();
      expect(await statusOf(world, id)).toMatch(/^dispute_(accepted|lost)$/);
    },
  },
];
