/** What an account did in a cell: payments or payouts with the same facts. Sums are weighted by age. */
export interface LearnedCell {
  /** Approvals and decided attempts, by their lasting weight. */
  approved: number;
  decided: number;
  /** The same, by a weight that falls within minutes. */
  recentApproved: number;
  recentDecided: number;
  /** The same, by a weight that falls faster still. */
  latestApproved: number;
  latestDecided: number;
  /** Amounts whose fee is known, in minor units, their fees, and their number. */
  charged: number;
  fees: number;
  feeCount: number;
}

/** A share of approvals that is believed: it is Beta-distributed around the mean, which counts as so many observations. */
export interface Belief {
  readonly mean: number;
  readonly weight: number;
}

/** What an account is expected to do with a payment. */
export interface ApprovalExpectation {
  /** Expected share of approvals, by the cells with enough observations. */
  readonly mean: number;
  /** What all observations say, also those of cells with too few to decide: exploration draws from it. */
  readonly belief: Belief;
}

/** What the attempts of a profile say. */
export interface LearnedFacts {
  /** The cell of an account; null without an attempt in it. */
  cell(account: string, key: string): LearnedCell | null;
  /** What an account is expected to do with the payments of a finest cell. */
  expected(account: string, key: string): ApprovalExpectation;
}

/** The exploration of a rule, whose share of the payments of a day is bounded. */
export interface ExplorationBound {
  /** Counts a decided payment. @param wants Whether it would explore. @returns Whether it does. */
  decide(wants: boolean, now: Date): boolean;
  /** Payments decided since midnight UTC, and the explorations among them. */
  readonly counts: { readonly explored: number; readonly decided: number };
}

/** What this process knows of attempts, for routing that learns. It is read from memory. */
export interface LearnedRoutingPort {
  /** Random numbers of routing that follow from a seed; null without one. */
  readonly seeded: (() => number) | null;
  cellsOf(merchantId: string, profileId: string): LearnedFacts;
  exploredBy(rule: string, percent: number): ExplorationBound;
  /** Reads what is new; returns when it is known. */
  refresh(): Promise<void>;
}
