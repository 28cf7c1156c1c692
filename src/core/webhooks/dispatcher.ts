/*
 * The webhook pipeline. Commands queue deliveries in their own transaction (writes/outbox); this loop delivers
 * them, in steps: find endpoints with due deliveries (due-endpoints.ts, endpoint-scanner.ts) → lease deliveries,
 * in order per object and within each endpoint's capacity (lease-deliveries.ts) → for each, in parallel
 * (deliver.ts): compose and sign the headers (compose.ts), post to the checked address (post/sender.ts), decide on
 * a retry (decide-retry.ts), and record the attempt (attempt-recorder.ts, record-attempts.ts). Attempts also change the endpoint's
 * health, which opens its circuit or disables it (webhook-endpoints/endpoint-health.ts, circuit-breaker.ts).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Context } from '../foundation/context.ts';
import { type Endpoint, readEndpoint } from '../webhook-endpoints/endpoint.ts';
import { keyText, retryDelaysMs } from '../webhook-endpoints/endpoint-health.ts';
import { AttemptRecorder } from './attempt-recorder.ts';
import { deliver } from './deliver.ts';
import { EndpointScanner } from './endpoint-scanner.ts';
import type { LeasedDelivery } from './lease-deliveries.ts';
import { type WebhookSender, webhookSender } from './post/sender.ts';

export interface DispatcherOptions {
  /** Time-out of an attempt, up to the end of the response. */
  readonly timeoutMs: number;
  /** Duration of a lease. Others attempt the deliveries of a killed process after that. */
  readonly leaseMs: number;
  /** Maximum attempts in flight: more than one endpoint may have, so that it leaves room for others. */
  readonly concurrency: number;
  /** How often to scan without a wake-up, for retries and lost notifications. */
  readonly pollMs: number;
  /** The delay after each failed attempt. */
  readonly retryDelaysMs: readonly number[];
  /** Whether endpoints of one merchant at a time are scanned. */
  readonly byMerchant: boolean;
}

const defaults: DispatcherOptions = Object.freeze({
  timeoutMs: 15_000,
  leaseMs: 30_000,
  concurrency: 128,
  pollMs: 1_000,
  retryDelaysMs,
  byMerchant: false,
});

/** After this long an attempt is only waiting, and no longer counts towards the concurrency. */
const SLOW_AFTER_MS = 1_000;
/** Maximum attempts in flight including slow ones: each holds a body and a connection. */
const IN_FLIGHT_WITH_SLOW_MAX = 256;
/** How soon to scan again after another process was leasing from the same endpoint. */
const CONTESTED_MS = 20;
/** How long to wait after a database error: doubled each time, up to a maximum. */
const BACK_OFF_MS = { first: 500, max: 10_000 };

export interface DispatcherSetup {
  /** A context that sees every merchant. */
  readonly ctx: Context;
  readonly logger: Logger;
  /** Subscribes to notifications that deliveries may have been queued; returns the unsubscribe function. */
  readonly onDeliveries: (listener: () => void) => () => void;
  readonly options?: Partial<DispatcherOptions> | undefined;
}

export interface Dispatcher {
  /** Stops leasing, lets attempts in flight finish for `graceMs`, then aborts them and releases their leases. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Starts delivering due webhooks in this process. Any number of processes may run one: each delivery is leased by
 * one of them. It scans when notified of new deliveries, when an attempt completes, and at intervals.
 */
export function startDispatcher({ ctx, logger, onDeliveries, options }: DispatcherSetup): Dispatcher {
  const settings = { ...defaults, ...options };
  const { timeoutMs } = settings;
  const sender = webhookSender({ rules: ctx.ports.webhookTargets, outgoing: ctx.ports.outgoing, timeoutMs });
  const loop = new DispatchLoop(ctx, logger, sender, settings);
  const unsubscribe = onDeliveries(loop.wakeUp.signal);
  return {
    stop: async (graceMs) => {
      unsubscribe();
      await loop.stop(graceMs);
      sender.close();
    },
  };
}

class DispatchLoop {
  readonly wakeUp = new WakeUp();
  readonly #ctx: Context;
  readonly #logger: Logger;
  readonly #sender: WebhookSender;
  readonly #recorder: AttemptRecorder;
  readonly #settings: DispatcherOptions;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #aborting = new AbortController();
  readonly #done: Promise<void>;
  /** Attempts in flight that count towards the concurrency. */
  #countedAttempts = 0;

