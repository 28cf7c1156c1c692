import { type DescribedClass, type FieldDescription, fieldsOf } from './description.ts';
import { entryExpectation, expectation } from './expectation.ts';
import { type Findings, memberPath } from './findings.ts';
import { instantText } from './formats.ts';
import { ANYTHING_BYTES_MAX, FREE_BYTES_MAX, isStorable, jsonFault, UNSTORABLE } from './json-limits.ts';
import { queryValue } from './query-value.ts';

/** Where a request's values stand: in JSON, typed, or in a query, where all of them are text. */
export type InputSource = 'json' | 'query';

const byName = new WeakMap<DescribedClass, ReadonlyMap<string, FieldDescription>>();

/** The fields of a class by their names. A map, because an object would also have `constructor`. */
export function fieldsByName(target: DescribedClass): ReadonlyMap<string, FieldDescription> {
  let fields = byName.get(target);
  if (!fields) byName.set(target, (fields = new Map(fieldsOf(target).map((field) => [field.name, field]))));
  return fields;
}

/** True for an object that has members: not null, not a list. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Stands for a value of which a finding was already made; the schema need not look at it. */
const refused = Symbol('refused');

function decodeList(text: string): unknown[] | undefined {
  try {
    const decoded: unknown = JSON.parse(text);
    return Array.isArray(decoded) ? decoded : undefined;
  } catch {
    // What JSON.parse says of the text repeats part of it.
    return undefined;
  }
}

function readEntries(field: FieldDescription, entries: unknown[], path: string, findings: Findings): unknown {
  // Entries beyond the limit are not worth reading: the schema refuses the list.
  if (entries.length > (field.max ?? Number.POSITIVE_INFINITY)) return entries;
  return entries.map((entry, i) => readObject(field.of!(), entry, `${path}[${i}]`, 'json', findings));
}

function readTexts(field: FieldDescription, value: unknown, path: string, findings: Findings): unknown {
  if (!Array.isArray(value)) return value;
  for (const [i, entry] of value.entries()) {
    if (entry === '' && field.format) findings.invalid(`${path}[${i}]`, `must be ${entryExpectation(field)}`);
    if (typeof entry === 'string' && !isStorable(entry)) {
      findings.invalid(`${path}[${i}]`, `must not contain ${UNSTORABLE}`);
    }
  }
  return [...value];
}

function readField(field: FieldDescription, value: unknown, path: string, findings: Findings): unknown {
  const refuse = (fault: string) => {
    findings.invalid(path, fault);
    return refused;
  };
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' && !isStorable(value)
        ? refuse(`must not contain ${UNSTORABLE}`)
        : value;
    case 'amount':
    case 'integer':
      // JSON has a negative zero; nothing after this has to know.
      return value === 0 ? 0 : value;
    case 'instant':
      return typeof value === 'string' ? (instantText(value) ?? value) : value;
    case 'free':
    case 'anything': {
      const fault = jsonFault(value, field.kind === 'free' ? FREE_BYTES_MAX : ANYTHING_BYTES_MAX);
      return fault ? refuse(fault) : value;
    }
    case 'value':
      return readObject(field.of!(), value, path, 'json', findings);
    case 'values':
      return Array.isArray(value) ? readEntries(field, value, path, findings) : value;
    case 'texts':
      return readTexts(field, value, path, findings);
    case 'encoded_list': {
      const entries = typeof value === 'string' ? decodeList(value) : value;
      if (entries === undefined) return refuse(`must be ${expectation(field)}`);
      return Array.isArray(entries) ? readEntries(field, entries, path, findings) : entries;
    }
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
  findings: Findings,
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
