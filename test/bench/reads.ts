import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { StatsGrouping } from '../../src/dashboard/data/schema-types.ts';
import type { AnalyticsQueryVariables } from '../../src/dashboard/pages/analytics/analytics.documents.ts';
import type { HomeQueryVariables } from '../../src/dashboard/pages/home/home.documents.ts';

/** A read to measure: a request with a merchant's key or the admin key. */
export interface MeasuredRead {
  readonly name: string;
  readonly as: 'merchant' | 'admin';
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** The service's address and the merchant to read. */
export interface ReadTarget {
  readonly url: string;
  readonly merchantKey: string;
  readonly adminKey: string;
}

/** Parameters of the reads that depend on the data. */
export interface ReadFacts {
  readonly paymentId: string;
  /** The cursor of a page deep in the list. */
  readonly deepCursor: string;
  /** Thirty days before the last payments. */
  readonly since: string;
}

const DAY_MS = 24 * 60 * 60_000;

const page = 'nodes { paymentId status amount currency created email }';
const groups = '{ currency status count amount amountNet successRate }';
const rates = 'connector count succeededCount failedCount successRate';

const pages = path.resolve(import.meta.dirname, '../../src/dashboard/pages');
const documentOf = (page: string) => readFileSync(path.join(pages, page, `${page}.graphql`), 'utf8');

/** The documents of the dashboard's statistics pages, over the thirty days since a time. */
function statisticsPages(since: string): MeasuredRead[] {
  const start = Date.parse(since);
  const daysAfter = (days: number) => new Date(start + days * DAY_MS).toISOString();
  const zone = 'Europe/Berlin';
  const home = {
    ...{ zone, interval: 'DAY', charted: { gte: since }, sinceLastWeek: daysAfter(22) },
    ...{ waiting: { gte: since, lt: daysAfter(30) }, lastHour: daysAfter(29.95), lastDay: daysAfter(29) },
    ...{ now: daysAfter(30), withEvents: true },
  } satisfies HomeQueryVariables;
  const periods = { period: { gte: since }, past: { gte: daysAfter(-30), lt: since } };
  const analytics = (by: StatsGrouping): MeasuredRead => ({
    name: `page Analytics by ${by}, 30 days`,
    as: 'merchant',
    query: documentOf('analytics'),
    variables: {
      ...periods,
      attemptsBy: [by],
      paymentsBy: ['CONNECTOR', 'FIRST_ATTEMPT_FAILED'],
      othersBy: ['CONNECTOR'],
      ...{ interval: 'DAY', zone, withRefunds: true, withDisputes: true },
    } satisfies AnalyticsQueryVariables,
  });
  return [
    { name: 'page Home, 30 days', as: 'merchant', query: documentOf('home'), variables: home },
    ...(['CONNECTOR', 'CARD_NETWORK', 'BILLING_COUNTRY'] as const).map(analytics),
  ];
}

/** The dashboard's reads whose time must not depend on the number of payments. */
export function dashboardReads({ deepCursor, paymentId, since }: ReadFacts): MeasuredRead[] {
  const days = `filter: { created: { gte: "${since}" } }`;
  const attempts = (groupBy: string, rest = '') =>
    `attemptStats(groupBy: [CONNECTOR${groupBy}], filter: { createdAt: { gte: "${since}" } }${rest}) { ${rates} }`;
  const merchant = (name: string, query: string) => ({ name, as: 'merchant', query }) as const;
  const admin = (name: string, query: string) => ({ name, as: 'admin', query }) as const;
  return [
    merchant('page 1', `{ payments(first: 20) { ${page} } }`),
    merchant('page deep in the list', `{ payments(first: 20, after: "${deepCursor}") { ${page} } }`),
    merchant('one payment', `{ payment(paymentId: "${paymentId}") { paymentId status amount } }`),
    merchant('filtered list', `{ payments(first: 20, filter: { status: { in: [failed] } }) { ${page} } }`),
    merchant('totalCount', '{ payments(first: 1) { totalCount } }'),
    merchant('totalCount of a status', '{ payments(filter: { status: { in: [failed] } }) { totalCount } }'),
    ...['gold', 'order of gold ball', 'ann', 'order', 'nothinglikeit'].map((words) =>
      merchant(`search "${words}"`, `{ payments(first: 20, filter: { search: "${words}" }) { ${page} } }`),
    ),
    merchant(
      'search "gold", count',
      '{ payments(filter: { search: "gold" }) { count { count precision } } }',
    ),
    merchant('search "gold", totalCount', '{ payments(filter: { search: "gold" }) { totalCount } }'),
    merchant('stats by status', `{ paymentStats(groupBy: [STATUS]) ${groups} }`),
    merchant('stats by day', '{ paymentStats(interval: DAY) { bucket count amount successRate } }'),
    merchant('stats by status, 30 days', `{ paymentStats(groupBy: [STATUS], ${days}) ${groups} }`),
    merchant(
      'stats by status and day in Berlin, 30 days',
      `{ paymentStats(groupBy: [STATUS], interval: DAY, timeZone: "Europe/Berlin", ${days}) { bucket status count } }`,
    ),
    merchant('attempts by connector', `{ attemptStats(groupBy: [CONNECTOR]) { ${rates} } }`),
    merchant('attempts by connector, 30 days', `{ ${attempts('')} }`),
    merchant('attempts by connector and error, 30 days', `{ ${attempts(', ERROR_CODE, UNIFIED_CODE')} }`),
    merchant(
      'attempts by connector, network and country, 30 days',
      `{ ${attempts(', CARD_NETWORK, BILLING_COUNTRY')} }`,
    ),
    merchant(
      'attempts by connector and day in Berlin, 30 days',
      `{ ${attempts('', ', interval: DAY, timeZone: "Europe/Berlin"')} }`,
    ),
    merchant(
      'attempts by network and day in Berlin, 30 days',
      `{ ${attempts(', CARD_NETWORK', ', interval: DAY, timeZone: "Europe/Berlin"')} }`,
    ),
    merchant(
      'seven statistics of 30 days in one request',
      `{ a: paymentStats(${days}) ${groups} b: paymentStats(interval: DAY, timeZone: "Europe/Berlin", ${days}) ${groups}
        c: ${attempts('')} d: ${attempts(', ERROR_CODE')} e: ${attempts(', CARD_NETWORK')}
        f: ${attempts(', BILLING_COUNTRY')} g: ${attempts('', ', interval: DAY, timeZone: "Europe/Berlin"')} }`,
    ),
    ...statisticsPages(since),
    admin('admin: attempts by connector, 30 days', `{ ${attempts('')} }`),
    admin('admin: attempts by connector and network, 30 days', `{ ${attempts(', CARD_NETWORK')} }`),
    admin('admin: page 1', `{ payments(first: 20) { ${page} } }`),
    admin('admin: totalCount', '{ payments(first: 1) { totalCount } }'),
    admin('admin: search "gold"', `{ payments(first: 20, filter: { search: "gold" }) { ${page} } }`),
    admin('admin: search "ann"', `{ payments(first: 20, filter: { search: "ann" }) { ${page} } }`),
    admin('admin: stats by status', `{ paymentStats(groupBy: [STATUS]) ${groups} }`),
    admin('admin: stats by day', '{ paymentStats(interval: DAY) { bucket count amount successRate } }'),
  ];
}

const WARM_UPS = 3;
const RUNS = 25;

/** The median time of a read in milliseconds, in sequence; or the reason for its refusal. */
export async function medianMs(read: MeasuredRead, target: ReadTarget): Promise<number | string> {
  const times: number[] = [];
  for (let run = -WARM_UPS; run < RUNS; run += 1) {
    const started = performance.now();
    const { errors } = await ask(target, read.as, read.query, read.variables);
    if (errors) return errors[0]!.message;
    if (run >= 0) times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)]!;
}

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the query.
  readonly data: any;
  readonly errors?: { message: string }[];
}

/** Sends a GraphQL document with the merchant's or the admin's key. */
export async function ask(
  target: ReadTarget,
  as: MeasuredRead['as'],
  query: string,
  variables?: MeasuredRead['variables'],
): Promise<Answer> {
  const key = as === 'admin' ? target.adminKey : target.merchantKey;
  const response = await fetch(`${target.url}/graphql`, {
    method: 'POST',
    headers: { 'api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as Answer;
}
