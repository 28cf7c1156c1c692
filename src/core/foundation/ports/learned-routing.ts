/** What an account did in a cell: payments or payouts with the same facts. Sums are weighted by age. */
export interface LearnedCell {
  /** Approvals and decided attempts, by their lasting weight. */
  approved: number;
  decided: number;
  /** The same, by a weight that falls within minutes. */
  recentApproved: number;
  recentDecided: number;
  /** Amounts whose fee is known, in minor units, their fees, and their number. */
  charged: number;
  fees: number;
  feeCount: number;
}

/** What the attempts of a profile say. */
export interface LearnedFacts {
  /** The cell of an account; null without an attempt in it. */
  cell(account: string, key: string): LearnedCell | null;
  /** The cell of all accounts together; null without an attempt in it. */
  pooled(key: string): LearnedCell | null;
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
