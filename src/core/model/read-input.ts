import { isDeepStrictEqual } from 'node:util';
import {
  type Alias,
  type Aliases,
  type DescribedClass,
  type FieldDescription,
  fieldAt,
  fieldsByName,
  fieldsOf,
  isOtherForm,
  keepsUnknown,
  noAliases,
  SENT_TEXT,
} from './description.ts';
import { expectation } from './expectation.ts';
import {
  ANYTHING_BYTES_MAX,
  FREE_BYTES_MAX,
  formats,
  instantText,
  isStorable,
  jsonFault,
  UNSTORABLE,
} from './formats.ts';
import { freeTextFault } from './free-text.ts';
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
 * converted stays text, for the schema to reject with the same message as in a body.
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

/** Whether a parameter of a query is empty, and so as good as left out; an empty list that is required is given. */
const isLeftOut = (field: FieldDescription | undefined, member: unknown): boolean =>
  [member].flat().every((text) => text === '') && !(field?.kind === 'text_list' && field.required);

/** The source of a request's values: JSON, which is typed, or a query string, where everything is text. */
export type InputSource = 'json' | 'query';

/** True for an object that is neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is tagged by a member, as `{type, data}`, rather than by key. */
const isTyped = (value: unknown): boolean => isObject(value) && ('type' in value || 'data' in value);

/** Replaces a value that an error was already recorded for, so that the schema skips it. */
const refused = Symbol('refused');

function refuse(path: string, fault: string, errors: ValidationErrors): typeof refused {
  errors.invalid(path, fault);
  return refused;
}

function decodeList(text: string): unknown[] | undefined {
  try {
    const decoded: unknown = JSON.parse(text);
    return Array.isArray(decoded) ? decoded : undefined;
  } catch {
    // The message of JSON.parse repeats part of the text, so it is dropped.
    return undefined;
  }
}

function readEntries(
  field: FieldDescription,
  entries: unknown[],
  path: string,
  errors: ValidationErrors,
  aliases: Aliases,
): unknown[] {
  return entries.map((entry, i) => readObject(field.of!(), entry, `${path}[${i}]`, 'json', errors, aliases));
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

/** Why a text cannot be kept, as a phrase that completes its field's name. */
const textFault = (field: FieldDescription, text: string): string | undefined =>
  isStorable(text) ? freeTextFault(field, text) : `must not contain ${UNSTORABLE}`;

function readList(
  field: FieldDescription,
  value: unknown,
  path: string,
  errors: ValidationErrors,
  aliases: Aliases,
): unknown {
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
  const read = readEntries(field, entries, path, errors, aliases);
  if (field.kind !== 'json_encoded_list' || errors.found > found) return read;
  const kept = isObject(entries[0]) ? keptTexts.get(entries[0]) : undefined;
  return keepText(field, read, encoded ? value : (kept ?? JSON.stringify(entries)), path, errors);
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
  aliases: Aliases,
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
      return readObject(field.of!(), value, path, 'json', errors, aliases);
    case 'object_list':
    case 'text_list':
    case 'enumeration_list':
    case 'json_encoded_list':
      return readList(field, value, path, errors, aliases);
    default:
      return value;
  }
}

/** Checks a member that no class describes, and that the text of its list keeps. */
function keepUnknown(name: string, member: unknown, path: string, errors: ValidationErrors): void {
  const anything: FieldDescription = { kind: 'json', name, about: '' };
  const fault =
    jsonFault({ [name]: member }, ANYTHING_BYTES_MAX) ?? freeTextFault(anything, { [name]: member });
  if (fault) errors.invalid(path, fault);
}

/** The texts in first entries: an input that is validated again keeps the text of the first time. */
const keptTexts = new WeakMap<object, string>();

/**
 * Keeps the text of a list in its first entry: REST shows the list as it was sent, with its white space, the order of its
 * members and those that this service does not know.
 */
function keepText(
  { name }: FieldDescription,
  entries: readonly unknown[],
  text: string,
  path: string,
  errors: ValidationErrors,
): unknown {
  const free: FieldDescription = { kind: 'text', name, about: '' };
  // Of members with one name, entries have the last only.
  const unescaped = text.replaceAll(/\\u([\da-f]{4})/gi, (_, code) =>
    String.fromCharCode(parseInt(code, 16)),
  );
  const fault = textFault(free, text) ?? freeTextFault(free, unescaped);
  if (fault) return refuse(path, fault, errors);
  const [first, ...others] = entries;
  if (!isObject(first)) return entries;
  const kept = { ...first, [SENT_TEXT]: text };
  keptTexts.set(kept, text);
  return [kept, ...others];
}

/** Where an alias was given: its path, and that of the object that it is in. */
interface GivenAt {
  readonly given: string;
  readonly path: string;
  readonly from: InputSource;
}

