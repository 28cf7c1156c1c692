import {
  type DocumentNode,
  type ExecutionArgs,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  parse,
  type SelectionSetNode,
  specifiedRules,
  validate,
} from 'graphql';
import type { SubscribePayload } from 'graphql-ws';
import { Problem } from '../../core/foundation/errors.ts';
import { checkCost, checkSelections, graphqlLimits, limitRules } from '../kit/limits.ts';

/** What a subscription is executed with, but for its context. */
export type Prepared = Pick<ExecutionArgs, 'schema' | 'document' | 'operationName' | 'variableValues'>;

const refusal = (message: string) =>
  new GraphQLError(message, { originalError: new Problem('query_invalid', message) });

/**
 * Reads a document and holds it to the same limits as one over HTTP.
 *
 * @returns What is wrong with it, instead, where something is.
 */
export function prepare(
  schema: GraphQLSchema,
  { query, operationName, variables }: SubscribePayload,
): Prepared | GraphQLError[] {
  try {
    const document = parse(query, { maxTokens: graphqlLimits.tokens });
    checkSelections(document);
    const errors = validate(schema, document, [...specifiedRules, ...(limitRules as never[])]);
    if (errors.length > 0) return [...errors];
    requireSubscription(document, operationName);
    checkCost(schema, document, operationName ?? undefined, variables ?? {});
    return { schema, document, operationName: operationName ?? null, variableValues: variables ?? {} };
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}

function requireSubscription(document: DocumentNode, name: string | null | undefined): void {
  const operation = getOperationAST(document, name);
  if (!operation) {
    throw refusal('Name an operation of the document in operationName, or send a document with just one.');
  }
  if (operation.operation !== 'subscription') {
    throw refusal('Only subscriptions run over WebSocket. Send queries and mutations as POST /graphql.');
  }
  if (hasConditions(document, operation.selectionSet)) {
    throw refusal('The field of a subscription cannot be left out: take @skip and @include away from it.');
  }
}

/** Whether selections hang on `@skip` or `@include`, themselves or through the fragments that they are in. */
function hasConditions(document: DocumentNode, { selections }: SelectionSetNode): boolean {
  return selections.some((selection) => {
    const { directives = [], kind } = selection;
    if (directives.some(({ name }) => name.value === 'skip' || name.value === 'include')) return true;
    if (kind === Kind.FIELD) return false;
    if (kind === Kind.INLINE_FRAGMENT) return hasConditions(document, selection.selectionSet);
    const spread = document.definitions.find(
      (definition) =>
        definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value,
    ) as FragmentDefinitionNode;
    return hasConditions(document, spread.selectionSet);
  });
}
