import { isDeepStrictEqual } from 'node:util';
import type { BusinessProfile } from '../entities/business-profile.ts';
import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { RuleDecided } from '../entities/values/rule-documents.ts';
import { factOf, type RuleDecision } from '../entities/values/rule-facts.ts';
import type { ValueOf } from '../model/index.ts';
import { compileCondition, fieldsOfCondition, knownValue, type Subject } from '../rules/rule-conditions.ts';
import { readStored } from './routing-algorithm.ts';
import {
  type RoutingAction,
  type RoutingRules,
  routingOrderOf,
  rulesOfAlgorithm,
  type WrittenAlgorithm,
} from './routing-rules.ts';

type Decision = ValueOf<typeof RuleDecision>;

/** The setting of a profile that shows the rules of a routing decision as an algorithm. */
export const settingByDecision = {
  payment_routing: 'routing_algorithm',
  payout_routing: 'payout_routing_algorithm',
} as const satisfies Record<Decision, keyof BusinessProfile>;

/** An active ruleset, as its profile keeps it. */
export interface ActiveRules extends RoutingRules {
  readonly ruleset_id: string;
  readonly version: number;
  /** The setting that shows these rules. Another value was set by a release without rulesets, and counts. */
  readonly algorithm: WrittenAlgorithm | null;
}

/** A ruleset that is ready to decide. */
export interface CompiledRules {
  readonly decision: Decision;
  /** Null for an algorithm set by a release without rulesets. */
  readonly source: { readonly ruleset_id: string; readonly version: number } | null;
  readonly rules: readonly CompiledRule[];
  readonly default: RoutingAction | null;
}

interface CompiledRule {
  readonly name: string;
  readonly holds: (subject: Subject) => boolean;
  /** The facts that it compares. */
  readonly fields: readonly string[];
  readonly then: RoutingAction;
}

/** Compiles valid rules. */
export function compileRules(
  decision: Decision,
  source: CompiledRules['source'],
  { default: otherwise, rules }: RoutingRules,
): CompiledRules {
  return {
    decision,
    source,
    rules: rules.map(({ name, then, when }) => ({
      name,
      then,
      holds: compileCondition(when),
      fields: fieldsOfCondition(when),
    })),
    default: otherwise ?? null,
  };
}

/** Most compiled rulesets in memory. */
const KEPT_MAX = 1000;
const kept = new Map<string, CompiledRules>();

/**
 * The rules of a profile for a decision; null without any. A ruleset, which never changes, is compiled once.
 *
 * @throws {Problem} `no_connector_available` if a stored algorithm is invalid.
 */
export function rulesOfProfile(
  profile: Readonly<BusinessProfile> | null,
  decision: Decision,
): CompiledRules | null {
  const setting = settingByDecision[decision];
  const algorithm = (profile?.[setting] ?? null) as WrittenAlgorithm | null;
  const active = (profile?.active_rules?.[decision] ?? null) as ActiveRules | null;
  if (!profile || (!active && !algorithm)) return null;
  if (!active || !isSameAlgorithm(active.algorithm, algorithm)) {
    return readStored(algorithm, setting) && compileRules(decision, null, rulesOfAlgorithm(algorithm!));
  }
  const { ruleset_id, version } = active;
  const key = `${profile.merchant_id} ${ruleset_id}`;
  const before = kept.get(key);
  if (before) return before;
  const compiled = compileRules(decision, { ruleset_id, version }, active);
  const [oldest] = kept.keys();
  if (kept.size >= KEPT_MAX) kept.delete(oldest!);
  kept.set(key, compiled);
  return compiled;
}

const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(
    members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, canonical(member)]),
  );
};

/** Whether two algorithms are the same, except for the order of members and members without a value. */
export const isSameAlgorithm = (a: WrittenAlgorithm | null, b: WrittenAlgorithm | null): boolean =>
  // Each confirmation asks, and two columns with the same JSON are read in the same form.
  isDeepStrictEqual(a, b) || JSON.stringify(canonical(a ?? {})) === JSON.stringify(canonical(b ?? {}));

/** What rules decide about a payment or payout. */
export interface RoutingDecision {
  readonly rules: CompiledRules;
  /** The rule that held; null for the default. */
  readonly rule: CompiledRule | null;
  /** Null if no rule held and there is no default. */
  readonly action: RoutingAction | null;
  /** The facts that the rule compared, as text. */
  readonly because: string;
}

/** Decides by the first rule that holds, else the default. */
export function decideRouting(rules: CompiledRules, subject: Subject): RoutingDecision {
  const rule = rules.rules.find(({ holds }) => holds(subject)) ?? null;
  const because = (rule?.fields ?? []).map((field) => factText(subject, field)).join(', ');
  return { rules, rule, action: rule?.then ?? rules.default, because };
}

/** Longest value of a fact in an explanation, in characters. */
const VALUE_MAX = 40;

function factText(subject: Subject, field: string): string {
  // The time zone of the condition decides: the text names the fact only.
  if (field === 'hour' || field === 'weekday') return field;
  const value = knownValue(subject, field);
  if (value === null) return `${field} unknown`;
  return factOf(field)?.personal ? field : `${field} ${String(value).slice(0, VALUE_MAX)}`;
}

/** The form of a decision in which accounts are ordered; null if nothing is decided. */
export const decidedOrder = ({ action }: RoutingDecision) => (action ? routingOrderOf(action) : null);

/** Longest explanation, in characters. */
const WHY_MAX = 1024;

/** The record of a decision with the account that it led to; null for an algorithm without a ruleset. */
export function decisionRecordOf(
  { action, because, rule, rules: { decision, source } }: RoutingDecision,
  account: Pick<ConnectorAccount, 'merchant_connector_id' | 'connector_label'> | null,
  isFallback: boolean,
): RuleDecided | null {
  if (!source) return null;
  const noun = decision === 'payout_routing' ? 'payout' : 'payment';
  const held = rule
    ? `Rule "${rule.name}" holds${because ? `: ${because}` : ' always'}`
    : `No rule holds, and ${action ? 'the default applies' : 'there is no default'}`;
  const named =
    account && [account.connector_label, `(${account.merchant_connector_id})`].filter(Boolean).join(' ');
  const way = !action
    ? 'is the oldest account that can take it'
    : isFallback
      ? `is the oldest other account, because none of the rule's can take the ${noun}`
      : action.volume_split
        ? 'was drawn by share'
        : 'is the first of its accounts that can take it';
  const why = `${held.slice(0, WHY_MAX / 2)}. ${named ? `${named} ${way}.` : `No account can take the ${noun}.`}`;
  return { decision, ...source, rule: rule?.name ?? null, action, why: why.slice(0, WHY_MAX) };
}

/** Keeps the decision of a confirmation, or removes that of an earlier one. */
export function keepDecision(
  of: { decisions: RuleDecided[] },
  name: Decision,
  made: { readonly decision: RoutingDecision | null; readonly isFallback: boolean },
  account: ConnectorAccount,
): void {
  const others = of.decisions.filter(({ decision }) => decision !== name);
  const record = made.decision && decisionRecordOf(made.decision, account, made.isFallback);
  of.decisions = record ? [...others, record] : others;
}
