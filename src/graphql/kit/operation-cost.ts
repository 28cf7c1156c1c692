import { type FragmentDefinitionNode, type GraphQLSchema, Kind, type OperationDefinitionNode } from 'graphql';
import { collectFields } from 'graphql/execution/collectFields.js';
import type { Spend } from '../../http/load/rate-limits.ts';
import { connectorMutations } from './mutations.ts';
import type { CoercedVariables } from './variables.ts';

/**
 * The cost of an operation in its key's limit, as `extensions.cost` of its response. The remaining quota is in the
 * header `RateLimit` only: a replayed response equals the first.
 */
export interface OperationCost {
  /** Cost points of this operation, at least 1. A point is about one row read. */
  readonly requested: number;
  /** Cost points of a key per minute; null if the limit is off. */
  readonly limit: number | null;
}

/** Every request costs one point at the entrance: an invalid document costs work, too. */
export const REQUEST_COST = 1;

/**
 * Counts an operation by its estimated cost, and its mutations as REST counts its POST requests.
 *
 * @throws {RateLimited} if the key has not enough left of a limit.
 */
export async function spendOperation(
  spend: Spend,
  { document, operation, schema, variables }: CountedOperation,
  estimate: number,
): Promise<OperationCost> {
  if (operation.operation === 'mutation') {
    const names = rootFields(schema, document.definitions, operation, variables);
    const money = names.filter((name) => connectorMutations.has(name)).length;
    if (money > 0) await spend('money', money);
    if (names.length > money) await spend('writes', names.length - money);
  }
  const allowance = await spend('graphql', Math.max(0, estimate - REQUEST_COST));
  return { requested: Math.max(REQUEST_COST, estimate), limit: allowance?.limit ?? null };
}

export interface CountedOperation {
  readonly schema: GraphQLSchema;
  readonly document: { readonly definitions: readonly { readonly kind: Kind }[] };
  readonly operation: OperationDefinitionNode;
  readonly variables: CoercedVariables;
}

/** The names of the root fields that will be executed, one for each alias. */
function rootFields(
  schema: GraphQLSchema,
  definitions: readonly { readonly kind: Kind }[],
  { selectionSet }: OperationDefinitionNode,
  variables: CoercedVariables,
): string[] {
  const fragments = Object.fromEntries(
    definitions
      .filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  );
  const fields = collectFields(schema, fragments, { ...variables }, schema.getMutationType()!, selectionSet);
  return [...fields.values()].map(([node]) => node!.name.value);
}
