import type { ApprovalExpectation } from '../../foundation/ports/learned-routing.ts';
import { type ApprovalGroups, type EffectGroups, effects, type GroupPlace } from './approval-groups.ts';
import { NO_CHANGE, type SuddenChange, suddenChanges } from './sudden-changes.ts';

/** Least observations of a cell that decides, by weight. Below it the coarser cell does. */
export const OBSERVATIONS_MIN = 30;

/** Each effect is estimated anew after the others so often: accounts get different mixtures of payments. */
const SWEEPS = 2;
/** The share of approvals without an attempt of any account, and the observations that it counts as. */
const UNKNOWN = { mean: 0.5, weight: 2 };
/** Most observations of an account that count for the mean of all accounts: the busiest does not decide it. */
const ACCOUNT_MAX = 20;

const within = (share: number): number => Math.min(0.999, Math.max(0.001, share));

/** An estimated effect, by the numbers of its groups. */
interface Estimate {
  readonly common: Float64Array;
  readonly own: Float64Array;
  readonly decided: Float64Array;
}

/** The sums of the finest cells, in their order. */
interface Sums {
  readonly approved: Float64Array;
  readonly decided: Float64Array;
}

/** The mean of all accounts. */
function meanOf({ accounts, leaves }: ApprovalGroups): number {
  const sums = Array.from(accounts.numbers, () => ({ approved: 0, decided: 0 }));
  for (const [i, { cell }] of leaves.entries()) {
    const sum = sums[accounts.ofLeaf[i]!]!;
    sum.approved += cell.approved;
    sum.decided += cell.decided;
  }
  let [approved, decided] = [UNKNOWN.mean * UNKNOWN.weight, UNKNOWN.weight];
  for (const sum of sums) {
    const weight = (ACCOUNT_MAX * sum.decided) / (sum.decided + ACCOUNT_MAX);
    approved += (weight * sum.approved) / sum.decided;
    decided += weight;
  }
  return approved / decided;
}

/**
 * Estimates an effect anew, all others being as estimated before: the usual empirical Bayes estimate, shrunk towards what is
 * common to the accounts. @param expected The approvals expected in each cell; changed.
 */
function estimate(
  { approved, decided: attempts }: Sums,
  { commonOf, commons, ofLeaf }: EffectGroups,
  { common, decided, own }: Estimate,
  i: number,
  expected: Float64Array,
): void {
  const { weight } = effects[i]!;
  const before = own.map((value, group) => value + common[commonOf[group]!]!);
  const surplus = new Float64Array(own.length);
  decided.fill(0);
  for (let j = 0; j < ofLeaf.length; j++) {
    const group = ofLeaf[j]!;
    decided[group]! += attempts[j]!;
    surplus[group]! += approved[j]! - attempts[j]! * (expected[j]! - before[group]!);
  }
  // What is common to all payments is in the mean of the accounts.
  if (i > 0) {
    const weights = new Float64Array(commons.size).fill(1);
    common.fill(0);
    for (let group = 0; group < own.length; group++) {
      weights[commonOf[group]!]! += decided[group]! / (decided[group]! + weight);
      common[commonOf[group]!]! += surplus[group]! / (decided[group]! + weight);
    }
    for (let k = 0; k < common.length; k++) common[k]! /= weights[k]!;
  }
  for (let group = 0; group < own.length; group++) {
    const ofCommon = common[commonOf[group]!]!;
    own[group] = (surplus[group]! - decided[group]! * ofCommon) / (decided[group]! + weight);
  }
  for (let j = 0; j < ofLeaf.length; j++) {
    const group = ofLeaf[j]!;
    expected[j]! += own[group]! + common[commonOf[group]!]! - before[group]!;
  }
}

/** The approvals to expect, estimated from the cells of all accounts at one moment. */
export class ApprovalModel {
  readonly #groups: ApprovalGroups;
  readonly #mean: number;
  readonly #estimates: readonly Estimate[];
  readonly #changes: readonly ReadonlyMap<number, SuddenChange>[];

  constructor(groups: ApprovalGroups) {
    this.#groups = groups;
    this.#mean = meanOf(groups);
    this.#estimates = groups.effects.map(({ commons, numbers }) => ({
      common: new Float64Array(commons.size),
      own: new Float64Array(numbers.size),
      decided: new Float64Array(numbers.size),
    }));
    const sums: Sums = {
      approved: Float64Array.from(groups.leaves, ({ cell }) => cell.approved),
      decided: Float64Array.from(groups.leaves, ({ cell }) => cell.decided),
    };
    const expected = new Float64Array(groups.leaves.length).fill(this.#mean);
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      for (const [i, of] of groups.effects.entries()) {
        estimate(sums, of, this.#estimates[i]!, i, expected);
      }
    }
    this.#changes = suddenChanges(groups, expected.map(within));
  }

  /** What an account is expected to do with a payment of a finest cell. */
  expected(account: string, key: string, parts: () => readonly string[]): ApprovalExpectation {
    const place = this.#groups.placeOf(account, key, parts);
    let decides = this.#mean;
    let all = this.#mean;
    let variance = 0;
    for (const [i, { common, decided, own }] of this.#estimates.entries()) {
      const group = place.own[i]!;
      const observations = group < 0 ? 0 : decided[group]!;
      const ofCommon = common[place.common[i]!] ?? 0;
      const ofOwn = own[group] ?? 0;
      all += ofCommon + ofOwn;
      // An account as a whole is the coarsest cell: nothing coarser could decide.
      decides += observations >= OBSERVATIONS_MIN || i === 0 ? ofCommon + ofOwn : ofCommon;
      variance += 1 / (observations + effects[i]!.weight);
    }
    const { factor, weight } = this.#changeOf(place);
    return {
      mean: within(within(decides) * factor),
      belief: { mean: within(within(all) * factor), weight: Math.min(1 / variance, weight) },
    };
  }

  #changeOf({ spans }: GroupPlace): SuddenChange {
    let { factor, weight } = NO_CHANGE;
    for (const [i, changes] of this.#changes.entries()) {
      const change = changes.get(spans[i]!);
      if (!change) continue;
      factor *= change.factor;
      weight = Math.min(weight, change.weight);
    }
    return { factor, weight };
  }
}
