import { setTimeout as sleep } from 'node:timers/promises';

/** The observations of a client with a steady request rate: response times in milliseconds. */
export interface Seen {
  readonly requests: number;
  /** Requests without a response, or without 200. */
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
}

interface Asked {
  readonly url: string;
  readonly key: string;
  readonly forMs: number;
}

const EVERY_MS = 40;

/**
 * A client in a separate process, so that the test's process cannot delay its clock. It sends at fixed times, whether
 * or not earlier responses have arrived: a late one counts for each request that it delayed.
 */
async function watch({ forMs, key, url }: Asked): Promise<Seen> {
  const started = performance.now();
  const waiting: Promise<number | null>[] = [];
  for (let at = 0; at < forMs; at += EVERY_MS) {
    await sleep(Math.max(0, started + at - performance.now()));
    waiting.push(timed(url, key, started + at));
  }
  const all = await Promise.all(waiting);
  const times = all.filter((time) => time !== null).sort((a, b) => a - b);
  const percentile = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.POSITIVE_INFINITY;
  const failed = all.length - times.length;
  return { requests: all.length, failed, p50: percentile(0.5), p99: percentile(0.99) };
}

async function timed(url: string, key: string, dueMs: number): Promise<number | null> {
  try {
    const response = await fetch(`${url}/payments/list?limit=20`, {
      headers: { 'api-key': key },
      signal: AbortSignal.timeout(20_000),
    });
    await response.arrayBuffer();
    return response.status === 200 ? performance.now() - dueMs : null;
  } catch {
    return null;
  }
}

process.on('message', (asked: Asked) => void watch(asked).then((seen) => process.send?.(seen)));
