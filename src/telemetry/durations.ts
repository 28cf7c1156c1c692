import type { StepKind, StepLabels } from '../core/foundation/ports/observe.ts';

/** The histogram of the durations of a kind of step. */
interface DurationMetric<Kind extends StepKind> {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly (keyof StepLabels[Kind] & string)[];
  /** The label that holds the step's result. */
  readonly result: string;
  /** A result that is there from the start, as 0: an alert is for the first, which a series that begins with 1 does not show. */
  readonly first?: string;
  /** Upper bounds, in seconds. */
  readonly buckets: readonly number[];
}

const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const CALL_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** The metrics of steps: rate, errors and durations are all in a histogram with the result as a label. */
export const durations: { readonly [Kind in StepKind]: DurationMetric<Kind> } = Object.freeze({
  request: {
    name: 'switchyard_http_request_duration_seconds',
    help: 'Requests by route and status, until their responses are closed. Event streams are left out; 499 means that the client hung up.',
    labels: ['method', 'route'],
    result: 'status',
    buckets: REQUEST_BUCKETS,
  },
  graphql_operation: {
    name: 'switchyard_graphql_operation_duration_seconds',
    help: 'GraphQL operations by name: the first 100 names, and all further ones as "other". Subscriptions are left out.',
    labels: ['operation', 'type'],
    result: 'result',
    buckets: REQUEST_BUCKETS,
  },
  connector_call: {
    name: 'switchyard_connector_call_duration_seconds',
    help: 'Calls to connectors by result: timed_out and unreachable leave the outcome unknown.',
    labels: ['connector', 'operation'],
    result: 'result',
    buckets: CALL_BUCKETS,
  },
  look_up: {
    name: 'switchyard_connector_look_up_duration_seconds',
    help: 'Recoveries of connector calls without an outcome, by whether the outcome is known now.',
    labels: [],
    result: 'result',
    buckets: CALL_BUCKETS,
  },
  webhook_attempt: {
    name: 'switchyard_webhook_attempt_duration_seconds',
    help: "Attempts at webhook deliveries, by the delivery's result: delivered, failed for good, or to be tried again.",
    labels: [],
    result: 'result',
    first: 'failed',
    buckets: CALL_BUCKETS,
  },
  job: {
    name: 'switchyard_job_duration_seconds',
    help: 'Background jobs by task.',
    labels: ['task'],
    result: 'result',
    buckets: [0.01, 0.1, 0.5, 1, 5, 10, 30, 60],
  },
});
