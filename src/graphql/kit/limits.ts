import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';
import { fieldExtensionsEstimator, getComplexity, simpleEstimator } from 'graphql-query-complexity/cjs';
import { Problem } from '../../core/foundation/errors.ts';

/** What one document may ask for. Each leaves room for the dashboard's own query several times over. */
export const graphqlLimits = Object.freeze({
  /** Words and signs of the document. */
  tokens: 4_000,
  /** Fields within fields. */
  depth: 12,
  aliases: 30,
  /** Fields after fragments are spread, introspection included. */
  selections: 5_000,
  /** Rows, as {@link file://./cost.ts} counts them; the dashboard's hundred payments come to 2 100. */
  cost: 20_000,
});

const tooComplex = (message: string) =>
  new GraphQLError(message, { originalError: new Problem('query_too_complex', message) });

/** Reports an excess as validation does. A rule that throws instead would pass for a failure of ours. */
const reporting = (message: string) => ({
  onReject: [(context: ValidationContext | null) => context?.reportError(tooComplex(message))],
  propagateOnRejection: false,
});

/** The validation rules that hold a document to the limits on depth and aliases. */
export const limitRules = [
  maxDepthRule({
    n: graphqlLimits.depth,
    ...reporting(`The document goes deeper than ${graphqlLimits.depth} fields. Ask for less at once.`),
  }),
  maxAliasesRule({
    n: graphqlLimits.aliases,
    ...reporting(`The document has more than ${graphqlLimits.aliases} aliases. Ask for less at once.`),
  }),
] as ((context: ValidationContext) => object)[];

const estimators = [fieldExtensionsEstimator(), simpleEstimator({ defaultComplexity: 0 })];

/** Refuses an operation that would read too many rows. */
export function checkCost(
  schema: GraphQLSchema,
  query: DocumentNode,
  operationName: string | undefined,
  variables: Record<string, unknown>,
): void {
  const cost = getComplexity({
    schema,
    query,
    variables,
    estimators,
    ...(operationName === undefined ? {} : { operationName }),
  });
  if (cost > graphqlLimits.cost) {
    throw tooComplex(
      `The document may read ${cost} rows, more than ${graphqlLimits.cost}. Ask for smaller pages or fewer lists.`,
    );
  }
}

/**
 * Refuses a document with too many fields once its fragments are spread, however often each is. It goes before
 * validation, whose rules walk through every spread. Over HTTP, Apollo does the same.
 */
export function checkSelections(document: DocumentNode): void {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  const known = new Map<string, number>();
  const countOf = (name: string): number => {
    const before = known.get(name);
    if (before !== undefined) return before;
    // Until it is counted it has nothing: validation refuses a fragment that spreads itself.
    known.set(name, 0);
    const fragment = fragments.get(name);
    const count = fragment ? selectionsIn(fragment.selectionSet) : 0;
    known.set(name, count);
    return count;
  };
  const selectionsIn = ({ selections }: SelectionSetNode): number =>
    selections.reduce((sum, node) => {
      if (node.kind === Kind.FRAGMENT_SPREAD) return sum + 1 + countOf(node.name.value);
      return sum + 1 + (node.selectionSet ? selectionsIn(node.selectionSet) : 0);
    }, 0);
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue;
    if (selectionsIn(node.selectionSet) > graphqlLimits.selections) {
      throw tooComplex(
        `The document has more than ${graphqlLimits.selections} fields once its fragments are spread.`,
      );
    }
  }
}
