import type { FactValue, RuleComparison } from '../entities/values/fact-types.ts';
import { type Fact, factOf, type RuleDecision, velocityCount } from '../entities/values/rule-facts.ts';
import type { ValueOf } from '../model/index.ts';
import { memberPath } from '../model/validation-errors.ts';
import { isListComparison } from './list-lookups.ts';
import type { DecisionRule } from './read-rules.ts';
import { comparable, type FactComparison, type FactCondition, valuesOf } from './rule-conditions.ts';
import { type VelocityCondition, velocityName } from './velocity.ts';

/** Most warnings of a ruleset. */
const WARNINGS_MAX = 50;

/** A valid but suspicious part of a ruleset. */
export interface Warning {
  readonly param: string;
  readonly message: string;
}

/**
 * The valid but suspicious parts of a ruleset. Reported only if provable: rules that never hold, because one `all` contradicts
 * itself or a fact is never known; rules that an earlier rule with the same or a wider condition precedes; amounts
 * without a currency.
 */
export function warningsOf(
  decision: ValueOf<typeof RuleDecision>,
  rules: readonly DecisionRule[],
): Warning[] {
  const subject = decision === 'payout_routing' ? 'payout' : 'payment';
  const found = rules.flatMap((rule, i): Warning[] => {
    const path = memberPath(`rules[${i}]`, 'when');
    const ofRule = rule.when ? amountsAlone(rule.when, path, false) : [];
    if (rule.when && isImpossible(rule.when, subject)) {
      return [
        ...ofRule,
        { param: path, message: `${path} never holds of a ${subject}: its conditions contradict.` },
      ];
    }
    const wider = rules.slice(0, i).findIndex((before) => !before.when || implies(rule.when, before.when));
    if (wider < 0) return ofRule;
    const message = `rules[${i}] never applies: rules[${wider}], which precedes it, holds whenever it does.`;
    return [...ofRule, { param: `rules[${i}]`, message }];
  });
  return found.slice(0, WARNINGS_MAX);
}

/** The comparisons of `amount` without one of `currency` in the same `all`. */
function amountsAlone(condition: FactCondition, path: string, hasCurrency: boolean): Warning[] {
  if ('all' in condition) {
    const names = hasCurrency || condition.all.some((part) => 'field' in part && isCurrency(part));
    return condition.all.flatMap((part, i) => amountsAlone(part, `${path}.all[${i}]`, names));
  }
  if ('any' in condition) {
    return condition.any.flatMap((part, i) => amountsAlone(part, `${path}.any[${i}]`, hasCurrency));
  }
  if ('not' in condition) return amountsAlone(condition.not, `${path}.not`, hasCurrency);
  if ('count' in condition || condition.field !== 'amount' || hasCurrency) return [];
  const message = `${path} compares amounts of every currency: 1000 is 10.00 EUR, but 1000 JPY. Add a condition on currency to the same all.`;
  return [{ param: path, message }];
}

const isPositive = (comparison: RuleComparison) =>
  comparison !== 'not_equal' && comparison !== 'not_in' && comparison !== 'not_in_list';
const isEquality = (comparison: RuleComparison) => comparison === 'equal' || comparison === 'in';
const isCurrency = ({ comparison, field }: FactComparison) => field === 'currency' && isEquality(comparison);

/** Whether a condition provably never holds. */
function isImpossible(condition: FactCondition, subject: 'payment' | 'payout'): boolean {
  if ('all' in condition) {
    if (condition.all.some((part) => isImpossible(part, subject))) return true;
    const parts = conjuncts(condition).filter(isCompared);
    return parts.some((one, i) => parts.slice(i + 1).some((other) => excludes(one, other)));
  }
  if ('any' in condition) return condition.any.every((part) => isImpossible(part, subject));
  if ('not' in condition) return false;
  const fact = comparedFact(condition);
  const isUnknown = fact?.only !== undefined && fact.only !== subject && isPositive(condition.comparison);
  const [least, most] = rangeOf(condition, valuesOf(condition)) ?? [0, 0];
  return isUnknown || least > most;
}

/** A comparison of a fact, or of a count, which is compared as a fact is. */
type Compared = FactComparison | VelocityCondition;

const isCompared = (part: FactCondition): part is Compared => 'field' in part || 'count' in part;
const comparedFact = (one: Compared): Fact | undefined =>
  'count' in one ? velocityCount : factOf(one.field);
/** Equal for comparisons of the same value. */
const comparedName = (one: Compared): string =>
  'count' in one ? velocityName(one) : `${one.field} ${one.time_zone ?? 'UTC'}`;

/** The conditions that all hold if this one does. */
function conjuncts(condition: FactCondition): readonly FactCondition[] {
  return 'all' in condition ? condition.all.flatMap(conjuncts) : [condition];
}

