import {
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError,
  SamplingBreaker,
  wrap,
} from 'cockatiel';
import { LRUCache } from 'lru-cache';
import {
  type Circuit,
  type Connector,
  type ConnectorGuard,
  type ConnectorRegistry,
  NotSentError,
} from '../core/foundation/ports/connector.ts';
import type { OutgoingCalls } from '../core/foundation/ports/outgoing-calls.ts';

/** Consecutive failures after which an account's circuit opens and refuses every call. */
const BREAKS_AFTER = 5;
/** A circuit also opens if more than half of the calls in this time, and at least five, had no response in time. */
const TIMEOUTS = { threshold: 0.5, duration: 30_000, minimumRps: 5 / 30 };
/** How long a circuit stays open before one call probes the account. */
const HALF_OPEN_AFTER_MS = 10_000;
/** Maximum number of accounts with a circuit breaker; the least recently used is dropped. */
const ACCOUNTS_MAX = 10_000;

/** A clock that shows a time this much before the last one was set back. */
const SET_BACK_MS = 1_000;

/** Counts the accounts that this process has called, by whether their calls fail at present without being started. */
export interface CircuitCounts {
  countCircuits(): { readonly open: number; readonly closed: number };
}

/** Limits the calls of a process that stops. */
export interface CallLimit {
  /** Calls in flight, and later ones, have no more than this time for their response. Their outcome is unknown then. */
  endWithin(ms: number): void;
}

/**
 * Guards connector calls with a deadline and a circuit breaker for each connector account, so that an account that
 * does not respond delays only its own payments.
 */
export function connectorGuard(deadlineMs: number): ConnectorGuard & CircuitCounts & CallLimit {
  const limit = { deadlineMs, stopMs: null as number | null, onStop: new Set<(ms: number) => void>() };
  const all = new LRUCache<string, AccountBreaker>({ max: ACCOUNTS_MAX });
  let lastMs = Number.NEGATIVE_INFINITY;
  /** cockatiel goes by the host's clock: when that is set back, a circuit would stay open until it has caught up. */
  const current = () => {
    const nowMs = Date.now();
    if (nowMs < lastMs - SET_BACK_MS) all.clear();
    lastMs = nowMs;
    return all;
  };
  const breakerOf = (account: string): AccountBreaker => {
    const breakers = current();
    const breaker = breakers.get(account) ?? new AccountBreaker();
    breakers.set(account, breaker);
    return breaker;
  };

  return {
    deadlineMs,
    async run(account, call) {
      try {
        return await breakerOf(account).run(() => withDeadline(limit, call));
      } catch (error) {
        if (isBrokenCircuitError(error))
          throw new NotSentError('The circuit of the connector account is open.');
        throw error;
      }
    },
    isOpen: (account) => current().peek(account)?.isOpen ?? false,
    circuitOf: (account) => current().peek(account)?.circuit ?? { state: 'CLOSED', since: null },
    countCircuits: () => {
      const breakers = current();
      let open = 0;
      for (const breaker of breakers.values()) if (breaker.isOpen) open += 1;
      return { open, closed: breakers.size - open };
    },
    endWithin: (ms) => {
      limit.stopMs = ms;
      for (const onStop of limit.onStop) onStop(ms);
    },
  };
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError';

/**
 * An account's circuit. Time-outs are counted apart from other failures, and against the calls that succeed: a few
 * cards whose issuer is slow must not keep the account's other customers from paying.
 */
class AccountBreaker {
  readonly #timeouts = circuitBreaker(handleWhen(isTimeout), {
    halfOpenAfter: HALF_OPEN_AFTER_MS,
    breaker: new SamplingBreaker(TIMEOUTS),
  });
  readonly #failures = circuitBreaker(
    handleWhen((error) => !isTimeout(error)),
    { halfOpenAfter: HALF_OPEN_AFTER_MS, breaker: new ConsecutiveBreaker(BREAKS_AFTER) },
  );
  readonly #policy = wrap(this.#timeouts, this.#failures);
  #openedAt = 0;
  #closedAt: number | null = null;

  constructor() {
    for (const breaker of [this.#timeouts, this.#failures]) {
      breaker.onBreak(() => {
        this.#openedAt = Date.now();
      });
      breaker.onReset(() => {
        this.#closedAt = Date.now();
      });
    }
  }

  run<T>(call: () => Promise<T>): Promise<T> {
    return this.#policy.execute(call);
  }

  get isOpen(): boolean {
    // While one call probes the account, others would wait for its outcome.
    return this.#isProbed || this.circuit.state === 'OPEN';
  }

  get circuit(): Circuit {
    const isBroken = this.#isProbed || this.#states.includes(CircuitState.Open);
    if (!isBroken)
      return { state: 'CLOSED', since: this.#closedAt === null ? null : new Date(this.#closedAt) };
    // A circuit half-opens only when it is called: an account that is never chosen would stay open forever.
    const halfOpenAt = this.#openedAt + HALF_OPEN_AFTER_MS;
    return Date.now() < halfOpenAt
      ? { state: 'OPEN', since: new Date(this.#openedAt) }
      : { state: 'HALF_OPEN', since: new Date(halfOpenAt) };
  }

  get #states(): readonly CircuitState[] {
    return [this.#timeouts.state, this.#failures.state];
  }

  /** Whether one call probes the account at present. */
  get #isProbed(): boolean {
    return this.#states.includes(CircuitState.HalfOpen);
  }
}

/** The time that calls have. */
interface TimeLimit {
  readonly deadlineMs: number;
  /** The time of the calls of a process that stops; null until it does. */
  readonly stopMs: number | null;
  /** Shortens the time of each call in flight. */
  readonly onStop: Set<(ms: number) => void>;
}

/** Rejects at the deadline, whether or not the call honours its signal. */
async function withDeadline<T>(limit: TimeLimit, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timers: NodeJS.Timeout[] = [];
  const endAfter = (ms: number) => {
    const end = () => {
      const error = new DOMException('The connector did not respond in time.', 'TimeoutError');
      abort.abort(error);
      reject(error);
    };
    timers.push(setTimeout(end, ms));
  };
  endAfter(limit.deadlineMs);
  if (limit.stopMs !== null) endAfter(limit.stopMs);
  limit.onStop.add(endAfter);
  try {
    return await Promise.race([call(abort.signal), late]);
  } finally {
    limit.onStop.delete(endAfter);
    for (const timer of timers) clearTimeout(timer);
  }
}

/** Members of a connector that call nobody. */
const callNobody: ReadonlySet<PropertyKey> = new Set<keyof Connector>(['debitNetworksOf', 'metadataFault']);

/**
 * The connector while outgoing calls are on; while they are off, every method rejects, including any added later. The core
 * checks first and gives the reason: this catches callers that do not.
 */
function whileOn(connector: Connector, outgoing: OutgoingCalls): Connector {
  if (connector.simulated) return connector;
  return new Proxy(connector, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function' || callNobody.has(name)) return member;
      if (outgoing.off === null) return member.bind(target);
      return async () => {
        throw new NotSentError('Outgoing calls are off for this database.');
      };
    },
  });
}

/** A service's connectors by name. They are called while outgoing calls are made. */
export function connectorRegistry(
  connectors: readonly Connector[],
  outgoing: OutgoingCalls,
): ConnectorRegistry {
  const byName = new Map(connectors.map((connector) => [connector.name, whileOn(connector, outgoing)]));
  return { find: (name) => byName.get(name), names: [...byName.keys()].sort() };
}
