import pino from 'pino';
import { sendDueEvents } from '../../connectors/sandbox/send-webhooks.ts';
import { leaseCalls } from '../../core/connector-calls/lease-calls.ts';
import { learningProfiles, readAttempts } from '../../core/derived/read-attempts.ts';
import type { Context } from '../../core/foundation/context.ts';
import { retentionDefaults } from '../../core/maintenance/retention.ts';
import { allResources, fieldsByName, type ResourceDescription, resourceOf } from '../../core/model/index.ts';
import {
  type ChildList,
  defaultOrder,
  keysetColumns,
  readByKeys,
  readChildren,
  readPage,
} from '../../core/reads/index.ts';
import { EndpointScanner } from '../../core/webhooks/endpoint-scanner.ts';
import { type DeliveryOutcome, recordAttempts } from '../../core/webhooks/record-attempts.ts';
import { serviceTasks } from '../../jobs/tasks.ts';
import { operations } from '../../rest/operations.ts';
import { readQueues } from '../../telemetry/queues.ts';
import { graphqlSources } from './graphql-sources.ts';
import { MERCHANT, NOW } from './recorder.ts';

/** A sender of statements, and the file for them. */
export interface StatementSource {
  /** A table, or a job; null to emit to the file of the table that its first statement reads first. */
  readonly file: string | null;
  /** Its name above its statements. */
  readonly name: string;
  /** Its context: of a merchant's API key, or of the service and its operator. */
  readonly as: 'api_key' | 'admin_key';
  /** True for a query that is no list or read of a resource: it may send no statement, or stop at a missing port. */
  readonly isQuery?: boolean;
  readonly send: (ctx: Context) => Promise<unknown>;
}

/** Kinds whose columns lists typically show. */
const typical = new Set(['id', 'enumeration', 'amount', 'timestamp']);

/** The typical columns of a resource's list: its filters. */
export const typicalFields = ({ fields, id, order }: ResourceDescription) =>
  fields.filter(
    ({ filter, kind, name, visibility }) =>
      name === id || name === order || (filter && typical.has(kind) && visibility !== 'nowhere'),
  );

const typicalColumns = (resource: ResourceDescription) => typicalFields(resource).map(({ name }) => name);

const listsOf = ({ fields }: ResourceDescription): ChildList[] =>
  fields.flatMap(({ kind, name, of }) =>
    kind === 'children' ? [{ field: name, columns: typicalColumns(resourceOf(of!())) }] : [],
  );

/** The keyset position of some row, in the order of the columns. */
const positionIn = (resource: ResourceDescription) =>
  keysetColumns(resource, defaultOrder(resource), MERCHANT).map((name) => {
    const kind = resource.fields.find((field) => field.name === name)?.kind;
    if (kind === 'timestamp') return NOW.toISOString();
    return kind === 'amount' || kind === 'integer' ? 0 : 'id';
  });

/** The reads of a resource that every field and list of the GraphQL API has in common. */
function readsOf(resource: ResourceDescription): StatementSource[] {
  const { id, reads, table, target } = resource;
  if (reads === null) return [];
  const columns = typicalColumns(resource);
  const of = (name: string, send: StatementSource['send']) =>
    ({ file: table, name, as: resource.reach === 'installation' ? 'admin_key' : 'api_key', send }) as const;
  const key = { merchantId: MERCHANT, id };
  const lists = listsOf(resource);
  return [
    of('A page after a cursor', (ctx) =>
      readPage(ctx, target, { columns, take: 'first', limit: 20, after: positionIn(resource) }),
    ),
    of('Read by keys', (ctx) => readByKeys(ctx, target, [key], columns)),
    ...lists.map((list) =>
      of(`Nested list ${target.name}.${list.field}`, (ctx) => readChildren(ctx, target, [key], [list])),
    ),
  ];
}

/** The lists of the REST API: the operations with a page size. */
const restSources = (): StatementSource[] =>
  operations
    .filter(({ method, query }) => method === 'get' && query && fieldsByName(query).has('limit'))
    .map(({ handle, id, keys, path }) => ({
      file: null,
      name: `REST ${id}`,
      as: keys.includes('api_key') ? 'api_key' : 'admin_key',
      send: (ctx) => {
        const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, name!]);
        return handle(ctx, { path: Object.fromEntries(names), query: { limit: 20 }, body: undefined });
      },
    }));

type SandboxSender = Parameters<typeof sendDueEvents>[0];

/** The statements of each job; the shares of one differ in values only. */
function jobSources(): StatementSource[] {
  const logger = pino({ level: 'silent' });
  // Each kind of row has an end, so that its statement is sent.
  const retention = { ...retentionDefaults, savedCardsMonths: 12 };
  const byLabel = new Map(serviceTasks.map((task) => [task.label, task]));
  const job = (name: string, send: StatementSource['send']) =>
    ({ file: `jobs/${name}`, name: `Job ${name}`, as: 'admin_key', send }) as const;
  const delivery = {
    ...{
      merchantId: MERCHANT,
      profileId: 'profile',
      endpointId: 'endpoint',
      deliveryId: 'delivery',
      eventId: 'event',
    },
    ...{ eventType: '', body: '', attemptNumber: 1, isUrgent: false, lease: 'lease', traceparent: null },
  };
  const outcome: DeliveryOutcome = {
    ...{ status: 'pending', attempt: null, errorMessage: null, url: null, nextAttemptAt: null, pace: null },
  };
  return [
    ...[...byLabel].map(([label, { run }]) => job(label, (ctx) => run(ctx, { logger, retention }))),
    job('send_sandbox_webhooks', ({ rows }) => sendDueEvents({ rows, now: () => NOW } as SandboxSender)),
    job('measure_queues', ({ rows }) => readQueues(rows, NOW)),
    job('look_up_connector_calls', (ctx) =>
      leaseCalls(ctx, { limit: 1, perMerchant: 1, underWay: new Map(), abandoned: true }),
    ),
    job('learn_routing', async ({ rows }) => {
      await learningProfiles(rows);
      for (const which of ['old', 'settled', 'recent'] as const) {
        await readAttempts(rows, { merchantId: MERCHANT, profileId: 'profile' }, which, [NOW, NOW], NOW);
      }
    }),
    job('deliver_webhooks', async (ctx) => {
      await new EndpointScanner(ctx, 30_000).next(1);
      await recordAttempts(ctx, [{ delivery, outcome }]);
    }),
  ];
}

/** All sources: the lists and reads of the APIs, from the descriptions of resources and operations, and all jobs. */
export const statementSources = (): readonly StatementSource[] => [
  ...graphqlSources(),
  ...restSources(),
  ...allResources().flatMap(readsOf),
  ...jobSources(),
];
