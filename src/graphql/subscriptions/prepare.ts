import {
  type DocumentNode,
  type ExecutionArgs,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  specifiedRules,
  validate,
} from 'graphql';
import type { SubscribePayload } from 'graphql-ws';
import { Problem } from '../../core/foundation/errors.ts';
import { checkCost, checkSelections, graphqlLimits, limitRules } from '../kit/limits.ts';
import { coerceVariables } from '../kit/variables.ts';

/** The arguments a subscription executes with, except its context. */
export interface Prepared
  extends Pick<ExecutionArgs, 'schema' | 'document' | 'operationName' | 'variableValues'> {
  /** Its estimated cost, for each message. */
  readonly cost: number;
}

const refusal = (message: string) =>
  new GraphQLError(message, { originalError: new Problem('query_invalid', message) });

/**
 * Parses and validates a document, within the same limits as one over HTTP.
 *
 * @returns The errors of a document that is rejected.
 */
export function prepare(
  schema: GraphQLSchema,
  { query, operationName, variables }: SubscribePayload,
): Prepared | GraphQLError[] {
  try {
    const document = parse(query, { maxTokens: graphqlLimits.tokens });
    checkSelections(document);
    const errors = validate(schema, document, [...specifiedRules, ...(limitRules as never[])], {
      maxErrors: graphqlLimits.errors,
    });
    if (errors.length > 0) return [...errors];
    const operation = requireSubscription(document, operationName);
    const coerced = coerceVariables(schema, operation, variables ?? {});
    const cost = checkCost(schema, document, operationName ?? undefined, coerced);
    return { schema, document, operationName: operationName ?? null, variableValues: variables ?? {}, cost };
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}

function requireSubscription(
  document: DocumentNode,
  name: string | null | undefined,
): OperationDefinitionNode {
  const operation = getOperationAST(document, name);
  if (!operation) {
    throw refusal('operationName must name an operation of the document unless the document has only one.');
  }
  if (operation.operation !== 'subscription') {
    throw refusal(
      'Only subscriptions run over a WebSocket or as an event stream. Send queries and mutations to POST /graphql, with Accept: application/json.',
    );
  }
  if (hasConditions(document, operation.selectionSet)) {
    throw refusal('The field of a subscription is required: remove @skip and @include from it.');
  }
  return operation;
}

/** Whether `@skip` or `@include` applies to a selection, or to a fragment around it. */
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
