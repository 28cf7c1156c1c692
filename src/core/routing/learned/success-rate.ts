import type { LearnedFacts } from '../../foundation/ports/learned-routing.ts';
import type { CellKeys } from './cells.ts';
import { type Draw, drawBeta } from './draw-beta.ts';
import { type Expectation, expectationOf } from './expected-approval.ts';

/** An account with its expected approvals. */
export interface Ranked<A> {
  readonly account: A;
  readonly expected: Expectation;
}

/** Accounts by the success that is expected of them. */
export interface SuccessOrder<A> {
  /** The accounts in the order to try them. */
  readonly ranked: readonly Ranked<A>[];
  /** Whether the first account is an exploration rather than the best expectation. */
  readonly explores: boolean;
}

/** How a decision explores; null never explores. */
export interface Exploration {
  readonly draw: Draw;
  /** Asked once with whether the decision would explore; returns whether it may. */
  readonly mayExplore: (wants: boolean) => boolean;
}

/**
 * Puts accounts in the order of the approvals that are expected of them; ties keep their order. Thompson sampling: the
 * share of each account is drawn from its distribution, and if another account than the first draws the largest, it is tried
 * first, as far as exploration is allowed.
 */
export function bySuccessRate<A extends { readonly merchant_connector_id: string }>(
  learned: LearnedFacts,
  accounts: readonly A[],
  keys: CellKeys,
  exploration: Exploration | null,
): SuccessOrder<A> {
  const ranked = accounts
    .map((account) => ({ account, expected: expectationOf(learned, account.merchant_connector_id, keys) }))
    .sort((a, b) => b.expected.mean - a.expected.mean);
  if (!exploration || ranked.length === 0) return { ranked, explores: false };
  let drawn = 0;
  let largest = -1;
  for (const [i, { expected }] of ranked.entries()) {
    const share = drawBeta(expected, exploration.draw);
    if (share > largest) [drawn, largest] = [i, share];
  }
  if (!exploration.mayExplore(drawn > 0)) return { ranked, explores: false };
  const [tried] = ranked.splice(drawn, 1);
  return { ranked: [tried!, ...ranked], explores: true };
}
