/** A field of an input, as the schema describes it. Forms are made of lists of them. */
export interface DescribedField {
  /** Its name in the input. */
  readonly name: string;
  readonly kind:
    | 'flag'
    | 'text'
    | 'number'
    | 'amount'
    | 'time'
    | 'choice'
    | 'choices'
    | 'texts'
    | 'json'
    | 'object'
    | 'objects';
  /** Its description in the schema. */
  readonly about: string;
  readonly isRequired?: boolean;
  /** The values of a choice. */
  readonly options?: readonly string[];
  /** The members of an object, or of each object of a list. */
  readonly fields?: readonly DescribedField[];
}

/** A form's values by field name: JSON and amounts as typed, others in the API's format. */
export type FormDraft = Readonly<Record<string, unknown>>;

type Values = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The draft of the API's current values; empty without values. */
export function draftOfValues(
  fields: readonly DescribedField[],
  values: Values | null | undefined,
): FormDraft {
  return Object.fromEntries(
    fields.map((field) => {
      const value = values?.[field.name];
      if (field.kind === 'object') return [field.name, draftOfValues(field.fields!, value as Values)];
      if (field.kind === 'objects') {
        const list = (value ?? []) as readonly Values[];
        return [field.name, list.map((one) => draftOfValues(field.fields!, one))];
      }
      if (field.kind === 'json') return [field.name, isEmpty(value) ? '' : JSON.stringify(value, null, 2)];
      return [field.name, value ?? null];
    }),
  );
}

/** A field's value in the API's format; null if empty. */
function inputValue(field: DescribedField, value: unknown): unknown {
  switch (field.kind) {
    case 'object': {
      const members = valuesOf(field.fields!, value as FormDraft);
      return Object.values(members).every((member) => member === null) ? null : members;
    }
    case 'objects':
      return (value as readonly FormDraft[]).map((one) => valuesOf(field.fields!, one));
    case 'json':
      return String(value ?? '').trim() === '' ? null : JSON.parse(String(value));
    case 'choices':
    case 'texts':
      return (value as readonly string[] | null)?.length ? value : null;
    case 'text':
      return String(value ?? '').trim() || null;
    default:
      return isEmpty(value) ? null : value;
  }
}

const valuesOf = (fields: readonly DescribedField[], draft: FormDraft): Values =>
  Object.fromEntries(fields.map((field) => [field.name, inputValue(field, draft[field.name])]));

/** Whether all required fields are set and all typed JSON is valid. */
export function isComplete(fields: readonly DescribedField[], draft: FormDraft): boolean {
  return fields.every((field) => {
    const value = draft[field.name];
    if (field.kind === 'json') return isJson(value);
    if (field.kind === 'objects') {
      return (value as readonly FormDraft[]).every((one) => isComplete(field.fields!, one));
    }
    if (field.kind === 'object') {
      return valueIsAbsent(field, value) ? !field.isRequired : isComplete(field.fields!, value as FormDraft);
    }
    return !field.isRequired || !isEmpty(inputValue(field, value));
  });
}

/** Whether a text is an object in JSON, or empty. */
export function isJson(text: unknown): boolean {
  if (String(text ?? '').trim() === '') return true;
  try {
    return typeof JSON.parse(String(text)) === 'object';
  } catch {
    return false;
  }
}

function valueIsAbsent(field: DescribedField, value: unknown): boolean {
  return (field.fields ?? []).every((member) => {
    const part = (value as FormDraft | undefined)?.[member.name];
    if (member.kind === 'object') return valueIsAbsent(member, part);
    return isEmpty(part) || (Array.isArray(part) && part.length === 0);
  });
}

/**
 * The input of a change: the fields that differ from before. A cleared list becomes an empty list, except a list of choices,
 * where no choice means all.
 */
export function changesOf(
  fields: readonly DescribedField[],
  before: FormDraft,
  draft: FormDraft,
): Record<string, unknown> {
  const [old, now] = [valuesOf(fields, before), valuesOf(fields, draft)];
  return Object.fromEntries(
    fields
      .filter(({ name }) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
      .map(({ kind, name }) => [name, now[name] ?? (kind === 'texts' ? [] : null)]),
  );
}

/** The input that creates an object: the filled-in fields, including nested objects. */
export function filledIn(fields: readonly DescribedField[], draft: FormDraft): Record<string, unknown> {
  return withoutNulls(valuesOf(fields, draft)) as Record<string, unknown>;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== null && !(Array.isArray(part) && part.length === 0))
      .map(([name, part]) => [name, withoutNulls(part)]),
  );
}
