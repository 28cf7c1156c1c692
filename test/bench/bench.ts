import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type autocannon from 'autocannon';
import { aesColumnEncryption } from '../../src/core/foundation/cryptography.ts';
import { openDatabase } from '../../src/database/database.ts';
import { migrateDatabase } from '../../src/database/migrate.ts';
import { loadDemo } from '../../src/dev/demo/load.ts';
import { startEmbeddedServer } from '../../src/dev/embedded/server.ts';
import { exampleTabs } from '../../src/graphql/examples.ts';
import { createLogger } from '../../src/http/logging.ts';
import { claimPort } from '../../src/http/port.ts';
import { createService, originOf } from '../../src/service.ts';
import { ask, graphql } from './ask.ts';
import { benchPayments } from './payments.ts';

/**
 * The command behind `npm run bench`: loads demo data into a fresh database, and measures the requests that merchants
 * and dashboards send most. It prints figures and asserts nothing.
 */
const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '16' },
  },
});

const folder = await mkdtemp(join(tmpdir(), 'switchyard-bench-'));
// Under root, PostgreSQL runs as another account, which needs access.
await chmod(folder, 0o755);
const server = await startEmbeddedServer({ dataDir: folder });
const key = randomBytes(32);
await migrateDatabase({ ownerUrl: server.ownerUrl, servingUrl: server.url });
const database = await openDatabase({ url: server.url, poolMax: 10 });
const amounts = { payments: Number(values.payments), merchants: 1 };
const [merchant] = await loadDemo({
  database,
  encryption: aesColumnEncryption([key]),
  amounts,
});
const service = await createService({
  database,
  adminApiKey: 'admin key of the benchmark, unused',
  encryptionKeys: [key],
  environment: 'test',
  logger: createLogger('silent'),
  webhookTargets: { allowLoopback: true },
});
const url = originOf(await service.listen(await claimPort(0, '127.0.0.1')), '127.0.0.1');
const asking = {
  url,
  headers: { 'api-key': merchant!.apiKey, 'content-type': 'application/json' },
  connections: Number(values.connections),
  seconds: Number(values.seconds),
};

const reads: [name: string, request: Partial<autocannon.Request>][] = [
  ['REST list of 20 payments, nested lists filled', { method: 'GET', path: '/payments/list?limit=20' }],
  ['GraphQL dashboard of 20 payments', graphql(exampleTabs[0]!.query, { first: 20 })],
  ['GraphQL dashboard of 100 payments', graphql(exampleTabs[0]!.query, { first: 100 })],
  ['GraphQL one payment', graphql('{ payments(first: 1) { nodes { paymentId status amount } } }', {})],
];

for (const [name, request] of reads) await ask(name, request, asking);
await benchPayments(asking);

await service.stop(1_000);
await database.close();
await server.stop();
await rm(folder, { recursive: true, force: true });
