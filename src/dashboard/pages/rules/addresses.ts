import { urlPath } from '../../../core/foundation/url-path.ts';
import type { RuleDecision } from '../../data/schema-types.ts';

/** The page of a decision's rules. */
export const rulesPath = (profileId: string, decision: RuleDecision): string =>
  urlPath`/dashboard/rules?profile=${profileId}&decision=${decision}`;

/** The editor of a decision without rules. */
export const firstVersionPath = (profileId: string, decision: RuleDecision): string =>
  urlPath`/dashboard/rules/new?profile=${profileId}&decision=${decision}`;

/** The editor of a version that starts from a ruleset. */
export const nextVersionPath = (rulesetId: string): string => urlPath`/dashboard/rules/new?from=${rulesetId}`;
