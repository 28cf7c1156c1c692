import 'reflect-metadata';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { freePort } from '../../kit/free-port.ts';
import { dailySettings, fill, withCluster } from '../cluster.ts';
import { Meter } from '../measure.ts';
import type { ServerProcess } from '../processes.ts';
import { startService } from '../service.ts';
import type { LoadMerchant } from './actions.ts';
import { actOnce, type Tally } from './day.ts';
import { followPayments } from './followers.ts';
import { overload } from './overload.ts';
import { prepareMerchant } from './prepare.ts';
import { startReceiver } from './receiver.ts';
import { at, print, reportActions, whole } from './report.ts';
import { type Day, runDay } from './run-day.ts';
import { growthPerMinute } from './vitals.ts';

/**
 * The command behind `npm run load`: a mixed day of many merchants, with webhooks to an unreliable receiver and
 * dashboards with live payments; then five times the service's capacity. It prints figures, including this machine's
 * row for docs/scaling.md, and asserts one thing: a run of a quarter of an hour or more fails if memory grows.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    merchants: { type: 'string', default: '50' },
    /** Actions per second; by default half of the service's capacity. */
    rate: { type: 'string' },
    payments: { type: 'string', default: '20000' },
  },
});
const minutes = Number(values.minutes);
/** Memory settles for this long before its growth is measured. */
const SETTLE_S = Math.min(300, minutes * 30);
/** A shorter run says nothing about leaks, and a smaller slope is attributed to chance. */
const LEAK = { minutesMin: 15, mbPerMinute: 1 };
const FOLLOWERS = 20;
const CALIBRATION_MS = 15_000;
const CALIBRATION_CONNECTIONS = 16;

await withCluster(async (cluster) => {
  const metricsPort = await freePort();
  const keys = await fill(cluster, {
    payments: Number(values.payments),
    merchants: Number(values.merchants),
  });
  const service = await startService(cluster, {
    METRICS_PORT: `${metricsPort}`,
    // As in the service's defaults.
    READ_WAIT_MS: '250',
    WRITE_WAIT_MS: '1000',
  });
  const meter = await Meter.open(cluster.superuserUrl);
  const receiver = await startReceiver();
  try {
    const merchants: LoadMerchant[] = [];
    for (const key of keys) merchants.push(await prepareMerchant(service.url, key, receiver.url));
    const carriedRate = await carried(service, merchants);
    const rate = values.rate ? Number(values.rate) : carriedRate / 2;
    const followers = followPayments(service.url, merchants.slice(0, FOLLOWERS));
    print(`${whole(rate)} actions/s for ${minutes} minutes, ${merchants.length} merchants`);
    const day = await runDay(service, cluster, {
      merchants,
      rate,
      minutes,
      metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    });
    await followers.close();
    reportActions(day.tallies, minutes * 60);
    const slope = growthPerMinute(day.vitals.filter(({ atS }) => atS >= SETTLE_S));
    print(
      [
        `Memory: ${whole(day.vitals.at(-1)!.residentMb)} MB at the end, ${slope.toFixed(2)} MB a minute after the first ${SETTLE_S} s`,
        `Statements: ${day.statementsPerAction.toFixed(1)} an action, with those of webhooks and jobs`,
        `Webhooks: ${receiver.counts.taken} acknowledged, ${receiver.counts.refused} tries refused; the oldest was due for ${whole(Math.max(...day.vitals.map(({ oldestDeliveryS }) => oldestDeliveryS)))} s at most`,
        `Live updates: ${followers.delaysMs.length}, p50 ${at(followers.delaysMs, 0.5)} ms, p99 ${at(followers.delaysMs, 0.99)} ms; ${followers.counts.failed} failed`,
      ].join('\n'),
    );
    print(scalingRow({ merchants: merchants.length, carriedRate, rate, slope, day }));
    if (minutes >= LEAK.minutesMin && slope >= LEAK.mbPerMinute) {
      print(`FAILED: memory grows by ${slope.toFixed(2)} MB a minute; ${LEAK.mbPerMinute} is the limit.`);
      process.exitCode = 1;
    }
    await overload(service, merchants[0]!);
  } finally {
    receiver.close();
    await meter.close();
    await service.stop();
  }
}, dailySettings);

/** The service's capacity in actions per second: the throughput with a constant number in progress. */
async function carried({ url }: ServerProcess, merchants: readonly LoadMerchant[]): Promise<number> {
  const tallies = new Map<string, Tally>();
  const startedMs = performance.now();
  let acted = 0;
  const keepActing = async () => {
    while (performance.now() - startedMs < CALIBRATION_MS) {
      await actOnce(url, merchants, tallies);
      acted += 1;
    }
  };
  await Promise.all(Array.from({ length: CALIBRATION_CONNECTIONS }, keepActing));
  return acted / ((performance.now() - startedMs) / 1_000);
}

/** The row of a run in the table "Capacity of one node" of docs/scaling.md. */
function scalingRow(run: { merchants: number; carriedRate: number; rate: number; slope: number; day: Day }) {
  const tookMs = [...run.day.tallies.values()].flatMap((tally) => tally.tookMs);
  const cells = [
    `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores`,
    run.merchants,
    whole(run.carriedRate),
    whole(run.rate),
    `${at(tookMs, 0.5)} / ${at(tookMs, 0.99)}`,
    run.day.statementsPerAction.toFixed(1),
    whole(run.day.vitals.at(-1)!.residentMb),
    run.slope.toFixed(2),
  ];
  return `\nRow of docs/scaling.md:\n| ${cells.join(' | ')} |`;
}
