import { Counter, Gauge, type Registry } from '@prometheus-io/client';
import { type DerivedLag, derivedRows } from '../core/derived/index.ts';
import type { RowSource } from '../core/foundation/transaction.ts';
import { type QueueName, type QueueState, queueNames, readQueues } from './queues.ts';

/** How long counts are cached, since more than one Prometheus server may scrape, and people too. */
const KEPT_MS = 15_000;
/** How long a scrape waits for the database. */
const WAIT_MS = 2_000;

/** Where queues are counted. */
export interface CountedQueues {
  readonly rows: RowSource;
  readonly now: () => Date;
}

/** What is counted for the gauges. */
interface Counted {
  readonly queues: Readonly<Record<QueueName, QueueState>>;
  readonly derived: readonly (readonly [what: string, lag: DerivedLag])[];
}

/**
 * The gauges of queues and of derived rows, counted in the database when metrics are collected, at most every 15 seconds. Without a
 * response from the database they have no value, because an old one would look as if all were well.
 */
export class QueueGauges {
  readonly #queues: CountedQueues;
  readonly #failures: Counter;
  #counted: Promise<Counted | null> | undefined;
  #countedAtMs = 0;

  constructor(registry: Registry, queues: CountedQueues) {
    this.#queues = queues;
    const registers = [registry];
    this.#failures = new Counter({
      name: 'switchyard_queue_count_failures_total',
      help: 'How often the queues could not be counted.',
      registers,
    });
    const gauge = <Label extends 'queue' | 'what'>(
      name: string,
      help: string,
      label: Label,
      read: (counted: Counted) => readonly (readonly [name: string, value: number])[],
    ) => {
      const current = () => this.#current();
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        // Every process counts the same rows.
        aggregator: 'max',
        async collect() {
          const counted = await current();
          this.reset();
          for (const [of, value] of counted ? read(counted) : []) this.labels(of).set(value);
        },
      });
    };
    const ofQueues = (read: (state: QueueState) => number) => (counted: Counted) =>
      queueNames.map((name) => [name, read(counted.queues[name])] as const);
    gauge(
      'switchyard_queue_depth',
      'Due items in a queue, counted up to some 10 000.',
      'queue',
      ofQueues(({ depth }) => depth),
    );
    gauge(
      'switchyard_queue_oldest_seconds',
      'For how long the oldest in a queue has been due.',
      'queue',
      ofQueues(({ oldestS }) => oldestS),
    );
    gauge(
      'switchyard_derived_lag_seconds',
      'The age of the oldest change that derived rows lack.',
      'what',
      ({ derived }) => derived.map(([what, { oldestS }]) => [what, oldestS]),
    );
    gauge('switchyard_derived_changes', 'The changes that derived rows lack.', 'what', ({ derived }) =>
      derived.map(([what, { changes }]) => [what, changes]),
    );
  }

  /** The state of the queues, as counted lately; null if they could not be counted. */
  #current(): Promise<Counted | null> {
    const nowMs = performance.now();
    if (!this.#counted || nowMs - this.#countedAtMs > KEPT_MS) {
      this.#countedAtMs = nowMs;
      this.#counted = this.#count();
    }
    return this.#counted;
  }

  async #count(): Promise<Counted | null> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('The database did not answer in time.')), WAIT_MS);
    });
    try {
      return await Promise.race([this.#read(), late]);
    } catch {
      this.#failures.inc();
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Reads everything, by one statement each. */
  async #read(): Promise<Counted> {
    const { now, rows } = this.#queues;
    const queues = await readQueues(rows, now());
    const derived: [string, DerivedLag][] = [];
    for (const { lag, what } of derivedRows) derived.push([what, await lag(rows)]);
    return { queues, derived };
  }
}
