import { PaymentMethodKind } from '../entities/values/payment-method-kind.ts';
import { formats } from '../model/formats.ts';
import { AMOUNT_MAX } from '../model/index.ts';
import { isObject } from '../model/read-input.ts';
import { memberPath, type ValidationErrors } from '../model/validation-errors.ts';

/** What rules can ask about: a payment, or a payout, that a connector account is looked for. */
export interface RoutingFacts {
  /** What the customer pays or the recipient gets in all, in minor units. */
  readonly amount: number;
  readonly currency: string;
  /** Where the customer's or recipient's bill goes, when that is known. */
  readonly country: string | null;
  readonly card_network: string | null;
  readonly payment_method: string | null;
  readonly payment_method_type: string | null;
}

export type ConditionField = keyof RoutingFacts;

const listComparisons = ['in', 'not_in'] as const;
const plainComparisons = ['equal', 'not_equal'] as const;
const orderComparisons = ['greater_than', 'greater_or_equal', 'less_than', 'less_or_equal'] as const;
const textComparisons = [...plainComparisons, ...listComparisons] as const;
const amountComparisons = [...textComparisons, ...orderComparisons] as const;

export type RoutingComparison = (typeof amountComparisons)[number];

/** One condition of a rule. `values` has one entry, but for `in` and `not_in`. */
export interface RoutingCondition {
  readonly field: ConditionField;
  readonly comparison: RoutingComparison;
  readonly values: readonly (string | number)[];
}

/** Most values that one condition compares with. */
const VALUES_MAX = 250;
const TEXT_MAX = 64;

interface ValueRule {
  readonly check: (value: unknown) => boolean;
  readonly hint: string;
}

const textual = (check: (text: string) => boolean, hint: string): ValueRule => ({
  check: (value) => typeof value === 'string' && check(value),
  hint,
});
const anyText = textual(
  (text) => text.length > 0 && text.length <= TEXT_MAX && !text.includes('\0'),
  `text of 1 to ${TEXT_MAX} characters`,
);
const kinds: ReadonlySet<string> = new Set(PaymentMethodKind.values);

const valueRules: Readonly<Record<ConditionField, ValueRule>> = {
  amount: {
    check: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= AMOUNT_MAX,
    hint: `a whole number of minor units from 0 to ${AMOUNT_MAX}`,
  },
  currency: textual(formats.currency.check, formats.currency.hint),
  country: textual(formats.country.check, formats.country.hint),
  card_network: anyText,
  payment_method: textual((text) => kinds.has(text), `one of ${PaymentMethodKind.values.join(', ')}`),
  payment_method_type: anyText,
};
const fields = Object.keys(valueRules) as ConditionField[];
const members = ['field', 'comparison', 'value'];

const isList = (comparison: RoutingComparison) => comparison === 'in' || comparison === 'not_in';

function readValues(
  rule: ValueRule,
  list: boolean,
  value: unknown,
  path: string,
  findings: ValidationErrors,
) {
  if (!list) {
    if (!rule.check(value)) findings.invalid(path, `must be ${rule.hint}`);
    return [value] as (string | number)[];
  }
  if (!Array.isArray(value) || value.length === 0 || value.length > VALUES_MAX) {
    findings.invalid(path, `must be a list of 1 to ${VALUES_MAX} values`);
    return [];
  }
  for (const [i, entry] of value.entries()) {
    if (!rule.check(entry)) findings.invalid(`${path}[${i}]`, `must be ${rule.hint}`);
  }
  return value as (string | number)[];
}

/** Reads a condition. What is wrong with it is among the findings; then its answer is of no use. */
export function readCondition(
  value: unknown,
  path: string,
  findings: ValidationErrors,
): RoutingCondition | null {
  if (!isObject(value)) {
    findings.invalid(path, 'must be an object with field, comparison and value');
    return null;
  }
  const given = value as Record<string, unknown>;
  for (const name of Object.keys(given)) {
    if (!members.includes(name)) findings.unknown(path, name, members);
  }
  const field = fields.find((known) => known === given.field);
  if (field === undefined) {
    findings.invalid(memberPath(path, 'field'), `must be one of ${fields.join(', ')}`);
    return null;
  }
  const comparisons: readonly RoutingComparison[] = field === 'amount' ? amountComparisons : textComparisons;
  const comparison = comparisons.find((known) => known === given.comparison);
  if (comparison === undefined) {
    findings.invalid(memberPath(path, 'comparison'), `must be one of ${comparisons.join(', ')}`);
    return null;
  }
  const at = memberPath(path, 'value');
  return {
    field,
    comparison,
    values: readValues(valueRules[field], isList(comparison), given.value, at, findings),
  };
}

/** Names are told apart by their letters, not by their capitals: connectors and merchants write `VISA` and `Visa`. */
const sameText = (value: string | number) => (typeof value === 'string' ? value.toLowerCase() : value);

/** Whether a condition holds. A fact that is not known is equal to nothing, and so is never in a list either. */
export function holds(condition: RoutingCondition, facts: RoutingFacts): boolean {
  const fact = facts[condition.field];
  const [value] = condition.values;
  const known = fact === null ? null : sameText(fact);
  const among = () => known !== null && condition.values.some((candidate) => sameText(candidate) === known);
  switch (condition.comparison) {
    case 'equal':
    case 'in':
      return among();
    case 'not_equal':
    case 'not_in':
      return !among();
    case 'greater_than':
      return fact! > value!;
    case 'greater_or_equal':
      return fact! >= value!;
    case 'less_than':
      return fact! < value!;
    case 'less_or_equal':
      return fact! <= value!;
  }
}
