import type { LearnedFacts } from '../../foundation/ports/learned-routing.ts';
import type { CellKeys } from './cells.ts';
import { type Draw, drawBeta } from './draw-beta.ts';
import { type Expectation, expectationOf } from './expected-approval.ts';

/** An account with its expected approvals. */
export interface Ranked<A> {
  readonly account: A;
  readonly expected: Expectation;
}

/** Least approvals that another account must promise to be explored: nearly equal accounts are not worth it. */
const GAIN_MIN = 0.02;

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
 * share of each account is drawn from what is believed of it, and if another account than the first draws clearly more, it is tried
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
  const shares = ranked.map(({ expected }) => drawBeta(expected.belief, exploration.draw));
  const largest = Math.max(...shares);
  const drawn = shares.indexOf(largest);
  if (!exploration.mayExplore(largest - shares[0]! >= GAIN_MIN)) return { ranked, explores: false };
  const [tried] = ranked.splice(drawn, 1);
  return { ranked: [tried!, ...ranked], explores: true };
}
