import 'reflect-metadata';
import './coverage.ts';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { migrateDatabase } from '../../src/database/migrate.ts';
import { cardOf, cards, sandboxShop } from '../kit/sandbox-shop.ts';
import { startServiceOn } from '../kit/service.ts';
import { startTemporaryServer } from '../kit/temporary-server.ts';
import { functionsEntered, linesOf } from './coverage.ts';

/**
 * The command behind `npm run bench:files`: lists the files of src in which a function runs while the service processes
 * one request, by V8's precise coverage, with the lines of those functions, for five kinds of request, and the files
 * that all five enter. Background jobs are off.
 *
 * @example npm run bench:files -- confirm
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    /** A migrated database to use; by default a new one on its own server. */
    database: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

const WARM_UPS = 6;
/** Work of timers is not in all of them. */
const MEASURED = 8;

/** The files that a kind of request enters. */
interface Way {
  readonly files: readonly string[];
  /** Lines of the functions that run, by file. */
  readonly lines: Readonly<Record<string, number>>;
  readonly statements: number;
}

type Entered = Awaited<ReturnType<typeof functionsEntered>>;

const server = values.database === undefined ? await startTemporaryServer('bench') : null;
if (server) await migrateDatabase({ ownerUrl: server.ownerUrl, servingUrl: server.url });
const service = await startServiceOn({ url: server?.url ?? values.database! });
const shop = await sandboxShop(service);

/** Sends a request, and returns its body after checking that it is the expected response. */
async function send(status: number, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(service.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'api-key': shop.key, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (response.status !== status) throw new Error(`${path} responds ${response.status}: ${text}`);
  return JSON.parse(text);
}

const dashboardQuery = `query Dashboard { payments(first: 20) { nodes { paymentId status amount currency created
  refunds { refundId status amount } disputes { disputeId disputeStatus amount }
  attempts { attemptId status connector } captures { captureId status amount } } } }`;

/** Each kind of request, on a payment without a card. */
const requests: Readonly<Record<string, (paymentId: string) => Promise<unknown>>> = {
  list: () => send(200, `/payments/list?created_lt=${new Date(Date.now() + 60_000).toISOString()}`),
  update: (paymentId) => send(200, `/payments/${paymentId}`, { amount: 4_200 }),
  refused: (paymentId) => send(400, `/payments/${paymentId}`, { amuont: 4_200 }),
  confirm: async (paymentId) => {
    const payment_method_data = { card: cardOf(cards.good) };
    const confirmation = { confirm: true, payment_method: 'card', payment_method_data };
    const { status } = await send(200, `/payments/${paymentId}`, confirmation);
    if (status !== 'succeeded') throw new Error(`The payment is ${status}; it should have succeeded.`);
  },
  dashboard: async () => {
    const { errors } = await send(200, '/graphql', { query: dashboardQuery });
    if (errors) throw new Error(JSON.stringify(errors));
  },
};

async function measure(request: (paymentId: string) => Promise<unknown>): Promise<Way> {
  const payments: string[] = [];
  // All before the first request: the kit's own statements clear the service's cached settings.
  while (payments.length < WARM_UPS + MEASURED) payments.push(await shop.open());
  const measured = payments.splice(WARM_UPS);
  for (const paymentId of payments) await request(paymentId);
  const runs: { readonly entered: Entered; readonly statements: number }[] = [];
  for (const paymentId of measured) {
    await functionsEntered();
    const before = service.statements.length;
    await request(paymentId);
    runs.push({ statements: service.statements.length - before, entered: await functionsEntered() });
  }
  const files = inEvery(runs.map(({ entered }) => [...entered.keys()].sort()));
  const lines: Record<string, number> = {};
  for (const file of files) {
    const counts: number[] = [];
    for (const { entered } of runs) counts.push(await linesOf(entered.get(file)!));
    lines[file] = Math.min(...counts);
  }
  return { statements: Math.min(...runs.map(({ statements }) => statements)), files, lines };
}

/** The files entered by every kind. */
function inEvery([first, ...others]: readonly (readonly string[])[]): string[] {
  return first!.filter((file) => others.every((files) => files.includes(file)));
}

const ways: Record<string, Way> = {};
for (const [name, request] of Object.entries(requests)) ways[name] = await measure(request);
const inAll = inEvery(Object.values(ways).map(({ files }) => files));

const totalOf = (lines: Readonly<Record<string, number>>): number =>
  Object.values(lines).reduce((sum, count) => sum + count, 0);

/** Files by folder. */
function listing(files: readonly string[], lines: Way['lines'] = {}): string {
  const named = (file: string) => `  ${file} ${lines[file] ?? ''}`.trimEnd();
  return [...Map.groupBy(files, path.dirname)]
    .map(([folder, all]) => [`${folder} ${all.length}`, ...all.map(named), ''].join('\n'))
    .join('');
}

if (values.json) {
  process.stdout.write(JSON.stringify({ ...ways, every: { files: inAll } }));
} else {
  for (const name of positionals) {
    const files = name === 'every' ? inAll : ways[name]?.files;
    if (!files) throw new Error(`There is no ${name}; there are every, ${Object.keys(ways).join(', ')}.`);
    process.stdout.write(listing(files, ways[name]?.lines));
  }
  for (const [name, { files, lines, statements }] of Object.entries(ways))
    process.stdout.write(
      `${name}: ${files.length} files, ${totalOf(lines)} lines of functions, ${statements} statements\n`,
    );
  process.stdout.write(`every: ${inAll.length} files\n`);
}

await service.close();
await server?.stop();
