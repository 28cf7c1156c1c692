import { type DescribedClass, type FieldDescription, fieldsByName, keepsUnknown } from './description.ts';
import { decodeList, sentText, sentTextFault, withSentText } from './encoded-list.ts';
import { expectation } from './expectation.ts';
import { ANYTHING_BYTES_MAX, FREE_BYTES_MAX, formats, instantText, jsonFault } from './formats.ts';
import { freeTextFault, textFault } from './free-text.ts';
import { filterText, lacksZone, ZONE_MISSING } from './scalars.ts';
import { memberPath, type ValidationErrors } from './validation-errors.ts';

/** A decimal integer: an optional minus sign, no leading zeros, exponent or spaces. */
const wholeNumber = /^(0|-?[1-9]\d*)$/;

function scalar(field: FieldDescription, text: string): unknown {
  switch (field.kind) {
    case 'amount':
    case 'integer':
      return wholeNumber.test(text) ? Number(text) : text;
    case 'bool':
      return text === 'true' ? true : text === 'false' ? false : text;
    default:
      return text;
  }
}

/**
 * The typed value of a query parameter; undefined if a single-valued parameter was repeated. Text that cannot be
 * converted remains text, so that the schema rejects it with the same message as in a body.
 *
 * Lists repeat the key or separate values with commas; `key=` is the empty list.
 */
export function queryValue(field: FieldDescription, value: unknown): unknown {
  if (field.kind !== 'text_list') {
    if (Array.isArray(value)) return undefined;
    return typeof value === 'string' ? scalar(field, value) : value;
  }
  if (value === '') return [];
  return [value].flat().flatMap((text) => (typeof text === 'string' ? text.split(',') : [text]));
}

/** Whether a query parameter is empty, which counts as omitted, except for a required list. */
export const isLeftOut = (field: FieldDescription | undefined, member: unknown): boolean =>
  [member].flat().every((text) => text === '') && !(field?.kind === 'text_list' && field.required);

/** The source of a request's values: JSON, which is typed, or a query string, where everything is text. */
export type InputSource = 'json' | 'query';

/** True for an object that is neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Replaces a value with a recorded error, so that the schema skips it. */
const refused = Symbol('refused');

/** Whether a value was refused and its error recorded. */
export const isRefused = (value: unknown): boolean => value === refused;

function refuse(path: string, fault: string, errors: ValidationErrors): typeof refused {
  errors.invalid(path, fault);
  return refused;
}

function readEntries(
  field: FieldDescription,
  entries: unknown[],
  path: string,
  errors: ValidationErrors,
): unknown[] {
  return entries.map((entry, i) => readObject(field.of!(), entry, `${path}[${i}]`, 'json', errors));
}

function readTexts(
  field: FieldDescription,
  entries: unknown[],
  path: string,
  errors: ValidationErrors,
): unknown {
  return entries.map((entry, i) => {
    if (typeof entry !== 'string') return entry;
    const fault = textFault(field, entry);
    if (fault) errors.invalid(`${path}[${i}]`, fault);
    return normalized(field, entry);
  });
}

function readList(field: FieldDescription, value: unknown, path: string, errors: ValidationErrors): unknown {
  const encoded = field.kind === 'json_encoded_list' && typeof value === 'string';
  const entries = encoded ? decodeList(value) : value;
  if (encoded && entries === undefined) return refuse(path, `must be ${expectation(field)}`, errors);
  if (!Array.isArray(entries)) return entries;
  // The schema would check every entry of an overlong list, and there may be tens of thousands.
  if (entries.length > (field.max ?? Number.POSITIVE_INFINITY))
    return refuse(path, `must be ${expectation(field)}`, errors);
  if (field.kind === 'text_list' || field.kind === 'enumeration_list')
    return readTexts(field, entries, path, errors);
  const { found } = errors;
  const read = readEntries(field, entries, path, errors);
  if (field.kind !== 'json_encoded_list' || errors.found > found) return read;
  const text = encoded ? value : sentText(entries);
  const fault = sentTextFault(field, text);
  return fault ? refuse(path, fault, errors) : withSentText(read, text);
}

