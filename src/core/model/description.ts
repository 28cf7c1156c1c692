import type { EnumerationOf } from './enumeration.ts';

/** A class with described fields. Subclasses inherit the fields of abstract classes. */
// biome-ignore lint/complexity/noBannedTypes: classes are only ever compared and used as keys here.
export type DescribedClass = Function & { prototype: object };

/** The kind of a field's value. Column, GraphQL type, REST shape and JSON Schema follow from it. */
export type Kind =
  | 'id'
  | 'text'
  | 'amount'
  | 'integer'
  | 'bool'
  | 'timestamp'
  | 'enumeration'
  | 'enumeration_list'
  | 'json_object'
  | 'json'
  | 'object'
  | 'object_list'
  | 'text_list'
  | 'json_encoded_list'
  | 'children'
  | 'reference';

/** Named string formats; each is checked by {@link file://./formats.ts}. */
export type TextFormat =
  | 'email'
  | 'url'
  | 'currency'
  | 'country'
  | 'phone_country_code'
  | 'date_time'
  | 'statement_descriptor'
  | 'card_number'
  | 'card_exp_month'
  | 'card_exp_year'
  | 'cvc'
  | 'cavv'
  | 'ds_transaction_id'
  | 'three_ds_version'
  | 'eci'
  | 'iban'
  | 'bic'
  | 'aba_routing_number'
  | 'ach_account_number'
  | 'sort_code'
  | 'bacs_account_number'
  | 'bsb_number'
  | 'becs_account_number'
  | 'blik_code'
  | 'tax_number'
  | 'vpa'
  | 'ip_network'
  | 'css_colour'
  | 'host'
  | 'host_pattern';

/**
 * Where a field is visible: everywhere (the default); in REST only in lists, or only in single retrieval (GraphQL
 * shows both); only in GraphQL; or nowhere, for internal columns.
 */
export type Visibility = 'everywhere' | 'list' | 'single' | 'graphql' | 'nowhere';

/**
 * Why a field has no effect: it is stored but never read; it is not stored; it is never set; or its output is not used.
 * Determines the last sentence of its description, and its line in docs/fields.md.
 */
export type Inertia = 'kept' | 'ignored' | 'never_set' | 'accepted_nowhere';

/** A JSON Schema that documents hold once, under its name, and refer to. */
export interface NamedSchema {
  readonly name: string;
  /** Builds it. `refer` gives the place of another in the same document, or that schema itself where none are named. */
  readonly schema: (refer: (other: NamedSchema) => Schema) => Schema;
}
type Schema = { [keyword: string]: unknown };

