import { METADATA } from '../../../core/entities/values/rule-facts.ts';
import type { WrittenRules } from '../../../core/rules/compiled-rules.ts';
import { type FactComparison, type FactCondition, valuesOf } from '../../../core/rules/rule-conditions.ts';
import { type KnownKey, keyOfFact } from './program-keys.ts';
import type { ProgramOutput } from './program-outputs.ts';
import { orderComparisons } from './read-program.ts';

type Json = Readonly<Record<string, unknown>>;

/** A condition of their rules. */
interface TheirCondition {
  readonly lhs: string;
  readonly comparison: string;
  readonly value: { readonly type: string; readonly value: unknown };
  readonly metadata: Json;
}

interface TheirStatement {
  readonly condition: readonly TheirCondition[];
  readonly nested: readonly TheirStatement[] | null;
}

/** The program that decides as rules do; null if their language cannot express them. */
export function writeProgram<Action>(
  { nothing, write }: ProgramOutput<Action>,
  { default: otherwise, rules }: WrittenRules<Action>,
): Json | null {
  const made = rules.map(({ name, then, when }) => ({
    name,
    connectorSelection: write(then),
    statements: when ? statementsOf(when) : [{ condition: [], nested: null }],
  }));
  const defaultSelection = otherwise ? write(otherwise) : nothing;
  const isExpressed = made.every(({ connectorSelection, statements }) => connectorSelection && statements);
  return isExpressed && defaultSelection ? { rules: made, defaultSelection, metadata: {} } : null;
}

const isAny = (one: FactCondition) => 'any' in one;

/** Statements of which one holds if the condition does. */
function statementsOf(condition: FactCondition): TheirStatement[] | null {
  const ranges = rangesOf(condition);
  if ('any' in condition && !ranges) return whole(condition.any.map((part) => statementOf(part)));
  return whole([statementOf(condition)]);
}

function statementOf(condition: FactCondition): TheirStatement | null {
  const parts = 'all' in condition ? condition.all : [condition];
  const [nested, ...others] = parts.filter((part) => isAny(part) && !rangesOf(part));
  if (others.length > 0) return null;
  const own = whole(parts.filter((part) => part !== nested).map(conditionOf));
  const inner = nested ? statementsOf(nested) : null;
  if (!own || (nested && !inner)) return null;
  return { condition: own, nested: inner };
}

function conditionOf(condition: FactCondition): TheirCondition | null {
  const ranges = rangesOf(condition);
  if (ranges) return ranges;
  return 'field' in condition ? comparisonOf(condition) : null;
}

function comparisonOf(condition: FactComparison): TheirCondition | null {
  const { comparison, field } = condition;
  if (condition.time_zone !== undefined) return null;
  const values = valuesOf(condition);
  const isList = comparison === 'in' || comparison === 'not_in';
  const name = isList ? (comparison === 'in' ? 'equal' : 'not_equal') : theirName(comparison);
  if (!name) return null;
  if (field.startsWith(METADATA)) {
    const value = { key: field.slice(METADATA.length), value: values[0] };
    return isList ? null : written('metadata', name, 'metadata_variant', value);
  }
  const found = keyOfFact(field, values);
  if (!found) return null;
  const [lhs, key] = found;
  // Their texts have no lists.
  if (isList && key.type === 'text') return null;
  const spelled = whole(values.map((value) => spelledBy(key, value)));
  return spelled && written(lhs, name, typeOf(key, isList), isList ? spelled : spelled[0]);
}

const theirName = (comparison: string): string | null =>
  Object.entries(orderComparisons).find(([, own]) => own === comparison)?.[0] ?? null;

const spelledBy = ({ spelling }: KnownKey, value: unknown): unknown =>
  spelling ? spelling.write(String(value)) : value;

function typeOf({ type }: KnownKey, isList: boolean): string {
  if (type === 'number') return isList ? 'number_array' : 'number';
  if (type === 'text') return 'str_value';
  return isList ? 'enum_variant_array' : 'enum_variant';
}

/** Several comparisons of one number of which one must hold; null for another condition. */
function rangesOf(condition: FactCondition): TheirCondition | null {
  if (!('any' in condition)) return null;
  const parts = condition.any.map((part) => {
    const name = 'field' in part && part.field === 'amount' ? theirName(part.comparison) : null;
    return name && { comparisonType: name, number: (part as FactComparison).value };
  });
  const all = whole(parts);
  return all && written('amount', 'equal', 'number_comparison_array', all);
}

const written = (lhs: string, comparison: string, type: string, value: unknown): TheirCondition => ({
  lhs,
  comparison,
  value: { type, value },
  metadata: {},
});

/** A list without gaps; null if it has one. */
const whole = <Entry>(entries: readonly (Entry | null | '')[]): Entry[] | null =>
  entries.every((entry) => entry !== null && entry !== '') ? (entries as Entry[]) : null;
