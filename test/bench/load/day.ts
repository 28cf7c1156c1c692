import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchRequest } from '../measure.ts';
import { type Action, type Answer, actions, type LoadMerchant } from './actions.ts';

/** A request that was answered or refused. Times are Unix times in milliseconds. */
export interface SentRequest {
  /** The identifier of its trace in the service. */
  readonly traceId: string;
  /** When it should have been sent. */
  readonly dueMs: number;
  readonly sentMs: number;
  readonly doneMs: number;
}

/** The outcomes of an action's requests. */
export interface Tally {
  /** From when each answered request was due to its response, in milliseconds. */
  readonly tookMs: number[];
  /** The same requests. */
  readonly sent: SentRequest[];
  /** When each refused request was due: with 503 and `Retry-After`, or in GraphQL with `overloaded`. */
  readonly refusedMs: number[];
  /** Other failures by kind: a status, a code, or a broken connection. */
  readonly failures: Map<string, number>;
}

export type Tallies = ReadonlyMap<string, Tally>;

/** How long to wait for responses at the end. */
const PATIENCE_MS = 20_000;

/** Picks a random element, weighted. */
function weighted<T>(choices: readonly T[], weightOf: (choice: T, index: number) => number): T {
  const weights = choices.map(weightOf);
  let left = Math.random() * weights.reduce((sum, each) => sum + each, 0);
  const index = weights.findIndex((weight) => {
    left -= weight;
    return left <= 0;
  });
  return choices.at(index)!;
}

/**
 * Runs merchants' actions at a fixed rate, regardless of responses: arriving clients do not know about waiting ones.
 *
 * @param perSecond Actions per second.
 * @param isOver Called before each action.
 * @param choices The possible actions.
 */
export async function act(
  url: string,
  merchants: readonly LoadMerchant[],
  perSecond: number,
  isOver: () => boolean,
  tallies: Map<string, Tally>,
  choices: readonly Action[] = actions,
): Promise<void> {
  const startedMs = unixMs();
  const underWay = new Set<Promise<void>>();
  for (let acted = 0; !isOver(); acted++) {
    const dueMs = startedMs + (acted * 1_000) / perSecond;
    // Not before it is due; after a delay, the ones that are due in the meantime follow at once.
    if (dueMs > unixMs()) await sleep(Math.ceil(dueMs - unixMs()));
    const done = actOnce(url, merchants, tallies, choices, dueMs).finally(() => underWay.delete(done));
    underWay.add(done);
  }
  await Promise.race([Promise.all(underWay), sleep(PATIENCE_MS)]);
}

/** The time in milliseconds, with a fraction. */
export const unixMs = (): number => performance.timeOrigin + performance.now();

/** Runs one action of some merchant, whose first request is due then. */
export function actOnce(
  url: string,
  merchants: readonly LoadMerchant[],
  tallies: Map<string, Tally>,
  choices: readonly Action[] = actions,
  dueMs: number = unixMs(),
): Promise<void> {
  const action = weighted(choices, ({ share }) => share);
  // A few merchants are large: the n-th has 1/n of the first one's actions.
  const merchant = weighted(merchants, (_, i) => 1 / (i + 1));
  return action.run(senderFor(url, tallyOf(tallies, action), dueMs), merchant);
}

function tallyOf(tallies: Map<string, Tally>, { name }: Action): Tally {
  let tally = tallies.get(name);
  if (!tally) {
    tally = { tookMs: [], sent: [], refusedMs: [], failures: new Map() };
    tallies.set(name, tally);
  }
  return tally;
}

/** Sends requests and counts their outcomes. A later request of the action is due once the earlier is answered. */
function senderFor(url: string, tally: Tally, firstDueMs: number) {
  let nextDueMs: number | undefined = firstDueMs;
  return async ({ headers, path, ...request }: BenchRequest): Promise<Answer | null> => {
    const sentMs = unixMs();
    const dueMs = nextDueMs ?? sentMs;
    nextDueMs = undefined;
    const traceId = randomBytes(16).toString('hex');
    const traceparent = `00-${traceId}-${randomBytes(8).toString('hex')}-01`;
    const fail = (what: string): null => {
      tally.failures.set(what, (tally.failures.get(what) ?? 0) + 1);
      return null;
    };
    try {
      const response = await fetch(url + path, { ...request, headers: { ...headers, traceparent } });
      const body = (await response.json()) as Answer;
      if (response.status === 503 && response.headers.has('retry-after')) {
        tally.refusedMs.push(dueMs);
        return null;
      }
      const [error] =
        body.errors ?? Object.values(body.data ?? {}).flatMap((of) => (of as Answer)?.userErrors ?? []);
      const code = error?.extensions?.code ?? error?.code ?? body.error?.code ?? response.status;
      if (code === 'overloaded') {
        tally.refusedMs.push(dueMs);
        return null;
      }
      if (!response.ok || error) return fail(String(code));
      const doneMs = unixMs();
      tally.tookMs.push(doneMs - dueMs);
      tally.sent.push({ traceId, dueMs, sentMs, doneMs });
      return body;
    } catch (error) {
      return fail((error as Error).name);
    }
  };
}