/** Reads a member given under an alias into the place of the field that it stands for. */
function readAlias(
  target: DescribedClass,
  known: Record<string, unknown>,
  alias: Alias,
  member: unknown,
  at: GivenAt,
  errors: ValidationErrors,
): void {
  if ('unused' in alias || isOtherForm(alias)) return;
  if ('path' in alias) {
    errors.requireOfPath(at.given, alias.path, member);
    return;
  }
  if ('reads' in alias) {
    readAs(target, known, alias.of, member === null ? null : alias.reads(member), at, errors);
  } else if ('of' in alias) {
    if (alias.beside && (known[alias.beside] ?? null) === null) return;
    if (alias.nulls && member === null) return;
    const isNull = typeof member === 'string' && alias.nulls?.includes(member);
    readAs(target, known, alias.of, isNull ? null : member, at, errors);
  } else if ('byType' in alias) readByType(target, known, alias.byType, member, at, errors);
  else if ('equals' in alias) {
    if (member === known[alias.equals]) return;
    errors.invalid(at.given, `must equal ${memberPath(at.path, alias.equals)}, or be left out`);
  } else {
    const said = alias.says.find(({ value }) => value === member);
    const missing = Object.entries(said?.beside ?? {}).find(
      ([name, value]) => known[name] !== undefined && known[name] !== value,
    );
    const values = alias.says.map(({ value }) => `${value}`).join(', ');
    if (!said) errors.invalid(at.given, `must be ${alias.says.length > 1 ? `one of ${values}` : values}`);
    else if (missing) {
      const [name, value] = missing;
      errors.invalid(memberPath(at.path, name), `must be ${value} where ${at.given} is ${said.value}`);
    }
  }
}

function readByType(
  target: DescribedClass,
  known: Record<string, unknown>,
  byType: Readonly<Record<string, string>>,
  member: unknown,
  at: GivenAt,
  errors: ValidationErrors,
): void {
  const { data, type, ...others } = isObject(member) ? member : {};
  const field = Object.entries(byType).find(([name]) => name === type)?.[1];
  if (!isObject(member) || data === undefined) {
    errors.invalid(at.given, 'must be an object with type and data');
  } else if (!field) {
    errors.invalid(`${at.given}.type`, `must be one of ${Object.keys(byType).join(', ')}`);
  } else {
    for (const name of Object.keys(others)) errors.unknown(at.given, name, ['type', 'data']);
    readAs(target, known, field, data, { ...at, given: `${at.given}.data` }, errors);
  }
}

/** Reads a member as the field at a path, which may be given too if it says the same. */
function readAs(
  target: DescribedClass,
  known: Record<string, unknown>,
  of: string,
  member: unknown,
  { from, given, path }: GivenAt,
  errors: ValidationErrors,
): void {
  const holders = of.split('.');
  // Null clears the field, not the object that it is in.
  if (member === null && holders.length > 1 && !isObject(known[holders[0]!])) return;
  const name = holders.pop()!;
  let place = known;
  for (const holder of holders) {
    place[holder] ??= {};
    // The schema refuses what is no object.
    if (!isObject(place[holder])) return;
    place = place[holder];
  }
  const at = memberPath(path, of);
  const isGiven = Object.hasOwn(place, name);
  if (!isGiven) errors.alias(at, given);
  const read = readMember(fieldAt(target, of), member, given, from, errors, noAliases);
  if (read === refused) return;
  if (!isGiven) place[name] = read;
  else if (!isDeepStrictEqual(read, place[name])) errors.givenTwice(given, at);
}

function readMember(
  field: FieldDescription,
  member: unknown,
  path: string,
  from: InputSource,
  errors: ValidationErrors,
  aliases: Aliases,
): unknown {
  const typed = from === 'query' ? queryValue(field, member) : member;
  return typed === undefined
    ? refuse(path, 'must be given only once', errors)
    : readField(field, typed, path, from, errors, aliases);
}

/** A list whose entries in another form give way to what they stand for. */
function ownEntries(value: unknown, alias: Alias, path: string, errors: ValidationErrors): unknown {
  if (!('entries' in alias) || !Array.isArray(value)) return value;
  const own: unknown[] = [];
  for (const [i, entry] of value.entries()) {
    const others = isObject(entry) ? alias.entries(entry) : null;
    for (const other of others ?? [entry]) {
      if (own.length !== i || others) errors.alias(`${path}[${own.length}]`, `${path}[${i}]`);
      own.push(other);
    }
  }
  return own;
}

/** An object whose members may be given as `{type, value}`. */
function untyped(
  value: Record<string, unknown>,
  path: string,
  errors: ValidationErrors,
): Record<string, unknown> {
  const own = Object.entries(value).map(([name, member]) => {
    const isTypedValue = isObject(member) && Object.keys(member).sort().join() === 'type,value';
    if (!isTypedValue) return [name, member];
    errors.alias(memberPath(path, name), memberPath(path, `${name}.value`));
    return [name, member.value];
  });
  return Object.fromEntries(own);
}

