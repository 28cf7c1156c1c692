import { Field, ID, InputType, InterfaceType, ObjectType } from 'type-graphql';
import type { Permission, Reach } from '../foundation/permissions.ts';
import {
  type DescribedClass,
  describeField,
  type FieldDescription,
  fieldOf,
  fieldsOf,
  keepUnknownMembers,
  type NamedSchema,
} from './description.ts';
import type { ComputedValue } from './field-description.ts';
import { addInputField, addInputTwin, addOutputField } from './graphql-types.ts';
import { declareTable, type TableOptions } from './tables.ts';

/** How the audit log records changes to an object. */
export interface AuditOptions {
  /**
   * `values`: all values except secrets. `figures`: identifiers, amounts, numbers, states and times; for other fields
   * only the fact of the change, as they may name a person. Or a list of the only fields whose values are recorded.
   */
  readonly shows: 'values' | 'figures' | readonly string[];
  /** Fields included in `shows` whose values are nevertheless not recorded, only the fact of the change. */
  readonly conceals?: readonly string[];
  /** Fields with a possibly secret address: only its origin is recorded. */
  readonly origins?: readonly string[];
  /** For a part of another object: the class and identifier of that object, whose entry includes the part's changes. */
  readonly partOf?: (part: never) => readonly [target: DescribedClass, id: string];
}

/** The rights of an object, required for changing it. See `requireHeldRights`. */
export interface HeldRights {
  /** The permissions that the object has, or with which it sees data. Null for all. */
  readonly permissions: (row: never) => readonly Permission[] | null;
  /**
   * Whether a change only removes rights, or grants none: it is permitted without holding them.
   *
   * @param after Null if the object is deleted.
   * @param columns The written columns.
   */
  readonly restricts?: (before: never, after: never, columns: ReadonlySet<string>) => boolean;
  /** Description of the permitted changes, for the error message about other changes. */
  readonly otherwise?: string;
}

/** The options of a resource. */
export interface ResourceOptions extends TableOptions {
  /** The field that identifies it, within its merchant if it belongs to one. */
  id: string;
  /** Prefix of generated identifiers: `pay` in `pay_01J…`. */
  prefix: string;
  about: string;
  /** The field by which lists are ordered; the identifier breaks ties. */
  order: string;
  /** Default direction of lists. */
  from: 'newest' | 'oldest';
  /** The permission to read it. */
  reads: Permission;
  /** The scope of the resource: a key restricted to a business profile may read it unless the scope is `merchant`. */
  reach: Reach;
  /**
   * Whether it contains settings, which rarely change: commands read them through a cache. `shared` if they affect
   * all merchants, although each row belongs to one.
   */
  settings?: true | 'shared';
  /** Set if requests that change it are recorded in the audit log. */
  audited?: AuditOptions;
  /** Set if its objects have rights, as an API key has. */
  rights?: HeldRights;
  /** The condition of a row under which lists show it, such as a switch of its merchant; always by default. */
  listedWhile?: ComputedValue;
  /** The classes of other rows that triggers change when a row of this class is written. */
  triggersChange?: () => readonly DescribedClass[];
  /**
   * The nested lists of an object, if the transaction that holds the object knows all their rows; otherwise null, and
   * the lists are read.
   */
  heldLists?: (object: never, held: HeldRows) => Readonly<Record<string, readonly object[]>> | null;
}

/** The rows that a transaction holds of one object and its parts. */
export interface HeldRows {
  /** Entities that the transaction read, locked or created. */
  readonly entities: readonly object[];
  /**
   * An entity's row, by column, at the time of the transaction's lock; null if the transaction created it, undefined
   * otherwise.
   */
  readonly rowBefore: (entity: object) => Readonly<Record<string, unknown>> | null | undefined;
}

/** The description of a resource: its options and its fields. */
export interface ResourceDescription extends Omit<ResourceOptions, 'reads'> {
  /** The permission to read it; null if no API shows it. */
  reads: Permission | null;
  target: DescribedClass;
  /** Whether the log contains the identifiers of its objects; true for all resources. */
  logged: boolean;
  /** Whether `merchant_id` leads its primary key; true for all except error mappings and merchant accounts. */
  owned: boolean;
  /** The primary key's columns in order. */
  key: readonly string[];
  fields: readonly FieldDescription[];
}

/** The options of a nested object or an input. */
export interface ValueOptions {
  about: string;
  /** The schema that replaces its fields' schemas in documents and expresses dependencies between fields. */
  documentedAs?: NamedSchema;
  /** Set for the objects of encoded lists: the lists' texts keep undescribed members. */
  keepsUnknown?: true;
}

const documented = new WeakMap<DescribedClass, NamedSchema>();

