import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test as base, expect, vi } from 'vitest';
import { startWebhookReceiver } from '../../kit/webhook-receiver.ts';
import { causesIn, measured, PAUSE_MS, type World } from './alert-causes.ts';
import { hasPrometheus, startPrometheus } from './prometheus.ts';

/**
 * Every rule of deploy/alerts.yaml is fired by Prometheus on its cause, which the service is driven into. Only durations are
 * shortened: `for` to nothing, and the times of rates to some scrapes.
 */
const root = path.resolve(import.meta.dirname, '../../..');
const rules = await readFile(path.join(root, 'deploy/alerts.yaml'), 'utf8');
const alerts = [...rules.matchAll(/^\s+- alert: (\w+)$/gm)].map(([, name]) => name!);
const shortened = rules
  .replace(/^(\s+for:) .*$/gm, '$1 0s')
  .replace(/(\b(?:rate|min_over_time)\((?:[^()[\]]|\{[^}]*\})*)\[\d+[mh]\]/g, '$1[8s]');

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('world', { scope: 'file' }, async ({}, { onCleanup }): Promise<World> => {
    const prometheus = await startPrometheus(shortened);
    onCleanup(() => prometheus.stop());
    const web = await measured({
      admissionLimits: { readBurst: 8, readWaitMs: 1 },
      rateLimits: { refusedKeys: 3 },
      connectorDeadlineMs: 300,
    });
    onCleanup(() => web.stop());
    const receiver = await startWebhookReceiver();
    onCleanup(() => receiver.close());
    const jobs = await measured(
      { doesJobs: true, replicaUrls: ['postgres://nobody@127.0.0.1:1/none'] },
      {
        payment_response_hash_key: 'signing_key_of_the_shop_0123456789',
        webhook_details: { webhook_url: receiver.url },
      },
    );
    onCleanup(() => jobs.stop());
    return { prometheus, web, jobs, receiver };
  })
  .extend('causes', { scope: 'file' }, ({ world }) => causesIn(world))
  .skipIf(!hasPrometheus);

test('Every rule has a cause here, and there is no other', ({ causes }) => {
  expect(Object.keys(causes).sort()).toEqual([...alerts].sort());
});

test('While nothing is wrong, nothing fires', async ({ world: { jobs, prometheus, web } }) => {
  await prometheus.point([web.target, jobs.target]);
  await vi.waitUntil(async () => (await prometheus.up()) === 2, { timeout: 60_000 });
  await vi.waitUntil(async () => !(await prometheus.firing()).includes('SwitchyardGone'), {
    timeout: 60_000,
  });
  // The replica of one does not exist from the beginning.
  expect((await prometheus.firing()).filter((name) => name !== 'SwitchyardReplicaUnused')).toEqual([]);
});

for (const name of alerts)
  test(`${name} fires on its cause`, async ({ causes, world: { jobs, prometheus, web } }) => {
    await causes[name]!(async (drive) => {
      do {
        await drive();
        await sleep(PAUSE_MS);
      } while (!(await prometheus.firing()).includes(name));
    });
    await prometheus.point([web.target, jobs.target]);
  });
