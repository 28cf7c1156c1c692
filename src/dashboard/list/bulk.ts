import type { ApolloClient } from '@apollo/client';
import type { Outcome } from '../act/outcome.ts';
import { makeKey } from '../data/idempotency.ts';
import { problemOf } from '../data/problem.ts';
import type { Permission } from '../session/session.tsx';

/** An action on many rows of a list, with one command per row. */
export interface BulkAction<Row> {
  /** As in `Refund 3 payments`. */
  readonly label: string;
  readonly needs: Permission;
  readonly isDestructive?: boolean;
  /** The effect, in a sentence. */
  readonly explanation: string;
  /** The amount that the action moves for a row, in minor units; null if it does not apply. */
  readonly amountOf: (row: Row) => { readonly amount: number; readonly currency: string } | null;
  readonly run: (client: ApolloClient, item: BulkItem) => Promise<Outcome>;
}

/** One row of a job. Its key stays the same, so that resuming the job never repeats the command. */
export interface BulkItem {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly key: string;
  /** `sent` until the response: the command may have run. */
  readonly state: 'waiting' | 'sent' | 'done' | 'failed' | 'unknown';
  readonly said: string | null;
}

/** An action on many rows, stored in the browser until dismissed. */
export interface BulkJob {
  readonly action: string;
  readonly startedAt: number;
  readonly items: readonly BulkItem[];
}

/** The service remembers idempotency keys for 24 hours: later, a row without a response is not sent again. */
const KEY_LIFETIME_MS = 23 * 60 * 60_000;

export function newJob<Row>(action: BulkAction<Row>, rows: readonly { id: string; row: Row }[]): BulkJob {
  const items = rows.flatMap(({ id, row }): BulkItem[] => {
    const money = action.amountOf(row);
    return money ? [{ id, ...money, key: makeKey(), state: 'waiting', said: null }] : [];
  });
  return { action: action.label, startedAt: Date.now(), items };
}

export const isFinished = ({ items }: BulkJob): boolean =>
  items.every(({ state }) => state !== 'waiting' && state !== 'sent');

/** A person's jobs in this browser, by merchant account and list. They hold identifiers and amounts, no secrets. */
export function jobsAt(place: string) {
  const name = `switchyard-bulk:${place}`;
  return {
    read(): BulkJob | null {
      try {
        return JSON.parse(localStorage.getItem(name) ?? 'null') as BulkJob | null;
      } catch {
        return null;
      }
    },
    keep: (job: BulkJob) => localStorage.setItem(name, JSON.stringify(job)),
    forget: () => localStorage.removeItem(name),
  };
}

/** The sums of amounts by currency, in the order of their codes. */
export function sumsOf(items: readonly { amount: number; currency: string }[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const { amount, currency } of items) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].sort(([a], [b]) => a.localeCompare(b));
}

/**
 * Runs the rest of a job, row by row. The job is stored before and after each command, so that closing the page loses nothing.
 * It stops at the first missing response, since the next rows would probably fail too.
 *
 * @param keep Stores and shows the job.
 */
export async function runJob<Row>(
  client: ApolloClient,
  action: BulkAction<Row>,
  job: BulkJob,
  keep: (job: BulkJob) => void,
  isStopped: () => boolean,
): Promise<void> {
  let now = job;
  const set = (item: BulkItem, part: Partial<BulkItem>) => {
    now = { ...now, items: now.items.map((one) => (one.id === item.id ? { ...one, ...part } : one)) };
    keep(now);
  };
  const areKeysKnown = () => Date.now() - job.startedAt < KEY_LIFETIME_MS;
  for (const item of job.items) {
    if (isStopped()) return;
    if (item.state !== 'waiting' && item.state !== 'sent') continue;
    if (!areKeysKnown()) {
      const said =
        item.state === 'sent'
          ? 'This may have been done. Check the payment.'
          : 'Not sent: too much time has passed.';
      set(item, { state: 'unknown', said });
      continue;
    }
    set(item, { state: 'sent' });
    try {
      const { done, isBad, userErrors } = await action.run(client, item);
      const problem = userErrors.map(({ message }) => message).join(' ');
      set(item, { state: problem || isBad ? 'failed' : 'done', said: problem || done });
    } catch (error) {
      const { message, status } = problemOf(error);
      // Only a refusal is final. Otherwise the command may have run, and is resent with the same key.
      const isRefused = status !== null && status >= 400 && status < 500 && status !== 429;
      set(item, isRefused ? { state: 'failed', said: message } : { said: message });
      if (!isRefused) return;
    }
  }
}
