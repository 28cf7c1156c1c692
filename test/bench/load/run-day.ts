import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchCluster, sql } from '../cluster.ts';
import type { ServerProcess } from '../processes.ts';
import type { Action, LoadMerchant } from './actions.ts';
import { act, type Tallies, type Tally } from './day.ts';
import { failuresOf, print, sum, whole } from './report.ts';
import { type Vital, vitalOf } from './vitals.ts';

const PROGRESS_S = 15;

/** The results of a day of load. */
export interface Day {
  readonly tallies: Tallies;
  readonly vitals: readonly Vital[];
  readonly statementsPerAction: number;
}

/** The load of a day: how many actions a second, and for how long. */
export interface DayLoad {
  readonly merchants: readonly LoadMerchant[];
  readonly rate: number;
  readonly minutes: number;
  /** The merchants' actions; a mixed day by default. */
  readonly actions?: readonly Action[];
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
  const tallies = new Map<string, Tally>();
  const vitals: Vital[] = [];
  const before = await statements();
  const startedMs = performance.now();
  const elapsedS = () => (performance.now() - startedMs) / 1_000;
  let isOver = false;
  const acting = act(service.url, merchants, rate, () => isOver, tallies, actions);
  while (elapsedS() < minutes * 60) {
    await sleep(Math.min(PROGRESS_S, minutes * 60 - elapsedS()) * 1_000);
    const vital = await vitalOf(service.pid, metricsUrl, elapsedS());
    vitals.push(vital);
    print(
      `${whole(vital.atS)} s: ${sum(tallies, ({ tookMs }) => tookMs.length)} answered, ${sum(tallies, failuresOf)} failed, ${whole(vital.residentMb)} MB, oldest delivery due for ${vital.oldestDeliveryS.toFixed(1)} s`,
    );
  }
  isOver = true;
  await acting;
  const answered = sum(tallies, ({ tookMs }) => tookMs.length);
  return { tallies, vitals, statementsPerAction: ((await statements()) - before) / answered };
}
