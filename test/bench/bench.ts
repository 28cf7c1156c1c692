import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { exampleTabs } from '../../src/graphql/examples.ts';
import { fill, untilNothingIsDue, withCluster } from './cluster.ts';
import { type BenchRequest, graphql, Meter } from './measure.ts';
import type { ServerProcess } from './processes.ts';
import {
  get,
  keyOf,
  type Merchant,
  merchantOf,
  openRequest,
  paymentsOf,
  payRequest,
  post,
  refundRequest,
} from './requests.ts';
import { startService } from './service.ts';
import { deliverBacklog, deliverWebhooks } from './webhooks.ts';

/**
 * The command behind `npm run bench`: loads demo data into a fresh database, and measures the most frequent requests of
 * merchants and dashboards. It prints figures and asserts nothing. On Linux the service has one core, and PostgreSQL
 * and the load another.
 */
const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '16' },
  },
});
const load = { connections: Number(values.connections), seconds: Number(values.seconds) };
/**
 * How many merchants, payments and other objects to rotate through: requests for a single one would wait for locks or
 * hit caches.
 */
const TURNS = 64;
const PAYMENTS_OF_OTHERS = 200;

const print = (text: string) => void process.stdout.write(`${text}\n`);
const cell = (value: number | string, width: number) => String(value).padStart(width);

await withCluster(async (cluster) => {
  const [merchant] = await fill(cluster, { payments: Number(values.payments), merchants: 1 });
  const others = await fill(cluster, { payments: PAYMENTS_OF_OTHERS * TURNS, merchants: TURNS });
  const service = await startService(cluster);
  await untilNothingIsDue(cluster);
  const meter = await Meter.open(cluster.superuserUrl);
  try {
    await measure(
      service,
      meter,
      merchant!.apiKey,
      others.map(({ apiKey }) => apiKey),
    );
  } finally {
    await meter.close();
    await service.stop();
  }
});

async function measure(service: ServerProcess, meter: Meter, key: string, otherKeys: readonly string[]) {
  const merchant = await merchantOf(service, key);
  print(
    `${''.padEnd(48)} requests/s   p50 ms   p99 ms  statements  server CPU ms  database CPU ms   server MB`,
  );
  for (const [name, requests] of await requestsOf(service, merchant, otherKeys)) {
    const statements = await meter.statementsOf(service, requests, 'switchyard_service');
    const figures = await meter.run(service, requests, load);
    const columns = [
      cell(figures.perSecond.toFixed(0), 10),
      cell(figures.p50Ms, 9),
      cell(figures.p99Ms, 9),
      cell(statements.toFixed(1), 12),
      cell(figures.serverMs.toFixed(2), 15),
      cell(figures.databaseMs.toFixed(2), 17),
      cell(figures.residentMb.toFixed(0), 12),
    ];
    print(name.padEnd(48) + columns.join('') + (figures.failed > 0 ? `  ${figures.failed} FAILED` : ''));
  }
  const since = new Date();
  print(await deliverWebhooks(meter, service, merchant, load));
  print(await deliverBacklog(meter, service, merchant, since));
}

async function requestsOf(service: ServerProcess, merchant: Merchant, otherKeys: readonly string[]) {
  const dashboard = exampleTabs[0]!.query;
  const totals = dashboard.replace('count { count precision }', 'totalCount');
  const plain = dashboard.replace('count { count precision }', '');
  const page = (query: string, first = 20) => [graphql(query, { first }, keyOf(merchant.key))];
  const open = await paymentsOf(service, openRequest(merchant), TURNS);
  const paid = await paymentsOf(service, payRequest(merchant), TURNS);
  const requests: [name: string, requests: BenchRequest[]][] = [
    ['REST list of 20 payments, nested lists filled', [get(merchant, '/payments/list?limit=20')]],
    ['GraphQL dashboard of 20 payments', page(plain)],
    ['  with a count up to 10 000', page(dashboard)],
    ['  with totalCount', page(totals)],
    [`  of ${TURNS} merchants in turn`, otherKeys.map((key) => graphql(plain, { first: 20 }, keyOf(key)))],
    ['GraphQL dashboard of 100 payments', page(plain, 100)],
    ['GraphQL one payment', page('{ payments(first: 1) { nodes { paymentId status amount } } }')],
    ['REST create a customer', [post(merchant, '/customers', { name: 'Ann' })]],
    ['GraphQL create a payment without a card', [openRequest(merchant)]],
    ['REST update a payment', open.map((id) => post(merchant, `/payments/${id}`, { description: 'Shoes' }))],
    ['GraphQL create and confirm a payment', [payRequest(merchant)]],
    ['GraphQL refund', paid.map((id) => refundRequest(merchant, id))],
  ];
  return requests;
}