/** The schema that replaces the schema of a class's fields in documents. */
export const documentedAs = (target: DescribedClass): NamedSchema | undefined => documented.get(target);

const resources = new Map<DescribedClass, ResourceDescription>();
const internals = new Map<DescribedClass, ResourceDescription>();

/** An object with an identifier. */
@InterfaceType({ description: 'An object with a unique identifier, as returned by `node` and `nodes`.' })
export abstract class Node {
  @Field(() => ID, {
    description:
      'Global identifier: opaque, and unique across types and merchants. `node` and `nodes` accept it; other arguments accept the identifier of the type, such as `paymentId`.',
  })
  id!: string;
}

/**
 * Declares a resource. One line per field makes its column, its GraphQL field, its place in REST and its JSON Schema;
 * table, indexes, CHECKs, relations and row-level security follow from the fields too.
 *
 * @example
 * ```ts
 * @Resource({
 *   table: 'refunds', id: 'refund_id', prefix: 'ref', order: 'created_at', from: 'newest', reads: 'refunds:read',
 *   reach: 'profile', about: '…',
 * })
 * export class Refund extends MerchantOwned { … }
 * ```
 */
export function Resource(options: ResourceOptions): ClassDecorator {
  return (declared) => {
    const target = declared as unknown as DescribedClass;
    const fields = fieldsOf(target);
    const owned = options.id !== 'merchant_id' && fields.some((field) => field.name === 'merchant_id');
    const key = owned ? ['merchant_id', options.id] : [options.id];
    for (const field of fields) {
      if (field.visibility !== 'nowhere') addOutputField(target, field);
    }
    declareTable({ ...options, target, fields, key });
    ObjectType({ description: options.about, implements: Node })(declared);
    resources.set(target, Object.freeze({ ...options, target, owned, logged: true, key, fields }));
  };
}

/** The options of a table that no API shows. */
export interface InternalOptions extends TableOptions {
  /** The last column of the primary key; the first is `merchant_id`, unless the table is not `owned`. */
  id: string;
  /** Columns of the primary key between the two. */
  within?: readonly string[];
  prefix?: string;
  order?: string;
  /** Whether each row belongs to a merchant; true by default. */
  owned?: boolean;
  /** Set if requests that change it are recorded in the audit log. */
  audited?: AuditOptions;
  /** Whether the log contains the identifiers of its rows, which are neither secret nor personal. */
  logged?: true;
}

/** Declares an internal table: an entity like a resource's, shown by neither API. */
export function Internal(options: InternalOptions): ClassDecorator {
  return (declared) => {
    const target = declared as unknown as DescribedClass;
    const fields = fieldsOf(target);
    const { prefix = '', order = options.id, owned = true, logged = false } = options;
    const key = [...(owned ? ['merchant_id'] : []), ...(options.within ?? []), options.id];
    const table = { ...options, prefix, order, target, fields, key };
    declareTable({ ...table, order: undefined });
    internals.set(
      target,
      Object.freeze({ ...table, about: '', from: 'oldest', owned, logged, reads: null, reach: 'profile' }),
    );
  };
}

const valueObjects: DescribedClass[] = [];

/** All nested objects and responses other than resources, in the order of declaration. */
export const allValueObjects = (): readonly DescribedClass[] => valueObjects;

/** Declares a nested object, such as an address, for output and input. */
export function ValueObject(options: ValueOptions): ClassDecorator {
  return (declared) => {
    const target = declared as unknown as DescribedClass;
    const fields = fieldsOf(target);
    for (const field of fields) addOutputField(target, field);
    addInputTwin(target, fields, options.about);
    valueObjects.push(target);
    if (options.documentedAs) documented.set(target, options.documentedAs);
    if (options.keepsUnknown) keepUnknownMembers(target);
    ObjectType({ description: options.about })(declared);
  };
}

const inputs: DescribedClass[] = [];

/** All inputs, in the order of declaration. */
export const allInputs = (): readonly DescribedClass[] => inputs;

/** Declares an input: a GraphQL input type, and the JSON Schema that both APIs validate with. */
export function Input(options: ValueOptions): ClassDecorator {
  return (declared) => {
    const target = declared as unknown as DescribedClass;
    for (const field of fieldsOf(target)) addInputField(target, field);
    inputs.push(target);
    InputType({ description: options.about })(declared);
  };
}

/** The description of a resource or an internal class. Any other class is a programming error. */
export function resourceOf(target: DescribedClass): ResourceDescription {
  const resource = resources.get(target) ?? internals.get(target);
  if (!resource) throw new Error(`${target.name} is not a resource.`);
  return resource;
}

