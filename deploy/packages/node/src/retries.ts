import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { SwitchyardConnectionError, secondsOf } from './errors.ts';

/** The options of retries. */
export interface RetryOptions {
  /** The maximum number of retries per request; 2 by default, 0 for none. */
  readonly maxRetries?: number;
  /** The longest accepted `Retry-After`, in seconds; 30 by default. A longer time is an error at once. */
  readonly maxRetryAfter?: number;
  /** The timeout of one attempt, to the end of its response, in milliseconds; 90 000 by default. */
  readonly timeout?: number;
  /** Sends one attempt; the global `fetch` by default. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Waits, in milliseconds; rejects once the signal aborts. For tests. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  /** Milliseconds since 1970. For tests. */
  readonly now?: () => number;
  /** From 0 to 1, for the jitter of waits. For tests. */
  readonly random?: () => number;
}

const KEY = 'idempotency-key';
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

/**
 * A `fetch` that adds a missing `Idempotency-Key` to writes, and retries under the same key, so that nothing happens twice:
 * after 429 and 503, a 409 with `Retry-After`, and attempts without a response.
 *
 * @throws {SwitchyardConnectionError} if the last attempt has no response.
 */
export function retryingFetch(options: RetryOptions = {}): (request: Request) => Promise<Response> {
  const {
    maxRetries = 2,
    maxRetryAfter = 30,
    timeout = 90_000,
    fetch: send = (request: Request) => globalThis.fetch(request),
    sleep = (milliseconds: number, signal: AbortSignal) => wait(milliseconds, undefined, { signal }),
    now = Date.now,
    random = Math.random,
  } = options;

  /** Milliseconds before the next attempt; null for no further attempt. */
  const waitAfter = (response: Response | null, attempt: number): number | null => {
    if (attempt >= maxRetries) return null;
    const asked = secondsOf(response?.headers.get('retry-after') ?? null, now());
    const mayRepeat =
      response === null ||
      response.status === 429 ||
      response.status === 503 ||
      (response.status === 409 && asked !== null);
    if (!mayRepeat || (asked !== null && asked > maxRetryAfter)) return null;
    if (asked !== null) return asked * 1_000;
    // Half of the wait is random, so that clients that failed together do not retry together.
    return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + random() / 2);
  };

  return async (request) => {
    const isWrite = request.method !== 'GET' && request.method !== 'HEAD';
    if (isWrite && !request.headers.has(KEY)) request.headers.set(KEY, randomUUID());
    for (let attempt = 0; ; attempt += 1) {
      let response: Response | null = null;
      let cause: unknown;
      try {
        const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeout)]);
        response = await whole(await send(new Request(request.clone(), { signal })));
      } catch (error) {
        // The caller gave up.
        request.signal.throwIfAborted();
        cause = error;
      }
      const pause = waitAfter(response, attempt);
      if (pause === null) {
        if (response) return response;
        throw new SwitchyardConnectionError(`No response from ${new URL(request.url).origin}.`, { cause });
      }
      await response?.body?.cancel();
      await sleep(pause, request.signal);
    }
  };
}

/** The response, once its JSON body is complete: a truncated body counts as no response. */
async function whole(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response;
  const { headers, status, statusText } = response;
  return new Response(await response.text(), { headers, status, statusText });
}
