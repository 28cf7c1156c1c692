import type { Enumeration } from './enumeration.ts';

/** A class whose fields are described. Abstract classes may be described too; they pass their fields on. */
// biome-ignore lint/complexity/noBannedTypes: classes are only ever compared and used as keys here.
export type DescribedClass = Function & { prototype: object };

/** What a field holds. Its column, GraphQL type, REST shape and JSON Schema all follow from this. */
export type Kind =
  | 'id'
  | 'text'
  | 'amount'
  | 'integer'
  | 'bool'
  | 'timestamp'
  | 'enumeration'
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
  | 'card_number'
  | 'card_exp_month'
  | 'card_exp_year'
  | 'cvc';

/**
 * Where a field is seen: everywhere (the default), in REST only in lists or only in single retrieval
 * (GraphQL shows both), in GraphQL alone, or nowhere, for a column that is the service's own business.
 */
export type Visibility = 'everywhere' | 'list' | 'single' | 'graphql' | 'nowhere';

/** The options every field takes. */
export interface FieldOptions {
  /** Never null on a resource; must be given on an input. */
  required?: boolean;
  visibility?: Visibility;
  /** Encrypted at rest. Whatever else the field says, its column holds only ciphertext. */
  encrypted?: boolean;
  /** Shown as first two and last two characters, the rest as stars. On free-form fields: each string in it. */
  masked?: boolean;
  /** May be filtered by in GraphQL; there is an index for it. */
  filter?: boolean;
  /** May be ordered by in GraphQL; there is an index for it. */
  sort?: boolean;
  /** Found by `search` in GraphQL. */
  search?: boolean;
  /** Part of events too, where REST has no field for it. */
  event?: boolean;
  /** Lets whoever has it act. It is told to who asks for the object, never in an event. */
  credential?: boolean;
  /** GraphQL name, where camelCase of the specification's name is not it. */
  graphql?: string;
  /** An SQL expression, the column's default. */
  default?: string;
  /** On enumerations: a CHECK holds the column to the values. Amounts are always held to their range. */
  checked?: boolean;
  /** What of the column does not follow from the kind. */
  column?: { readonly columnType: string; readonly generated?: 'identity'; readonly autoincrement?: true };
}

/** One field, described once. */
export interface FieldDescription extends FieldOptions {
  /** The specification's own name: property, column and wire name at once. */
  name: string;
  kind: Kind;
  /** One or two sentences for people; shown in GraphQL, OpenAPI and the emitted schemas. */
  about: string;
  format?: TextFormat;
  /** Longest text in characters; most entries in a list. */
  max?: number;
  min?: number;
  maximum?: number;
  enumeration?: () => Enumeration;
  /** The class of a nested value, a list's elements, a child or a referenced resource. */
  of?: () => DescribedClass;
  /** For children: how many a list may be expected to have, where that is many. It prices a GraphQL document. */
  rows?: number;
  /** For a reference: the field of this resource that holds the other's identifier. */
  by?: string;
  /** For a reference: what becomes of this when the other is deleted; by default the other cannot be. */
  onDelete?: 'cascade';
}

const described = new WeakMap<DescribedClass, FieldDescription[]>();

/** Adds a field to the description of the class that `prototype` belongs to. Used by the field decorators. */
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

/** One field by its name; a name that is not described is a programming error. */
export function fieldOf(target: DescribedClass, name: string): FieldDescription {
  const field = fieldsOf(target).find((candidate) => candidate.name === name);
  if (!field) throw new Error(`${target.name} has no field ${name}.`);
  return field;
}

/** True for a field that is a column of its resource's table. */
export function isColumn(field: FieldDescription): boolean {
  return field.kind !== 'children' && field.kind !== 'reference';
}

/** True for a field whose value is an array, which is never null: an absent list is an empty one. */
export function isList(field: FieldDescription): boolean {
  return field.kind === 'object_list' || field.kind === 'text_list' || field.kind === 'children';
}

/** `payment_id` → `paymentId`; a name that already is camelCase stays as it is. */
export function camelCase(name: string): string {
  return name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The field's name in GraphQL. */
export function graphqlName(field: FieldDescription): string {
  return field.graphql ?? camelCase(field.name);
}
