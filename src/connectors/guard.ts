import {
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleAll,
  isBrokenCircuitError,
} from 'cockatiel';
import { LRUCache } from 'lru-cache';
import {
  type Connector,
  type ConnectorGuard,
  type ConnectorRegistry,
  NotSentError,
} from '../core/foundation/connector.ts';

/** Consecutive failures after which an account's circuit opens. */
const BREAKS_AFTER = 5;
/** How long a circuit stays open before one call probes the account. */
const HALF_OPEN_AFTER_MS = 10_000;
/** The most accounts whose circuit breakers are kept; the least recently used is dropped. */
const ACCOUNTS_MAX = 10_000;

/**
 * Guards connector calls with a deadline and a circuit breaker for each connector account, so that an account that
 * does not respond delays only its own payments.
 */
export function connectorGuard(deadlineMs: number): ConnectorGuard {
  const breakers = new LRUCache<string, AccountBreaker>({ max: ACCOUNTS_MAX });
  const breakerOf = (account: string): CircuitBreakerPolicy => {
    let breaker = breakers.get(account);
    if (!breaker) {
      breaker = accountBreaker();
      breakers.set(account, breaker);
    }
    return breaker.policy;
  };

  return {
    deadlineMs,
    async run(account, call) {
      try {
        return await breakerOf(account).execute(() => withDeadline(deadlineMs, call));
      } catch (error) {
        if (isBrokenCircuitError(error))
          throw new NotSentError('The circuit of the connector account is open.');
        throw error;
      }
    },
    isOpen(account) {
      const breaker = breakers.peek(account);
      if (!breaker) return false;
      const { openedAt, policy } = breaker;
      // While one call probes the account, others would wait for its outcome.
      if (policy.state === CircuitState.HalfOpen) return true;
      // A circuit half-opens only when it is called: an account that is never chosen would stay open forever.
      return policy.state === CircuitState.Open && Date.now() - openedAt < HALF_OPEN_AFTER_MS;
    },
  };
}

/** An account's circuit breaker, and when it last opened. */
interface AccountBreaker {
  readonly policy: CircuitBreakerPolicy;
  openedAt: number;
}

function accountBreaker(): AccountBreaker {
  const policy = circuitBreaker(handleAll, {
    halfOpenAfter: HALF_OPEN_AFTER_MS,
    breaker: new ConsecutiveBreaker(BREAKS_AFTER),
  });
  const breaker = { policy, openedAt: 0 };
  policy.onBreak(() => {
    breaker.openedAt = Date.now();
  });
  return breaker;
}

/** Rejects at the deadline, whether or not the call honours its signal. */
async function withDeadline<T>(deadlineMs: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new DOMException('The connector did not respond in time.', 'TimeoutError');
      abort.abort(error);
      reject(error);
    }, deadlineMs);
  });
  try {
    return await Promise.race([call(abort.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The connectors a service has, by their names. */
export function connectorRegistry(connectors: readonly Connector[]): ConnectorRegistry {
  const byName = new Map(connectors.map((connector) => [connector.name, connector]));
  return { find: (name) => byName.get(name), names: [...byName.keys()].sort() };
}
