import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { readConfig } from '../../src/config/config.ts';
import { openDatabase } from '../../src/database/database.ts';
import { originOf } from '../../src/http/front-door/http-server.ts';
import { claimPort } from '../../src/http/front-door/port.ts';
import { createLogger } from '../../src/http/requests/logging.ts';
import { createService } from '../../src/service/service.ts';
import { localKeyring } from '../kit/local-keyring.ts';
import { type BenchCluster, fill, plansOf, settle, withCluster } from './cluster.ts';
import { multiplyPayments } from './multiply-payments.ts';
import { ask, dashboardReads, type MeasuredRead, medianMs, type ReadTarget } from './reads.ts';

/**
 * The command behind `npm run bench:growth`: measures a dashboard's reads at growing numbers of payments, and prints
 * the medians with the ratio of the last to the first. It prints the plans of reads that slow down by more than a
 * third. It asserts nothing. A million payments take 6 GB of disk.
 */
const { values } = parseArgs({
  options: { payments: { type: 'string', default: '100000,1000000,2000000' } },
});
const sizes = values.payments.split(',').map(Number);
/** Generating demo data takes longer than cloning payments. */
const LOADED_MAX = 20_000;
const MONTH_MS = 30 * 24 * 60 * 60_000;
/** The largest ratio attributed to chance. */
const RATIO_MAX = 1.3;

const print = (text: string) => void process.stdout.write(`${text}\n`);

async function multiply(cluster: BenchCluster, times: number): Promise<void> {
  await multiplyPayments(cluster.ownerUrl, times - 1);
  await settle(cluster);
}

const shown = (median: number | string) => (typeof median === 'number' ? median.toFixed(1) : median);

await withCluster(async (cluster) => {
  const loaded = Math.min(LOADED_MAX, ...sizes);
  const [merchant] = await fill(cluster, { payments: loaded, merchants: 2 });
  const database = await openDatabase({ url: cluster.url, poolMax: 10 });
  const adminKey = randomBytes(32).toString('hex');
  const defaults = readConfig({});
  const service = await createService({
    database,
    secrets: { adminApiKey: adminKey, keyring: await localKeyring(database, cluster.encryptionKey) },
    settings: { ...defaults, role: 'web', rateLimits: { ...defaults.rateLimits, graphql: 0 } },
    logger: createLogger('silent'),
  });
  try {
    const url = originOf(await service.listen(await claimPort(0, '127.0.0.1')), '127.0.0.1');
    const target: ReadTarget = { url, adminKey, merchantKey: merchant!.apiKey };
    const measured: Medians[] = [];
    let filled = loaded;
    for (const size of sizes) {
      print(`Filling up to ${size} payments …`);
      await multiply(cluster, Math.round(size / filled));
      filled = size;
      print(`Measuring at ${size} payments …`);
      measured.push(await measure(target));
    }
    await report(cluster, target, measured);
  } finally {
    await service.stop(1_000);
    await database.close();
  }
});

type Medians = ReadonlyMap<MeasuredRead, number | string>;

async function measure(target: ReadTarget): Promise<Medians> {
  const now = Date.now();
  const { data } = await ask(
    target,
    'merchant',
    `{ payments(first: 1, filter: { created: { lt: "${new Date(now - 2 * MONTH_MS).toISOString()}" } }) {
      edges { cursor node { paymentId } } } }`,
  );
  const { cursor, node } = data.payments.edges[0];
  const since = new Date(now - MONTH_MS).toISOString();
  const medians = new Map<MeasuredRead, number | string>();
  for (const read of dashboardReads({ deepCursor: cursor, paymentId: node.paymentId, since })) {
    medians.set(read, await medianMs(read, target));
  }
  return medians;
}

async function report(
  cluster: BenchCluster,
  target: ReadTarget,
  measured: readonly Medians[],
): Promise<void> {
  const line = (name: string, cells: readonly string[]) =>
    `${name.padEnd(50)} ${cells.map((cell) => cell.padStart(9)).join(' ')}`;
  print(line('p50 in ms, payments:', [...sizes.map(String), 'ratio']));
  const byName = measured.map((medians) => new Map([...medians].map(([{ name }, median]) => [name, median])));
  const grown: MeasuredRead[] = [];
  for (const read of measured.at(-1)!.keys()) {
    const figures = byName.map((medians) => medians.get(read.name)!);
    const [first, last] = [figures[0], figures.at(-1)];
    const ratio = typeof first === 'number' && typeof last === 'number' ? last / first : Number.NaN;
    if (ratio > RATIO_MAX) grown.push(read);
    print(`${line(read.name, [...figures.map(shown), ratio.toFixed(2)])}${ratio > RATIO_MAX ? ' *' : ''}`);
  }
  for (const { as, name, query, variables } of grown) {
    print(`\n* ${name}:\n${await plansOf(cluster, () => ask(target, as, query, variables))}`);
  }
}
