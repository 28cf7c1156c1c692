import {
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  circuitBreaker,
  handleAll,
  isBrokenCircuitError,
} from 'cockatiel';
import { LRUCache } from 'lru-cache';
import { type ConnectorGuard, NotSentError } from '../core/foundation/connector.ts';

/** Failures in a row after which an account is left alone for a while. */
const BREAKS_AFTER = 5;
/** How long it is left alone before one call tries it again. */
const HALF_OPEN_AFTER_MS = 10_000;
/** How many accounts' breakers are remembered. */
const ACCOUNTS_MAX = 10_000;

/**
 * A gate with a deadline on every call and a circuit breaker for each connector account: one account that
 * does not answer costs its own payments time, and nobody else's.
 */
export function connectorGuard(deadlineMs: number): ConnectorGuard {
  const breakers = new LRUCache<string, CircuitBreakerPolicy>({ max: ACCOUNTS_MAX });
  const breakerOf = (account: string): CircuitBreakerPolicy => {
    let breaker = breakers.get(account);
    if (!breaker) {
      breaker = circuitBreaker(handleAll, {
        halfOpenAfter: HALF_OPEN_AFTER_MS,
        breaker: new ConsecutiveBreaker(BREAKS_AFTER),
      });
      breakers.set(account, breaker);
    }
    return breaker;
  };

  return {
    deadlineMs,
    async run(account, work) {
      try {
        return await breakerOf(account).execute(() => withDeadline(deadlineMs, work));
      } catch (error) {
        if (isBrokenCircuitError(error))
          throw new NotSentError('The connector account is left alone for a while.');
        throw error;
      }
    },
  };
}

/** Rejects when the deadline has passed, whether or not the work minds its signal. */
async function withDeadline<T>(deadlineMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new DOMException('The connector did not answer in time.', 'TimeoutError');
      abort.abort(error);
      reject(error);
    }, deadlineMs);
  });
  try {
    return await Promise.race([work(abort.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
