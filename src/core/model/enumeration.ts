import { registerEnumType } from 'type-graphql';

/** A named set of string values, each with its description. */
export interface Enumeration<Value extends string = string> {
  readonly name: string;
  readonly about: string;
  readonly values: readonly Value[];
  readonly meanings: Readonly<Record<Value, string>>;
  /** `{ succeeded: 'succeeded', … }`: the object type-graphql knows the enum by. */
  readonly members: Readonly<Record<Value, Value>>;
}

/** The union of an enumeration's values: `ValueOf<typeof PaymentStatus>`. */
export type ValueOf<E> = E extends Enumeration<infer Value> ? Value : never;

/** Defines an enumeration and registers it as a GraphQL enum of the same name and values. */
export function enumeration<const Value extends string>(
  name: string,
  about: string,
  meanings: Record<Value, string>,
): Enumeration<Value> {
  const values = Object.keys(meanings) as Value[];
  const members = Object.fromEntries(values.map((value) => [value, value])) as Record<Value, Value>;
  registerEnumType(members, {
    name,
    description: about,
    valuesConfig: Object.fromEntries(
      values.map((value) => [value, { description: meanings[value] }]),
    ) as Record<Value, { description: string }>,
  });
  return Object.freeze({ name, about, values, meanings, members });
}
