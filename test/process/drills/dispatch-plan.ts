import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { DispatcherOptions } from '../../../src/core/webhooks/dispatcher.ts';
import { fromBuild } from '../../shared/reliability/process.ts';

/** The start options of a delivering process. */
export interface DispatchPlan {
  readonly databaseUrl: string;
  /** In hexadecimal. */
  readonly encryptionKey: string;
  readonly webhooks: Partial<DispatcherOptions>;
}

const script = new URL('./dispatch-child.ts', import.meta.url).pathname;

/** A delivering process. */
export interface DispatchProcess {
  /** Kills it with SIGKILL and waits for its end. */
  kill(): Promise<void>;
}

/** Starts a process and waits until it delivers. */
export async function startDispatchProcess(plan: DispatchPlan): Promise<DispatchProcess> {
  const child: ChildProcess = spawn(process.execPath, [...fromBuild, script], {
    env: { ...process.env, DISPATCH_PLAN: JSON.stringify(plan) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const ready = once(createInterface({ input: child.stdout! }), 'line');
  await Promise.race([
    ready,
    ended.then(([code, signal]) => {
      throw new Error(`The process that delivers webhooks ended with ${code ?? signal}.`);
    }),
  ]);
  return {
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
