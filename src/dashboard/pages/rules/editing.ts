import type { RuleDecision } from '../../data/schema-types.ts';
import type { Finding } from './draft.ts';

/** An account that rules may choose, or all accounts at a connector. */
export interface AccountOption {
  readonly value: string;
  readonly label: string;
}

/** What every part of the editor knows. */
export interface Editing {
  readonly decision: RuleDecision;
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
  readonly accounts: readonly AccountOption[];
  /** The currency of new amounts. */
  readonly usualCurrency: string;
}

/** An action as the API has it. The editor keeps members that it does not know. */
export type Action = Readonly<Record<string, unknown>>;

export interface ActionProps {
  readonly editing: Editing;
  readonly action: Action;
  readonly path: string;
  /** The currency that the rule requires; null for any. */
  readonly currency: string | null;
  readonly onChange: (action: Action) => void;
}
