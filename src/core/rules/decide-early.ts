import type { BusinessProfile } from '../entities/business-profile.ts';
import { activeRules, type CompiledRules, decideBy, type RuleOutcome } from './compiled-rules.ts';
import { type EarlyDecision, earlyDecisionNames, earlyDecisions } from './decision-kinds.ts';
import type { FactValues, Subject } from './rule-conditions.ts';

/** The rules of a decision that precedes routing. */
export type EarlyRules = readonly [name: EarlyDecision, rules: CompiledRules];

/** The rules of the decisions that precede routing, in order. A given ruleset goes before the active one of its decision. */
export function earlyRules(profile: Readonly<BusinessProfile>, given: CompiledRules | null): EarlyRules[] {
  return earlyDecisionNames.flatMap((name): EarlyRules[] => {
    const rules = given?.decision === name ? given : activeRules(profile, name);
    return rules ? [[name, rules]] : [];
  });
}

/** What the decisions that precede routing decide, without carrying it out. */
export interface EarlyOutcomes {
  readonly outcomes: readonly (readonly [name: EarlyDecision, outcome: RuleOutcome])[];
  /** The facts that they set for the decisions after them. */
  readonly set: FactValues;
}

/** Decides what precedes routing, in order. Rules see what the decisions before theirs set. */
export function decideEarly(all: readonly EarlyRules[], subject: Subject): EarlyOutcomes {
  const outcomes: [EarlyDecision, RuleOutcome][] = [];
  let set: FactValues = {};
  for (const [name, rules] of all) {
    const outcome = decideBy(rules, { ...subject, facts: { ...subject.facts, ...set } });
    outcomes.push([name, outcome]);
    if (outcome.action) set = { ...set, ...earlyDecisions[name].sets(outcome.action as never) };
  }
  return { outcomes, set };
}
