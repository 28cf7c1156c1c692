import type { BusinessProfile } from '../entities/business-profile.ts';
import type { RuleDecided } from '../entities/values/rule-documents.ts';
import { factOf, type RuleDecision } from '../entities/values/rule-facts.ts';
import type { ValueOf } from '../model/index.ts';
import { firstAccountOf } from './fact-lookups.ts';
import type { DecisionRule } from './read-rules.ts';
import {
  comparedParts,
  compileCondition,
  type FactCondition,
  fieldsOfCondition,
  knownValue,
  lookupsOfCondition,
  type Subject,
} from './rule-conditions.ts';
import type { Lookup } from './rule-lookups.ts';
import { type VelocitySubject, velocityKey, velocityText } from './velocity.ts';

export type DecisionName = ValueOf<typeof RuleDecision>;

/** The rules of a decision as they are written. They are valid. */
export interface WrittenRules<Action> {
  readonly rules: readonly DecisionRule<Action>[];
  /** The action if no rule holds; without one nothing is decided. */
  readonly default?: Action | null;
}

/** An active ruleset, as its profile keeps it. */
export interface ActiveRules<Action = unknown> extends WrittenRules<Action> {
  readonly ruleset_id: string;
  readonly version: number;
}

interface CompiledRule<Action> {
  readonly name: string;
  readonly holds: (subject: Subject) => boolean;
  /** The facts that it compares. */
  readonly fields: readonly string[];
  /** Whose attempts it counts. */
  readonly counts: readonly VelocitySubject[];
  /** Its comparisons with the values of a subject, as text. */
  readonly compared: (subject: Subject) => readonly string[];
  readonly then: Action;
}

/** A ruleset that is ready to decide. */
export interface CompiledRules<Action = unknown> {
  readonly decision: DecisionName;
  /** Null for an algorithm set by a release without rulesets. */
  readonly source: { readonly ruleset_id: string; readonly version: number } | null;
  readonly rules: readonly CompiledRule<Action>[];
  readonly default: Action | null;
  /** The lookups of its conditions. */
  readonly lookups: readonly Lookup[];
}

/** Compiles valid rules. */
export function compileRules<Action>(
  decision: DecisionName,
  source: CompiledRules['source'],
  { default: otherwise, rules }: WrittenRules<Action>,
): CompiledRules<Action> {
  return {
    decision,
    source,
    rules: rules.map((rule) => {
      const { name, then, when } = rule;
      const account = accountOf(rule);
      return {
        name,
        then,
        holds: compileCondition(when, account),
        fields: fieldsOfCondition(when),
        counts: comparedParts(when).flatMap((one) => ('count' in one ? [one.by] : [])),
        compared: comparedBy(when, account),
      };
    }),
    default: otherwise ?? null,
    lookups: rules.flatMap((rule) => lookupsOfCondition(rule.when, accountOf(rule))),
  };
}

/** The first account of a rule's action, if its condition compares a fact of it. */
const accountOf = ({ then, when }: DecisionRule): string | null =>
  fieldsOfCondition(when).some((field) => factOf(field)?.ofAccount) ? firstAccountOf(then) : null;

/** Most compiled rulesets in memory. */
const KEPT_MAX = 1000;
const kept = new Map<string, CompiledRules>();

/** The active rules of a profile for a decision; null without any. A ruleset, which never changes, is compiled once. */
export function activeRules<Action>(
  { active_rules: all, merchant_id }: Readonly<BusinessProfile>,
  decision: DecisionName,
): CompiledRules<Action> | null {
  const active = (all?.[decision] ?? null) as ActiveRules<Action> | null;
  if (!active) return null;
  const { ruleset_id, version } = active;
  const key = `${merchant_id} ${ruleset_id}`;
  const before = kept.get(key) as CompiledRules<Action> | undefined;
  if (before) return before;
  const compiled = compileRules(decision, { ruleset_id, version }, active);
  const [oldest] = kept.keys();
  if (kept.size >= KEPT_MAX) kept.delete(oldest!);
  kept.set(key, compiled);
  return compiled;
}

/** What rules decide about a payment or payout. */
export interface RuleOutcome<Action = unknown> {
  readonly rules: CompiledRules<Action>;
  /** The rule that held; null for the default. */
  readonly rule: CompiledRule<Action> | null;
  /** Null if no rule held and there is no default. */
  readonly action: Action | null;
  /** The facts that the rule compared, as text. */
  readonly because: () => string;
}

/** Decides by the first rule that holds, else the default. */
export function decideBy<Action>(rules: CompiledRules<Action>, subject: Subject): RuleOutcome<Action> {
  const rule = rules.rules.find(({ holds }) => holds(subject)) ?? null;
  const because = () => rule?.compared(subject).join(', ') ?? '';
  return { rules, rule, action: rule?.then ?? rules.default, because };
}

/** Longest value of a fact in an explanation, in characters. */
const VALUE_MAX = 40;

function comparedBy(when: FactCondition | null | undefined, account: string | null) {
  const comparisons = comparedParts(when);
  return (subject: Subject): readonly string[] => [
    ...new Set(
      comparisons.map((one) =>
        'count' in one
          ? velocityText(one, subject.lookedUp?.get(velocityKey(one)) ?? null)
          : factText(subject, one.field, account),
      ),
    ),
  ];
}

function factText(subject: Subject, field: string, account: string | null): string {
  // The time zone of the condition decides: the text names the fact only.
  if (field === 'hour' || field === 'weekday') return field;
  const value = knownValue(subject, field, undefined, account);
  if (value === null) return `${field} unknown`;
  return factOf(field)?.personal ? field : `${field} ${String(value).slice(0, VALUE_MAX)}`;
}

/** Longest explanation, in characters. */
const WHY_MAX = 1024;

/**
 * The record of a decision; null for an algorithm without a ruleset.
 *
 * @param effect What follows, a sentence for people.
 */
export function decisionRecord(
  { action, because, rule, rules: { decision, source } }: RuleOutcome,
  effect: string,
): RuleDecided | null {
  if (!source) return null;
  const compared = because();
  const held = rule
    ? `Rule "${rule.name}" holds${compared ? `: ${compared}` : ' always'}`
    : `No rule holds, and ${action ? 'the default applies' : 'there is no default'}`;
  const why = `${held.slice(0, WHY_MAX / 2)}. ${effect}`.slice(0, WHY_MAX);
  return { decision, ...source, rule: rule?.name ?? null, action, why };
}

/** A decision with its action. */
export type DecidedAction = Pick<RuleDecided, 'decision' | 'action'>;

/** The action that a decision of the latest confirmation has; null without one. */
export const decidedAction = <Action>(
  { decisions }: { readonly decisions: readonly DecidedAction[] },
  name: DecisionName,
): Action | null => (decisions.find(({ decision }) => decision === name)?.action ?? null) as Action | null;

/** Keeps the decision of a confirmation, or removes that of an earlier one. */
export function keepDecision(
  of: { decisions: RuleDecided[] },
  name: DecisionName,
  record: RuleDecided | null,
): void {
  const others = of.decisions.filter(({ decision }) => decision !== name);
  of.decisions = record ? [...others, record] : others;
}
