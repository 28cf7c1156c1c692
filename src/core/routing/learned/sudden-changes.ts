import type { LearnedCell } from '../../foundation/ports/learned-routing.ts';
import type { ApprovalGroups } from './approval-groups.ts';

/** Twice the logarithm by how much likelier attempts are with a change than without: from it on the change counts. */
const SURPRISE = 16;
/** Least observations that show a change, and least before them, by weight. */
const LATEST_MIN = 4;
const BEFORE_MIN = 30;

/** How a sudden change moves an expectation. */
export interface SuddenChange {
  /** Approvals in proportion to those expected. */
  readonly factor: number;
  /** Observations that the change counts as. */
  readonly weight: number;
}

export const NO_CHANGE: SuddenChange = { factor: 1, weight: Number.POSITIVE_INFINITY };

/** The change that some attempts show, by the ratio of likelihoods; null if they show none, or more approvals than expected. */
export function changeOf(approved: number, decided: number, expected: number): SuddenChange | null {
  if (decided < LATEST_MIN || approved >= expected) return null;
  const share = Math.max(0.001, approved / decided);
  const usual = expected / decided;
  const ratio = share * Math.log(share / usual) + (1 - share) * Math.log((1 - share) / (1 - usual));
  if (2 * decided * ratio <= SURPRISE) return null;
  return { factor: (approved + 0.2) / (expected + 0.4), weight: decided + 1 };
}

const windows = [
  {
    approvedOf: (cell: LearnedCell) => cell.latestApproved,
    decidedOf: (cell: LearnedCell) => cell.latestDecided,
  },
  {
    approvedOf: (cell: LearnedCell) => cell.recentApproved,
    decidedOf: (cell: LearnedCell) => cell.recentDecided,
  },
] as const;

/**
 * Finds outages: attempts of the last minutes are approved far less often than is expected of their cells. They are looked for
 * at each account as a whole first, where the attempts of all countries and networks speak together, then in each method, and so
 * on down to the finest cells, each beside what is already found.
 *
 * @param expected The share of approvals that is expected in each cell.
 * @returns The changes of each span, by the number of the group.
 */
export function suddenChanges(
  { leaves, spans }: ApprovalGroups,
  expected: Float64Array,
): readonly ReadonlyMap<number, SuddenChange>[] {
  const shares = Float64Array.from(expected);
  return spans.map(({ numbers, ofLeaf }) => {
    const before = new Float64Array(numbers.size);
    for (let i = 0; i < leaves.length; i++) {
      const { decided, recentDecided } = leaves[i]!.cell;
      before[ofLeaf[i]!]! += decided - recentDecided;
    }
    const changes = new Map<number, SuddenChange>();
    for (const { approvedOf, decidedOf } of windows) {
      const approved = new Float64Array(numbers.size);
      const decided = new Float64Array(numbers.size);
      const usual = new Float64Array(numbers.size);
      for (let i = 0; i < leaves.length; i++) {
        const { cell } = leaves[i]!;
        const group = ofLeaf[i]!;
        approved[group]! += approvedOf(cell);
        decided[group]! += decidedOf(cell);
        usual[group]! += decidedOf(cell) * shares[i]!;
      }
      for (let group = 0; group < numbers.size; group++) {
        if (before[group]! < BEFORE_MIN || changes.has(group)) continue;
        const change = changeOf(approved[group]!, decided[group]!, usual[group]!);
        if (change) changes.set(group, change);
      }
    }
    if (changes.size > 0) {
      for (let i = 0; i < shares.length; i++) shares[i]! *= changes.get(ofLeaf[i]!)?.factor ?? 1;
    }
    return changes;
  });
}
