import 'reflect-metadata';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrateDatabase } from '../../src/database/migrate.ts';
import { startEmbeddedServer } from '../../src/dev/embedded/server.ts';
import { cardOf, cards, sandboxShop } from '../kit/sandbox-shop.ts';
import { startTestService } from '../kit/service.ts';

/**
 * The command behind `npm run bench:files`: lists the files of src in which a function runs while the service
 * processes one `POST /payments/{id}` with `confirm: true`, by V8's precise coverage. Background jobs are off.
 */
const WARM_UPS = 4;
const SRC = fileURLToPath(new URL('../../src', import.meta.url));

const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-bench-'));
// Under root, PostgreSQL runs as another account, which needs access.
await chmod(folder, 0o755);
const server = await startEmbeddedServer({ dataDir: folder });
await migrateDatabase({ ownerUrl: server.ownerUrl, servingUrl: server.url });
const service = await startTestService({ databaseUrl: server.url });
const shop = await sandboxShop(service);

async function confirm(paymentId: string): Promise<void> {
  const response = await fetch(`${service.url}/payments/${paymentId}`, {
    method: 'POST',
    headers: { 'api-key': shop.key, 'content-type': 'application/json' },
    body: JSON.stringify({
      confirm: true,
      payment_method: 'card',
      payment_method_data: { card: cardOf(cards.good) },
    }),
  });
  const { status } = (await response.json()) as { status?: string };
  if (status !== 'succeeded') throw new Error(`The payment is ${status}; it should have succeeded.`);
}

for (let i = 0; i < WARM_UPS; i++) await confirm(await shop.open());
const paymentId = await shop.open();
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
// Taking the coverage resets its counters.
await session.post('Profiler.takePreciseCoverage');
const statementsBefore = service.statements.length;
await confirm(paymentId);
const statements = service.statements.length - statementsBefore;
const { result: scripts } = await session.post('Profiler.takePreciseCoverage');
session.disconnect();

const files = scripts
  .filter(({ url }) => url.startsWith(`file://${SRC}/`))
  .filter(({ functions }) => functions.some(({ ranges }) => ranges[0]!.count > 0))
  .map(({ url }) => path.relative(SRC, fileURLToPath(url.replace(/\?.*/, ''))));
const rooms = Map.groupBy(new Set(files), (file) => {
  const [top, room] = file.split(path.sep);
  return top === 'core' ? `core/${room}` : path.dirname(file);
});
for (const [room, names] of [...rooms].sort(([a], [b]) => a.localeCompare(b))) {
  process.stdout.write(`${room} ${names.length}\n`);
  for (const name of names.sort()) process.stdout.write(`  ${name}\n`);
}
process.stdout.write(`${new Set(files).size} files, ${statements} statements\n`);

await service.close();
await server.stop();
await rm(folder, { recursive: true, force: true });
