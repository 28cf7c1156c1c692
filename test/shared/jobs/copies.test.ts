import { expect, vi } from 'vitest';
import type { OutgoingCalls } from '../../../src/core/foundation/ports/outgoing-calls.ts';
import { createLogger } from '../../../src/http/requests/logging.ts';
import { serviceTasks } from '../../../src/jobs/tasks.ts';
import { Ticker } from '../../../src/jobs/ticker.ts';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';
import { startWebhookReceiver } from '../../kit/webhook-receiver.ts';

/** Each loop polls once a second: after this many queries every loop has polled several times. */
const QUESTIONS = 16;

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('identity', { scope: 'file' }, ({}) => {
    const known = { state: 'undecided' as OutgoingCalls['off'], asked: 0 };
    return {
      known,
      places: ['localhost/test'],
      refresh: async () => false,
      get off() {
        known.asked += 1;
        return known.state;
      },
    };
  })
  .extend('serviceOptions', { scope: 'file' }, ({ identity }) => ({
    identity,
    doesJobs: true,
    webhooksToLoopback: true,
  }))
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('receiver', { scope: 'file' }, async ({}, { onCleanup }) => {
    const receiver = await startWebhookReceiver();
    onCleanup(() => receiver.close());
    return receiver;
  })
  .extend('shop', ({ receiver, service }) =>
    sandboxShop(service, {
      payment_response_hash_key: 'signing_key_of_the_shop_0123456789',
      webhook_details: { webhook_url: receiver.url },
    }),
  );

test('No job runs and no webhook is sent on a copied or undecided database', async ({
  api,
  identity: { known },
  receiver,
  service,
  shop,
}) => {
  const query = <Row extends object>(text: string, values: unknown[] = []) =>
    service.database.rows.query<Row>({ text, values }, null);
  const names = serviceTasks.map(({ name }) => name);
  const tasks = () =>
    query<{ task: string }>(
      `select task, due_at, process_id, failures from scheduled_tasks where due_at < now() - interval '1 minute'
       and process_id is null order by task`,
    );
  const contextFor = () => service.contextFor({ kind: 'admin_key' }, 'job_test');
  const parts = { contextFor, heartbeat: { isSteady: true }, logger: createLogger('silent') };
  for (const state of ['undecided', 'copy'] as const) {
    known.state = state;
    await query(`update scheduled_tasks set due_at = now() - interval '1 hour'`);
    // The sandbox is no vendor: a copy takes payments with it. Each webhook waits.
    const { body } = await api.post('/payments', {
      ...{ amount: 100, currency: 'USD', profile_id: shop.profileId, confirm: true },
      payment_method_data: { card: cardOf(cards.good) },
    });
    expect(body.status).toBe('succeeded');
    known.asked = 0;
    await vi.waitUntil(() => known.asked > QUESTIONS, { timeout: 60_000 });
    expect((await tasks()).map(({ task }) => task)).toEqual([...names].sort());
    for (const task of serviceTasks)
      expect([task.name, await new Ticker({ ...parts, tasks: [task] }).startDue()]).toEqual([task.name, 0]);
    expect(receiver.arrivals).toEqual([]);
    const health = await fetch(`${service.url}/health/ready`);
    expect(await health.json()).toEqual({
      status: 'ready',
      jobs: 'off',
      jobs_off: ['copy'],
      database: state,
    });
  }
  // All of it was due.
  known.state = null;
  await expect.poll(tasks, { timeout: 120_000 }).toEqual([]);
  await expect.poll(() => receiver.arrivals.length, { timeout: 60_000 }).toBeGreaterThan(1);
});
