import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';
import {
  type ComplexityEstimatorArgs,
  fieldExtensionsEstimator,
  getComplexity,
  simpleEstimator,
} from 'graphql-query-complexity/cjs';
import { Problem } from '../../core/foundation/errors.ts';
import { backReferences, fragmentsOf } from './back-references.ts';
import { introspectionLimits } from './introspection-limits.ts';
import { type CoercedVariables, documentOfCoerced } from './variables.ts';

/** Limits on one document. Each is several times the need of the dashboard's query. */
export const graphqlLimits = Object.freeze({
  /** Lexical tokens of the document. */
  tokens: 4_000,
  /** Levels of nested fields. */
  depth: 12,
  aliases: 30,
  /** Fields after expanding fragments, introspection included. */
  selections: 5_000,
  /** Errors reported of one document, and of its variables one: finding each may mean searching the schema. */
  errors: 20,
  /** Estimated rows read; the dashboard's page of 100 payments costs 2 100. */
  cost: 20_000,
});

/** Rows a nested list is assumed to have. Most have one or two; a limit has to allow for more. */
export const CHILD_LIST_ROWS = 5;

/**
 * The estimated rows of a reference back to an enclosing type: the lists below are as long as the enclosing one, whose
 * length is not known.
 */
const BACK_REFERENCE_ROWS = 20;

export type Cost = (options: Pick<ComplexityEstimatorArgs, 'args' | 'childComplexity'>) => number;

/** The cost of a list of about `rows` rows. The unit of cost is one row read. */
export const listCost =
  (rows: number): Cost =>
  ({ childComplexity }) =>
    rows * (1 + childComplexity);

/** The cost of one nested object. */
export const objectCost: Cost = ({ childComplexity }) => 1 + childComplexity;

/** The cost of a page: the number of rows requested. */
export const pageCost: Cost = ({ args, childComplexity }) => {
  const rows = typeof args.first === 'number' ? args.first : typeof args.last === 'number' ? args.last : 20;
  return Math.max(1, rows) * (1 + childComplexity);
};

const tooComplex = (message: string) =>
  new GraphQLError(message, { originalError: new Problem('query_too_complex', message) });

/** Reports an excess as a validation error. A rule that throws would be reported as an internal error. */
const reporting = (message: string) => ({
  onReject: [(context: ValidationContext | null) => context?.reportError(tooComplex(message))],
  propagateOnRejection: false,
});

/** The validation rules that enforce the limits on depth, aliases and introspection. */
export const limitRules = [
  maxDepthRule({
    n: graphqlLimits.depth,
    ...reporting(
      `The document nests fields deeper than ${graphqlLimits.depth} levels. Split it into smaller queries.`,
    ),
  }),
  maxAliasesRule({
    n: graphqlLimits.aliases,
    ...reporting(
      `The document has more than ${graphqlLimits.aliases} aliases. Split it into smaller queries.`,
    ),
  }),
  introspectionLimits,
] as ((context: ValidationContext) => object)[];

interface CostContext {
  readonly backReferences: ReadonlySet<FieldNode>;
}

const estimators = [
  ({ childComplexity, context, node }: ComplexityEstimatorArgs) =>
    // With nothing nested below there is nothing to multiply.
    childComplexity > 0 && (context as CostContext).backReferences.has(node)
      ? BACK_REFERENCE_ROWS * (1 + childComplexity)
      : undefined,
  fieldExtensionsEstimator(),
  simpleEstimator({ defaultComplexity: 0 }),
];

/** Costs cached per document: clients use few page sizes. */
const COSTS_MAX = 50;
const costsByDocument = new WeakMap<DocumentNode, Map<string, number>>();

/**
 * The cost of an operation: an estimate of the rows it may read. It depends on page sizes, on the lengths of lists of
 * identifiers, and on `@skip` and `@include`; it is cached by these, as estimating takes longer than executing a small
 * operation.
 */
function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
  variables: CoercedVariables,
): number {
  const sizes = Object.entries(variables).map(([name, value]) => {
    if (typeof value === 'number' || typeof value === 'boolean') return [name, value];
    return Array.isArray(value) ? [name, value.length] : name;
  });
  const key = JSON.stringify([operationName, sizes]);
  let costs = costsByDocument.get(document);
  if (!costs) {
    costs = new Map();
    costsByDocument.set(document, costs);
  }
  let cost = costs.get(key);
  if (cost === undefined) {
    const query = documentOfCoerced(document);
    const context: CostContext = { backReferences: backReferences(schema, query) };
    cost = getComplexity({
      schema,
      query,
      variables: { ...variables },
      context,
      estimators,
      ...(operationName === undefined ? {} : { operationName }),
    });
    if (costs.size < COSTS_MAX) costs.set(key, cost);
  }
  return cost;
}

/**
 * Rejects an operation that may read too many rows.
 *
 * @returns The estimate of the rows it reads.
 * @param variables As `coerceVariables` returns them.
 * @throws {GraphQLError} of the problem `query_too_complex`.
 */
export function checkCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
  variables: CoercedVariables,
): number {
  const cost = costOf(schema, document, operationName, variables);
  if (cost > graphqlLimits.cost) {
    throw tooComplex(
      `The document may read ${cost} rows, more than ${graphqlLimits.cost}. Request smaller pages or fewer lists.`,
    );
  }
  return cost;
}

/**
 * Rejects a document with too many fields once its fragments are expanded. Run it before validation, whose rules
 * visit every fragment spread. Over HTTP, Apollo enforces the same limit.
 *
 * @throws {GraphQLError} of the problem `query_too_complex`.
 */
export function checkSelections(document: DocumentNode): void {
  const fragments = fragmentsOf(document);
  const counts = new Map<string, number>();
  const countOf = (name: string): number => {
    const counted = counts.get(name);
    if (counted !== undefined) return counted;
    // Zero until counted, which ends the recursion of a cyclic fragment; validation rejects those.
    counts.set(name, 0);
    const fragment = fragments.get(name);
    const count = fragment ? selectionsIn(fragment.selectionSet) : 0;
    counts.set(name, count);
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
        `The document has more than ${graphqlLimits.selections} fields once its fragments are expanded.`,
      );
    }
  }
}
