import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startArguments, startProcess } from '../../../shared/reliability/process.ts';
import { examine } from './claims.ts';
import { startClients } from './clients.ts';
import { bin, type FailoverCluster, withFailoverCluster } from './cluster.ts';
import { ETCD } from './etcd.ts';
import { failOver, type Mishap } from './fail-over.ts';
import { Ledger } from './ledger.ts';
import { PATRONI } from './patroni.ts';
import { HAPROXY } from './proxy.ts';
import { print, reportClaims, reportFailover } from './report.ts';
import { openShop } from './shop.ts';

/**
 * The command behind `npm run failover`: three PostgreSQL servers under Patroni, with etcd and HAProxy, all on this
 * machine. The leader is killed again and again, and once hangs, while clients pay, read and refund through the
 * service. It exits with 1 if an acknowledged write is lost, money moved twice, or clients saw anything worse than
 * 503s.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '5' },
    freezes: { type: 'string', default: '1' },
    clients: { type: 'string', default: '6' },
    shops: { type: 'string', default: '2' },
    /** Whether the service reads from the standbys. */
    replicas: { type: 'boolean', default: false },
  },
});
/** How long clients run before the first kill, and between kills. */
const CALM_MS = 5_000;

const missing = [PATRONI, ETCD, HAPROXY].filter((file) => !existsSync(file));
if (!bin) missing.push('PostgreSQL’s server programs');
if (missing.length > 0) {
  print(
    `Not installed: ${missing.join(', ')}. On Debian: apt install patroni etcd-server haproxy postgresql`,
  );
  process.exit(1);
}

const holds = await withFailoverCluster(async (cluster) => {
  const adminApiKey = `admin_${randomBytes(24).toString('base64url')}`;
  const service = await startProcess(
    {
      DATABASE_URL: cluster.url,
      ...(values.replicas && { DATABASE_REPLICA_URLS: cluster.nodeUrls.join(',') }),
      ADMIN_API_KEY: adminApiKey,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      NODE_ENV: 'production',
      SWITCHYARD_ENV: 'test',
    },
    startArguments,
  );
  try {
    const names = Array.from({ length: Number(values.shops) }, (_, i) => `shop${i + 1}`);
    const shops = await Promise.all(names.map((name) => openShop(service.url, adminApiKey, name)));
    const ledger = new Ledger();
    await failOverUnderLoad(cluster, () => startClients(shops, Number(values.clients), ledger), ledger);
    print(
      `\n${ledger.writesMs.length} acknowledged writes of ${ledger.acknowledged.length} objects, ${ledger.paid.length} orders paid`,
    );
    return reportClaims(await examine(cluster.url, service.url, shops, ledger));
  } finally {
    service.child.kill('SIGKILL');
    await service.ended;
  }
});
process.exitCode = holds ? 0 : 1;

async function failOverUnderLoad(
  cluster: FailoverCluster,
  start: () => ReturnType<typeof startClients>,
  ledger: Ledger,
): Promise<void> {
  const mishaps: Mishap[] = [
    ...Array.from({ length: Number(values.kills) }, () => 'killed' as const),
    ...Array.from({ length: Number(values.freezes) }, () => 'frozen' as const),
  ];
  const load = start();
  for (const [at, mishap] of mishaps.entries()) {
    await sleep(CALM_MS);
    reportFailover(at + 1, await failOver(cluster, mishap, ledger));
  }
  await sleep(CALM_MS);
  await load.stop();
}
