import type { ApprovalExpectation, LearnedFacts } from '../../foundation/ports/learned-routing.ts';
import { OBSERVATIONS_MIN } from './approval-model.ts';
import type { CellKeys } from './cells.ts';

/** What an account is expected to do with a payment. */
export interface Expectation extends ApprovalExpectation {
  /** Observations of the finest cell with enough of them, by weight; 0 if the account has none. */
  readonly observations: number;
}

/** What an account is expected to do with the payments of cells. @param keys The finest first. */
export function expectationOf(learned: LearnedFacts, account: string, keys: CellKeys): Expectation {
  const decided = keys.map((key) => learned.cell(account, key)?.decided ?? 0);
  const observations = decided.find((count) => count >= OBSERVATIONS_MIN) ?? decided.at(-1) ?? 0;
  return { ...learned.expected(account, keys[0]!), observations };
}
