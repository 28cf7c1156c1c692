import fc from 'fast-check';
import { expect } from 'vitest';
import { withSession } from '../../../src/database/sessions.ts';
import type { ApiResponse } from '../../kit/client.ts';
import { ownerUrl } from '../../kit/database.ts';
import { budget } from '../../kit/figure.ts';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { scriptedShop } from '../../kit/scripted-shop.ts';
import { test as base } from '../../kit/test.ts';

/** The overlap documented in docs/events.md. */
const OVERLAP_MS = 60_000;
/** A transaction with this description commits once the test releases it. */
const HELD = 'held';
const GATE = 20_261_129;

let aheadMs = 0;

const test = base.extend('serviceOptions', { scope: 'file' }, () => ({
  connectors: [scriptedConnector().connector],
  now: () => new Date(Date.now() + aheadMs),
}));

async function sent(answer: Promise<ApiResponse>): Promise<ApiResponse> {
  const { body, status, ...others } = await answer;
  expect([status, status === 200 ? null : body]).toEqual([200, null]);
  return { body, status, ...others };
}

const operation = fc.oneof(
  fc.record({ kind: fc.constant('update' as const), of: fc.nat(2) }),
  fc.record({ kind: fc.constant('refund' as const), of: fc.nat(2) }),
  fc.record({ kind: fc.constant('reason' as const), of: fc.nat(2) }),
  fc.record({ kind: fc.constant('hold' as const), of: fc.nat(2) }),
  fc.record({ kind: fc.constant('poll' as const), of: fc.nat(2) }),
);

test('A copy read by the updated filter with an overlap misses no change, whenever its transaction commits', async ({
  api,
  graphqlAs,
  service,
}) => {
  await withSession(ownerUrl(service.database.url), async (gate) => {
    await gate.query(`
      create function wait_at_commit() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(${GATE}); return null; end $$;
      create constraint trigger held after update on payments deferrable initially deferred
        for each row when (new.description like '${HELD}%') execute function wait_at_commit()`);
    const isWaiting = async () => {
      const { rows } = await gate.query(
        `select from pg_locks where locktype = 'advisory' and objid = ${GATE} and not granted`,
      );
      return rows.length > 0;
    };
    let missedWithoutOverlap = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 8, maxLength: 14 }), async (operations) => {
        const shop = await scriptedShop(service);
        const { key } = shop;
        const own = { key };
        const [open, paid] = [[] as string[], [] as string[]];
        for (let i = 0; i < 3; i += 1) {
          open.push(
            await shop.payment({
              ...{ status: 'requires_payment_method', amount_received: 0 },
              expires_on: new Date('2099-01-01T00:00:00Z'),
            }),
          );
          paid.push((await shop.paidPayment()).paymentId);
        }
        const refunds = new Map<string, string>();
        const copies = { safe: new Map<string, string>(), hasty: new Map<string, string>() };
        const cursors = { safe: 0, hasty: 0 };
        const read = async (since: number) => {
          const filter = `updated: { gte: "${new Date(since).toISOString()}" }`;
          const { payments } = await graphqlAs(key).data(
            `{ payments(first: 100, filter: { ${filter} }) {
                 nodes { paymentId updated description amountRefunded refunds { refundId reason status } } } }`,
          );
          return payments.nodes as { paymentId: string; updated: string }[];
        };
        const poll = async (name: 'safe' | 'hasty', overlapMs: number) => {
          for (const { updated, ...payment } of await read(Math.max(cursors[name] - overlapMs, 0))) {
            copies[name].set(payment.paymentId, JSON.stringify(payment));
            cursors[name] = Math.max(cursors[name], Date.parse(updated));
          }
        };
        const pollBoth = async () => {
          await poll('safe', OVERLAP_MS);
          await poll('hasty', 0);
        };
        await pollBoth();
        // For the copies everything above is in the past.
        aheadMs += 3_600_000;
        let held: Promise<unknown> | null = null;
        const letCommit = async () => {
          await gate.query(`select pg_advisory_unlock_all()`);
          await held;
          held = null;
        };
        for (const [i, { kind, of }] of operations.entries()) {
          aheadMs += 4_000;
          if (kind === 'update')
            // The held one keeps its payment locked.
            await sent(api.post(`/payments/${open[of === 0 ? 1 : of]}`, { description: `change ${i}` }, own));
          if (kind === 'refund') {
            const { body } = await sent(api.post('/refunds', { payment_id: paid[of], amount: 1 }, own));
            refunds.set(paid[of]!, body.refund_id);
          }
          if (kind === 'reason' && refunds.has(paid[of]!))
            await sent(api.post(`/refunds/${refunds.get(paid[of]!)}`, { reason: `reason ${i}` }, own));
          if (kind === 'hold' && !held) {
            await gate.query(`select pg_advisory_lock(${GATE})`);
            held = sent(api.post(`/payments/${open[0]}`, { description: `${HELD} ${i}` }, own));
            const ended = held.then((answer) => {
              throw new Error(`It was not held: ${JSON.stringify(answer)}`);
            });
            await Promise.race([ended, expect.poll(isWaiting, { timeout: 60_000 }).toBe(true)]);
            ended.catch(() => {});
          } else if (kind === 'hold') await letCommit();
          if (kind === 'poll') await pollBoth();
        }
        await pollBoth();
        if (held) await letCommit();
        await pollBoth();
        const whole = new Map(
          (await read(0)).map(({ updated: _, ...payment }) => [payment.paymentId, JSON.stringify(payment)]),
        );
        expect(Object.fromEntries(copies.safe)).toEqual(Object.fromEntries(whole));
        const missed = [...whole].some(([id, value]) => copies.hasty.get(id) !== value);
        missedWithoutOverlap += missed ? 1 : 0;
      }),
      {
        numRuns: budget(60, 6),
        examples: [
          [
            [
              { kind: 'refund', of: 1 },
              { kind: 'poll', of: 0 },
              { kind: 'hold', of: 0 },
              { kind: 'update', of: 1 },
              { kind: 'reason', of: 1 },
              { kind: 'poll', of: 0 },
            ],
          ],
        ],
      },
    );
    // The overlap is needed: without it a transaction that commits after a later one is missed.
    expect(missedWithoutOverlap).toBeGreaterThan(0);
    await gate.query('drop trigger held on payments; drop function wait_at_commit()');
  });
});
