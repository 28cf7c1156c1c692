import { inListComparisons, type RuleComparison, ruleComparisons } from '../entities/values/fact-types.ts';
import { type Fact, factNames, factOf, METADATA } from '../entities/values/rule-facts.ts';
import { closestName, isRepeatable, memberPath, type ValidationErrors } from '../model/validation-errors.ts';
import { isListComparison } from './list-lookups.ts';
import { readVelocity } from './read-velocity.ts';
import type { FactCondition } from './rule-conditions.ts';

/** Most combinations inside each other. */
const DEPTH_MAX = 5;
/** Most comparisons of a ruleset. */
const CONDITIONS_MAX = 100;
/** Most rules of a ruleset. */
const RULES_MAX = 100;
/** Most values that one comparison has. */
const VALUES_MAX = 250;
/** Longest name of a rule, in characters. */
const NAME_MAX = 64;

type Json = Readonly<Record<string, unknown>>;

/** A rule: `then` applies to what `when` holds of. Without `when` it always holds. */
export interface DecisionRule<Action = unknown> {
  readonly name: string;
  readonly when?: FactCondition | null;
  readonly then: Action;
}

/** Reads the action of a rule, or reports its errors. */
export type ReadAction = (value: unknown, path: string, errors: ValidationErrors) => void;

/** An object with only known members; reports other members. */
export function readRuleObject(
  value: unknown,
  path: string,
  known: readonly string[],
  errors: ValidationErrors,
): Json | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    errors.invalid(path, `must be an object with ${known.join(', ')}`);
    return null;
  }
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) errors.unknown(path, name, known);
  }
  return value as Json;
}

/** A list of `min` to `max` entries, or null after an error. */
export function readRuleList(
  value: unknown,
  path: string,
  [min, max, of]: readonly [min: number, max: number, of: string],
  errors: ValidationErrors,
): readonly unknown[] | null {
  if (Array.isArray(value) && value.length >= min && value.length <= max) return value;
  errors.invalid(path, `must be a list of ${min} to ${max} ${of}`);
  return null;
}

/** Reads the rules of a ruleset, or reports the errors of each part by its path. */
export function readRules(
  value: unknown,
  readAction: ReadAction,
  errors: ValidationErrors,
): readonly DecisionRule[] {
  const rules = readRuleList(value, 'rules', [0, RULES_MAX, 'rules'], errors) ?? [];
  const names = new Map<string, number>();
  let conditions = 0;
  for (const [i, rule] of rules.entries()) {
    const path = `rules[${i}]`;
    const json = readRuleObject(rule, path, ['name', 'when', 'then'], errors);
    if (!json) continue;
    readName(json.name, memberPath(path, 'name'), names, i, errors);
    if (json.when !== undefined && json.when !== null) {
      conditions += readCondition(json.when, memberPath(path, 'when'), 0, errors);
    }
    if (json.then === undefined || json.then === null) errors.missing(memberPath(path, 'then'));
    else readAction(json.then, memberPath(path, 'then'), errors);
  }
  if (conditions > CONDITIONS_MAX) {
    errors.invalid('rules', `must have at most ${CONDITIONS_MAX} conditions in all, not ${conditions}`);
  }
  return rules as readonly DecisionRule[];
}

function readName(
  name: unknown,
  path: string,
  names: Map<string, number>,
  index: number,
  errors: ValidationErrors,
): void {
  if (name === undefined || name === null) errors.missing(path);
  else if (typeof name !== 'string' || name.trim() === '' || name.length > NAME_MAX) {
    errors.invalid(path, `must be text of 1 to ${NAME_MAX} characters`);
  } else {
    // The decisions of payments name the rule.
    const before = names.get(name);
    if (before !== undefined) errors.invalid(path, `must differ from the name of rules[${before}]`);
    else names.set(name, index);
  }
}

