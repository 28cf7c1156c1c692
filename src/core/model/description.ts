import type { FieldDescription } from './field-description.ts';

export type * from './field-description.ts';

/** A class with described fields. Subclasses inherit the fields of abstract classes. */
// biome-ignore lint/complexity/noBannedTypes: classes are only ever compared and used as keys here.
export type DescribedClass = Function & { prototype: object };

const described = new Map<DescribedClass, FieldDescription[]>();

/** Adds a field to its class's description. The field decorators call this. */
export function describeField(prototype: object, field: FieldDescription): void {
  const target = prototype.constructor as DescribedClass;
  const fields = described.get(target) ?? [];
  if (fields.some((known) => known.name === field.name)) {
    throw new Error(`${target.name}.${field.name} is described twice.`);
  }
  const { enumeration, of } = field;
  const resolved = { ...(enumeration && { enumeration: once(enumeration) }), ...(of && { of: once(of) }) };
  fields.push({ ...field, ...resolved });
  described.set(target, fields);
}

/** Calls a function once, when its result is first needed: classes may refer to classes that are declared later. */
function once<Result extends object>(make: () => Result): () => Result {
  let made: Result | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const gathered = new WeakMap<DescribedClass, readonly FieldDescription[]>();

/** All fields of a class in the order of declaration, inherited fields first. */
export function fieldsOf(target: DescribedClass): readonly FieldDescription[] {
  const known = gathered.get(target);
  if (known) return known;
  const parent = Object.getPrototypeOf(target.prototype)?.constructor as DescribedClass | undefined;
  const inherited = parent && parent !== Object ? fieldsOf(parent) : [];
  const all = [...inherited, ...(described.get(target) ?? [])];
  gathered.set(target, all);
  return all;
}

const byName = new WeakMap<DescribedClass, ReadonlyMap<string, FieldDescription>>();

/** The fields of a class by name. A map, because a plain object would also have `constructor`. */
export function fieldsByName(target: DescribedClass): ReadonlyMap<string, FieldDescription> {
  const known = byName.get(target);
  if (known) return known;
  const fields = new Map(fieldsOf(target).map((field) => [field.name, field]));
  byName.set(target, fields);
  return fields;
}

/** The description of the field that an input's field was copied from, which has all of its options. */
export const describedOrigin = (field: FieldDescription): FieldDescription =>
  (field.from && fieldsByName(field.from).get(field.name)) ?? field;

/** One field by name. An unknown name is a programming error. */
export function fieldOf(target: DescribedClass, name: string): FieldDescription {
  const field = fieldsByName(target).get(name);
  if (!field) throw new Error(`${target.name} has no field ${name}.`);
  return field;
}

/** The field at a path through nested objects. An unknown path is a programming error. */
export function fieldAt(target: DescribedClass, path: string): FieldDescription {
  const [name, ...rest] = path.split('.');
  const field = fieldOf(target, name!);
  return rest.length === 0 ? field : fieldAt(field.of!(), rest.join('.'));
}

const redirecting = new WeakMap<DescribedClass, readonly FieldDescription[]>();

/** The fields of a class that redirect something, or contain objects with such fields. */
export function redirectingFields(target: DescribedClass): readonly FieldDescription[] {
  const found = redirecting.get(target);
  if (found) return found;
  const fields = fieldsOf(target).filter(
    (field) => field.redirects !== undefined || holdersOf(field).some((holder) => reachesRedirects(holder)),
  );
  redirecting.set(target, fields);
  return fields;
}

/**
 * Whether a class, or one of the objects in it, has a field that redirects something. Variants of settings have the
 * same class.
 */
function reachesRedirects(target: DescribedClass, seen = new Set<DescribedClass>()): boolean {
  if (seen.has(target)) return false;
  seen.add(target);
  return fieldsOf(target).some(
    (field) =>
      field.redirects !== undefined || holdersOf(field).some((holder) => reachesRedirects(holder, seen)),
  );
}

/** The classes of the objects in a field's value. References and nested lists are objects of their own. */
export function holdersOf({ kind, of, variantsOf }: FieldDescription): DescribedClass[] {
  const isWithin = kind === 'object' || kind === 'object_list' || kind === 'json_encoded_list';
  return [of && isWithin ? of() : undefined, variantsOf?.()].filter((one) => one !== undefined);
}

/** Whether an input sets a field that redirects something, or an object with such a field. */
export const namesRedirection = (target: DescribedClass, input: object): boolean =>
  redirectingFields(target).some(({ name }) => ((input as Record<string, unknown>)[name] ?? null) !== null);

const keeping = new WeakSet<DescribedClass>();

/** Makes a class's objects keep undescribed members, in the text of their encoded list. */
export const keepUnknownMembers = (target: DescribedClass): unknown => keeping.add(target);

/** Whether a class's objects may have undescribed members. */
export const keepsUnknown = (target: DescribedClass): boolean => keeping.has(target);

/** The member of an encoded list's first entry with the original text of the list. No API shows it. */
export const SENT_TEXT = 'sent_text';

/** Whether a field has a column in its resource's table. */
export function isColumn(field: FieldDescription): boolean {
  return field.kind !== 'children' && field.kind !== 'reference' && field.computed === undefined;
}

/** Whether a field's value is an array. Lists are never null: an absent list is empty. */
export function isList(field: Pick<FieldDescription, 'kind'>): boolean {
  return field.kind === 'object_list' || field.kind === 'text_list' || field.kind === 'children';
}

/** `payment_id` → `paymentId`; names in camelCase are unchanged. */
export function camelCase(name: string): string {
  return name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The sentence in the description of a field without effect. */
export function inertSentence({ inert, kind }: Pick<FieldDescription, 'inert' | 'kind'>): string | null {
  switch (inert) {
    case 'kept':
      return 'Stored; not used yet.';
    case 'ignored':
      return 'Validated; not used yet.';
    case 'never_set':
      return `Reserved: always ${isList({ kind }) ? 'empty' : 'null'}.`;
    case 'accepted_nowhere':
      return 'Not accepted yet.';
    default:
      return null;
  }
}

const graphqlNames = new WeakMap<FieldDescription, string>();

/** The field's name in GraphQL, cached because each mutation looks it up for each input field. */
export function graphqlName(field: FieldDescription): string {
  let name = graphqlNames.get(field);
  if (name === undefined) {
    name = field.graphql ?? camelCase(field.name);
    graphqlNames.set(field, name);
  }
  return name;
}
