import {
  type Aggregator,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from '@prometheus-io/client';
import { version } from '../config/version.ts';
import { backgroundOffReasons } from '../core/foundation/background-work.ts';
import type { Observe, StepKind } from '../core/foundation/ports/observe.ts';
import type { RowSource } from '../core/foundation/transaction.ts';
import { durations } from './durations.ts';
import { QueueGauges } from './queue-gauges.ts';
import type { Vitals } from './vitals.ts';

/** GraphQL operations counted by their names, which callers choose. */
const OPERATION_NAMES_MAX = 100;

/** Metrics besides the durations of steps. */
export interface Measured {
  readonly vitals: () => Vitals;
  /** Where queues are counted. */
  readonly rows: RowSource;
  readonly now: () => Date;
}

/** The metrics of a process, in Prometheus' format. */
export interface Metrics {
  readonly registry: Registry;
  /** Observes steps by their durations and results. */
  readonly observe: Observe;
  /** Measures a service too, once there is one. */
  measure(measured: Measured): void;
}

/**
 * Default metrics whose names break Prometheus' rules: gauges that end as a counter does, and others that name their
 * type. The rest covers memory, the event loop, garbage collection and the process.
 */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
  'nodejs_eventloop_utilization_histogram',
  'nodejs_eventloop_utilization_summary',
];

/** Creates the metrics of this process. Until a service is measured, they cover Node.js and the steps. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  new Gauge({
    name: 'switchyard_build_info',
    help: 'Always 1, labelled with the version that runs.',
    labelNames: ['version'],
    registers: [registry],
    aggregator: 'first',
  }).set({ version }, 1);
  return {
    registry,
    observe: observeInto(registry),
    measure: (measured) => {
      measureVitals(registry, measured.vitals);
      new QueueGauges(registry, measured);
    },
  };
}

function observeInto(registry: Registry): Observe {
  const histograms = Object.fromEntries(
    Object.entries(durations).map(([kind, { buckets, help, labels, name, result }]) => [
      kind,
      new Histogram({
        name,
        help,
        labelNames: [...labels, result],
        buckets: [...buckets],
        registers: [registry],
      }),
    ]),
  ) as Record<StepKind, Histogram<string>>;
  for (const [kind, { first, result }] of Object.entries(durations))
    if (first !== undefined) histograms[kind as StepKind].zero({ [result]: first });
  const operationNames = new BoundedNames(OPERATION_NAMES_MAX);

  return async (step, work, resultOf) => {
    const startedMs = performance.now();
    let result: string | null = 'error';
    try {
      const value = await work();
      result = resultOf(value);
      return value;
    } finally {
      if (result !== null) {
        const labels: Record<string, string> = { ...step.labels, [durations[step.kind].result]: result };
        if (labels.operation !== undefined && step.kind === 'graphql_operation')
          labels.operation = operationNames.of(labels.operation);
        histograms[step.kind].observe(labels, (performance.now() - startedMs) / 1000);
      }
    }
  };
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type Values = Iterable<readonly [labels: Record<string, string>, value: number]>;

/** Makes gauges and counters whose values are read when they are collected. */
function collectors(registry: Registry) {
  const registers = [registry];
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    values: () => Values,
    aggregator: Aggregator = 'sum',
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      aggregator,
      collect() {
        for (const [labels, value] of values()) this.set(labels, value);
      },
    });
  const counter = (name: string, help: string, labelNames: string[], values: () => Values) =>
    new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        // The service counts; a counter here can only be raised.
        this.reset();
        for (const [labels, value] of values()) this.inc(labels, value);
      },
    });
  return { counter, gauge };
}

type Measure = (collect: ReturnType<typeof collectors>, vitals: () => Vitals) => void;

const by = (label: string, numbers: Readonly<Record<string, number>>): Values =>
  Object.entries(numbers).map(([name, value]) => [{ [label]: name }, value] as const);

/** Connections of the pools. */
const measurePools: Measure = ({ gauge }, vitals) => {
  const ofPools = (part: 'size' | 'used' | 'waiting') => () =>
    Object.entries(vitals().pools).map(([pool, usage]) => [{ pool }, usage[part]] as const);
  gauge('switchyard_database_pool_size', 'Connections that a pool may open.', ['pool'], ofPools('size'));
  gauge('switchyard_database_pool_used', 'Connections of a pool in use.', ['pool'], ofPools('used'));
  gauge(
    'switchyard_database_pool_waiting',
    'Requests and jobs waiting for a connection.',
    ['pool'],
    ofPools('waiting'),
  );
};

