import type { Worker } from 'node:cluster';
import { AggregatorRegistry, Counter, Gauge, Registry } from '@prometheus-io/client';

/** How long a scrape waits for a process: longer than its own wait for the database, shorter than a scrape's limit. */
const ANSWER_MS = 3_000;

type MetricsAsJson = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** A worker's place among the processes behind one port. */
export interface WorkerPlace {
  readonly number: number;
  /** The process that serves there; null while none does. */
  readonly serving: Worker | null;
  /** The number of processes that died at this place. */
  readonly died: number;
}

/** Messages between a supervisor and its processes. */
interface Question {
  readonly type: 'read_metrics';
  readonly id: number;
}
interface Answer {
  readonly type: 'metrics';
  readonly id: number;
  readonly metrics: MetricsAsJson;
}

/** Responds to this process's supervisor with the registry's metrics. */
export function answerSupervisor(registry: Registry): void {
  process.on('message', async (question: Question) => {
    if (question.type !== 'read_metrics') return;
    const metrics = await registry.getMetricsAsJSON();
    process.send!({ type: 'metrics', id: question.id, metrics } satisfies Answer);
  });
}

/**
 * The metrics of a supervisor's processes in one exposition. A process that hangs is left out after some seconds and
 * reported as down: otherwise it would hide the others just when they are looked at.
 */
export class WorkersMetrics {
  readonly registry = new Registry();
  readonly #up: Gauge<'worker'>;
  #places: readonly WorkerPlace[] = [];
  #asked = 0;

  constructor() {
    const places = () => this.#places;
    const registers = [this.registry];
    new Counter({
      name: 'switchyard_worker_deaths_total',
      help: 'Processes of the supervisor that died and were replaced.',
      labelNames: ['worker'],
      registers,
      collect() {
        this.reset();
        for (const { died, number } of places()) this.inc({ worker: number }, died);
      },
    });
    this.#up = new Gauge({
      name: 'switchyard_worker_up',
      help: 'Whether a process of the supervisor reported its metrics in time: 1 or 0.',
      labelNames: ['worker'],
      registers,
    });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  measure(places: readonly WorkerPlace[]): void {
    this.#places = places;
  }

  /** Queries all processes at once, and returns the metrics of the processes that responded. */
  async read(): Promise<string> {
    const reported = await Promise.all(
      this.#places.map(async (place) => {
        const metrics = await this.#ask(place);
        this.#up.set({ worker: place.number }, Number(metrics !== null));
        return metrics ?? [];
      }),
    );
    const own = await this.registry.getMetricsAsJSON();
    return AggregatorRegistry.aggregate([...reported, own]).metrics();
  }

  /** The metrics of the process at a place; null without one, or without its response. */
  #ask({ serving }: WorkerPlace): Promise<MetricsAsJson | null> {
    if (!serving?.isConnected()) return Promise.resolve(null);
    this.#asked += 1;
    const question: Question = { type: 'read_metrics', id: this.#asked };
    return new Promise((resolve) => {
      const end = (metrics: MetricsAsJson | null) => {
        clearTimeout(late);
        serving.off('message', hear);
        resolve(metrics);
      };
      const hear = (answer: Answer) => {
        if (answer.type === 'metrics' && answer.id === question.id) end(answer.metrics);
      };
      const late = setTimeout(end, ANSWER_MS, null);
      serving.on('message', hear);
      serving.send(question, (error) => error && end(null));
    });
  }
}