/** An object whose member is given within another one, as the field that it is. */
function lifted(
  value: Record<string, unknown>,
  { as, into, lifts }: Extract<Alias, { lifts: readonly string[] }>,
  path: string,
  errors: ValidationErrors,
): Record<string, unknown> {
  const place = lifts.find((at) => isObject(memberAt(value, at.split('.'))));
  if (!place) return value;
  const [from, to] = [memberPath(path, place), memberPath(path, into)];
  if (isObject(value[into])) errors.givenTwice(from, to);
  else errors.alias(to, from);
  const names = place.split('.');
  const member = memberAt(value, names) as Record<string, unknown>;
  return { ...without(value, names), [into]: as(member) };
}

const memberAt = (value: unknown, names: readonly string[]): unknown =>
  names.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), value);

/** A copy of an object without the member at a path, which must exist. */
function without(
  value: Record<string, unknown>,
  [name, ...rest]: readonly string[],
): Record<string, unknown> {
  const { [name!]: member, ...others } = value;
  if (rest.length === 0) return others;
  return { ...others, [name!]: without(member as Record<string, unknown>, rest) };
}

/**
 * A field's value in its own form: an object given as the value of one of its members within that member, unless it names
 * a member itself; a list with its own entries.
 */
function ownForm(
  field: FieldDescription,
  value: unknown,
  alias: Alias | undefined,
  path: string,
  errors: ValidationErrors,
): unknown {
  if (alias && 'entries' in alias) return ownEntries(value, alias, path, errors);
  if (alias && 'named' in alias) return isAlternative(field.of!(), value) ? { [value]: {} } : value;
  if (alias && 'typedMembers' in alias) return isObject(value) ? untyped(value, path, errors) : value;
  if (alias && 'lifts' in alias) return isObject(value) ? lifted(value, alias, path, errors) : value;
  if (!alias || !('untagged' in alias) || !isObject(value)) return value;
  const names = Object.keys(value);
  const target = field.of!();
  if (names.length === 0 || names.some((name) => fieldsByName(target).has(name))) return value;
  const tags = alias.untagged === true ? alternativesWith(target, names) : [alias.untagged];
  if (tags.length !== 1) return value;
  errors.alias(memberPath(path, tags[0]!), path);
  return { [tags[0]!]: value };
}

/** Whether a value is the name of an alternative. What its object has to have is missing, and is reported so. */
const isAlternative = (union: DescribedClass, value: unknown): value is string =>
  typeof value === 'string' && fieldsByName(union).get(value)?.alternative === true;

/** The alternatives of a union whose objects have all of the given names. */
const alternativesWith = (union: DescribedClass, names: readonly string[]): string[] =>
  fieldsOf(union).flatMap(({ alternative, name, of }) =>
    alternative && names.every((given) => fieldsByName(of!()).has(given)) ? [name] : [],
  );

/**
 * Copies the described fields out of a caller's object and normalises their values: timestamps to UTC, encoded
 * lists to lists. Values that cannot be normalised are left as they are, for the schema to reject. What is given under
 * another name of a field becomes the field's.
 */
export function readObject(
  target: DescribedClass,
  value: unknown,
  path: string,
  from: InputSource,
  errors: ValidationErrors,
  { here, within }: Aliases,
): unknown {
  if (!isObject(value)) return value;
  const fields = fieldsByName(target);
  const known: Record<string, unknown> = {};
  const others: [alias: Alias, name: string, member: unknown][] = [];
  for (const name of Object.keys(value)) {
    if (errors.full) break;
    const member = value[name];
    if (member === undefined) continue;
    const field = fields.get(name);
    const alias = here.get(name);
    if (from === 'query' && (field || alias) && isLeftOut(field, member)) continue;
    const at = memberPath(path, name);
    const isOther = alias && (!field || ('byType' in alias && isTyped(member)));
    if (isOther) others.push([alias, name, member]);
    else if (field) {
      const whole = ownForm(field, member, alias, at, errors);
      const read = readMember(field, whole, at, from, errors, within.get(name) ?? noAliases);
      if (read !== refused) known[name] = read;
    } else if (keepsUnknown(target)) keepUnknown(name, member, path, errors);
    else errors.unknown(path, name, fields.keys());
  }
  for (const [alias, name, member] of others) {
    readAlias(target, known, alias, member, { given: memberPath(path, name), path, from }, errors);
  }
  return known;
}

/** A nested object of a merchant's free-form JSON; null if there is none of that name. */
export function recordIn(
  json: Readonly<Record<string, unknown>> | null | undefined,
  name: string,
): Readonly<Record<string, unknown>> | null {
  const value: unknown = json && Object.hasOwn(json, name) ? json[name] : null;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}