/** Possible names of the field with the time of an object's last change. */
const modifiedNames: ReadonlySet<string> = new Set(['updated', 'updated_at', 'modified_at']);
const modifiedFields = new Map<DescribedClass, string | null>();

/** The field with the time of an object's last change, such as `updated`; null without such a field. */
export function modifiedFieldOf(target: DescribedClass): string | null {
  let name = modifiedFields.get(target);
  if (name === undefined) {
    const fields = isResource(target) ? resourceOf(target).fields : [];
    name = fields.find((field) => field.kind === 'timestamp' && modifiedNames.has(field.name))?.name ?? null;
    modifiedFields.set(target, name);
  }
  return name;
}

const showing = new Map<DescribedClass, readonly ResourceDescription[]>();

/** The resources with objects of a class in a nested list that REST shows, such as payments for refunds. */
export function resourcesListing(target: DescribedClass): readonly ResourceDescription[] {
  let found = showing.get(target);
  if (!found) {
    found = allResources().filter(({ fields }) =>
      fields.some(
        ({ kind, of, visibility }) => kind === 'children' && visibility !== 'beyond' && of!() === target,
      ),
    );
    showing.set(target, found);
  }
  return found;
}

/** Whether a class is a resource or an internal class: whether it has a table. */
export const isResource = (target: DescribedClass): boolean => resources.has(target) || internals.has(target);

/** Whether a class is a resource that holds settings, and whether they are `shared`. */
export const holdsSettings = (target: DescribedClass): boolean | 'shared' =>
  resources.get(target)?.settings ?? false;

/** The name of a class in messages: `PaymentMethod` → `payment method`. */
export const nounOf = (target: DescribedClass): string =>
  target.name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

/** All resources, in the order of declaration. */
export function allResources(): readonly ResourceDescription[] {
  return [...resources.values()];
}

/** The descriptions of all tables, those of resources first, each in the order of declaration. */
export const allTables = (): readonly ResourceDescription[] => [...resources.values(), ...internals.values()];

/** The input type of a resource's field: timestamps as text, encrypted fields in plain text. */
type Sent<V> = V extends Date ? string : V extends Buffer ? unknown : V;
type SentFields<T, K extends keyof T> = { [Name in K]?: Sent<T[Name]> };
type RequiredFields<T, K extends keyof T> = { [Name in K]-?: Sent<Exclude<T[Name], null | undefined>> };

/** A class of an input's fields, to extend. */
type InputBase<Fields> = (abstract new () => Fields) & DescribedClass;

/** The options of a resource's field that an input's field has as well. */
const copiedOptions = [
  ...(['kind', 'about', 'because', 'format', 'max', 'min', 'maximum', 'enumeration', 'of'] as const),
  ...(['inert', 'schema', 'redirects', 'maskedBy', 'sentTo', 'fallsBack', 'takenOver'] as const),
  ...(['redirectsNothing', 'variantsOf', 'holds', 'from', 'neverNull'] as const),
] as const;

/**
 * A base class for an input with some of a resource's fields: their kinds, limits and descriptions are not repeated.
 *
 * @example
 * ```ts
 * @Input({ about: 'Parameters for updating a refund.' })
 * export class RefundUpdate extends fieldsFrom(Refund, { takes: ['reason', 'metadata'] }) {}
 * ```
 */
export function fieldsFrom<
  T extends object,
  Required extends keyof T & string = never,
  Taken extends keyof T & string = never,
>(
  source: abstract new () => T,
  fields: {
    readonly requires?: readonly Required[];
    /** Optional fields. Fields that are never null on the resource must not be null here either. */
    readonly takes?: readonly Taken[];
    /** Fields that are never null here although nullable in the source. */
    readonly neverNull?: readonly Taken[];
    /** Fields whose default null restores. */
    readonly defaulted?: readonly Taken[];
  },
): InputBase<RequiredFields<T, Required> & SentFields<T, Taken>> {
  abstract class Fields {}
  const copy = (name: string, required: boolean) => {
    const field = fieldOf(source as never, name);
    // A null identifier is generated or replaced by a default.
    const keeps =
      field.neverNull || (field.required && field.kind !== 'id') || fields.neverNull?.includes(name as Taken);
    const neverNull = (keeps && !fields.defaulted?.includes(name as Taken)) || undefined;
    const details = { ...field, from: field.from ?? source, neverNull };
    const copied = copiedOptions.flatMap((option) =>
      details[option] === undefined ? [] : [[option, details[option]]],
    );
    const { about, kind } = field;
    describeField(Fields.prototype, { ...Object.fromEntries(copied), name, kind, about, required });
  };
  for (const name of fields.requires ?? []) copy(name, true);
  for (const name of fields.takes ?? []) copy(name, false);
  return Fields as never;
}
