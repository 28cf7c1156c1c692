import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { freePort } from '../../kit/free-port.ts';
import { dailySettings, fill, withCluster } from '../cluster.ts';
import { startService } from '../service.ts';
import type { LoadMerchant } from './actions.ts';
import { followPayments } from './followers.ts';
import { prepareMerchant } from './prepare.ts';
import { startReceiver } from './receiver.ts';
import { print, reportActions, sum, whole } from './report.ts';
import { runDay } from './run-day.ts';
import { reportDisk, reportThirds, tableSizes } from './soak-table.ts';
import { vitalOf } from './vitals.ts';

/**
 * The command behind `npm run soak`: ten merchants at a steady rate, half of whose actions are payments, with an unreliable
 * webhook receiver and live dashboards. PostgreSQL vacuums and waits for its disk; the service has its usual limits. It
 * prints tables by operation, by third of the time and by table of the database, and fails without any response. The times
 * depend on the machine.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    /** Actions a second. */
    rate: { type: 'string', default: '33' },
    merchants: { type: 'string', default: '10' },
  },
});
const minutes = Number(values.minutes);
const rate = Number(values.rate);
const FOLLOWERS = 20;
const PAYMENTS = 1_000;

await withCluster(async (cluster) => {
  const metricsPort = await freePort();
  const keys = await fill(cluster, { payments: PAYMENTS, merchants: Number(values.merchants) });
  const service = await startService(cluster, {
    METRICS_PORT: `${metricsPort}`,
    // As the service is by default.
    READ_WAIT_MS: '250',
    WRITE_WAIT_MS: '1000',
  });
  const receiver = await startReceiver();
  try {
    const merchants: LoadMerchant[] = [];
    for (const key of keys) merchants.push(await prepareMerchant(service.url, key, receiver.url));
    const followers = followPayments(service.url, merchants.slice(0, FOLLOWERS));
    print(`${whole(rate)} actions/s for ${minutes} minutes, ${merchants.length} merchants`);
    const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    const sizes = await tableSizes(cluster.superuserUrl);
    const start = await vitalOf(service.pid, metricsUrl, cluster.superuserUrl, 0);
    const day = await runDay(service, cluster, { merchants, rate, minutes, metricsUrl, actions: 'soak' });
    await followers.close();
    reportActions(day.tallies, minutes * 60);
    reportThirds(day, [start, ...day.vitals], minutes * 60);
    reportDisk(sizes, await tableSizes(cluster.superuserUrl));
    const refused = sum(day.tallies, (tally) => tally.refusedMs.length);
    const residentMb = day.vitals.map((vital) => vital.residentMb);
    print(
      `\nRefused: ${refused}. Memory: ${whole(Math.max(...residentMb))} MB at most, ${whole(residentMb.at(-1)!)} MB at the end. ` +
        `Webhooks: ${receiver.counts.taken} acknowledged, ${receiver.counts.refused} tries refused.`,
    );
    const answered = sum(day.tallies, ({ tookMs }) => tookMs.length);
    if (answered === 0) throw new Error('The service responded to no request.');
  } finally {
    receiver.close();
    await service.stop();
  }
}, dailySettings);
