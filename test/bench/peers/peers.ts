import 'reflect-metadata';
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type BenchCluster, fill, sql, untilNothingIsDue, withCluster } from '../cluster.ts';
import { type Figures, Meter } from '../measure.ts';
import { isMeasurable, type ServerProcess, startServer } from '../processes.ts';
import { merchantOf } from '../requests.ts';
import { startService } from '../service.ts';
import { type Measured, tableOf } from './report.ts';
import { requireSameAnswers } from './same.ts';
import { copyRows } from './tables.ts';
import { commandOf, type Name, type Workload, workloadsOf } from './workloads.ts';

/**
 * The command behind `npm run bench:peers`: the service and its peers answer the same requests on the same rows. The
 * measured server has one core, PostgreSQL and the load another. Rounds are interleaved; the report shows their
 * medians.
 */
const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '16' },
    /** Names of workloads, comma-separated: `dashboard,pay`. */
    only: { type: 'string' },
    /** A file that also receives the tables. */
    out: { type: 'string' },
  },
});
const load = { connections: Number(values.connections), seconds: Number(values.seconds) };
const MERCHANTS = 3;
const PAGES = 64;
/**
 * Warm-up load in seconds: until V8 has compiled the code, a request takes up to twice the processor time. Compiling a
 * payment's code takes about five thousand payments.
 */
const WARM_UP_SECONDS = { read: 10, write: 60 };

/** The service's role is bound by row-level security; the peers own their tables. */
const roleOf = (name: Name) => (name === 'switchyard' ? 'switchyard_service' : 'switchyard');

const say = (text: string) => void process.stderr.write(`${text}\n`);

if (!isMeasurable) throw new Error('Peers are compared on Linux, on two cores or more.');
await withCluster(async (cluster) => {
  const servers = new Map<Name, ServerProcess>();
  let meter: Meter | undefined;
  try {
    say(`Loading ${values.payments} payments …`);
    const [merchant] = await fill(cluster, { payments: Number(values.payments), merchants: MERCHANTS });
    servers.set('switchyard', await startService(cluster));
    await untilNothingIsDue(cluster);
    await copyRows(cluster);
    const asker = {
      ...(await merchantOf(servers.get('switchyard')!, merchant!.apiKey)),
      merchantId: merchant!.merchantId,
      moments: await momentsOf(cluster, merchant!.merchantId),
    };
    const workloads = chosen(workloadsOf(asker));
    for (const name of new Set(workloads.flatMap(({ requests }) => Object.keys(requests) as Name[]))) {
      if (servers.has(name)) continue;
      const command = commandOf(name, cluster.ownerUrl);
      install(command.cwd);
      servers.set(name, await startServer(command));
    }
    meter = await Meter.open(cluster.superuserUrl);
    const report = await compare(workloads, servers, meter);
    process.stdout.write(report);
    if (values.out !== undefined) await writeFile(values.out, report);
  } finally {
    await meter?.close();
    for (const server of servers.values()) await server.stop();
  }
});

/** Installs a folder's packages if they are missing. */
function install(cwd: string): void {
  if (isInstalled(cwd)) return;
  say(`Installing the packages of ${path.basename(cwd)} …`);
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--omit=optional'], { cwd, stdio: 'ignore' });
}

/** Whether the packages installed in a folder are at least as new as its lock file. */
function isInstalled(folder: string): boolean {
  const changedMs = (file: string) => statSync(path.join(folder, file), { throwIfNoEntry: false })?.mtimeMs;
  return (changedMs('node_modules/.package-lock.json') ?? 0) >= changedMs('package-lock.json')!;
}

function chosen(workloads: Record<string, Workload>): Workload[] {
  const wanted = values.only?.split(',') ?? Object.keys(workloads);
  return wanted.map((name) => {
    const workload = workloads[name];
    if (!workload) throw new Error(`--only takes ${Object.keys(workloads).join(', ')}, not ${name}.`);
    return workload;
  });
}

async function compare(
  workloads: readonly Workload[],
  servers: ReadonlyMap<Name, ServerProcess>,
  meter: Meter,
): Promise<string> {
  const cells = workloads.flatMap((workload) =>
    Object.entries(workload.requests).map(([name, requests]) => {
      const server = servers.get(name as Name)!;
      return { name: name as Name, workload, requests, server, rounds: [] as Figures[], statements: 0 };
    }),
  );
  for (const workload of workloads) {
    if (workload.isRead) await requireSameAnswers(workload, servers);
  }
  for (const cell of cells) {
    cell.statements = await meter.statementsOf(cell.server, cell.requests, roleOf(cell.name));
    const seconds = WARM_UP_SECONDS[cell.workload.isRead ? 'read' : 'write'];
    await meter.run(cell.server, cell.requests, { ...load, seconds });
  }
  for (let round = 1; round <= Number(values.rounds); round++) {
    say(`Round ${round} of ${values.rounds} …`);
    for (const cell of cells) cell.rounds.push(await meter.run(cell.server, cell.requests, load));
  }
  const tables = workloads.map((workload) => {
    const measured: Measured[] = cells.filter((cell) => cell.workload === workload);
    return tableOf(workload, measured);
  });
  return `${tables.join('\n')}\n`;
}

/** Times spread over the newest nine tenths of a merchant's payments, so that every page is full. */
async function momentsOf({ ownerUrl }: BenchCluster, merchantId: string): Promise<string[]> {
  const rows = await sql(
    ownerUrl,
    `select distinct on (part) to_char(created at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as moment
     from (select created, ntile(${PAGES}) over (order by created) as part from peers.payments
           where merchant_id = '${merchantId}'
             and created > (select percentile_disc(0.1) within group (order by created) from peers.payments
                            where merchant_id = '${merchantId}')) parts
     order by part, created desc`,
  );
  return rows.map(({ moment }) => String(moment));
}
