import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test as base, expect, vi } from 'vitest';
import { startWebhookReceiver } from '../../kit/webhook-receiver.ts';
import { causesIn, measured, PAUSE_MS } from './alert-causes.ts';
import { hasPrometheus, startPrometheus } from './prometheus.ts';

/**
 * Prometheus fires every rule of deploy/alerts.yaml on its cause, which the test creates in the service. Only durations
 * are shortened: `for` to zero, and rate windows to some scrapes.
 */
const root = path.resolve(import.meta.dirname, '../../..');
const rules = await readFile(path.join(root, 'deploy/alerts.yaml'), 'utf8');
const alerts = [...rules.matchAll(/^\s+- alert: (\w+)$/gm)].map(([, name]) => name!);
const shortened = rules
  .replace(/^(\s+for:) .*$/gm, '$1 0s')
  .replace(/(\b(?:rate|min_over_time)\((?:[^()[\]]|\{[^}]*\})*)\[\d+[mh]\]/g, '$1[8s]');

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('prometheus', { scope: 'file' }, async ({}, { onCleanup }) => {
    const prometheus = await startPrometheus(shortened);
    onCleanup(() => prometheus.stop());
    return prometheus;
  })
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('web', { scope: 'file' }, async ({}, { onCleanup }) => {
    const web = await measured({
      admissionLimits: { readBurst: 8, readWaitMs: 1 },
      rateLimits: { refusedKeys: 3 },
      connectorDeadlineMs: 300,
    });
    onCleanup(() => web.stop());
    return web;
  })
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('receiver', { scope: 'file' }, async ({}, { onCleanup }) => {
    const receiver = await startWebhookReceiver();
    onCleanup(() => receiver.close());
    return receiver;
  })
  .extend('jobs', { scope: 'file' }, async ({ receiver }, { onCleanup }) => {
    const jobs = await measured(
      { doesJobs: true, replicaUrls: ['postgres://nobody@127.0.0.1:1/none'] },
      {
        payment_response_hash_key: 'signing_key_of_the_shop_0123456789',
        webhook_details: { webhook_url: receiver.url },
      },
    );
    onCleanup(() => jobs.stop());
    return jobs;
  })
  .extend('causes', { scope: 'file' }, ({ jobs, prometheus, receiver, web }) =>
    causesIn({ jobs, prometheus, receiver, web }),
  )
  .skipIf(!hasPrometheus);

test('Every alert rule has a cause in this drill, and every cause a rule', ({ causes }) => {
  expect(Object.keys(causes).sort()).toEqual([...alerts].sort());
});

test('No alert fires while nothing is wrong', async ({ jobs, prometheus, web }) => {
  await prometheus.point([web.target, jobs.target]);
  await vi.waitUntil(async () => (await prometheus.up()) === 2, { timeout: 60_000 });
  await vi.waitUntil(async () => !(await prometheus.firing()).includes('SwitchyardGone'), {
    timeout: 60_000,
  });
  // One rule's replica does not exist from the start.
  expect((await prometheus.firing()).filter((name) => name !== 'SwitchyardReplicaUnused')).toEqual([]);
});

for (const name of alerts)
  test(`${name} fires on its cause`, async ({ causes, jobs, prometheus, web }) => {
    await causes[name]!(async (drive) => {
      do {
        await drive();
        await sleep(PAUSE_MS);
      } while (!(await prometheus.firing()).includes(name));
    });
    await prometheus.point([web.target, jobs.target]);
  });
