import type { LearnedCell, LearnedFacts } from '../../foundation/ports/learned-routing.ts';
import type { CellKeys } from './cells.ts';

/** Least observations of a cell that decides, by weight. Below it the coarser cell does. */
export const OBSERVATIONS_MIN = 30;

/**
 * Most observations that the expectation of a coarser cell counts as in each of the cells, the finest first: countries differ
 * more than networks, and these more than fundings.
 */
const COARSER_MAX: readonly number[] = [200, 100, OBSERVATIONS_MIN, OBSERVATIONS_MIN, OBSERVATIONS_MIN];
/** Observations that the expectation of a coarser cell counts as, where a finer one decides. */
const PRIOR_WEIGHT = 100;
/** The expectation without an attempt of any account, and the observations that it counts as. */
const UNKNOWN = { mean: 0.5, weight: 2 };
/** Standard deviations by which recent attempts must differ from those before them to count in their place. */
const SURPRISE = 4;
/** Least recent observations that may do so, by weight. */
const RECENT_MIN = 5;

/** What an account is expected to do with a payment. */
export interface Expectation {
  /** Expected share of approvals. */
  readonly mean: number;
  /** Observations that the expectation counts as: it is Beta-distributed around the mean. */
  readonly weight: number;
  /** Observations of the cell that decided, by weight; 0 if the account has none. */
  readonly observations: number;
}

type Share = Pick<LearnedCell, 'approved' | 'decided'>;
const shareOf = ({ approved, decided }: Share): number => approved / decided;
const within = (share: number): number => Math.min(0.999, Math.max(0.001, share));

/** The observations of a cell that count: only the recent ones, if they contradict those before them. */
export function counted(cell: LearnedCell): Share {
  const { approved, decided, recentApproved, recentDecided } = cell;
  const before = decided - recentDecided;
  if (recentDecided < RECENT_MIN || before < OBSERVATIONS_MIN) return cell;
  const share = (approved - recentApproved + 1) / (before + 2);
  const deviation = Math.sqrt(share * (1 - share) * (1 / recentDecided + 1 / before));
  const isSudden = Math.abs(recentApproved / recentDecided - share) > SURPRISE * deviation;
  return isSudden ? { approved: recentApproved, decided: recentDecided } : cell;
}

/**
 * What an account is expected to do in the cells of a payment. Its finest cell with {@link OBSERVATIONS_MIN} observations
 * decides, with the coarser cells as its prior. Where a coarser cell decides, the expectation moves by as much as the finer
 * one differs from it at all accounts together, and counts as {@link COARSER_MAX} observations at most.
 */
export function expectationOf(learned: LearnedFacts, account: string, keys: CellKeys): Expectation {
  let { mean, weight }: { mean: number; weight: number } = UNKNOWN;
  let observations = 0;
  let coarser: Share | null = null;
  for (let i = keys.length - 1; i >= 0; i--) {
    const pooled = learned.pooled(keys[i]!);
    if (!pooled) break;
    if (pooled.decided >= OBSERVATIONS_MIN) {
      mean = coarser ? within(mean + shareOf(pooled) - shareOf(coarser)) : shareOf(pooled);
      weight = Math.min(weight, COARSER_MAX[i]!);
      coarser = pooled;
    }
    const cell = learned.cell(account, keys[i]!);
    const isCoarsest = i === keys.length - 1;
    if (!cell || (cell.decided < OBSERVATIONS_MIN && !isCoarsest)) continue;
    const { approved, decided } = counted(cell);
    const prior = Math.min(weight, PRIOR_WEIGHT);
    mean = within((approved + mean * prior) / (decided + prior));
    weight = decided + prior;
    observations = decided;
  }
  return { mean, weight, observations };
}
