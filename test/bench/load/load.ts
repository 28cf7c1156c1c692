import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../../kit/free-port.ts';
import { type BenchCluster, dailySettings, fill, untilNothingIsDue, withCluster } from '../cluster.ts';
import { Meter } from '../measure.ts';
import type { ServerProcess } from '../processes.ts';
import { startService } from '../service.ts';
import type { LoadMerchant } from './actions.ts';
import { followPayments } from './followers.ts';
import { generate } from './generate.ts';
import { overload } from './overload.ts';
import { prepareMerchant } from './prepare.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { at, print, reportActions, sum, whole } from './report.ts';
import { type Day, runDay } from './run-day.ts';
import { sampleSessions } from './sessions.ts';
import { reportCauses, reportTimes } from './tail.ts';
import { growthPerMinute } from './vitals.ts';

/**
 * The command behind `npm run load`: a mixed day of many merchants, with webhooks to an unreliable receiver and
 * dashboards with live payments, at each given share of the service's capacity; then five times its capacity. For each share
 * it prints the times by operation, and what the slowest hundred requests waited for. It also prints this machine's row
 * for docs/scaling.md, and asserts one thing: a run of a quarter of an hour or more fails if memory grows. With the
 * defaults it takes twelve minutes.
 */
const { values } = parseArgs({
  options: {
    /** Of each share. */
    minutes: { type: 'string', default: '4' },
    merchants: { type: 'string', default: '50' },
    /** Shares of what the machine carries. */
    share: { type: 'string', multiple: true, default: ['0.5', '0.8'] },
    /** Actions per second, in place of shares. */
    rate: { type: 'string' },
    payments: { type: 'string', default: '20000' },
    /** Without spans, the slowest requests are not explained, and the service does a little less. */
    spans: { type: 'boolean', default: true },
    overload: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const minutes = Number(values.minutes);
/** Memory settles for this long before its growth is measured. */
const SETTLE_S = Math.min(300, minutes * 30);
/** A shorter run says nothing about leaks, and a smaller slope is attributed to chance. */
const LEAK = { minutesMin: 15, mbPerMinute: 1 };
const FOLLOWERS = 20;
const CALIBRATION_S = 15;
const CALIBRATION_CONNECTIONS = 16;
/** How many times the p50 the p99 may be: up to half of what the machine carries, and beyond. */
const goalAt = (share: number) => (share <= 0.5 ? 5 : 10);
/** Answers that a service with backlog gives late, and webhooks that are due, are not the next share's. */
const REST_MS = 15_000;

const folder = mkdtempSync(path.join(tmpdir(), 'switchyard-load-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
const probeFile = path.join(folder, 'probe.tsv');

await withCluster(async (cluster) => {
  const metricsPort = await freePort();
  const keys = await fill(cluster, {
    payments: Number(values.payments),
    merchants: Number(values.merchants),
  });
  const settings = {
    METRICS_PORT: `${metricsPort}`,
    // As in the service's defaults.
    READ_WAIT_MS: '250',
    WRITE_WAIT_MS: '1000',
  };
  const service = values.spans
    ? await startService(
        cluster,
        // The probe takes the spans: nothing is sent.
        { ...settings, PROBE_FILE: probeFile, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
        new URL('./probe.ts', import.meta.url).href,
      )
    : await startService(cluster, settings);
  const meter = await Meter.open(cluster.superuserUrl);
  const receiver = await startReceiver();
  try {
    const merchants: LoadMerchant[] = [];
    for (const key of keys) merchants.push(await prepareMerchant(service.url, key, receiver.url));
    await untilNothingIsDue(cluster);
    const carriedRate = await carried(service, merchants);
    print(
      `Carried: ${whole(carriedRate)} actions/s of a mixed day, with ${CALIBRATION_CONNECTIONS} at a time`,
    );
    const rates = values.rate
      ? [Number(values.rate)]
      : values.share.map((share) => Number(share) * carriedRate);
    for (const [turn, rate] of rates.entries()) {
      if (turn > 0) await sleep(REST_MS);
      await measure(cluster, service, receiver, { carriedRate, merchants, metricsPort, rate });
    }
    if (values.overload) await overload(service, merchants[0]!);
  } finally {
    receiver.close();
    await meter.close();
    await service.stop();
  }
}, dailySettings);

interface Run {
  readonly carriedRate: number;
  readonly merchants: readonly LoadMerchant[];
  readonly metricsPort: number;
  readonly rate: number;
}

/** Runs a day at a rate, and prints its figures. */
async function measure(
  cluster: BenchCluster,
  service: ServerProcess,
  receiver: Receiver,
  { carriedRate, merchants, metricsPort, rate }: Run,
): Promise<void> {
  const share = rate / carriedRate;
  const followers = followPayments(service.url, merchants.slice(0, FOLLOWERS));
  const sampler = values.spans ? await sampleSessions(cluster.superuserUrl) : null;
  print(
    `\n## ${whole(rate)} actions/s, ${whole(100 * share)} % of what is carried, for ${minutes} minutes, ${merchants.length} merchants`,
  );
  const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  const day = await runDay(service, cluster, { actions: 'day', merchants, rate, minutes, metricsUrl });
  const sessions = await sampler?.stop();
  await followers.close();
  reportActions(day.tallies, minutes * 60);
  reportTimes(day.tallies, goalAt(Math.round(100 * share) / 100));
  if (sessions) await reportCauses(day.tallies, probeFile, sessions);
  const slope = growthPerMinute(day.vitals.filter(({ atS }) => atS >= SETTLE_S));
  print(
    [
      `\nGenerator: event loop late by ${day.generator.loopP99Ms.toFixed(1)} ms at p99, ${whole(day.generator.loopMaxMs)} at most`,
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
}

/** The service's capacity in actions per second: the throughput with a constant number in progress. */
async function carried({ url }: ServerProcess, merchants: readonly LoadMerchant[]): Promise<number> {
  const inProgress = CALIBRATION_CONNECTIONS;
  const plan = { url, merchants, actions: 'day', seconds: CALIBRATION_S, inProgress } as const;
  const { seconds, tallies } = await generate(plan).done;
  return sum(tallies, ({ tookMs }) => tookMs.length) / seconds;
}

/** The row of a run in the table "Capacity of one node" of docs/scaling.md. */
function scalingRow(run: { merchants: number; carriedRate: number; rate: number; slope: number; day: Day }) {
  const tookMs = [...run.day.tallies.values()].flatMap((tally) => tally.tookMs);
  const cells = [
    `${cpus()[0]?.model.trim()}, ${cpus().length} cores`,
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
