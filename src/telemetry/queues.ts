import type { RowSource } from '../core/foundation/transaction.ts';
import { TRIPS_AFTER } from '../core/webhook-endpoints/endpoint-health.ts';
import { type DueRows, findDue } from '../core/writes/find-due.ts';
import { serviceTasks } from '../jobs/tasks.ts';

/** Backlogs of the service's background work. */
export const queueNames = [
  'connector_look_ups',
  'unknown_outcomes',
  'webhook_deliveries',
  'resting_endpoints',
  'jobs',
] as const;
export type QueueName = (typeof queueNames)[number];

/** The backlog of a queue. */
export interface QueueState {
  /** The number due; at most about {@link COUNTED_MAX}. */
  readonly depth: number;
  /** The age of the oldest due one, in seconds. */
  readonly oldestS: number;
}

/** The largest count: the operator has been alerted long before, and a long queue must not cost more to count. */
const COUNTED_MAX = 10_000;
/** Webhook endpoints looked at, and deliveries counted of each. */
const ENDPOINTS_MAX = 1_000;
const DELIVERIES_PER_ENDPOINT_MAX = 100;

/** Counts due rows by an index in the order of their due time. */
const inOrder =
  (due: IsOfSome): IsOfSome =>
  (isOfSome) =>
    `
  select count(*)::int as depth, extract(epoch from min(due_at))::float8 as since
  from (${due(isOfSome)} limit ${COUNTED_MAX}) d`;
type IsOfSome = DueRows['text'];

const queueTables: Readonly<Record<QueueName, readonly string[]>> = {
  connector_look_ups: ['connector_calls'],
  unknown_outcomes: ['connector_calls'],
  webhook_deliveries: ['pending_deliveries', 'webhook_endpoint_states'],
  resting_endpoints: ['webhook_endpoint_states'],
  jobs: ['scheduled_tasks'],
};

/**
 * The statements that count each queue; `$1` is now. None reads more rows than it counts, except for unknown outcomes,
 * whose index holds nothing else and few of those. Deliveries are counted per endpoint, as the dispatcher finds them:
 * deliveries of a paused or disabled endpoint wait for the merchant, and do not measure this service. Paused endpoints are
 * counted separately, with the longest pause.
 */
export const queueStatements: Readonly<Record<QueueName, IsOfSome>> = Object.freeze({
  connector_look_ups: inOrder(
    (isOfSome) => `
    select look_up_at as due_at from connector_calls
    where status = 'intended' and look_up_at <= $1::timestamptz and ${isOfSome()} order by look_up_at`,
  ),
  unknown_outcomes: inOrder(
    (isOfSome) => `
    select created_at as due_at from connector_calls
    where status = 'intended' and outcome ->> 'kind' = 'unknown' and created_at <= $1::timestamptz and ${isOfSome()}
    order by created_at`,
  ),
  // A limit of the endpoints in their own subquery would keep Citus from a plan.
  webhook_deliveries: (isOfSome) => `
    select coalesce(sum(due.depth), 0)::int as depth, extract(epoch from min(due.since))::float8 as since
    from webhook_endpoint_states h
    cross join lateral (
      select count(*) as depth, min(d.next_attempt_at) as since from (
        select d.next_attempt_at from pending_deliveries d
        where d.merchant_id = h.merchant_id and d.endpoint_id = h.endpoint_id
          and d.next_attempt_at <= $1::timestamptz
        order by d.next_attempt_at, d.event_sequence limit ${DELIVERIES_PER_ENDPOINT_MAX}) d) due
    where h.due_at <= coalesce((
        select due_at from webhook_endpoint_states where due_at <= $1::timestamptz and ${isOfSome()}
        order by due_at, merchant_id, endpoint_id offset ${ENDPOINTS_MAX - 1} limit 1), $1::timestamptz)
      and h.stopped_at is null and (h.resting_until is null or h.resting_until <= $1::timestamptz)
      and ${isOfSome('h.')}`,
  resting_endpoints: inOrder(
    (isOfSome) => `
    select resting_since as due_at from webhook_endpoint_states
    where resting_since is not null and (failures >= ${TRIPS_AFTER} or resting_until > $1::timestamptz) and ${isOfSome()}
    order by resting_since`,
  ),
  // Rows of tasks that another release has are left out: nothing here runs them.
  jobs: inOrder(
    () => `
    select due_at from scheduled_tasks
    where process_id is null and due_at <= $1::timestamptz
      and task in (${serviceTasks.map(({ name }) => `'${name}'`).join(', ')})`,
  ),
});

/** Reads the state of every queue, by one statement each, one after the other: they share the connections of reads. */
export async function readQueues(rows: RowSource, now: Date): Promise<Record<QueueName, QueueState>> {
  const states: Partial<Record<QueueName, QueueState>> = {};
  for (const name of queueNames) {
    const due = { text: queueStatements[name], values: [now.toISOString()], reads: queueTables[name] };
    // One row, unless a cluster was asked node by node.
    const found = await (name === 'jobs' ? readLocal(rows, due) : findDue<QueueRow>(rows, due));
    const since = Math.min(...found.map((row) => row.since ?? Number.POSITIVE_INFINITY));
    const depth = found.reduce((sum, row) => sum + row.depth, 0);
    states[name] = { depth, oldestS: Math.max(0, now.getTime() / 1000 - since) };
  }
  return states as Record<QueueName, QueueState>;
}

interface QueueRow {
  readonly depth: number;
  readonly since: number | null;
}

/** Reads rows that belong to no merchant. */
const readLocal = (rows: RowSource, { reads, text, values }: DueRows) =>
  rows.query<QueueRow>({ text: text(() => 'true'), values, touches: { reads } }, null);