/** Options of every field. */
export interface FieldOptions {
  /** Never null on a resource; must be given on an input. */
  required?: boolean;
  visibility?: Visibility;
  /** Encrypted at rest: the column holds ciphertext, for every kind. */
  encrypted?: boolean;
  /**
   * Shown with all but the first two and last two characters as stars, or all but the last four. In free-form JSON:
   * every string.
   */
  masked?: boolean | 'last_four' | 'wholly';
  /**
   * A member of a union tagged by key: an object has at most one. In a class with only such members, exactly one is
   * required.
   */
  alternative?: boolean;
  /** REST shows it only if it has a value: it is not in the specification, whose objects are otherwise complete. */
  onlyIfSet?: boolean;
  /**
   * Filterable in GraphQL, with an index; `unindexed` without, which every write would have to keep: the list is then read
   * in its order.
   */
  filter?: boolean | 'unindexed';
  /** Sortable in GraphQL, with an index. */
  sort?: boolean;
  /** Searched by `search` in GraphQL: a text as a whole, or the named member of a nested object. */
  search?: boolean | string;
  /** A time that others are compared with: to the microsecond. */
  bound?: boolean;
  /** The field with the calling code of a phone number. It is then searched by its digits, and is personal data. */
  callingCode?: string;
  /** Included in events although REST does not show it. */
  event?: boolean;
  /**
   * A secret that authorizes its bearer. Shown to those who may change the resource; events never contain it. One that
   * opens `personal` data is shown to those who may read them, or if it shows them masked.
   */
  credential?: boolean | 'personal';
  /** Personal data: shown masked to callers without `personal_data:read`, who cannot filter, sort or search by it. */
  personal?: boolean;
  /** GraphQL name, if it is not the specification's name in camelCase. */
  graphql?: string;
  /** Value shown in example objects: in OpenAPI and in test webhooks. */
  example?: unknown;
  /** The column's default, an SQL expression. */
  default?: string;
  /** Adds a CHECK of an enumeration's values. Amounts always have a CHECK of their range. */
  checked?: boolean;
  /**
   * The SQL expression of a generated column. Entities never load it. A nested member needs such a column to be
   * filtered by: under row-level security PostgreSQL uses an expression index only if the expression's functions are
   * leakproof, and JSON functions are not.
   */
  derived?: string;
  /** For an amount: the field with its currency, if that is not `currency`. */
  currencyIn?: string;
  /** For a column that a trigger keeps: its value, from the other values of the row. Entities never write it. */
  keptAs?: (row: Readonly<Record<string, unknown>>) => unknown;
  /** The table of a free-form object's entries, one row per entry, which makes it filterable in GraphQL. */
  entries?: string;
  /** Overrides the kind's column options. */
  column?: { readonly columnType: string; readonly generated?: 'identity'; readonly autoincrement?: true };
  /** Set for a field without effect; its description then says so. */
  inert?: Inertia;
  /** Why a field has no effect, for docs/fields.md: an ordinary sentence. */
  because?: string;
  /**
   * A JSON Schema for free-form JSON, shown in OpenAPI. The command that writes the field checks it. With `of`: one of
   * the forms that it allows is an object of that class, and is shown with all of its members.
   */
  schema?: NamedSchema;
}

/** The description of one field. */
export interface FieldDescription extends FieldOptions {
  /** The specification's name: property, column and JSON name alike. */
  name: string;
  kind: Kind;
  /** Its documentation in GraphQL, OpenAPI and the emitted schemas: one or two sentences. */
  about: string;
  format?: TextFormat;
  /** Maximum length: of text in characters, of a list in entries. */
  max?: number;
  min?: number;
  maximum?: number;
  enumeration?: () => EnumerationOf;
  /** The class of a nested object, of a list's elements, or of related resources. */
  of?: () => DescribedClass;
  /** Set on an input's field that may be left out but not be null. */
  neverNull?: boolean | undefined;
  /** The class that an input's field was copied from. */
  from?: DescribedClass;
  /** For children: the expected length of a long list, for GraphQL complexity. */
  rows?: number;
  /** For children: the parent's boolean column that is true once it has had any. Until then none are looked up. */
  markedBy?: string;
  /** For a reference: the field that holds the other resource's identifier. */
  by?: string;
  /** For a reference: the foreign key's delete rule; without one the other cannot be deleted. */
  onDelete?: 'cascade';
}

const described = new WeakMap<DescribedClass, FieldDescription[]>();

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
  /**
   * An object `{type, data}` whose `data` is the value of the field that its `type` stands for. It may have the name of a
   * field that is a union tagged by key, which is then taken in either form.
   */
  | { readonly byType: Readonly<Record<string, string>> }
  /** What holds anyway: one of these values, each only beside the given values of fields. Any other is refused. */
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
  /** The value of a parameter of the path. */
  | { readonly path: string };

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
    const ofField = 'untagged' in alias || 'entries' in alias;
    if (isField ? !(ofField || 'byType' in alias) : ofField)
      throw new Error(`${target.name}.${path} is a field and an alias.`);
    for (const behind of fieldsBehind(alias)) fieldAt(holder, behind);
  }
  aliases.set(target, named);
  aliasTrees.set(target, treeOf(Object.entries(named).map(([path, alias]) => [path.split('.'), alias])));
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

/** Whether a field has a column in its resource's table. */
export function isColumn(field: FieldDescription): boolean {
  return field.kind !== 'children' && field.kind !== 'reference';
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

/** The field's name in GraphQL. */
export function graphqlName(field: FieldDescription): string {
  return field.graphql ?? camelCase(field.name);
}
