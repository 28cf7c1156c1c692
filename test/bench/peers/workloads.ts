import path from 'node:path';
import { type BenchRequest, graphql } from '../measure.ts';
import type { ServerCommand } from '../processes.ts';
import { keyOf, type Merchant, payRequest } from '../requests.ts';
import { camelCase, dashboard, lists } from './servers/data.js';

/** The compared servers: the service, and the peers in this folder. */
export const peers = ['postgraphile', 'apollo', 'limit-pg-rows', 'limit-pay', 'medusa'] as const;
export const names = ['switchyard', ...peers] as const;
export type Name = (typeof names)[number];

/** The requests to each for the payments created before a time. */
type Page = (before: string) => BenchRequest;

/** One workload, and the request of each server for it. */
export interface Workload {
  readonly title: string;
  /** The baseline. */
  readonly against: Name;
  /** The servers that support it, with the requests sent in turn. */
  readonly requests: Readonly<Partial<Record<Name, readonly BenchRequest[]>>>;
  /** Whether all return the same payments. */
  readonly isRead: boolean;
}

/** The caller and the objects requested. */
export interface Asker extends Merchant {
  readonly merchantId: string;
  /** Times whose preceding payments are requested, so that no page repeats soon. */
  readonly moments: readonly string[];
}

/** The dashboard's fields as a GraphQL selection; `nameOf` gives a list's name. */
function selection(nameOf: (list: string) => string = (list) => list): string {
  const fieldsOf = (table: string) =>
    (dashboard as Record<string, string>)[table]!.split(' ').map(camelCase).join(' ');
  const children = Object.keys(lists).map((list) => `${nameOf(list)} { ${fieldsOf(list)} }`);
  return [fieldsOf('payments'), ...children].join(' ');
}

/** Each server's version of the dashboard's query. */
const documents = {
  switchyard: `query Dashboard($first: Int!, $before: DateTime!) {
    payments(first: $first, filter: { created: { lt: $before } }) { nodes { ${selection()} } } }`,
  apollo: `query Dashboard($first: Int!, $before: DateTime!) {
    payments(first: $first, createdLt: $before) { ${selection()} } }`,
  postgraphile: `query Dashboard($first: Int!, $before: Datetime!, $merchantId: String!) {
    paymentsList(first: $first, condition: { merchantId: $merchantId, createdLt: $before }, orderBy: CREATED_DESC) {
      ${selection((list) => `${list}List`)} } }`,
};

/** All workloads, by the names accepted by `--only`. */
export function workloadsOf(asker: Asker): Record<string, Workload> {
  const { key, merchantId, moments } = asker;
  const ofPeer = keyOf(merchantId);
  const inTurn = (page: Page) => moments.map(page);
  const get = (path: string, headers: Record<string, string>): Page => {
    return (before) => ({ method: 'GET', path: `${path}&created_lt=${before}`, headers });
  };
  const dashboardOf = (first: number): Workload => ({
    title: `GraphQL dashboard of ${first} payments with their four lists`,
    against: 'postgraphile',
    isRead: true,
    requests: {
      switchyard: inTurn((before) => graphql(documents.switchyard, { first, before }, keyOf(key))),
      postgraphile: inTurn((before) => graphql(documents.postgraphile, { first, before, merchantId })),
      apollo: inTurn((before) => graphql(documents.apollo, { first, before }, ofPeer)),
      'limit-pg-rows': inTurn(get(`/dashboard?limit=${first}`, ofPeer)),
    },
  });
  const pay = payRequest(asker);
  const { input } = JSON.parse(pay.body!).variables;
  return {
    dashboard: dashboardOf(20),
    dashboard100: dashboardOf(100),
    list: {
      title: 'REST list of 20 whole payments with their four lists',
      against: 'limit-pg-rows',
      isRead: true,
      requests: {
        switchyard: inTurn(get('/payments/list?limit=20', keyOf(key))),
        'limit-pg-rows': inTurn(get('/list?limit=20', ofPeer)),
      },
    },
    pay: {
      title: 'Create and confirm a card payment',
      against: 'limit-pay',
      isRead: false,
      requests: {
        switchyard: [pay],
        'limit-pay': [{ method: 'POST', path: '/pay', headers: ofPeer, body: JSON.stringify(input) }],
        medusa: [{ method: 'POST', path: '/pay', headers: ofPeer, body: JSON.stringify(input) }],
      },
    },
  };
}

/** How to start a peer on the copied tables. Medusa's six hundred packages are in a separate folder. */
export const commandOf = (name: Name, databaseUrl: string): ServerCommand => ({
  name,
  args: [name === 'medusa' ? 'server.js' : `servers/${name}.js`],
  cwd: name === 'medusa' ? path.join(import.meta.dirname, 'medusa') : import.meta.dirname,
  env: { DATABASE_URL: databaseUrl, GRAPHILE_ENV: 'production' },
  ready: '/ready',
});
