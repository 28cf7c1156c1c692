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
  fields.push(field);
  described.set(target, fields);
}

const gathered = new WeakMap<DescribedClass, readonly FieldDescription[]>();

/** All fields of a class in the order they are written, inherited ones first. */
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

/**
 * A parameter that REST takes for clients of other services, in place of an input's fields. Paths begin at the object
 * that it is in.
 */
export type Alias =
  /**
   * Another name of a field, or of one within nested objects: `mandate_data.customer_acceptance`. `nulls` are texts that
   * mean null, and null itself then means that it was left out. Without the field `beside`, it is not used.
   */
  | { readonly of: string; readonly nulls?: readonly string[]; readonly beside?: string }
  /** A field in another form: how its value reads as the field's, its schema, and in words what it stands for. */
  | {
      readonly of: string;
      readonly reads: (member: unknown) => unknown;
      readonly schema: object;
      readonly words: string;
    }
  /**
   * An object `{type, data}` whose `data` is the value of the field that its `type` stands for. It may have the name of a
   * field that is a union tagged by key, which is then taken in either form.
   */
  | { readonly byType: Readonly<Record<string, string>> }
  /**
   * The values that hold in any case: one of these, each only beside the given values of fields, if those are given.
   * Any other is refused.
   */
  | { readonly says: readonly Saying[] }
  /** A value that has to equal that of a field. */
  | { readonly equals: string }
  /** Any value, which changes nothing. Why not: an ordinary sentence. */
  | { readonly unused: string }
  /**
   * For the name of a field: its object may be given as the value of one of its members. With `true`, of the one
   * alternative that has all names given.
   */
  | { readonly untagged: true | string }
  /**
   * For the name of a list: what an entry in another form stands for; null for one in the list's own. In words: how such
   * an entry looks.
   */
  | {
      readonly entries: (entry: Readonly<Record<string, unknown>>) => readonly object[] | null;
      readonly words: string;
    }
  /**
   * For the name of an object: one member that another form has within its members, by the paths that it may have there,
   * and how it reads as the field `into`. In words: how such an object looks.
   */
  | {
      readonly lifts: readonly string[];
      readonly into: string;
      readonly as: (member: Readonly<Record<string, unknown>>) => object;
      readonly words: string;
    }
  /** For the name of an object: each member may be given as `{type, value}`, whose `type` its value shows anyway. */
  | { readonly typedMembers: true }
  /** For the name of a union tagged by key: an alternative that requires no members may be given by its name alone. */
  | { readonly named: true }
  /** The value of a parameter of the path. */
  | { readonly path: string };

/** Whether an alias is another form of a field's value, under the field's own name. */
export const isOtherForm = (
  alias: Alias,
): alias is Extract<
  Alias,
  | { untagged: unknown }
  | { entries: unknown }
  | { lifts: unknown }
  | { typedMembers: unknown }
  | { named: unknown }
> => ['untagged', 'entries', 'lifts', 'typedMembers', 'named'].some((kind) => kind in alias);

/** A value that a parameter may have, and the values that fields have to have beside it. */
export interface Saying {
  readonly value: string | boolean;
  readonly beside?: Readonly<Record<string, unknown>>;
}

/** The aliases of an object, by name, and of the objects in it. */
export interface Aliases {
  readonly here: ReadonlyMap<string, Alias>;
  readonly within: ReadonlyMap<string, Aliases>;
}

const aliases = new WeakMap<DescribedClass, Readonly<Record<string, Alias>>>();
const aliasTrees = new WeakMap<DescribedClass, Aliases>();
export const noAliases: Aliases = { here: new Map(), within: new Map() };

/** The fields that an alias stands for, or is compared with, by their paths. */
const fieldsBehind = (alias: Alias): readonly string[] => {
  if (isOtherForm(alias)) return [];
  if ('of' in alias) return [alias.of];
  if ('byType' in alias) return Object.values(alias.byType);
  if ('equals' in alias) return [alias.equals];
  return 'says' in alias ? alias.says.flatMap(({ beside }) => Object.keys(beside ?? {})) : [];
};

/**
 * Gives an input aliases by their paths: `confirm`, `billing.address.origin_zip`. One that is a field's own name, or
 * stands for no field, is a programming error.
 */
