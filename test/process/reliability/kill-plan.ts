import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fromBuild } from '../../shared/reliability/process.ts';

/** Where to kill a process: around one of its commits, or around the connector's action. */
export type KillPoint =
  | { readonly point: 'before_commit' | 'after_commit'; readonly number: number }
  | { readonly point: 'before_act' | 'after_act' | 'never' };

/** The work of a child and the point where it dies. */
export interface KillPlan {
  readonly databaseUrl: string;
  /** In hexadecimal. */
  readonly encryptionKey: string;
  readonly connectorDeadlineMs: number;
  /** Vendor stand-ins, by connector. */
  readonly connectorBaseUrls?: Readonly<Record<string, string>>;
  readonly at: KillPoint;
  readonly request: {
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
}

const script = new URL('./kill-child.ts', import.meta.url).pathname;

/** Runs a child to its end, and returns the signal that ended it or its output. */
export async function runChild(plan: KillPlan): Promise<{ signal: string | null; printed: string }> {
  const child = spawn(process.execPath, [...fromBuild, script], {
    env: { ...process.env, KILL_PLAN: JSON.stringify(plan) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const [, signal] = await once(child, 'close');
  return { signal: signal as string | null, printed };
}

/** Processes the items, this many at a time; returns the results in order. */
export async function inLanes<T, R>(items: readonly T[], lanes: number, work: (item: T) => Promise<R>) {
  const results: R[] = [];
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]!);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}
