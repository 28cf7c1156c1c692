import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { aesColumnEncryption } from '../../src/core/foundation/cryptography.ts';
import { openDatabase } from '../../src/database/database.ts';
import { migrateDatabase } from '../../src/database/migrate.ts';
import { openSession } from '../../src/database/sessions.ts';
import { loadDemo } from '../../src/dev/demo/load.ts';
import { startEmbeddedServer } from '../../src/dev/embedded/server.ts';
import { createLogger } from '../../src/http/logging.ts';
import { claimPort } from '../../src/http/port.ts';
import { createService, originOf } from '../../src/service.ts';
import { multiplyPayments } from './multiply-payments.ts';
import { ask, dashboardReads, medianMs, type ReadTarget } from './reads.ts';

/**
 * The command behind `npm run bench:growth`: measures what a dashboard reads at a small number of payments and at a
 * large one, and prints the medians with their ratio. It asserts nothing.
 */
const { values } = parseArgs({
  options: {
    small: { type: 'string', default: '100000' },
    large: { type: 'string', default: '2000000' },
  },
});
/** Demo data take longer to make than clones of their payments. */
const LOADED_MAX = 20_000;
const MONTH_MS = 30 * 24 * 60 * 60_000;

const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-growth-'));
// Under root, PostgreSQL runs as another account, which needs access.
await chmod(folder, 0o755);
const server = await startEmbeddedServer({ dataDir: folder });
const key = randomBytes(32);
await migrateDatabase({ ownerUrl: server.ownerUrl, servingUrl: server.url });
const database = await openDatabase({ url: server.url, poolMax: 10 });
const owner = await openSession(server.ownerUrl);
const [small, large] = [Number(values.small), Number(values.large)];
const loaded = Math.min(LOADED_MAX, small);
const amounts = { payments: loaded, merchants: 2 };
const [merchant] = await loadDemo({ database, encryption: aesColumnEncryption([key]), amounts });
const adminKey = randomBytes(32).toString('hex');
const service = await createService({
  database,
  adminApiKey: adminKey,
  encryptionKeys: [key],
  environment: 'test',
  logger: createLogger('silent'),
  doesJobs: false,
});
const url = originOf(await service.listen(await claimPort(0, '127.0.0.1')), '127.0.0.1');
const target: ReadTarget = { url, adminKey, merchantKey: merchant!.apiKey };

async function measure(): Promise<Map<string, number | string>> {
  const now = Date.now();
  const { data } = await ask(
    target,
    'merchant',
    `{ payments(first: 1, filter: { created: { lt: "${new Date(now - 2 * MONTH_MS).toISOString()}" } }) {
      edges { cursor node { paymentId } } } }`,
  );
  const { cursor, node } = data.payments.edges[0];
  const since = new Date(now - MONTH_MS).toISOString();
  const medians = new Map<string, number | string>();
  for (const read of dashboardReads({ deepCursor: cursor, paymentId: node.paymentId, since })) {
    medians.set(read.name, await medianMs(read, target));
  }
  return medians;
}

const shown = (median: number | string) => (typeof median === 'number' ? median.toFixed(1) : median);

await multiplyPayments(owner, Math.round(small / loaded) - 1);
const before = await measure();
await multiplyPayments(owner, Math.round(large / small) - 1);
const after = await measure();
process.stdout.write(
  `${'p50 in ms, payments:'.padEnd(46)} ${values.small.padStart(9)} ${values.large.padStart(9)}\n`,
);
for (const [name, small] of before) {
  const large = after.get(name)!;
  const ratio = typeof small === 'number' && typeof large === 'number' ? (large / small).toFixed(2) : '';
  process.stdout.write(
    `${name.padEnd(46)} ${shown(small).padStart(9)} ${shown(large).padStart(9)} × ${ratio}\n`,
  );
}

await owner.end();
await service.stop(1_000);
await database.close();
await server.stop();
await rm(folder, { recursive: true, force: true });