export function describeAliases(target: DescribedClass, named: Readonly<Record<string, Alias>>): void {
  for (const [path, alias] of Object.entries(named)) {
    const holder = holderOf(target, path);
    const isField = fieldsByName(holder).has(lastName(path));
    const ofField = isOtherForm(alias);
    if (isField ? !(ofField || 'byType' in alias) : ofField)
      throw new Error(`${target.name}.${path} is a field and an alias.`);
    for (const behind of fieldsBehind(alias)) fieldAt(holder, behind);
  }
  aliases.set(target, named);
  aliasTrees.set(target, treeOf(Object.entries(named).map(([path, alias]) => [path.split('.'), alias])));
}

/**
 * Gives a query other names of its parameters. Queries are flat, so that a dot is a part of a name: `created.gte`. Takes
 * the place of what was described before.
 */
export function describeQueryAliases(target: DescribedClass, named: ReadonlyMap<string, Alias>): void {
  for (const [name, alias] of named) {
    if (fieldsByName(target).has(name)) throw new Error(`${target.name}.${name} is a field and an alias.`);
    for (const behind of fieldsBehind(alias)) fieldOf(target, behind);
  }
  aliases.set(target, Object.fromEntries(named));
  aliasTrees.set(target, { here: named, within: new Map() });
}

function treeOf(entries: readonly (readonly [names: readonly string[], alias: Alias])[]): Aliases {
  const here = new Map(entries.flatMap(([names, alias]) => (names.length === 1 ? [[names[0]!, alias]] : [])));
  const holders = new Set(entries.flatMap(([names]) => (names.length > 1 ? [names[0]!] : [])));
  const inside = (holder: string) =>
    entries.flatMap(([[first, ...rest], alias]) =>
      first === holder && rest.length > 0 ? [[rest, alias] as const] : [],
    );
  return { here, within: new Map([...holders].map((holder) => [holder, treeOf(inside(holder))])) };
}

const lastName = (path: string) => path.slice(path.lastIndexOf('.') + 1);

/** The class that a member at a path is in. */
export function holderOf(target: DescribedClass, path: string): DescribedClass {
  return path.includes('.') ? fieldAt(target, path.slice(0, path.lastIndexOf('.'))).of!() : target;
}

/** The aliases of an input, by their paths. */
export const aliasesOf = (target: DescribedClass): ReadonlyMap<string, Alias> =>
  new Map(Object.entries(aliases.get(target) ?? {}));

/** The aliases of an input and of the objects in it. */
export const aliasTreeOf = (target: DescribedClass): Aliases => aliasTrees.get(target) ?? noAliases;

/** The field at a path through nested objects. An unknown path is a programming error. */
export function fieldAt(target: DescribedClass, path: string): FieldDescription {
  const [name, ...rest] = path.split('.');
  const field = fieldOf(target, name!);
  return rest.length === 0 ? field : fieldAt(field.of!(), rest.join('.'));
}

const redirecting = new WeakMap<DescribedClass, readonly FieldDescription[]>();

/** The fields of a class that redirect something, or have objects with such fields. */
export function redirectingFields(target: DescribedClass): readonly FieldDescription[] {
  const found = redirecting.get(target);
  if (found) return found;
  const fields = fieldsOf(target).filter(
    (field) => field.redirects !== undefined || holdersOf(field).some((holder) => reachesRedirects(holder)),
  );
  redirecting.set(target, fields);
  return fields;
}

/** Whether a class, or one of the objects in it, has a field that redirects something. Variants of settings are of their own class. */
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

/** Whether an input names a value of a field that redirects something, or an object that may have one. */
export const namesRedirection = (target: DescribedClass, input: object): boolean =>
  redirectingFields(target).some(({ name }) => ((input as Record<string, unknown>)[name] ?? null) !== null);

const keeping = new WeakSet<DescribedClass>();

/** Has a class's objects keep members that it does not describe, in the text of the encoded list that they are in. */
export const keepUnknownMembers = (target: DescribedClass): unknown => keeping.add(target);

/** Whether a class's objects may have members that it does not describe. */
export const keepsUnknown = (target: DescribedClass): boolean => keeping.has(target);

/** The member of an encoded list's first entry that has the text of the list as it was sent. No API shows it. */
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
      return 'Accepted nowhere yet.';
    default:
      return null;
  }
}

const graphqlNames = new WeakMap<FieldDescription, string>();

/** The field's name in GraphQL, which each mutation asks of each field of its input. */
export function graphqlName(field: FieldDescription): string {
  let name = graphqlNames.get(field);
  if (name === undefined) {
    name = field.graphql ?? camelCase(field.name);
    graphqlNames.set(field, name);
  }
  return name;
}
