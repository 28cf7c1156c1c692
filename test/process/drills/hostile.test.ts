import { type ChildProcess, execFile, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { heapLimits } from '../../../src/service/runtime.ts';
import { figure } from '../../kit/figure.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';
import { startProcess } from '../../shared/reliability/process.ts';
import { attacks, largeRequests } from './attacks.ts';
import type { Seen } from './bystander.ts';

const ATTACK_MS = 15_000;

const here = (file: string) => join(import.meta.dirname, file);
const MiB = 1024 * 1024;

const test = base
  /** The service as a separate process with measurable memory. */
  .extend('victim', { scope: 'file' }, async ({ shared }, { onCleanup }) => {
    const service = await startProcess(
      {
        DATABASE_URL: shared.databaseUrl,
        ADMIN_API_KEY: `admin_${randomBytes(24).toString('base64url')}`,
        ENCRYPTION_KEY: shared.encryptionKey.toString('base64'),
        NODE_ENV: 'production',
        SWITCHYARD_ENV: 'test',
        NODE_OPTIONS: `--expose-gc --import ${here('gc-on-signal.mjs')}`,
      },
      [...heapLimits, 'dist/main.js'],
    );
    onCleanup(async () => {
      service.child.kill('SIGKILL');
      await service.ended;
    });
    const residentBytes = async (): Promise<number> => {
      const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(service.child.pid)]);
      return Number(stdout) * 1024;
    };
    /** Its memory after garbage collection. */
    const keptBytes = async (): Promise<number> => {
      const told = () => service.lines.flatMap((line) => /"kept_bytes":(\d+)/.exec(line)?.[1] ?? []);
      const before = told().length;
      for (let i = 1; i <= 3; i++) {
        service.child.kill('SIGUSR2');
        await expect.poll(() => told().length, { timeout: 60_000 }).toBe(before + i);
      }
      return Number(told().at(-1));
    };
    return { url: service.url, child: service.child, residentBytes, keptBytes };
  })
  .extend('bystander', { scope: 'file' }, async ({ service, victim }, { onCleanup }) => {
    const child: ChildProcess = fork(here('bystander.ts'));
    onCleanup(() => void child.kill('SIGKILL'));
    const shop = await seedMerchant(service);
    for (let i = 0; i < 30; i++) await shop.payment({ amount: 100 + i });
    return async (forMs: number): Promise<Seen> => {
      child.send({ url: victim.url, key: shop.key, forMs });
      const [seen] = await once(child, 'message');
      return seen as Seen;
    };
  })
  /** A merchant with a payment with many refunds, whose key the attacks use. */
  .extend('attacker', { scope: 'file' }, async ({ service }) => {
    const shop = await seedMerchant(service);
    const paymentId = await shop.payment({ amount: 30 });
    for (let i = 0; i < 30; i++) await shop.refund(paymentId, { amount: 1 });
    return shop;
  })
  .extend('calm', { scope: 'file' }, async ({ attacker, bystander, victim }) => {
    await bystander(2_000);
    const full = new AbortController();
    const filling = largeRequests({ url: victim.url, key: attacker.key }, full.signal);
    await sleep(ATTACK_MS);
    full.abort();
    await filling;
    const seen = await bystander(4_000);
    return { seen, keptBytes: await victim.keptBytes(), residentBytes: await victim.residentBytes() };
  });

/** How many times longer another merchant may wait during the attack; the floor allows for a quiet machine. */
const P99_RATIO_MAX = 20;
const P99_FLOOR_MS = 50;
/** Memory that a process may keep after an attack: compiled documents, in a bounded cache. */
const KEPT_BYTES_MAX = 100 * MiB;
/**
 * How far resident memory may grow beyond ordinary requests of the same size. V8's young generation and the C library's
 * allocator grow with the traffic and seldom shrink.
 */
const RESIDENT_BYTES_MAX = 512 * MiB;
/** The share of requests that may be refused with a retry hint while the process is busy. */
const FAILED_MAX = 0.1;

const inMiB = (bytes: number) => `${Math.round(bytes / MiB)} MiB`;

test.for(attacks)(
  '$name neither delay another merchant for long nor stay in memory',
  {
    timeout: 120_000,
  },
  async (attack, { attacker, bystander, calm, task, victim }) => {
    const aborting = new AbortController();
    const attacking = attack.run({ url: victim.url, key: attacker.key }, aborting.signal);
    const seen = await bystander(ATTACK_MS);
    aborting.abort();
    await attacking;
    const kept = await victim.keptBytes();
    const resident = await victim.residentBytes();
    const ratio = seen.p99 / calm.seen.p99;
    figure(
      task,
      `p99 ${seen.p99.toFixed()} ms, ${ratio.toFixed(1)} times that without; ${seen.failed} of ${seen.requests} failed; ` +
        `kept ${inMiB(calm.keptBytes)} before, ${inMiB(kept)} after; resident ${inMiB(calm.residentBytes)} before, ${inMiB(resident)} after`,
    );
    expect(victim.child.exitCode).toBeNull();
    expect(seen.failed).toBeLessThan(seen.requests);
    // Response times and memory are measured without other load.
    expect(kept - calm.keptBytes).toBeLessThan(KEPT_BYTES_MAX);
    expect(seen.failed).toBeLessThanOrEqual(FAILED_MAX * seen.requests);
    expect(seen.p99).toBeLessThan(P99_RATIO_MAX * Math.max(calm.seen.p99, P99_FLOOR_MS));
    expect(resident - calm.residentBytes).toBeLessThan(RESIDENT_BYTES_MAX);
  },
);
