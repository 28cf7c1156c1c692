import { GraphQLError, GraphQLScalarType, valueFromASTUntyped } from 'graphql';
import { readGlobalId } from '../kit/global-id.ts';
import { entityTypes, ownKey } from './entity-keys.ts';

/** Which object a router asks for. Only plain values, as arguments are searched for text that cannot be stored. */
export interface Representation {
  readonly typeName: string;
  readonly merchantId: string | null;
  readonly id: string;
}

/** The scalar of a router's representations of entities: `{ __typename: "Payment", id: "…" }`. */
export const representationScalar = new GraphQLScalarType<Representation>({
  name: '_Any',
  description: 'An entity: its `__typename`, with the fields of one of its keys.',
  parseValue: readRepresentation,
  parseLiteral: (node, variables) => readRepresentation(valueFromASTUntyped(node, variables)),
});

/** @throws {Error} for what names no entity, or has none of its keys. */
function readRepresentation(value: unknown): Representation {
  const given = (value ?? {}) as Readonly<Record<string, unknown>>;
  const typeName = String(given.__typename);
  const resource = entityTypes().get(typeName);
  if (resource && typeof given.id === 'string') {
    const { id, merchantId, resource: named } = readGlobalId(given.id, 'id');
    if (named === resource) return { typeName, merchantId, id };
  } else if (resource) {
    const values = ownKey(resource).map((name) => given[name]);
    if (values.every((part) => typeof part === 'string')) {
      return { typeName, merchantId: resource.owned ? values[0]! : null, id: values.at(-1)! };
    }
  }
  throw new GraphQLError('_Any takes the __typename of an entity with the fields of one of its keys.');
}
