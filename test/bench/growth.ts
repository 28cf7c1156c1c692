import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../src/database/database.ts';
import { withSession } from '../../src/database/sessions.ts';
import { createLogger } from '../../src/http/logging.ts';
import { claimPort } from '../../src/http/port.ts';
import { createService, originOf } from '../../src/service.ts';
import { type BenchCluster, fill, plansOf, withCluster } from './cluster.ts';
import { multiplyPayments } from './multiply-payments.ts';
import { ask, dashboardReads, type MeasuredRead, medianMs, type ReadTarget } from './reads.ts';

/**
 * The command behind `npm run bench:growth`: measures what a dashboard reads at a small number of payments and at a
 * large one, and prints the medians with their ratio. Of reads that grow by more than a third, it prints the plans. It
 * asserts nothing. Two million payments take 12 GB of disk and half an hour.
 */
const { values } = parseArgs({
  options: {
    small: { type: 'string', default: '100000' },
    large: { type: 'string', default: '2000000' },
  },
});
const [small, large] = [Number(values.small), Number(values.large)];
/** Demo data take longer to make than clones of their payments. */
const LOADED_MAX = 20_000;
const MONTH_MS = 30 * 24 * 60 * 60_000;
/** The largest ratio that is put down to chance. */
const RATIO_MAX = 1.3;

const print = (text: string) => void process.stdout.write(`${text}\n`);

const multiply = ({ ownerUrl }: BenchCluster, times: number) =>
  withSession(ownerUrl, (owner) => multiplyPayments(owner, times - 1));

const shown = (median: number | string) => (typeof median === 'number' ? median.toFixed(1) : median);

await withCluster(async (cluster) => {
  const loaded = Math.min(LOADED_MAX, small);
  const [merchant] = await fill(cluster, { payments: loaded, merchants: 2 });
  const database = await openDatabase({ url: cluster.url, poolMax: 10 });
  const adminKey = randomBytes(32).toString('hex');
  const service = await createService({
    database,
    adminApiKey: adminKey,
    encryptionKeys: [cluster.encryptionKey],
    environment: 'test',
    logger: createLogger('silent'),
    doesJobs: false,
    rateLimits: { graphql: 0 },
  });
  try {
    const url = originOf(await service.listen(await claimPort(0, '127.0.0.1')), '127.0.0.1');
    const target: ReadTarget = { url, adminKey, merchantKey: merchant!.apiKey };
    print(`Filling up to ${small} payments …`);
    await multiply(cluster, Math.round(small / loaded));
    print(`Measuring at ${small} payments …`);
    const before = await measure(target);
    print(`Filling up to ${large} payments …`);
    await multiply(cluster, Math.round(large / small));
    print(`Measuring at ${large} payments …`);
    const after = await measure(target);
    await report(cluster, target, before, after);
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
  before: Medians,
  after: Medians,
): Promise<void> {
  print(
    `${'p50 in ms, payments:'.padEnd(50)} ${values.small.padStart(9)} ${values.large.padStart(9)}     ratio`,
  );
  const smallest = new Map([...before].map(([{ name }, median]) => [name, median]));
  const grown: MeasuredRead[] = [];
  for (const [read, afterwards] of after) {
    const first = smallest.get(read.name)!;
    const ratio =
      typeof first === 'number' && typeof afterwards === 'number' ? afterwards / first : Number.NaN;
    if (ratio > RATIO_MAX) grown.push(read);
    const figures = [shown(first).padStart(9), shown(afterwards).padStart(9), ratio.toFixed(2).padStart(9)];
    print(`${read.name.padEnd(50)} ${figures.join(' ')}${ratio > RATIO_MAX ? ' *' : ''}`);
  }
  for (const { as, name, query } of grown) {
    print(`\n* ${name}:\n${await plansOf(cluster, () => ask(target, as, query))}`);
  }
}