/** Reads a condition, or reports its errors. Returns the number of its comparisons. */
export function readCondition(value: unknown, path: string, depth: number, errors: ValidationErrors): number {
  const form =
    'must be a condition: an object with field, comparison and value, with count, by and within, or with all, any or not';
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    errors.invalid(path, form);
    return 0;
  }
  const tags = (['all', 'any', 'not'] as const).filter((name) => Object.hasOwn(value, name));
  const [tag] = tags;
  if (!tag) {
    if (Object.hasOwn(value, 'count')) readVelocity(value as Json, path, errors);
    else readComparison(value as Json, path, errors);
    return 1;
  }
  if (tags.length > 1) errors.alternatives(path, ['all', 'any', 'not'], tags);
  readRuleObject(value, path, [tag], errors);
  if (depth === DEPTH_MAX) {
    errors.invalid(
      path,
      `must be a comparison: at most ${DEPTH_MAX} of all, any and not stand inside each other`,
    );
    return 0;
  }
  const at = memberPath(path, tag);
  const inner = (value as Json)[tag];
  if (tag === 'not') return readCondition(inner, at, depth + 1, errors);
  const parts = readRuleList(inner, at, [1, CONDITIONS_MAX, 'conditions'], errors) ?? [];
  return parts.reduce<number>(
    (count, part, i) => count + readCondition(part, `${at}[${i}]`, depth + 1, errors),
    0,
  );
}

function readComparison(json: Json, path: string, errors: ValidationErrors): void {
  const fact = typeof json.field === 'string' ? factOf(json.field) : undefined;
  readRuleObject(json, path, ['field', 'comparison', 'value', ...(fact?.zoned ? ['time_zone'] : [])], errors);
  if (!fact) {
    unknownFact(json.field, memberPath(path, 'field'), errors);
    return;
  }
  if (!readCompared(json, fact, json.field as string, path, errors)) return;
  if (fact.zoned && json.time_zone !== undefined && !isTimeZone(json.time_zone)) {
    errors.invalid(memberPath(path, 'time_zone'), 'must be an IANA time zone, such as Europe/Berlin');
  }
}

/** Reads `comparison` and `value`, or reports their errors. Returns whether the type has the comparison. */
export function readCompared(
  json: Json,
  { list, type }: Pick<Fact, 'list' | 'type'>,
  name: string,
  path: string,
  errors: ValidationErrors,
): boolean {
  const { hint, isValid } = type;
  const comparisons = [...type.comparisons, ...(list ? inListComparisons : [])];
  const comparison = json.comparison as RuleComparison;
  if (!ruleComparisons.includes(comparison) || !comparisons.includes(comparison)) {
    errors.invalid(memberPath(path, 'comparison'), `must be one of ${comparisons.join(', ')} for ${name}`);
    return false;
  }
  const at = memberPath(path, 'value');
  if (isListComparison(comparison)) {
    const isText = typeof json.value === 'string' && json.value !== '';
    if (!isText) errors.invalid(at, `must be the list_id or the name of a list of kind ${list}`);
  } else if (comparison === 'in' || comparison === 'not_in') {
    const values = readRuleList(json.value, at, [1, VALUES_MAX, 'values'], errors) ?? [];
    for (const [i, value] of values.entries()) {
      if (!isValid(value)) errors.invalid(`${at}[${i}]`, `must be ${hint}`);
    }
  } else if (!isValid(json.value)) errors.invalid(at, `must be ${hint}`);
  return true;
}

function unknownFact(field: unknown, path: string, errors: ValidationErrors): void {
  const closest =
    typeof field === 'string' && isRepeatable(field) ? closestName(field, factNames) : undefined;
  const meant = closest ? `; did you mean ${closest}?` : '';
  errors.invalid(path, `must be one of ${factNames.join(', ')} or ${METADATA}<key>${meant}`);
}

function isTimeZone(zone: unknown): boolean {
  if (typeof zone !== 'string' || /^[+-]/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