function normalized({ format }: FieldDescription, text: string): string {
  const { check, normalize } = (format && formats[format]) ?? {};
  return normalize && check?.(text) ? normalize(text) : text;
}

function readField(
  field: FieldDescription,
  value: unknown,
  path: string,
  from: InputSource,
  errors: ValidationErrors,
): unknown {
  switch (field.kind) {
    case 'text': {
      if (typeof value !== 'string') return value;
      const fault = textFault(field, value);
      return fault ? refuse(path, fault, errors) : normalized(field, value);
    }
    case 'enumeration': {
      const fault = typeof value === 'string' && field.enumeration!().open && textFault(field, value);
      return fault ? refuse(path, fault, errors) : value;
    }
    case 'amount':
    case 'integer':
      // JSON has a negative zero; normalise it.
      return value === 0 ? 0 : value;
    case 'timestamp':
      if (typeof value !== 'string') return value;
      // The times of a query are bounds of its filters.
      if (field.bound || from === 'query') return filterText(value) ?? value;
      return lacksZone(value) ? refuse(path, ZONE_MISSING, errors) : (instantText(value) ?? value);
    case 'json_object':
    case 'json': {
      const bytesMax = field.kind === 'json_object' ? FREE_BYTES_MAX : ANYTHING_BYTES_MAX;
      const fault = jsonFault(value, bytesMax) ?? freeTextFault(field, value);
      return fault ? refuse(path, fault, errors) : value;
    }
    case 'object':
      return readObject(field.of!(), value, path, 'json', errors);
    case 'object_list':
    case 'text_list':
    case 'enumeration_list':
    case 'json_encoded_list':
      return readList(field, value, path, errors);
    default:
      return value;
  }
}

/** Checks an undescribed member, which the text of its list keeps. */
function keepUnknown(name: string, member: unknown, path: string, errors: ValidationErrors): void {
  const anything: FieldDescription = { kind: 'json', name, about: '' };
  const fault =
    jsonFault({ [name]: member }, ANYTHING_BYTES_MAX) ?? freeTextFault(anything, { [name]: member });
  if (fault) errors.invalid(path, fault);
}

/** Reads and normalises the value of one field. Records an error for a value that cannot be stored. */
export function readMember(
  field: FieldDescription,
  member: unknown,
  path: string,
  from: InputSource,
  errors: ValidationErrors,
): unknown {
  const typed = from === 'query' ? queryValue(field, member) : member;
  return typed === undefined
    ? refuse(path, 'must be given only once', errors)
    : readField(field, typed, path, from, errors);
}

/**
 * Copies the described fields out of a caller's object and normalises their values: timestamps to UTC, encoded lists
 * to lists. Values that cannot be normalised are left unchanged, for the schema to reject.
 */
export function readObject(
  target: DescribedClass,
  value: unknown,
  path: string,
  from: InputSource,
  errors: ValidationErrors,
): unknown {
  if (!isObject(value)) return value;
  const fields = fieldsByName(target);
  const known: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    if (errors.full) break;
    const member = value[name];
    if (member === undefined) continue;
    const field = fields.get(name);
    if (field) {
      if (from === 'query' && isLeftOut(field, member)) continue;
      const read = readMember(field, member, memberPath(path, name), from, errors);
      if (read !== refused) known[name] = read;
    } else if (keepsUnknown(target)) keepUnknown(name, member, path, errors);
    else errors.unknown(path, name, fields.keys());
  }
  return known;
}

/** A nested object of a merchant's free-form JSON; null if absent. */
export function recordIn(
  json: Readonly<Record<string, unknown>> | null | undefined,
  name: string,
): Readonly<Record<string, unknown>> | null {
  const value: unknown = json && Object.hasOwn(json, name) ? json[name] : null;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}
