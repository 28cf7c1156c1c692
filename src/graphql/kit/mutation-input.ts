import {
  camelCase,
  type DescribedClass,
  describeField,
  type FieldDescription,
  fieldsOf,
  Input,
} from '../../core/model/index.ts';

/** The fields a mutation's input has besides those of its command: they say on what, for whom and how often. */
export interface InputShape {
  /** `UpdateRefund`; the input type is `UpdateRefundInput`. */
  readonly name: string;
  readonly about: string;
  /** What the command takes; nothing for one that takes identifiers alone. */
  readonly takes?: DescribedClass;
  /** The identifiers of what the command acts on. */
  readonly ids: readonly string[];
  /** Whether the admin key must say for which merchant. */
  readonly forMerchant: boolean;
}

const idField = (name: string): FieldDescription => ({
  name,
  kind: 'id',
  about: 'What it acts on.',
  required: true,
  max: 64,
});

const merchantField: FieldDescription = {
  name: 'merchant_id',
  kind: 'id',
  about: 'For the admin API key: the merchant to act for.',
  max: 64,
};

const idempotencyField: FieldDescription = {
  name: 'idempotency_key',
  kind: 'text',
  about:
    'Makes the mutation safe to send again: for a day, the same key gives the same answer and acts once.',
  max: 255,
};

/** The single argument of a mutation as a described class: what GraphQL shows and what validation checks. */
export function mutationInput(shape: InputShape): DescribedClass {
  const name = `${shape.name}Input`;
  const target = { [name]: class {} }[name] as unknown as DescribedClass;
  const taken = shape.takes ? fieldsOf(shape.takes) : [];
  const has = (field: string) => shape.ids.includes(field) || taken.some((known) => known.name === field);
  for (const id of shape.ids) describeField(target.prototype, idField(id));
  for (const field of taken) if (!shape.ids.includes(field.name)) describeField(target.prototype, field);
  if (shape.forMerchant && !has('merchant_id')) describeField(target.prototype, merchantField);
  describeField(target.prototype, idempotencyField);
  Input({ about: shape.about })(target as never);
  return target;
}

/** What arrived under GraphQL's names, under the specification's own, however deep. */
export function fromGraphql(target: DescribedClass, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => fromGraphql(target, entry));
  if (value === null || typeof value !== 'object') return value;
  const given = value as Record<string, unknown>;
  const named: Record<string, unknown> = {};
  for (const field of fieldsOf(target)) {
    const member = given[field.graphql ?? camelCase(field.name)];
    if (member === undefined) continue;
    const nested =
      field.kind === 'object' || field.kind === 'object_list' || field.kind === 'json_encoded_list';
    named[field.name] = nested ? fromGraphql(field.of!(), member) : member;
  }
  return named;
}
