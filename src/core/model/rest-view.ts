import {
  type DescribedClass,
  type FieldDescription,
  fieldsByName,
  fieldsOf,
  isList,
  SENT_TEXT,
} from './description.ts';
import { maskNamed, maskSettings, maskStrings, maskToLastFour, SECRET_NAME } from './masks.ts';

/**
 * The context in which a row is presented: as a list's entry, as a single object, nested in another resource, or in
 * an event. `full` has every field of the row that GraphQL has, including the rows of its nested lists; operations
 * beyond the specification respond with it.
 */
export type RestView = 'list' | 'single' | 'plain' | 'event' | 'full';

/** The view of the rows of a view's nested lists. */
export const nestedView = (view: RestView): RestView => (view === 'full' ? 'full' : 'plain');

type Row = Record<string, unknown>;
type Presenter = (row: Row) => Row;

/** Memoizes a function of a class and a view. */
export function memoizedPerView<Result>(compute: (target: DescribedClass, view: RestView) => Result) {
  const results = new WeakMap<DescribedClass, Map<RestView, Result>>();
  return (target: DescribedClass, view: RestView): Result => {
    const views = results.get(target) ?? new Map<RestView, Result>();
    const known = views.get(view);
    if (known !== undefined) return known;
    const result = compute(target, view);
    results.set(target, views.set(view, result));
    return result;
  };
}

function isShown({ event, kind, visibility = 'everywhere' }: FieldDescription, view: RestView): boolean {
  if (visibility === 'everywhere' || visibility === view) return true;
  // Lists nested only in GraphQL have their own operations.
  if (view === 'full') return visibility !== 'nowhere' && kind !== 'children';
  return view === 'event' && event === true;
}

/** The fields that REST always shows in a view, in the order of description. */
export const restFields = memoizedPerView((target, view): readonly FieldDescription[] =>
  fieldsOf(target).filter((field) => field.kind !== 'reference' && !field.onlyIfSet && isShown(field, view)),
);

/** The fields that REST adds in every view if set; a list, if it has entries. */
export const addedFields = (target: DescribedClass): readonly FieldDescription[] =>
  fieldsOf(target).filter(({ onlyIfSet }) => onlyIfSet);

const isSet = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0);

/** Whether a view always shows a field as null: events never contain credentials. */
export const isWithheld = (field: FieldDescription, view: RestView): boolean =>
  view === 'event' && Boolean(field.credential);

/** The names of a view's fields: the columns and lists to read. */
export const restNames = memoizedPerView((target, view): readonly string[] =>
  Object.freeze([...restFields(target, view), ...addedFields(target)].map((field) => field.name)),
);

/** Presents a nested object. Its presenter is looked up on first use, because classes may nest in a cycle. */
function presentNested(field: FieldDescription, view: RestView): (value: unknown) => unknown {
  let present: Presenter | undefined;
  return (value) => {
    if (value === null || typeof value !== 'object') return null;
    present ??= presenterOf(field.of!(), view);
    return present(value as Row);
  };
}

/** Whether JSON is an object with only members of a class. */
const isOf = (target: DescribedClass, value: unknown): boolean =>
  value !== null &&
  typeof value === 'object' &&
  !Array.isArray(value) &&
  Object.keys(value).every((name) => fieldsByName(target).has(name));

/**
 * Whether a field holds free-form JSON, whose secrets are known by {@link file://./masks.ts | their names}: they are
 * masked wherever it is shown. A `schema` rules out secrets.
 */
export const isFreeObject = ({ kind, of, schema, shownWhole }: FieldDescription): boolean =>
  (kind === 'json_object' || kind === 'json') && !of && !schema && !shownWhole;

/** Most free-form values have no secret: they are returned unchanged and not copied. */
function hasSecret(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  for (const name in value) {
    if (SECRET_NAME.test(name) || hasSecret((value as Row)[name])) return true;
  }
  return false;
}

/** The form of a free-form value in both APIs, events and files: with its secrets masked; null if not set. */
export const withMaskedSecrets = (value: unknown): unknown =>
  hasSecret(value) ? maskNamed(value) : (value ?? null);

