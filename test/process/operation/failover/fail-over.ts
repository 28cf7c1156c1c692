import type { FailoverCluster } from './cluster.ts';
import type { Ledger } from './ledger.ts';
import { until } from './program.ts';

/** The fault at the leader. */
export type Mishap = 'killed' | 'frozen';

/** One failover from the clients' view. */
export interface Failover {
  readonly leader: string;
  readonly mishap: Mishap;
  readonly successor: string;
  /** Time until Patroni had another leader, in seconds. */
  readonly electedS: number;
  /** From the last acknowledged write before to the first after, in seconds. */
  readonly withoutWritesS: number;
  /** Unsuccessful responses with their counts. */
  readonly failures: ReadonlyMap<string, number>;
  /** From its return until the cluster was whole again, in seconds. */
  readonly rejoinedS: number;
  /** Whether the former leader needed a rewind to rejoin. */
  readonly isRewound: boolean;
}

/** Applies a fault to the leader, waits until writes are acknowledged again, and brings the former leader back. */
export async function failOver(cluster: FailoverCluster, mishap: Mishap, ledger: Ledger): Promise<Failover> {
  const leader = await cluster.leader();
  const logged = (await leader.log()).length;
  const failed = ledger.failures.length;
  const beganMs = performance.now();
  await (mishap === 'killed' ? leader.kill() : leader.freeze());
  await until('another leads', async () => (await cluster.leader()).name !== leader.name);
  const electedMs = performance.now();
  const successor = await cluster.leader();
  await until('writes are acknowledged', () => (ledger.writesMs.at(-1) ?? 0) > electedMs);
  const returnedMs = performance.now();
  await (mishap === 'killed' ? leader.start() : leader.thaw());
  await cluster.untilWhole();
  return {
    leader: leader.name,
    mishap,
    successor: successor.name,
    electedS: (electedMs - beganMs) / 1_000,
    withoutWritesS: longestPauseMs(ledger.writesMs, beganMs, returnedMs) / 1_000,
    failures: countOf(ledger.failures.slice(failed).map(({ answer }) => answer)),
    rejoinedS: (performance.now() - returnedMs) / 1_000,
    isRewound: (await leader.log()).slice(logged).includes('pg_rewind exit code=0'),
  };
}

/** The longest gap between times in a period, including its start and end. */
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
