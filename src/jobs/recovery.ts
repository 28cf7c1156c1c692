import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type LeasedCall, leaseCalls } from '../core/connector-calls/lease-calls.ts';
import { recoverCall } from '../core/connector-calls/recover-calls.ts';
import type { Context } from '../core/foundation/context.ts';
import type { Heartbeat } from './heartbeat.ts';

/** Polling interval for calls to look up. */
const POLL_MS = 1_000;
/** Calls that a process looks up at once, in total and per merchant, whose connector may hang. */
const CONCURRENCY = 8;
const PER_MERCHANT = 4;

/**
 * Looks up connector calls without an outcome until it is stopped: calls that are due, and calls of processes that are gone. The
 * calls' own rows show both: no call needs a queue entry, nor its removal on success.
 */
export function startRecovery(
  contextFor: () => Context,
  heartbeat: Heartbeat,
  logger: Logger,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  /** The look-ups in progress, each with its merchant. */
  const underWay = new Map<Promise<void>, string>();
  const lookUp = async ({ callId, merchantId, traceparent }: LeasedCall): Promise<void> => {
    const ctx: Context = { ...contextFor(), job: 'look_up' };
    await ctx.ports
      .observe(
        { kind: 'look_up', labels: {}, ids: { call_id: callId }, cause: traceparent },
        () => recoverCall(ctx, merchantId, callId),
        (isKnown) => (isKnown ? 'outcome_known' : 'still_unknown'),
      )
      .catch((error: unknown) =>
        logger.error(
          { err: error, request_id: ctx.requestId, callId },
          'a connector call could not be looked up',
        ),
      );
  };
  /** Leases as many as there is room for, while the process takes background work; returns how many. */
  const takeSome = async (): Promise<number> => {
    const limit = CONCURRENCY - underWay.size;
    const ctx = contextFor();
    if (limit === 0 || !ctx.ports.backgroundWork.isOn()) return 0;
    const calls = await leaseCalls(ctx, {
      limit,
      perMerchant: PER_MERCHANT,
      underWay: countByMerchant(underWay.values()),
      abandoned: heartbeat.isSteady,
    });
    for (const call of calls) {
      const looking = lookUp(call).finally(() => underWay.delete(looking));
      underWay.set(looking, call.merchantId);
    }
    return calls.length;
  };
  /** Waits for the next poll, or until a look-up makes room. */
  const pause = async (): Promise<void> => {
    const ended = new AbortController();
    const signal = AbortSignal.any([stopping.signal, ended.signal]);
    await Promise.race([sleep(POLL_MS, undefined, { signal }).catch(() => {}), ...underWay.keys()]);
    ended.abort();
  };
  const run = async () => {
    while (!stopping.signal.aborted) {
      const taken = await takeSome().catch((error: unknown) => {
        logger.warn({ err: error }, 'connector calls could not be looked up');
        return 0;
      });
      if (taken === 0) await pause();
    }
    await Promise.all(underWay.keys());
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

function countByMerchant(merchantIds: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of merchantIds) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
