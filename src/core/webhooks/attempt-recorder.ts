import type { Context } from '../foundation/context.ts';
import { keyText } from '../webhook-endpoints/endpoint-health.ts';
import type { LeasedDelivery } from './lease-deliveries.ts';
import {
  type DeliveryOutcome,
  type Recording,
  type RecordResult,
  recordAttempts,
} from './record-attempts.ts';

interface Waiting extends Recording {
  readonly resolve: (result: RecordResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Outcomes that one statement records. */
const BATCH_MAX = 64;

/**
 * Records the outcomes of a process's attempts, one statement at a time for each endpoint: the next statement records
 * all attempts that end meanwhile. So an attempt never waits for others, and a busy endpoint needs one commit for many.
 */
export class AttemptRecorder {
  readonly #ctx: Context;
  /** Attempts that wait for the running statement of their endpoint, by endpoint. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** Records an outcome and releases the lease. */
  record(delivery: LeasedDelivery, outcome: DeliveryOutcome): Promise<RecordResult> {
    const endpoint = keyText(delivery);
    return new Promise((resolve, reject) => {
      const entry = { delivery, outcome, resolve, reject };
      const waiting = this.#waiting.get(endpoint);
      if (waiting) waiting.push(entry);
      else {
        this.#waiting.set(endpoint, []);
        void this.#write(endpoint, [entry]);
      }
    });
  }

  async #write(endpoint: string, first: readonly Waiting[]): Promise<void> {
    const waiting = this.#waiting.get(endpoint)!;
    for (let batch = first; batch.length > 0; batch = waiting.splice(0, BATCH_MAX)) await this.#settle(batch);
    this.#waiting.delete(endpoint);
  }

  /** If the database rejects several together, each is tried separately, so that one bad record does not lose the others. */
  async #settle(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = await recordAttempts(this.#ctx, batch);
      for (const [place, { resolve }] of batch.entries()) resolve(results[place]!);
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error);
      else for (const entry of batch) await this.#settle([entry]);
    }
  }
}
