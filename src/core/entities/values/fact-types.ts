import { canonicalName } from '../../foundation/canonical-name.ts';
import type { Format } from '../../model/formats.ts';

/** A value of a fact, or of a condition. */
export type FactValue = string | number | boolean;

/** How values of a type are compared, and which are valid. */
export interface FactType {
  /** Completes the sentence "… must be". */
  readonly hint: string;
  readonly isValid: (value: unknown) => boolean;
  readonly comparisons: readonly RuleComparison[];
  /** The form in which values are compared; the value itself by default. */
  readonly normalize?: (value: string) => string;
  /** Whether a value equals every known value that begins with it. */
  readonly prefix?: true;
  /** The type of the fact in JSON Schema. */
  readonly json: Readonly<Record<string, unknown>>;
}

const equality = ['equal', 'not_equal', 'in', 'not_in'] as const;
const order = ['greater_than', 'greater_or_equal', 'less_than', 'less_or_equal'] as const;
/** The comparisons with a list. */
export const inListComparisons = ['in_list', 'not_in_list'] as const;
/** The comparisons of conditions. */
export const ruleComparisons = [...equality, ...order, 'starts_with', ...inListComparisons] as const;
export type RuleComparison = (typeof ruleComparisons)[number];

const TEXT_MAX = 255;
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= TEXT_MAX && !value.includes('\0');

/** Any text. */
export const textFact = (normalize?: FactType['normalize']): FactType => ({
  hint: `text of 1 to ${TEXT_MAX} characters`,
  isValid: isText,
  comparisons: equality,
  ...(normalize ? { normalize } : {}),
  json: { type: 'string', minLength: 1, maxLength: TEXT_MAX },
});
/** A whole number from 0, with its unit. */
export const wholeFact = (maximum: number, unit = ''): FactType => ({
  hint: `a whole number${unit} from 0 to ${maximum}`,
  isValid: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= maximum,
  comparisons: [...equality, ...order],
  json: { type: 'integer', minimum: 0, maximum },
});
/** One of some values. */
export const choiceFact = (values: readonly string[]): FactType => ({
  hint: `one of ${values.join(', ')}`,
  isValid: (value) => typeof value === 'string' && values.includes(value),
  comparisons: equality,
  json: { type: 'string', enum: [...values] },
});
/** Text in a format. */
export const formattedFact = ({ check, hint }: Format, normalize?: FactType['normalize']): FactType => ({
  hint,
  isValid: (value) => isText(value) && check(value),
  comparisons: equality,
  ...(normalize ? { normalize } : {}),
  json: { type: 'string' },
});
/** The most that rules count to, or compare counts with. */
export const COUNT_MAX = 10_000;
/** A boolean. */
export const flagFact: FactType = {
  hint: 'true or false',
  isValid: (value) => typeof value === 'boolean',
  comparisons: ['equal', 'not_equal'],
  json: { type: 'boolean' },
};
/** Digits that begin a card number. */
export const binFact: FactType = {
  hint: 'the first 1 to 8 digits of a card number',
  isValid: (value) => typeof value === 'string' && /^\d{1,8}$/.test(value),
  comparisons: [...equality, 'starts_with'],
  prefix: true,
  json: { type: 'string', pattern: '^[0-9]{1,8}$' },
};

/** Compares without case. */
export const sameCase = (value: string) => value.toLowerCase();
/** A name, compared without case, spaces and separators. */
export const nameFact = textFact(canonicalName);

/** The objects that velocity conditions count. */
export const velocityCounts = ['attempts', 'declines', 'payments'] as const;

/** The values that velocity conditions count by. */
export const velocitySubjects = ['card', 'email', 'ip_address', 'customer'] as const;
