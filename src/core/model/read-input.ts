import { type DescribedClass, type FieldDescription, fieldsOf } from './description.ts';
import { expectation } from './expectation.ts';
import { instantText } from './formats.ts';
import { ANYTHING_BYTES_MAX, FREE_BYTES_MAX, isStorable, jsonFault, UNSTORABLE } from './json-limits.ts';
import { queryValue } from './query-value.ts';
import { memberPath, type ValidationErrors } from './validation-errors.ts';

/** Where a request's values stand: in JSON, typed, or in a query, where all of them are text. */
export type InputSource = 'json' | 'query';

const byName = new WeakMap<DescribedClass, ReadonlyMap<string, FieldDescription>>();

/** The fields of a class by their names. A map, because an object would also have `constructor`. */
export function fieldsByName(target: DescribedClass): ReadonlyMap<string, FieldDescription> {
  const known = byName.get(target);
  if (known) return known;
  const fields = new Map(fieldsOf(target).map((field) => [field.name, field]));
  byName.set(target, fields);
  return fields;
}

/** True for an object that has members: not null, not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Stands for a value of which a finding was already made; the schema need not look at it. */
const refused = Symbol('refused');

function refuse(path: string, fault: string, findings: ValidationErrors): typeof refused {
  findings.invalid(path, fault);
  return refused;
}

function decodeList(text: string): unknown[] | undefined {
  try {
    const decoded: unknown = JSON.parse(text);
    return Array.isArray(decoded) ? decoded : undefined;
  } catch {
    // What JSON.parse says of the text repeats part of it.
    return undefined;
  }
}

function readEntries(
  field: FieldDescription,
  entries: unknown[],
  path: string,
  findings: ValidationErrors,
): unknown {
  return entries.map((entry, i) => readObject(field.of!(), entry, `${path}[${i}]`, 'json', findings));
}

function readTexts(entries: unknown[], path: string, findings: ValidationErrors): unknown {
  for (const [i, entry] of entries.entries()) {
    if (typeof entry === 'string' && !isStorable(entry)) {
      findings.invalid(`${path}[${i}]`, `must not contain ${UNSTORABLE}`);
    }
  }
  return [...entries];
}

function readList(
  field: FieldDescription,
  value: unknown,
  path: string,
  findings: ValidationErrors,
): unknown {
  const encoded = field.kind === 'json_encoded_list' && typeof value === 'string';
  const entries = encoded ? decodeList(value) : value;
  if (encoded && entries === undefined) return refuse(path, `must be ${expectation(field)}`, findings);
  if (!Array.isArray(entries)) return entries;
  // The schema would look at each entry of a list that is too long, and there may be tens of thousands.
  if (entries.length > (field.max ?? Number.POSITIVE_INFINITY))
    return refuse(path, `must be ${expectation(field)}`, findings);
  return field.kind === 'text_list'
    ? readTexts(entries, path, findings)
    : readEntries(field, entries, path, findings);
}

function readField(
  field: FieldDescription,
  value: unknown,
  path: string,
  findings: ValidationErrors,
): unknown {
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' && !isStorable(value)
        ? refuse(path, `must not contain ${UNSTORABLE}`, findings)
        : value;
    case 'amount':
    case 'integer':
      // JSON has a negative zero; nothing after this has to know.
      return value === 0 ? 0 : value;
    case 'timestamp':
      return typeof value === 'string' ? (instantText(value) ?? value) : value;
    case 'json_object':
    case 'json': {
      const fault = jsonFault(value, field.kind === 'json_object' ? FREE_BYTES_MAX : ANYTHING_BYTES_MAX);
      return fault ? refuse(path, fault, findings) : value;
    }
    case 'object':
      return readObject(field.of!(), value, path, 'json', findings);
    case 'object_list':
    case 'text_list':
    case 'json_encoded_list':
      return readList(field, value, path, findings);
    default:
      return value;
  }
}

/**
 * Copies what a class describes out of a caller's object, each value in the form that the service keeps:
 * instants in UTC, encoded lists as lists. What is in no acceptable form is left for the schema to refuse.
 */
export function readObject(
  target: DescribedClass,
  value: unknown,
  path: string,
  from: InputSource,
  findings: ValidationErrors,
): unknown {
  if (!isObject(value)) return value;
  const fields = fieldsByName(target);
  const known: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const field = fields.get(name);
    if (!field) {
      findings.unknown(path, name, fields.keys());
      continue;
    }
    const memberAt = memberPath(path, name);
    const typed = from === 'query' ? queryValue(field, member) : member;
    if (typed === undefined) {
      findings.invalid(memberAt, 'must be given only once');
      continue;
    }
    const read = readField(field, typed, memberAt, findings);
    if (read !== refused) known[name] = read;
  }
  return known;
}