  constructor(ctx: Context, logger: Logger, sender: WebhookSender, settings: DispatcherOptions) {
    this.#ctx = ctx;
    this.#logger = logger;
    this.#sender = sender;
    this.#recorder = new AttemptRecorder(ctx);
    this.#settings = settings;
    this.#done = this.#run();
  }

  async stop(graceMs: number): Promise<void> {
    this.#stopping.abort();
    this.wakeUp.signal();
    const finished = this.#done.then(() => Promise.all(this.#inFlight));
    const timer = new AbortController();
    const graceOver = sleep(graceMs, undefined, { signal: timer.signal }).catch(() => {});
    await Promise.race([finished, graceOver]);
    timer.abort();
    this.#aborting.abort();
    await finished;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { byMerchant, leaseMs } = this.#settings;
    const scanner = new EndpointScanner(this.#ctx, leaseMs, byMerchant);
    let backOffMs = BACK_OFF_MS.first;
    while (!signal.aborted) {
      try {
        await this.#step(scanner);
        backOffMs = BACK_OFF_MS.first;
      } catch (error) {
        this.#logger.error({ err: error }, 'webhook endpoints could not be scanned');
        await sleep(backOffMs, undefined, { signal }).catch(() => {});
        backOffMs = Math.min(backOffMs * 2, BACK_OFF_MS.max);
      }
    }
  }

  async #step(scanner: EndpointScanner): Promise<void> {
    const { concurrency, pollMs } = this.#settings;
    const capacity = Math.min(
      concurrency - this.#countedAttempts,
      IN_FLIGHT_WITH_SLOW_MAX - this.#inFlight.size,
    );
    if (capacity === 0 || !this.#ctx.ports.backgroundWork.isOn()) return this.wakeUp.wait(pollMs);
    const { deliveries, scanAgain } = await scanner.next(capacity);
    // Read once for all that were leased together.
    const endpoints = new Map<string, Promise<Endpoint | null>>();
    for (const delivery of deliveries) {
      const key = keyText(delivery);
      const endpoint = endpoints.get(key) ?? readEndpoint(this.#ctx, delivery);
      endpoints.set(key, endpoint);
      this.#dispatch(delivery, endpoint);
    }
    if (scanAgain !== 'at_once') await this.wakeUp.wait(scanAgain === 'soon' ? CONTESTED_MS : pollMs);
  }

  #dispatch(delivery: LeasedDelivery, endpoint: Promise<Endpoint | null>): void {
    const logger = this.#logger;
    const deps = {
      ctx: this.#ctx,
      logger,
      sender: this.#sender,
      recorder: this.#recorder,
      retryDelaysMs: this.#settings.retryDelaysMs,
    };
    this.#countedAttempts += 1;
    let isCounted = true;
    const freeCapacity = () => {
      if (isCounted) this.#countedAttempts -= 1;
      isCounted = false;
      this.wakeUp.signal();
    };
    const slow = setTimeout(freeCapacity, SLOW_AFTER_MS);
    const attempt = deliver(deps, delivery, endpoint, this.#aborting.signal)
      // It is attempted again when its lease expires.
      .catch((error) =>
        logger.error({ err: error, delivery_id: delivery.deliveryId }, 'webhook could not be delivered'),
      )
      .finally(() => {
        clearTimeout(slow);
        this.#inFlight.delete(attempt);
        freeCapacity();
      });
    this.#inFlight.add(attempt);
  }
}

/** Wakes the loop from its wait. A signal while it is not waiting ends its next wait at once. */
class WakeUp {
  #isSignaled = false;
  #wake: (() => void) | undefined;

  readonly signal = (): void => {
    this.#isSignaled = true;
    this.#wake?.();
  };

  /** Waits for a signal, but no longer than `ms`. */
  async wait(ms: number): Promise<void> {
    if (!this.#isSignaled) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#wake = undefined;
    }
    this.#isSignaled = false;
  }
}
