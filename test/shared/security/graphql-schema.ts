import { readFileSync } from 'node:fs';
import {
  buildSchema,
  GraphQLError,
  type GraphQLScalarType,
  Kind,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';

/** The accepted values of custom scalars, by their descriptions; independent of the service's own code. */
const accepts: Readonly<Record<string, (value: unknown) => boolean>> = {
  Amount: (value) => Number.isSafeInteger(value),
  DateTime: (value) =>
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
  JSON: () => true,
};

/** The published schema: the SDL, with scalars that refuse values outside their descriptions. */
export const publishedSchema = buildSchema(
  readFileSync(new URL('../../../schema/schema.graphql', import.meta.url), 'utf8'),
);

for (const [name, accept] of Object.entries(accepts)) {
  const scalar = publishedSchema.getType(name) as GraphQLScalarType;
  scalar.parseValue = (value) => {
    if (accept(value)) return value;
    throw new GraphQLError(`${name} does not take this value.`);
  };
  scalar.parseLiteral = (node: ValueNode, variables) => {
    if (node.kind === Kind.INT && name !== 'JSON') return scalar.parseValue(Number(node.value));
    return scalar.parseValue(valueFromASTUntyped(node, variables));
  };
}

/** Whether a scalar in a response has a value of its type. */
export function isScalarValue(name: string, value: unknown): boolean {
  switch (name) {
    case 'Int':
      return Number.isInteger(value) && Math.abs(value as number) <= 2 ** 31;
    case 'Float':
      return typeof value === 'number';
    case 'Boolean':
      return typeof value === 'boolean';
    case 'String':
    case 'ID':
      return typeof value === 'string';
    default:
      return accepts[name]!(value);
  }
}
