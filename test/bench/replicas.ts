import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { exampleTabs } from '../../src/graphql/examples.ts';
import { freePort } from '../kit/free-port.ts';
import { type ClusterServer, isMissing, startReplicatedCluster } from '../kit/replicated-cluster.ts';
import { sumOf } from '../shared/telemetry/exposition.ts';
import { fill } from './cluster.ts';
import { type BenchRequest, graphql } from './measure.ts';
import { cores, cpuMs, isMeasurable, pin, type ServerProcess, treeOf } from './processes.ts';
import { get, keyOf, merchantOf, openRequest, paymentsOf, post } from './requests.ts';
import { startService } from './service.ts';

/**
 * The command behind `npm run bench:replicas`: the cost of reads for the primary, its replicas and the service with
 * none, one and two replicas. The service has one core; PostgreSQL's servers and the load share the other. Reads per
 * second therefore show the capacity of two cores: the relief of the primary is the difference in its processor time.
 * Prints figures and asserts nothing. It needs Linux and the distribution's PostgreSQL.
 */
const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '16' },
    /** Payment updates per second, which replicas must replay before the next read. */
    writes: { type: 'string', default: '0' },
  },
});
const load = { connections: Number(values.connections), duration: Number(values.seconds) };
const rounds = Number(values.rounds);
const writes = Number(values.writes);

/** As in production except for the disk; nothing else runs. */
const settings = {
  shared_preload_libraries: 'pg_stat_statements',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
  autovacuum: 'off',
  max_parallel_workers_per_gather: '0',
  max_connections: '200',
  hot_standby_feedback: 'on',
};

const WARM_SECONDS = 1;
const USED_POLL_MS = 100;
const PAYMENTS_WRITTEN = 64;

/** A process of the service that reads from some replicas. */
interface Reader extends ServerProcess {
  readonly replicas: number;
  /** How many read statements ran at `replica` or `primary`. */
  reads(server?: string): Promise<number>;
}

/** The results of a run: milliseconds of processor time per 1 000 reads. */
interface Figures {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** The share of statements run by replicas. */
  readonly byReplicas: number;
  readonly serviceMs: number;
  readonly primaryMs: number;
  /** Sum of all replicas. */
  readonly replicasMs: number;
  readonly failed: number;
}

const print = (text: string) => void process.stdout.write(`${text}\n`);
const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

async function postmasterOf(server: ClusterServer): Promise<number> {
  const text = `select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int as pid`;
  return (await server.query<{ pid: number }>(text))[0]!.pid;
}

async function startReader(
  cluster: { readonly url: string; readonly encryptionKey: Buffer },
  replicas: readonly ClusterServer[],
): Promise<Reader> {
  const metricsPort = await freePort();
  const service = await startService(cluster, {
    // A process's background work would be measured with the reads.
    ROLE: 'web',
    METRICS_PORT: `${metricsPort}`,
    ...(replicas.length > 0 ? { DATABASE_REPLICA_URLS: replicas.map(({ url }) => url).join(',') } : {}),
  });
  const sum = async (name: string, labels: Record<string, string> = {}) =>
    sumOf(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(), name, labels);
  while ((await sum('switchyard_replica_used')) < replicas.length) await sleep(USED_POLL_MS);
  return {
    ...service,
    replicas: replicas.length,
    reads: (server) => sum('switchyard_replica_reads_total', server ? { server } : {}),
  };
}

