import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchCluster, sql } from '../cluster.ts';
import type { ServerProcess } from '../processes.ts';
import type { LoadMerchant } from './actions.ts';
import type { Tallies } from './day.ts';
import { generate } from './generate.ts';
import type { GeneratorPlan } from './generator.ts';
import { print, sum, whole } from './report.ts';
import { type Vital, vitalOf } from './vitals.ts';

const PROGRESS_S = 15;

/** The results of a day of load. */
export interface Day {
  readonly tallies: Tallies;
  readonly vitals: readonly Vital[];
  readonly statementsPerAction: number;
  /** The delay of the generator's event loop, in milliseconds. */
  readonly generator: { readonly loopP99Ms: number; readonly loopMaxMs: number };
}

/** The load of a day: how many actions a second, and for how long. */
export interface DayLoad {
  readonly merchants: readonly LoadMerchant[];
  readonly rate: number;
  readonly minutes: number;
  readonly actions: GeneratorPlan['actions'];
  /** Where the service's metrics are. */
  readonly metricsUrl: string;
}

/** Runs merchants' actions for some minutes, and prints the results so far every few seconds. */
export async function runDay(
  service: ServerProcess,
  { superuserUrl }: BenchCluster,
  { actions, merchants, metricsUrl, minutes, rate }: DayLoad,
): Promise<Day> {
  const statements = async () => {
    const [row] = await sql(superuserUrl, 'select sum(calls)::float8 as calls from pg_stat_statements');
    return row!.calls as number;
  };
  const vitals: Vital[] = [];
  const before = await statements();
  const startedMs = performance.now();
  const elapsedS = () => (performance.now() - startedMs) / 1_000;
  const seconds = minutes * 60;
  const acting = generate({ url: service.url, merchants, actions, perSecond: rate, seconds });
  while (elapsedS() < seconds) {
    await sleep(Math.min(PROGRESS_S, seconds - elapsedS()) * 1_000);
    const vital = await vitalOf(service.pid, metricsUrl, superuserUrl, elapsedS());
    vitals.push(vital);
    const { answered, failed } = acting.soFar;
    print(
      `${whole(vital.atS)} s: ${answered} answered, ${failed} failed, ${whole(vital.residentMb)} MB, oldest delivery due for ${vital.oldestDeliveryS.toFixed(1)} s`,
    );
  }
  const { loopMaxMs, loopP99Ms, tallies } = await acting.done;
  const answered = sum(tallies, ({ tookMs }) => tookMs.length);
  return {
    ...{ tallies, vitals, generator: { loopMaxMs, loopP99Ms } },
    statementsPerAction: ((await statements()) - before) / answered,
  };
}
