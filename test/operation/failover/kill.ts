import type { FailoverCluster } from './cluster.ts';
import type { Ledger } from './ledger.ts';
import { until } from './program.ts';

/** One failover, as clients saw it. */
export interface Failover {
  readonly killed: string;
  readonly successor: string;
  /** From the last write acknowledged before to the first after, in seconds. */
  readonly withoutWritesS: number;
  /** Answers other than successes, with how often each was given. */
  readonly failures: ReadonlyMap<string, number>;
  /** From its start until the cluster was whole again, in seconds. */
  readonly rejoinedS: number;
  /** Whether the one that was killed had to be rewound to rejoin. */
  readonly isRewound: boolean;
}

/** Kills whoever leads, waits until writes are acknowledged again, and lets the one that was killed rejoin. */
export async function killLeader(cluster: FailoverCluster, ledger: Ledger): Promise<Failover> {
  const leader = await cluster.leader();
  const logged = (await leader.log()).length;
  const failed = ledger.failures.length;
  const killedMs = performance.now();
  await leader.kill();
  await until('another leads', async () => (await cluster.leader()).name !== leader.name);
  const successor = await cluster.leader();
  const electedMs = performance.now();
  await until('writes are acknowledged', () => (ledger.writesMs.at(-1) ?? 0) > electedMs);
  const startedMs = performance.now();
  leader.start();
  await cluster.untilWhole();
  return {
    killed: leader.name,
    successor: successor.name,
    withoutWritesS: longestPauseMs(ledger.writesMs, killedMs, startedMs) / 1_000,
    failures: countOf(ledger.failures.slice(failed).map(({ answer }) => answer)),
    rejoinedS: (performance.now() - startedMs) / 1_000,
    isRewound: (await leader.log()).slice(logged).includes('pg_rewind exit code=0'),
  };
}

/** The longest time between two moments of a period, its beginning and its end counted. */
function longestPauseMs(momentsMs: readonly number[], fromMs: number, toMs: number): number {
  const within = momentsMs.filter((atMs) => atMs >= fromMs && atMs <= toMs);
  const all = [fromMs, ...within, toMs];
  return Math.max(...all.slice(1).map((atMs, i) => atMs - all[i]!));
}

function countOf(answers: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return counts;
}