const cluster = isMissing || !isMeasurable ? null : await startReplicatedCluster(settings);
if (!cluster) {
  process.stderr.write("It needs Linux with two cores, and the distribution's PostgreSQL.\n");
  process.exit(1);
}
const { primary, replicas } = cluster;
const readers: Reader[] = [];
try {
  const database = {
    url: primary.url,
    superuserUrl: primary.superuserUrl,
    encryptionKey: randomBytes(32),
  };
  const [demo] = await fill(database, { payments: Number(values.payments), merchants: 1 });
  const postmasters = await Promise.all([primary, ...replicas].map(postmasterOf));
  pin([process.pid, ...postmasters.flatMap(treeOf)], cores.others);
  for (let count = 0; count <= replicas.length; count++)
    readers.push(await startReader(database, replicas.slice(0, count)));
  const [writer] = readers;
  const merchant = await merchantOf(writer!, demo!.apiKey);
  const ids = writes > 0 ? await paymentsOf(writer!, openRequest(merchant), PAYMENTS_WRITTEN) : [];
  const dashboard = exampleTabs[0]!.query.replace('count { count precision }', '');
  const one = '{ payments(first: 1) { nodes { paymentId status amount } } }';
  const requests: [name: string, request: BenchRequest][] = [
    ['REST list of 20 payments', get(merchant, '/payments/list?limit=20')],
    ['GraphQL dashboard of 20 payments', graphql(dashboard, { first: 20 }, keyOf(merchant.key))],
    ['GraphQL one payment', graphql(one, {}, keyOf(merchant.key))],
  ];
  const update = (turn: number) =>
    post(merchant, `/payments/${ids[turn % ids.length]}`, { description: `Shoes ${turn}` });
  print(
    `${''.padEnd(36)}replicas   reads/s   p99 ms  by replicas      CPU ms for 1 000 reads\n` +
      `${''.padEnd(72)}service   primary   replicas`,
  );
  for (const [name, request] of requests) {
    const figures = new Map<Reader, Figures[]>(readers.map((reader) => [reader, []]));
    // Interleaved, so that other load on the machine affects all of them.
    for (let round = 0; round < rounds; round++)
      for (const [reader, runs] of figures) runs.push(await run(reader, request, postmasters, update));
    for (const [{ replicas: count }, runs] of figures) print(row(count === 0 ? name : '', count, runs));
  }
} finally {
  for (const reader of readers) await reader.stop();
  await cluster.close();
}

async function run(
  reader: Reader,
  request: BenchRequest,
  postmasters: readonly number[],
  update: (turn: number) => BenchRequest,
): Promise<Figures> {
  const fire = (duration: number) =>
    autocannon({
      url: reader.url,
      connections: load.connections,
      duration,
      requests: [request] as unknown as autocannon.Request[],
    });
  let turn = 0;
  const write = async () => {
    const { path, ...rest } = update(turn++);
    await (await fetch(readers[0]!.url + path, rest)).text();
  };
  const writing = writes > 0 ? setInterval(() => void write(), 1_000 / writes) : undefined;
  await fire(WARM_SECONDS);
  const used = () => [reader.pid, ...postmasters].map(cpuMs);
  const served = async () => [await reader.reads('replica'), await reader.reads()] as const;
  const [before, servedBefore] = [used(), await served()];
  const { errors, latency, non2xx, requests: sent } = await fire(load.duration);
  const [after, servedAfter] = [used(), await served()];
  clearInterval(writing);
  const spent = after.map((ms, i) => ((ms - before[i]!) / sent.total) * 1_000);
  const [byReplicas, all] = servedAfter.map((count, i) => count - servedBefore[i]!) as [number, number];
  return {
    perSecond: sent.average,
    p99Ms: latency.p99,
    byReplicas: all > 0 ? byReplicas / all : 0,
    serviceMs: spent[0]!,
    primaryMs: spent[1]!,
    replicasMs: spent.slice(2).reduce((sum, ms) => sum + ms, 0),
    failed: errors + non2xx,
  };
}

/** The medians of some runs. */
function row(name: string, count: number, runs: readonly Figures[]): string {
  const of = (what: keyof Figures, digits = 0, factor = 1) =>
    (median(runs.map((figures) => figures[what])) * factor).toFixed(digits);
  const columns = [
    String(count).padStart(8),
    of('perSecond').padStart(10),
    of('p99Ms').padStart(9),
    `${of('byReplicas', 0, 100)} %`.padStart(13),
    of('serviceMs').padStart(10),
    of('primaryMs').padStart(10),
    of('replicasMs').padStart(11),
  ];
  const failed = runs.reduce((sum, figures) => sum + figures.failed, 0);
  return name.padEnd(36) + columns.join('') + (failed > 0 ? `  ${failed} FAILED` : '');
}