/** The values that two comparisons compare with, in comparable form; null for different facts. */
function sides(a: Compared, b: Compared): readonly [readonly FactValue[], readonly FactValue[], Fact] | null {
  const fact = comparedFact(a);
  // The entries of a list change.
  if (isListComparison(a.comparison) || isListComparison(b.comparison)) return null;
  if (!fact || comparedName(a) !== comparedName(b)) return null;
  const comparableOf = (one: Compared) => valuesOf(one).map((value) => comparable(fact, value));
  return [comparableOf(a), comparableOf(b), fact];
}

/** Whether a value satisfies a comparison with other values. */
function satisfies(
  value: FactValue,
  comparison: RuleComparison,
  values: readonly FactValue[],
  fact: Fact,
): boolean {
  const [bound] = values;
  switch (comparison) {
    case 'equal':
    case 'in':
      return values.some(
        (one) => one === value || (fact.type.prefix && String(value).startsWith(String(one))),
      );
    case 'not_equal':
    case 'not_in':
      return !values.some(
        (one) => one === value || (fact.type.prefix && String(value).startsWith(String(one))),
      );
    case 'greater_than':
      return value > bound!;
    case 'greater_or_equal':
      return value >= bound!;
    case 'less_than':
      return value < bound!;
    case 'less_or_equal':
      return value <= bound!;
    case 'starts_with':
      return String(value).startsWith(String(bound));
    case 'in_list':
    case 'not_in_list':
      return false;
  }
}

/** The least and the most whole number of an ordering comparison. */
function rangeOf(
  { comparison }: Pick<FactComparison, 'comparison'>,
  [bound]: readonly FactValue[],
): readonly [number, number] | null {
  const value = Number(bound);
  switch (comparison) {
    case 'greater_than':
      return [value + 1, Number.POSITIVE_INFINITY];
    case 'greater_or_equal':
      return [value, Number.POSITIVE_INFINITY];
    case 'less_than':
      return [0, value - 1];
    case 'less_or_equal':
      return [0, value];
    default:
      return null;
  }
}

/** Whether two comparisons of the same fact provably never hold together. */
function excludes(a: Compared, b: Compared): boolean {
  const compared = sides(a, b);
  if (!compared) return false;
  const [ofA, ofB, fact] = compared;
  const [rangeA, rangeB] = [rangeOf(a, ofA), rangeOf(b, ofB)];
  if (rangeA && rangeB) return Math.max(rangeA[0], rangeB[0]) > Math.min(rangeA[1], rangeB[1]);
  // A longer BIN may satisfy what a shorter one does not.
  if (fact.type.prefix) return excludesBins(a, ofA, b, ofB);
  if (isEquality(a.comparison)) return !ofA.some((value) => satisfies(value, b.comparison, ofB, fact));
  if (isEquality(b.comparison)) return !ofB.some((value) => satisfies(value, a.comparison, ofA, fact));
  return false;
}

/** Whether no BIN begins with a value of both. */
function excludesBins(
  a: Compared,
  ofA: readonly FactValue[],
  b: Compared,
  ofB: readonly FactValue[],
): boolean {
  const begins = (one: FactValue, other: FactValue) => String(one).startsWith(String(other));
  if (isPositive(a.comparison) && isPositive(b.comparison)) {
    return !ofA.some((one) => ofB.some((other) => begins(one, other) || begins(other, one)));
  }
  if (isPositive(a.comparison)) return ofA.every((one) => ofB.some((other) => begins(one, other)));
  if (isPositive(b.comparison)) return ofB.every((one) => ofA.some((other) => begins(one, other)));
  return false;
}

/** Whether the second condition provably holds whenever the first does. */
export function implies(a: FactCondition | null | undefined, b: FactCondition): boolean {
  if (!a) return false;
  if ('all' in b) return b.all.every((part) => implies(a, part));
  if ('any' in a) return a.any.every((part) => implies(part, b));
  if ('any' in b && b.any.some((part) => implies(a, part))) return true;
  if ('all' in a) return a.all.some((part) => implies(part, b));
  if ('not' in a || 'not' in b) return 'not' in a && 'not' in b && implies(b.not, a.not);
  return isCompared(a) && isCompared(b) && impliesComparison(a, b);
}

function impliesComparison(a: Compared, b: Compared): boolean {
  const compared = sides(a, b);
  if (!compared) return false;
  const [ofA, ofB, fact] = compared;
  // Each rule compares it of another account.
  if (fact.ofAccount) return false;
  const [rangeA, rangeB] = [rangeOf(a, ofA), rangeOf(b, ofB)];
  if (rangeA && rangeB) return rangeA[0] >= rangeB[0] && rangeA[1] <= rangeB[1];
  if (isEquality(a.comparison) && !(fact.type.prefix && !isPositive(b.comparison))) {
    return ofA.every((value) => satisfies(value, b.comparison, ofB, fact));
  }
  if (!isPositive(a.comparison) && !isPositive(b.comparison)) {
    return ofB.every((value) => !satisfies(value, a.comparison, ofA, fact));
  }
  return a.comparison === 'starts_with' && isPositive(b.comparison)
    ? ofB.some((value) => String(ofA[0]).startsWith(String(value)))
    : false;
}
