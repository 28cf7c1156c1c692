import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { leaseCalls } from '../core/connector-calls/lease-calls.ts';
import { recoverCall } from '../core/connector-calls/recover-calls.ts';
import type { Context } from '../core/foundation/context.ts';
import type { Heartbeat } from './heartbeat.ts';

/** How often a process looks for calls to look up. */
const POLL_MS = 1_000;
/** How many calls a process looks up at once. */
const CONCURRENCY = 4;

/**
 * Looks up connector calls without an outcome until it is stopped: those that are due, and those whose process is
 * gone. Their rows say which, so nothing has to be queued for a call, and nothing removed when it succeeds.
 */
export function startRecovery(
  contextFor: () => Context,
  heartbeat: Heartbeat,
  logger: Logger,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const recoverSome = async (): Promise<number> => {
    const ctx = contextFor();
    const calls = await leaseCalls(ctx, CONCURRENCY, heartbeat.isSteady);
    await Promise.all(
      calls.map(({ callId, merchantId, traceparent }) =>
        ctx
          .observe(
            { kind: 'look_up', labels: {}, ids: { call_id: callId }, cause: traceparent },
            () => recoverCall(ctx, merchantId, callId),
            (isKnown) => (isKnown ? 'outcome_known' : 'still_unknown'),
          )
          .catch((error: unknown) =>
            logger.error({ err: error, callId }, 'a connector call could not be looked up'),
          ),
      ),
    );
    return calls.length;
  };
  const run = async () => {
    while (!stopping.signal.aborted) {
      const recovered = await recoverSome().catch((error: unknown) => {
        logger.warn({ err: error }, 'connector calls could not be looked up');
        return 0;
      });
      if (recovered === CONCURRENCY) continue;
      await sleep(POLL_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
