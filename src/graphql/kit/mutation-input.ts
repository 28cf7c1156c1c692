import {
  type DescribedClass,
  describeField,
  enumName,
  type FieldDescription,
  fieldsOf,
  graphqlName,
  Input,
} from '../../core/model/index.ts';
import { typedTwin } from './typed-routing.ts';

/** A mutation's input: its command's fields, with identifiers, merchant and idempotency key. */
export interface InputShape {
  /** `UpdateRefund`; the input type is `UpdateRefundInput`. */
  readonly name: string;
  readonly about: string;
  /** The command's input; none for a command with identifiers only. */
  readonly command?: DescribedClass;
  /** Identifiers of the object the command acts on. */
  readonly ids: readonly string[];
  /** Whether the admin key may name the merchant. */
  readonly hasMerchant: boolean;
}

const idField = (name: string): FieldDescription => ({
  name,
  kind: 'id',
  about: 'Identifier of the object to act on.',
  required: true,
  max: 64,
});

const merchantField: FieldDescription = {
  name: 'merchant_id',
  kind: 'id',
  about: 'With the admin API key: the merchant to act for.',
  max: 64,
};

const idempotencyField: FieldDescription = {
  name: 'idempotency_key',
  kind: 'text',
  about:
    'Makes the mutation safe to retry: for 24 hours, the same key runs it once and returns the same result. The header `Idempotency-Key` does the same for a document with one mutation.',
  max: 255,
  redirectsNothing: 'names',
  holds: 'identifier',
};

/** The class of a mutation's `input` argument, from which its GraphQL type and its validation are derived. */
export function mutationInput(shape: InputShape): DescribedClass {
  const name = `${shape.name}Input`;
  const target = { [name]: class {} }[name] as unknown as DescribedClass;
  const fields = shape.command ? fieldsOf(shape.command) : [];
  const has = (name: string) => shape.ids.includes(name) || fields.some((field) => field.name === name);
  for (const id of shape.ids) describeField(target.prototype, idField(id));
  for (const field of fields) {
    if (shape.ids.includes(field.name)) continue;
    const twin = typedTwin(field);
    // Either may be given, so neither is required: the command misses both.
    describeField(target.prototype, twin ? { ...field, required: false } : field);
    if (twin) describeField(target.prototype, twin);
  }
  if (shape.hasMerchant && !has('merchant_id')) describeField(target.prototype, merchantField);
  describeField(target.prototype, idempotencyField);
  Input({ about: shape.about })(target as never);
  return target;
}

/** The values of GraphQL enum names. */
function valuesOf({ enumeration }: FieldDescription, names: unknown): unknown {
  if (!Array.isArray(names)) return names;
  const values = new Map(enumeration!().values.map((value) => [enumName(value), value]));
  return names.map((name) => values.get(String(name)) ?? name);
}

/** Renames an input's fields from GraphQL's names to the specification's, at any depth. */
export function fromGraphql(target: DescribedClass, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => fromGraphql(target, entry));
  if (value === null || typeof value !== 'object') return value;
  const input = value as Record<string, unknown>;
  const renamed: Record<string, unknown> = {};
  for (const field of fieldsOf(target)) {
    const member = input[graphqlName(field)];
    if (member === undefined) continue;
    const nested =
      field.kind === 'object' || field.kind === 'object_list' || field.kind === 'json_encoded_list';
    if (field.kind === 'enumeration_list') renamed[field.name] = valuesOf(field, member);
    else renamed[field.name] = nested ? fromGraphql(field.of!(), member) : member;
  }
  return renamed;
}

/**
 * The path of an input's field in GraphQL's names, from a problem's `param`: `billing.address.line1` or
 * `order_details[0].amount`. Null if the input has no such field.
 */
export function inputPath(target: DescribedClass, param: string | null): string[] | null {
  if (param === null || param === '') return null;
  const path: string[] = [];
  let at: DescribedClass | undefined = target;
  for (const name of param.match(/[^.[\]]+/g) ?? []) {
    if (/^\d+$/.test(name)) {
      path.push(name);
      continue;
    }
    const field: FieldDescription | undefined =
      at && fieldsOf(at).find((candidate) => candidate.name === name);
    // Within free-form JSON the names are the caller's, and stay unchanged.
    if (!field && path.length === 0) return null;
    path.push(field ? graphqlName(field) : name);
    at = field?.kind === 'json' ? undefined : field?.of?.();
  }
  return path;
}