/** Replicas and the reads that they serve. */
const measureReplicas: Measure = ({ counter, gauge }, vitals) => {
  const servers = () => vitals().replicas?.servers ?? [];
  gauge('switchyard_replica_used', 'Whether reads go to a replica: 1 or 0.', ['replica'], () =>
    servers().map(({ name, state }) => [{ replica: name }, Number(state === 'used')]),
  );
  gauge(
    'switchyard_replica_lag_bytes',
    'Log that a replica had not replayed when it was last compared.',
    ['replica'],
    () => servers().map(({ lagBytes, name }) => [{ replica: name }, lagBytes]),
    'max',
  );
  counter(
    'switchyard_replica_reads_total',
    'Statements of reads, by whether a replica or the primary ran them, and why.',
    ['server', 'reason'],
    () => {
      const { byPrimary, served } = vitals().replicas ?? { byPrimary: {}, served: null };
      return [
        ...(served === null ? [] : [[{ server: 'replica', reason: 'level' }, served] as const]),
        ...Object.entries(byPrimary).map(
          ([reason, count]) => [{ server: 'primary', reason }, count] as const,
        ),
      ];
    },
  );
};

/** The state of the process: circuits, clock, background work, connections, alerts. */
const measureProcess: Measure = ({ counter, gauge }, vitals) => {
  gauge(
    'switchyard_connector_circuits',
    'Connector accounts called by this process, by the state of their circuit.',
    ['state'],
    () => by('state', vitals().circuits),
    'max',
  );
  gauge(
    'switchyard_clock_offset_seconds',
    "How far the host's clock is ahead of the database's; negative if it is behind.",
    [],
    () => [[{}, vitals().clockOffsetMs / 1000]],
    'max',
  );
  gauge(
    'switchyard_background_work_off',
    'Whether the process takes no background work for a reason: 1 or 0.',
    ['reason'],
    () => backgroundOffReasons.map((reason) => [{ reason }, Number(vitals().backgroundOff.includes(reason))]),
    'max',
  );
  gauge('switchyard_live_connections', 'Open WebSockets and event streams with a key.', [], () => [
    [{}, vitals().liveConnections],
  ]);
  counter(
    'switchyard_subscription_defects_total',
    "Defects of the service that subscriptions met; callers' mistakes and a database that is away are left out.",
    [],
    () => [[{}, vitals().subscriptionDefects]],
  );
  gauge(
    'switchyard_outgoing_calls_off',
    'Whether outgoing calls and background work are off (1), because the database is undecided or a copy.',
    ['database'],
    () => {
      const { outgoingOff } = vitals();
      return by('database', {
        undecided: Number(outgoingOff === 'undecided'),
        copy: Number(outgoingOff === 'copy'),
      });
    },
  );
  counter(
    'switchyard_audit_alerts_total',
    'Changes in the audit log that the operator should know of: exports requested, approvers made, keys loosened, hosts changed, second factors no longer required.',
    ['kind'],
    () => by('kind', vitals().auditAlerts),
  );
};

/** Caches, refusals and reports of browsers. */
const measureRefusals: Measure = ({ counter }, vitals) => {
  counter(
    'switchyard_cache_reads_total',
    'Values that a cache was asked for, by whether it had them.',
    ['cache', 'result'],
    () =>
      Object.entries(vitals().caches).flatMap(([cache, uses]) =>
        Object.entries(uses).map(([result, count]) => [{ cache, result }, count as number] as const),
      ),
  );
  counter(
    'switchyard_requests_refused_for_load_total',
    'Requests refused because the service was too busy.',
    ['kind'],
    () => by('kind', vitals().refusedForLoad),
  );
  counter(
    'switchyard_page_reports_total',
    "Reports of browsers that a customers' page broke its Content-Security-Policy.",
    ['directive'],
    () => by('directive', vitals().pageReports),
  );
  counter(
    'switchyard_refused_by_limit_total',
    'Requests and attempts refused by a limit on them.',
    ['limit'],
    () => Object.entries(vitals().refusedByLimit).map(([name, count]) => [{ limit: snakeCase(name) }, count]),
  );
};

/** The gauges and counters of a service's vitals. */
function measureVitals(registry: Registry, vitals: () => Vitals): void {
  const collect = collectors(registry);
  for (const measure of [measurePools, measureReplicas, measureProcess, measureRefusals])
    measure(collect, vitals);
}

/** Names longer than this are not counted apart. */
const NAME_LENGTH_MAX = 64;

/**
 * Caller-chosen names as values of a label: the first names, up to a limit, stay unchanged; any further name becomes `other`.
 * Prometheus and this process keep every value of a label permanently.
 */
class BoundedNames {
  readonly #names = new Set<string>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** The name itself if it is one of those kept, or there is room for it. */
  of(name: string): string {
    if (this.#names.has(name)) return name;
    if (this.#names.size >= this.#max || name.length > NAME_LENGTH_MAX) return 'other';
    this.#names.add(name);
    return name;
  }
}
