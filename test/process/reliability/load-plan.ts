import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** One kind of request in a load. */
export interface LoadRequest {
  /** Its name in the report. */
  readonly kind: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Its relative frequency; 1 by default. */
  readonly share?: number;
  /** A separate rate, in an open loop. */
  readonly perSecond?: number;
}

/** The offered load: a number of connections that await each response, or a rate. */
export interface LoadPlan {
  readonly url: string;
  readonly requests: readonly LoadRequest[];
  readonly seconds: number;
  /** A closed loop: this many requests are in progress at any time. */
  readonly connections?: number;
  /** An open loop: this many requests per second, regardless of responses. */
  readonly perSecond?: number;
  /** How long to wait for responses after the last request. */
  readonly patienceMs?: number;
}

/** The outcomes of one kind of request. */
export interface KindReport {
  /** Times from when a request was due to its response, sorted. */
  readonly acceptedMs: number[];
  refused: number;
  readonly refusedMs: number[];
  withoutRetryAfter: number;
  /** Other statuses, and errors of GraphQL, with their counts. */
  readonly others: Record<string, number>;
}

export interface LoadReport {
  seconds: number;
  readonly kinds: Record<string, KindReport>;
}

/** Generates load in a separate process, so that client and service do not share a thread. */
export async function offerLoad(plan: LoadPlan): Promise<LoadReport> {
  const script = fileURLToPath(new URL('./load-child.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(plan)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(await text(child.stdout)) as LoadReport;
}

/** The time within which a share of the requests got a response. */
export function percentile(sortedMs: readonly number[], share: number): number {
  return sortedMs[Math.min(sortedMs.length - 1, Math.floor(sortedMs.length * share))] ?? Number.NaN;
}
