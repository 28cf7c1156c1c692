import { Counter, Gauge, type Registry } from '@prometheus-io/client';
import type { RowSource } from '../core/foundation/transaction.ts';
import { type QueueName, type QueueState, readQueues } from './queues.ts';

/** How long counts are cached, since more than one Prometheus server may scrape, and people too. */
const KEPT_MS = 15_000;
/** How long a scrape waits for the database. */
const WAIT_MS = 2_000;

/** Where queues are counted. */
export interface CountedQueues {
  readonly rows: RowSource;
  readonly now: () => Date;
}

/**
 * The gauges of queues, counted in the database when metrics are collected, at most every 15 seconds. Without a
 * response from the database they have no value, because an old one would look as if all were well.
 */
export class QueueGauges {
  readonly #queues: CountedQueues;
  readonly #failures: Counter;
  #counted: Promise<Record<QueueName, QueueState> | null> | undefined;
  #countedAtMs = 0;

  constructor(registry: Registry, queues: CountedQueues) {
    this.#queues = queues;
    const registers = [registry];
    this.#failures = new Counter({
      name: 'switchyard_queue_count_failures_total',
      help: 'How often the queues could not be counted.',
      registers,
    });
    const gauge = (name: string, help: string, read: (state: QueueState) => number) => {
      const current = () => this.#current();
      new Gauge({
        name,
        help,
        labelNames: ['queue'],
        registers,
        // Every process counts the same rows.
        aggregator: 'max',
        async collect() {
          const states = await current();
          this.reset();
          for (const [queue, state] of Object.entries(states ?? {})) this.set({ queue }, read(state));
        },
      });
    };
    gauge('switchyard_queue_depth', 'Due items in a queue, counted up to some 10 000.', ({ depth }) => depth);
    gauge(
      'switchyard_queue_oldest_seconds',
      'For how long the oldest in a queue has been due.',
      ({ oldestS }) => oldestS,
    );
  }

  /** The state of the queues, as counted lately; null if they could not be counted. */
  #current(): Promise<Record<QueueName, QueueState> | null> {
    const nowMs = performance.now();
    if (!this.#counted || nowMs - this.#countedAtMs > KEPT_MS) {
      this.#countedAtMs = nowMs;
      this.#counted = this.#count();
    }
    return this.#counted;
  }

  async #count(): Promise<Record<QueueName, QueueState> | null> {
    const { now, rows } = this.#queues;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('The database did not answer in time.')), WAIT_MS);
    });
    try {
      return await Promise.race([readQueues(rows, now()), late]);
    } catch {
      this.#failures.inc();
      return null;
    } finally {
      clearTimeout(timer);
    }
  }
}
