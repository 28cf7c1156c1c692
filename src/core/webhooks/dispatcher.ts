import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Context } from '../foundation/context.ts';
import { retryDelaysMs } from '../webhook-endpoints/retry-schedule.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { deliver } from './deliver.ts';
import { EndpointScanner } from './endpoint-scanner.ts';
import { type Sender, webhookSender } from './send.ts';
import { Wakeup } from './wakeup.ts';

/** What may be set for a dispatcher. */
export interface DispatcherOptions {
  /** How long an endpoint may take for its whole answer. */
  readonly timeoutMs: number;
  /** How long a claim holds: what a killed process had claimed is tried by others after that. */
  readonly leaseMs: number;
  /** How many tries may be under way. */
  readonly concurrency: number;
  /** How often to look for what nobody told of, retries among it. */
  readonly pollMs: number;
  /** How long after each failed try the next one comes. */
  readonly retryDelaysMs: readonly number[];
}

const defaults: DispatcherOptions = Object.freeze({
  timeoutMs: 15_000,
  leaseMs: 30_000,
  concurrency: 32,
  pollMs: 1_000,
  retryDelaysMs,
});

/** A try that has waited for so long costs little but patience, and no longer counts among those under way. */
const SLOW_AFTER_MS = 1_000;
/** How many tries may be under way with the slow ones: each holds a body and a connection. */
const WITH_SLOW_MAX = 256;
/** How soon to look again where another process was claiming at that moment. */
const SOON_MS = 20;
/** How long to leave the database alone after an error, at first and at most. */
const BACK_OFF_MS = { first: 500, most: 10_000 };

export interface DispatcherParts {
  /** A context that sees every merchant. */
  readonly ctx: Context;
  readonly logger: Logger;
  /** Calls back whenever deliveries may have been queued, until the function that it answers is called. */
  readonly onDeliveries: (listener: () => void) => () => void;
  readonly options?: Partial<DispatcherOptions> | undefined;
}

/** A dispatcher that is running. */
export interface Dispatcher {
  /** Claims no more, lets what is under way finish for so long, and gives the rest back. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Delivers webhooks that are due, in this process, until it is stopped. Several processes may: each delivery is
 * claimed by one. It wakes when it is told of new ones, when a try is over, and from time to time.
 */
export function startDispatcher({ ctx, logger, onDeliveries, options }: DispatcherParts): Dispatcher {
  const settings = { ...defaults, ...options };
  const { timeoutMs } = settings;
  const sender = webhookSender({ rules: ctx.webhookTargets, timeoutMs });
  const running = new Running({ ctx, logger, sender, settings });
  const stopListening = onDeliveries(running.bell.ring);
  return {
    stop: async (graceMs) => {
      stopListening();
      await running.stop(graceMs);
      sender.close();
    },
  };
}

interface RunningParts {
  readonly ctx: Context;
  readonly logger: Logger;
  readonly sender: Sender;
  readonly settings: DispatcherOptions;
}

class Running {
  readonly bell = new Wakeup();
  readonly #parts: RunningParts;
  readonly #underWay = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #givingUp = new AbortController();
  readonly #loop: Promise<void>;
  #brisk = 0;

  constructor(parts: RunningParts) {
    this.#parts = parts;
    this.#loop = this.#run();
  }

  async stop(graceMs: number): Promise<void> {
    this.#stopping.abort();
    this.bell.ring();
    const finished = this.#loop.then(() => Promise.all(this.#underWay));
    const done = new AbortController();
    const late = sleep(graceMs, undefined, { signal: done.signal }).catch(() => {});
    await Promise.race([finished, late]);
    done.abort();
    this.#givingUp.abort();
    await finished;
  }

  async #run(): Promise<void> {
    const { ctx, logger, settings } = this.#parts;
    const { signal } = this.#stopping;
    const rounds = new EndpointScanner(ctx, settings.leaseMs);
    let backOffMs = BACK_OFF_MS.first;
    while (!signal.aborted) {
      try {
        await this.#turn(rounds);
        backOffMs = BACK_OFF_MS.first;
      } catch (error) {
        logger.error({ err: error }, 'webhooks could not be looked for');
        await sleep(backOffMs, undefined, { signal }).catch(() => {});
        backOffMs = Math.min(backOffMs * 2, BACK_OFF_MS.most);
      }
    }
  }

  async #turn(rounds: EndpointScanner): Promise<void> {
    const { pollMs } = this.#parts.settings;
    const room = this.#room();
    if (room === 0) return this.bell.heard(pollMs);
    const { deliveries, lookAgain } = await rounds.look(room);
    for (const claimed of deliveries) this.#start(claimed);
    if (lookAgain !== 'at_once') await this.bell.heard(lookAgain === 'soon' ? SOON_MS : pollMs);
  }

  #room(): number {
    return Math.min(this.#parts.settings.concurrency - this.#brisk, WITH_SLOW_MAX - this.#underWay.size);
  }

  #start(claimed: ClaimedDelivery): void {
    const { ctx, logger, sender, settings } = this.#parts;
    const parts = { ctx, logger, sender, retryDelaysMs: settings.retryDelaysMs };
    this.#brisk += 1;
    let isBrisk = true;
    const makeRoom = () => {
      if (isBrisk) this.#brisk -= 1;
      isBrisk = false;
      this.bell.ring();
    };
    const slow = setTimeout(makeRoom, SLOW_AFTER_MS);
    const trying = deliver(parts, claimed, this.#givingUp.signal)
      // What was claimed is tried again when the claim runs out.
      .catch((error) =>
        logger.error({ err: error, delivery_id: claimed.deliveryId }, 'webhook could not be tried'),
      )
      .finally(() => {
        clearTimeout(slow);
        this.#underWay.delete(trying);
        makeRoom();
      });
    this.#underWay.add(trying);
  }
}
