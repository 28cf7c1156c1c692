import { expect } from 'vitest';
import type { Behaviour, World } from '../world.ts';

/** A payment that the vendor decides later, by a challenge that its customer passes without returning. */
const undecided = async (world: World) => {
  const { refund_id } = await world.refund((await world.pay('refund_waits')).payment_id);
  world.grounds.pass(world.harness.eventsAfterMs);
  const sent = await world.harness.webhooks();
  expect(sent.length).toBeGreaterThan(0);
  return { refundId: refund_id as string, sent };
};
const needs = [{ ability: 'webhooks' }, { ability: 'refund' }, { card: 'refund_waits' }] as const;

/** Webhooks that are late, early, repeated, out of order, forged, or of unknown kind. */
export const webhooks: readonly Behaviour[] = [
  {
    title: 'A webhook is answered as the vendor wants, and takes effect once however often it comes',
    needs,
    run: async (world) => {
      const { refundId, sent } = await undecided(world);
      for (const webhook of [...sent, ...sent]) expect((await world.send(webhook)).status).toBeLessThan(300);
      expect((await world.refundOf(refundId)).status).toBe('succeeded');
      const { payment_id } = await world.refundOf(refundId);
      expect((await world.payment(payment_id)).refunds).toHaveLength(1);
    },
  },
  {
    title: 'Webhooks that come at the same time take effect once',
    needs,
    run: async (world) => {
      const { refundId, sent } = await undecided(world);
      await Promise.all([...sent, ...sent].map((webhook) => world.send(webhook)));
      expect((await world.refundOf(refundId)).status).toBe('succeeded');
    },
  },
  {
    title: 'Webhooks that come in the wrong order lead to the same end',
    needs,
    run: async (world) => {
      const { refundId, sent } = await undecided(world);
      for (const webhook of [...sent].reverse()) await world.send(webhook);
      for (const webhook of sent) await world.send(webhook);
      expect((await world.refundOf(refundId)).status).toBe('succeeded');
    },
  },
  {
    title: 'A webhook about what a look-up had told before changes nothing',
    needs: [...needs, { ability: 'look_up' }],
    run: async (world) => {
      const { refund_id } = await world.refund((await world.pay('refund_waits')).payment_id);
      world.grounds.pass(world.harness.eventsAfterMs);
      await world.recover(refund_id);
      const before = await world.refundOf(refund_id);
      await world.deliver();
      const after = await world.refundOf(refund_id);
      expect(after.status).toBe('succeeded');
      if (before.status === 'succeeded') expect(after).toEqual(before);
    },
  },
  {
    title: 'A webhook that overtakes the answer to its call is not lost',
    needs: [{ ability: 'webhooks' }, { ability: 'refund' }, { card: 'refund_waits' }],
    run: async (world) => {
      const { payment_id } = await world.pay('refund_waits');
      world.harness.loseNext('refund', 'after');
      const { refund_id } = await world.refund(payment_id);
      await world.settle(refund_id);
      expect((await world.refundOf(refund_id)).status).toBe('succeeded');
      expect(await world.held('refund', refund_id)).toHaveLength(1);
    },
  },
  {
    title: 'A webhook with a wrong signature, or none, is refused and changes nothing',
    needs,
    run: async (world) => {
      const { refundId, sent } = await undecided(world);
      const webhook = sent[0]!;
      const headers = { 'content-type': 'application/json' };
      const forged = world.harness.forged?.(webhook) ?? [
        { ...webhook, headers },
        { ...webhook, body: `${webhook.body} ` },
      ];
      for (const one of forged) expect((await world.send(one)).status).toBe(401);
      expect((await world.refundOf(refundId)).status).toBe('pending');
    },
  },
  {
    title: 'A webhook to the account of another merchant changes nothing there or here',
    needs,
    run: async (world) => {
      const { refundId, sent } = await undecided(world);
      for (const webhook of sent) await world.send(webhook, 'mca_of_nobody');
      expect((await world.refundOf(refundId)).status).toBe('pending');
    },
  },
  {
    title: 'A signed body that is no webhook of the vendor is refused',
    needs: [{ ability: 'webhooks' }],
    run: async (world) => {
      for (const body of ['', '[]', '{', '"text"', 'null']) {
        expect((await world.send(world.harness.sign(body))).status).toBe(401);
      }
    },
  },
  {
    title: 'An event of a kind that the connector does not know is taken, and changes nothing',
    needs: [{ ability: 'webhooks' }],
    run: async (world) => {
      const paid = await world.pay('good');
      const { status } = await world.send(world.harness.sign(world.harness.strangeEvent));
      expect(status).toBeLessThan(300);
      expect(await world.payment(paid.payment_id)).toEqual(paid);
    },
  },
  {
    title:
      'A webhook that comes while the vendor does not answer is taken or asked for again, and is no error',
    needs: [{ ability: 'webhooks' }, { card: 'captured_elsewhere' }],
    run: async (world) => {
      const { cards } = world.harness;
      const scenarios = (['captured_elsewhere', 'voided_elsewhere', 'expires'] as const).filter(
        (one) => cards[one],
      );
      const ids: string[] = [];
      for (const scenario of scenarios) ids.push((await world.authorize(scenario)).payment_id);
      for (const scenario of ['good', 'refunded_elsewhere', 'disputed', 'fraud_warning'] as const)
        if (cards[scenario]) ids.push((await world.pay(scenario)).payment_id);
      world.grounds.pass(world.harness.eventsAfterMs);
      const sent = await world.harness.webhooks();
      expect(sent.length).toBeGreaterThan(0);
      const { logs } = world.service;
      const logged = logs.length;
      const again: typeof sent = [];
      world.harness.setDown(true);
      try {
        for (const webhook of sent) {
          const { headers, status } = await world.send(webhook);
          if (status !== 503) expect(status).toBeLessThan(300);
          else {
            expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
            again.push(webhook);
          }
        }
      } finally {
        world.harness.setDown(false);
      }
      for (const line of logs.slice(logged)) expect(line).not.toContain('"level":"error"');
      // The vendor is up again. The suite also redelivers webhooks that came too early.
      for (const webhook of again) {
        let status = 503;
        for (let tries = 0; status === 503 && tries < 4; tries += 1) ({ status } = await world.send(webhook));
        expect(status).toBeLessThan(300);
      }
      await world.deliver();
      const statuses = { captured_elsewhere: 'succeeded', voided_elsewhere: 'cancelled', expires: 'expired' };
      for (const [index, scenario] of scenarios.entries())
        expect((await world.payment(ids[index]!)).status).toBe(statuses[scenario]);
    },
  },
  {
    title: 'An authorization voided in the dashboard of the vendor ends its payment',
    needs: [{ ability: 'webhooks' }, { card: 'voided_elsewhere' }],
    run: async (world) => {
      const { payment_id } = await world.authorize('voided_elsewhere');
      await world.deliver();
      expect(await world.payment(payment_id)).toMatchObject({ status: 'cancelled', amount_capturable: 0 });
    },
  },
  {
    title: 'An authorization that expires at the vendor ends its payment',
    needs: [{ ability: 'webhooks' }, { card: 'expires' }],
    run: async (world) => {
      const { payment_id } = await world.authorize('expires');
      await world.deliver();
      expect(await world.payment(payment_id)).toMatchObject({ status: 'expired', amount_capturable: 0 });
    },
  },
  {
    title: 'An authorization captured in the dashboard of the vendor is captured here',
    needs: [{ ability: 'webhooks' }, { card: 'captured_elsewhere' }],
    run: async (world) => {
      const { payment_id } = await world.authorize('captured_elsewhere');
      await world.deliver();
      const paid = await world.payment(payment_id);
      expect(paid).toMatchObject({ status: 'succeeded', amount_received: 1000, amount_capturable: 0 });
      expect(paid.captures).toMatchObject([{ status: 'charged', amount: 1000 }]);
    },
  },
  {
    title: 'A warning of fraud is shown on its payment',
    needs: [{ ability: 'webhooks' }, { card: 'fraud_warning' }],
    run: async (world) => {
      const { payment_id } = await world.pay('fraud_warning');
      await world.deliver();
      expect((await world.payment(payment_id)).frm_message).toMatchObject({ frm_status: 'fraud' });
    },
  },
];
