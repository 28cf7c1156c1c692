import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { type DocumentNode, GraphQLError, type GraphQLSchema, type ValidationContext } from 'graphql';
import { fieldExtensionsEstimator, getComplexity, simpleEstimator } from 'graphql-query-complexity/cjs';
import { Problem } from '../core/errors.ts';

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
