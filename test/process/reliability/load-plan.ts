import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** A request that load is made of. */
export interface LoadRequest {
  /** What the report counts it as. */
  readonly kind: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How often it is sent for each time that others are; 1 unless given. */
  readonly share?: number;
  /** A rate of its own, in an open loop. */
  readonly perSecond?: number;
}

/** What load is offered: by a number of connections that each await their answer, or at a rate. */
export interface LoadPlan {
  readonly url: string;
  readonly requests: readonly LoadRequest[];
  readonly seconds: number;
  /** A closed loop: so many requests are under way at any time. */
  readonly connections?: number;
  /** An open loop: so many requests a second are sent, whatever becomes of them. */
  readonly perSecond?: number;
  /** How long answers are awaited after the last request. */
  readonly patienceMs?: number;
}

/** What became of the requests of one kind. */
export interface KindReport {
  /** Times from when a request was due to its answer, in order. */
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

/** Offers load from a process of its own, so that client and service do not share a thread. */
export async function offerLoad(plan: LoadPlan): Promise<LoadReport> {
  const script = fileURLToPath(new URL('./load-child.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(plan)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(await text(child.stdout)) as LoadReport;
}

/** The time within which a share of the requests was answered. */
export function percentile(sortedMs: readonly number[], share: number): number {
  return sortedMs[Math.min(sortedMs.length - 1, Math.floor(sortedMs.length * share))] ?? Number.NaN;
}
