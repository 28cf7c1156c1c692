import { registerEnumType } from 'type-graphql';

/** A named set of string values, each with its description. */
export interface EnumerationOf<Value extends string = string> {
  readonly name: string;
  readonly about: string;
  readonly values: readonly Value[];
  readonly meanings: Readonly<Record<Value, string>>;
  /** Values not set yet; their descriptions say so. */
  readonly unreached: readonly Value[];
  /** `{ succeeded: 'succeeded', … }`, by {@link enumName}: the object type-graphql knows the enum by. */
  readonly members: Readonly<Record<string, string>>;
  /** Whether a field may also have other values: see {@link openEnumeration}. */
  readonly open: boolean;
}

/** The union of an enumeration's values: `ValueOf<typeof PaymentStatus>`. */
export type ValueOf<E> = E extends EnumerationOf<infer Value> ? Value : never;

const enumerations: EnumerationOf[] = [];

/** All enumerations, in the order of definition. */
export const allEnumerations = (): readonly EnumerationOf[] => enumerations;

/** A value's name in GraphQL: in capitals if it has characters not allowed in GraphQL names, such as `payments:read`. */
export const enumName = (value: string): string =>
  /^\w+$/.test(value) ? value : value.replaceAll(/\W+/g, '_').toUpperCase();

/** The last sentence of the description of a value not set yet. */
export const UNREACHED = 'Not reached yet.';

/**
 * Defines an enumeration and registers it as a GraphQL enum of the same name and values, named by {@link enumName}.
 *
 * @param unreached Values not set yet: their descriptions and docs/fields.md say so.
 */
export function enumeration<const Value extends string>(
  name: string,
  about: string,
  described: Record<Value, string>,
  unreached: readonly NoInfer<Value>[] = [],
): EnumerationOf<Value> {
  const values = Object.keys(described) as Value[];
  const meanings = { ...described };
  for (const value of unreached) meanings[value] += ` ${UNREACHED}`;
  // Compiled operations do not serialize enums: each member must equal its name.
  const members = Object.fromEntries(values.map((value) => [enumName(value), enumName(value)]));
  registerEnumType(members, {
    name,
    description: about,
    valuesConfig: Object.fromEntries(
      values.map((value) => [enumName(value), { description: meanings[value] }]),
    ),
  });
  const made = Object.freeze({ name, about, values, meanings, members, unreached, open: false });
  enumerations.push(made);
  return made;
}

/** Longest value of an open enumeration, in characters. */
export const OPEN_VALUE_MAX = 64;

/**
 * Defines the known values of a text without influence on the service: any other text of up to 64 characters is
 * accepted, stored and returned. GraphQL uses `String`, because an enum would refuse other values.
 */
export function openEnumeration(
  name: string,
  about: string,
  described: Readonly<Record<string, string>>,
): EnumerationOf {
  const values = Object.freeze(Object.keys(described));
  const made = { name, about, values, meanings: described, members: {}, unreached: [], open: true };
  enumerations.push(Object.freeze(made));
  return made;
}
