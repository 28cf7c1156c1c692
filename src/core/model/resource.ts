import { Field, ID, InputType, InterfaceType, ObjectType } from 'type-graphql';
import { type DescribedClass, type FieldDescription, fieldsOf } from './description.ts';
import { addInputField, addInputTwin, addOutputField } from './graphql-types.ts';
import { declareTable, type TableOptions } from './tables.ts';

/** What is said of a resource as a whole. */
export interface ResourceOptions extends TableOptions {
  /** The field that identifies it (within its merchant, when it belongs to one). */
  id: string;
  /** Prefix of the identifiers that the service makes: `pay` in `pay_01J…`. */
  prefix: string;
  about: string;
  /** The field that its lists are ordered by; the identifier breaks ties. */
  order: string;
  /** Which end a list starts from. */
  from: 'newest' | 'oldest';
}

/** A resource, described: its own options and all of its fields. */
export interface ResourceDescription extends ResourceOptions {
  target: DescribedClass;
  /** True when its key starts with the merchant's identifier, as all but error mappings' and merchants' do. */
  owned: boolean;
  /** The primary key's columns in order. */
  key: readonly string[];
  fields: readonly FieldDescription[];
}

/** What a described class becomes in the contracts: GraphQL type, OpenAPI schema, or both. */
export interface ValueOptions {
  about: string;
}

const resources = new Map<DescribedClass, ResourceDescription>();
const stored = new Map<DescribedClass, ResourceDescription>();

/** An object with an identifier. */
@InterfaceType({ description: 'An object with an identifier, as `node` and `nodes` find it.' })
export abstract class Node {
  @Field(() => ID, { description: "The object's own identifier." })
  id!: string;
}

/**
 * Declares a resource: its fields become the columns of a table, a GraphQL object type, a REST shape and a
 * JSON Schema, all from the one line each is described in.
 *
 * @example
 * ```ts
 * @Resource({ table: 'refunds', id: 'refund_id', prefix: 'ref', order: 'created_at', from: 'newest', about: '…' })
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
    resources.set(target, Object.freeze({ ...options, target, owned, key, fields }));
  };
}

/** What is said of a table that no API shows. Without lists to order and identifiers to make, the rest is optional. */
export interface InternalOptions extends TableOptions {
  /** The last column of the primary key, whose first is the merchant. */
  id: string;
  /** The columns of the primary key between the two. */
  within?: readonly string[];
  prefix?: string;
  order?: string;
}

/** Declares what the service keeps for itself: a table and an entity as a resource has, shown by neither API. */
export function Internal(options: InternalOptions): ClassDecorator {
  return (declared) => {
    const target = declared as unknown as DescribedClass;
    const fields = fieldsOf(target);
    const key = ['merchant_id', ...(options.within ?? []), options.id];
    const { prefix = '', order = options.id } = options;
    const table = { ...options, prefix, order, target, fields, key };
    declareTable({ ...table, order: undefined });
    stored.set(target, Object.freeze({ ...table, about: '', from: 'oldest', owned: true }));
  };
}

/** Declares a nested object, such as an address, shown and taken wherever a field holds one. */
export function ValueObject(options: ValueOptions): ClassDecorator {
  return (declared) => {
    const target = declared as unknown as DescribedClass;
    const fields = fieldsOf(target);
    for (const field of fields) addOutputField(target, field);
    addInputTwin(target, fields, options.about);
    ObjectType({ description: options.about })(declared);
  };
}

/** Declares what a caller may send: a GraphQL input type and the JSON Schema both faces validate with. */
export function Input(options: ValueOptions): ClassDecorator {
  return (declared) => {
    const target = declared as unknown as DescribedClass;
    for (const field of fieldsOf(target)) addInputField(target, field);
    InputType({ description: options.about })(declared);
  };
}

/** The description of a resource's, or a stored class; asking for any other is a programming error. */
export function resourceOf(target: DescribedClass): ResourceDescription {
  const resource = resources.get(target) ?? stored.get(target);
  if (!resource) throw new Error(`${target.name} is not a resource.`);
  return resource;
}

/** Whether a class is a resource's or a stored one: what has an identifier and a table. */
export const isResource = (target: DescribedClass): boolean => resources.has(target) || stored.has(target);

/** Every resource declared so far, in the order of declaration. */
export function allResources(): readonly ResourceDescription[] {
  return [...resources.values()];
}