/** A list in its original text; a list stored before texts were kept, in its stored form. */
function encodedList(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const sent = Array.isArray(value) ? value[0]?.[SENT_TEXT] : undefined;
  return typeof sent === 'string' ? sent : JSON.stringify(value);
}

/** The conversion of one field's value; undefined without one. */
function presentationOf(field: FieldDescription, view: RestView): ((value: unknown) => unknown) | undefined {
  switch (field.kind) {
    case 'timestamp':
      return (value) => (value instanceof Date ? value.toISOString() : (value ?? null));
    case 'object':
      return presentNested(field, 'plain');
    case 'json_object':
      return isFreeObject(field) ? withMaskedSecrets : undefined;
    case 'json': {
      if (!field.of) return isFreeObject(field) ? withMaskedSecrets : undefined;
      const present = presentNested(field, 'plain');
      return (value) => (isOf(field.of!(), value) ? present(value) : (value ?? null));
    }
    case 'object_list':
    case 'children': {
      const present = presentNested(field, field.kind === 'children' ? nestedView(view) : 'plain');
      // Null means that the caller may not read the list.
      const absent = (value: unknown) => (value === null && field.kind === 'children' ? null : []);
      return (value) => (Array.isArray(value) ? value.map(present) : absent(value));
    }
    case 'json_encoded_list':
      return encodedList;
    default:
      return isList(field) ? (value) => value ?? [] : undefined;
  }
}

/** The REST form of a field's value, other than a nested list's. */
export const fieldPresenter = (field: FieldDescription): ((value: unknown) => unknown) =>
  presentationOf(field, 'plain') ?? ((value) => value ?? null);

/** Guards an encrypted column: ciphertext here is a bug in the code that read the row. */
function decrypted(target: DescribedClass, field: FieldDescription) {
  const present = presentationOf(field, 'plain');
  return (value: unknown) => {
    if (value instanceof Uint8Array) throw new Error(`${target.name}.${field.name} is still encrypted.`);
    return present ? present(value) : (value ?? null);
  };
}

const presenterOf = memoizedPerView((target, view): Presenter => {
  const fields = restFields(target, view);
  const members = fields.map((field) => ({
    name: field.name,
    present: isWithheld(field, view)
      ? () => null
      : field.encrypted
        ? decrypted(target, field)
        : presentationOf(field, view),
  }));
  const added = addedFields(target).map((field) => ({
    name: field.name,
    present: presentationOf(field, view),
  }));
  // Copying an object with all names is faster than adding a hundred names one by one.
  const blank: Row = JSON.parse(JSON.stringify(Object.fromEntries(fields.map(({ name }) => [name, null]))));
  return (row) => {
    const view = { ...blank };
    for (const { name, present } of members) {
      view[name] = present ? present(row[name]) : (row[name] ?? null);
    }
    for (const { name, present } of added) {
      const value = row[name] ?? null;
      if (isSet(value)) view[name] = present ? present(value) : value;
    }
    return view;
  };
});

/**
 * The REST form of a row or entity: exactly the fields of the view in the order of description, `null` when unset,
 * lists `[]` when empty. Encrypted columns must have been decrypted.
 */
export function restValue(target: DescribedClass, view: RestView, row: object): Record<string, unknown> {
  return presenterOf(target, view)(row as Row);
}

/** Masks the fields of a nested object described as masked. */
export function maskFields(value: unknown, target: DescribedClass): unknown {
  if (value === null || typeof value !== 'object') return value;
  const masked: Record<string, unknown> = { ...value };
  for (const field of fieldsOf(target)) {
    const inner = masked[field.name];
    if (inner === null || inner === undefined) continue;
    if (field.masked === 'last_four') masked[field.name] = maskToLastFour(String(inner));
    else if (field.masked === 'wholly') masked[field.name] = '*'.repeat(String(inner).length);
    else if (field.masked === 'named') masked[field.name] = maskSettings(inner);
    else if (field.masked) masked[field.name] = maskStrings(inner);
    else if (field.kind === 'object') masked[field.name] = maskFields(inner, field.of!());
  }
  return masked;
}
