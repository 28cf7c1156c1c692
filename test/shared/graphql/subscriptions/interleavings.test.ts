import fc from 'fast-check';
import pg from 'pg';
import { afterEach, expect, vi } from 'vitest';
import { setScope } from '../../../../src/database/scoped-query.ts';
import { clientOf } from '../../../kit/client.ts';
import { budget } from '../../../kit/figure.ts';
import { seed } from '../../../kit/property.ts';
import { sandboxShop } from '../../../kit/sandbox-shop.ts';
import { test as base } from '../../../kit/test.ts';
import { closeAll, connect, cursorNow, type LiveClient, lastSeen, paymentsLive } from './live.ts';

// Shrinking a counterexample is slow.
vi.setConfig({ testTimeout: 120_000 });

/**
 * Payments changed by commands. The test's own transactions change another one, or commands would wait for its lock.
 */
const PAYMENTS = 3;

const where = fc.constantFrom<0 | 1>(0, 1);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constant('change'), payment: fc.nat(PAYMENTS - 1), at: where }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('disconnect'), payment: fc.constant(0), at: where }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('resume'), payment: fc.constant(0), at: where }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('take number'), payment: fc.constant(0), at: where }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('commit'), payment: fc.constant(0), at: where }) },
);

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('services', ({ secondService, service }) => [service, secondService] as const)
  /** A connection whose transactions are numbered at their start and commit when the test decides. */
  .extend('late', async ({ shared }, { onCleanup }) => {
    const late = new pg.Client({ connectionString: shared.databaseUrl });
    await late.connect();
    onCleanup(() => late.end());
    return late;
  });

afterEach(closeAll);

test('A client that resumes from its last cursor ends with the current state, however calls interleave', async ({
  late,
  services,
  shop,
}) => {
  let changes = 0;
  const change = async (at: 0 | 1, paymentId: string): Promise<void> => {
    changes += 1;
    const body = { description: `change ${changes}` };
    const { status } = await clientOf(services[at]).post(`/payments/${paymentId}`, { key: shop.key, body });
    expect(status).toBe(200);
  };
  const beginLate = async (paymentId: string): Promise<void> => {
    changes += 1;
    const { merchantId } = shop;
    await late.query('begin');
    await late.query(setScope(merchantId));
    await late.query('update payments set description = $3 where merchant_id = $1 and payment_id = $2', [
      merchantId,
      paymentId,
      `change ${changes}`,
    ]);
    await late.query(
      `insert into updates (merchant_id, object_type, object_id, recorded_at) values ($1, 'payment', $2, now())`,
      [merchantId, paymentId],
    );
  };

  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const ids = await Promise.all(Array.from({ length: PAYMENTS + 1 }, () => shop.open()));
      const ofLate = ids[PAYMENTS]!;
      let cursor = await cursorNow(services[0], shop.key);
      const seen = new Map<string, string>();
      let client: LiveClient | null = null;
      let live: ReturnType<LiveClient['subscribe']> | null = null;
      let isLateOpen = false;

      const take = () => {
        for (const [id, { description }] of lastSeen(live?.received ?? [])) seen.set(id, description);
        cursor = live?.received.at(-1)?.paymentUpdated.cursor ?? cursor;
      };
      const disconnect = async () => {
        await client?.close();
        take();
        client = null;
        live = null;
      };
      const resume = async (at: 0 | 1) => {
        await disconnect();
        client = await connect(services[at], shop.key);
        live = client.subscribe(paymentsLive, { after: cursor });
      };
      const commit = async () => {
        if (isLateOpen) await late.query('commit');
        isLateOpen = false;
      };

      for (const { does, payment, at } of steps) {
        if (does === 'change') await change(at, ids[payment]!);
        if (does === 'disconnect') await disconnect();
        if (does === 'resume') await resume(at);
        if (does === 'commit') await commit();
        if (does === 'take number' && !isLateOpen) {
          await beginLate(ofLate);
          isLateOpen = true;
        }
      }
      await commit();
      if (!client) await resume(0);

      const text = 'select payment_id, description from payments where payment_id = any($1)';
      const rows = await services[0].database.rows.query({ text, values: [ids] }, shop.merchantId);
      const there = rows
        .filter(({ description }) => description !== null)
        .map(({ payment_id: id, description }) => [id, description]);
      await expect
        .poll(
          () => {
            take();
            return [...seen].toSorted();
          },
          { interval: 5 },
        )
        .toEqual(there.toSorted());
      await disconnect();
    }),
    { seed, numRuns: budget(100, 25) },
  );
});
