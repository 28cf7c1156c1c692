import { setTimeout as sleep } from 'node:timers/promises';
import { type TellingParts, tellLateOutcomes } from './settle-late.ts';

/** How often the sandbox looks whether the time for something has come. */
const TICK_MS = 1_000;
/** How long the service may take to answer one of the sandbox's webhooks. */
const SEND_MS = 10_000;

/** A clock that is running. */
export interface SandboxClock {
  stop(): Promise<void>;
}

/** Sends a webhook as any connector would: over HTTP, to the address it was given. */
async function post(url: string, headers: Record<string, string>, body: string): Promise<number> {
  const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(SEND_MS) });
  await answer.body?.cancel();
  return answer.status;
}

/**
 * Runs the sandbox's own clock: what it decided to tell later, it tells when the time has come. It is the
 * world outside, so it is no job of the service's: it only happens to live in the same process.
 */
export function startSandboxClock(
  parts: Omit<TellingParts, 'send'>,
  onError: (error: unknown) => void,
): SandboxClock {
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      await tellLateOutcomes({ ...parts, send: post }).catch(onError);
      await sleep(TICK_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
