import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchRequest } from '../measure.ts';
import { type Action, type Answer, actions, type LoadMerchant } from './actions.ts';

/** The outcomes of an action's requests. Times are in milliseconds, from when the action was due. */
export interface Tally {
  readonly tookMs: number[];
  /** Refused with 503 and `Retry-After`, or in GraphQL with `overloaded`. */
  refused: number;
  /** Other failures by kind: a status, a code, or a broken connection. */
  readonly failures: Map<string, number>;
}

export type Tallies = ReadonlyMap<string, Tally>;

const TICK_MS = 10;
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
 * @param isOver Called after each tick.
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
  const startedMs = performance.now();
  const underWay = new Set<Promise<void>>();
  for (let acted = 0; !isOver(); ) {
    const dueTotal = ((performance.now() - startedMs) / 1_000) * perSecond;
    for (; acted < dueTotal; acted++) {
      const done = actOnce(url, merchants, tallies, choices).finally(() => underWay.delete(done));
      underWay.add(done);
    }
    await sleep(TICK_MS);
  }
  await Promise.race([Promise.all(underWay), sleep(PATIENCE_MS)]);
}

/** Runs one action of some merchant. */
export function actOnce(
  url: string,
  merchants: readonly LoadMerchant[],
  tallies: Map<string, Tally>,
  choices: readonly Action[] = actions,
): Promise<void> {
  const action = weighted(choices, ({ share }) => share);
  // A few merchants are large: the n-th has 1/n of the first one's actions.
  const merchant = weighted(merchants, (_, i) => 1 / (i + 1));
  return action.run(senderFor(url, tallyOf(tallies, action)), merchant);
}

function tallyOf(tallies: Map<string, Tally>, { name }: Action): Tally {
  let tally = tallies.get(name);
  if (!tally) {
    tally = { tookMs: [], refused: 0, failures: new Map() };
    tallies.set(name, tally);
  }
  return tally;
}

/** Sends requests and counts their outcomes. */
function senderFor(url: string, tally: Tally): (request: BenchRequest) => Promise<Answer | null> {
  return async ({ path, ...request }) => {
    const sentMs = performance.now();
    const fail = (what: string): null => {
      tally.failures.set(what, (tally.failures.get(what) ?? 0) + 1);
      return null;
    };
    try {
      const response = await fetch(url + path, request);
      const body = (await response.json()) as Answer;
      if (response.status === 503 && response.headers.has('retry-after')) {
        tally.refused += 1;
        return null;
      }
      const [error] =
        body.errors ?? Object.values(body.data ?? {}).flatMap((of) => (of as Answer)?.userErrors ?? []);
      const code = error?.extensions?.code ?? error?.code ?? body.error?.code ?? response.status;
      if (code === 'overloaded') {
        tally.refused += 1;
        return null;
      }
      if (!response.ok || error) return fail(String(code));
      tally.tookMs.push(performance.now() - sentMs);
      return body;
    } catch (error) {
      return fail((error as Error).name);
    }
  };
}
