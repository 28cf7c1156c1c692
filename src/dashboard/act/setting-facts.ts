import { asWords } from '../data/words.ts';
import type { DescribedField } from './described.ts';
import type { FieldOptions } from './described-fields.tsx';
import { settingName } from './setting-labels.ts';

/** The values of settings, by field name. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** The settings with a value, by name, including nested objects. */
export function settingFacts(
  fields: readonly DescribedField[],
  values: SettingValues,
  shownBy: {
    readonly defaults: SettingValues;
    readonly labels: Readonly<Record<string, string>>;
    readonly options: FieldOptions | undefined;
  },
): [string, string][] {
  const { defaults, labels, options } = shownBy;
  return fields.flatMap((field): [string, string][] => {
    const value = values[field.name];
    if (field.kind === 'object') return settingFacts(field.fields!, (value ?? {}) as SettingValues, shownBy);
    const name = labels[field.name] ?? settingName(field.name);
    if (isUnset(value) && field.name in defaults) {
      return [[name, `${shownValue(field, defaults[field.name])} (default)`]];
    }
    if (isUnset(value) || field.kind === 'objects') return [];
    const chosen = options?.[field.name]?.find((one) => typeof one !== 'string' && one.value === value);
    return [[name, typeof chosen === 'object' ? chosen.label : shownValue(field, value)]];
  });
}

/** Whether a setting has no value, or an empty list. */
export const isUnset = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** A setting's value on one line. */
export function shownValue({ fields, kind }: DescribedField, value: unknown): string {
  if (isUnset(value)) return '–';
  if (kind === 'flag') return value ? 'Yes' : 'No';
  if (kind === 'choice') return asWords(String(value));
  if (kind === 'texts' || kind === 'choices') return (value as string[]).join(', ');
  if (kind === 'objects') return (value as SettingValues[]).map((one) => membersOf(fields!, one)).join('; ');
  if (kind === 'object') return membersOf(fields!, value as SettingValues);
  return kind === 'json' ? JSON.stringify(value) : String(value);
}

/** The set members of a nested object, on one line. */
const membersOf = (fields: readonly DescribedField[], value: SettingValues): string =>
  fields
    .filter(({ name }) => !isUnset(value[name]))
    .map((field) => shownValue(field, value[field.name]))
    .join(': ') || '–';
