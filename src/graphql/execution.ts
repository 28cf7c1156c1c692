/**
 * The steps common to both ways of executing an operation: Apollo's, and a known query's. Each operation is prepared
 * before its fields are resolved, and its result is completed afterwards.
 */
import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { Problem, type ProblemCode, type ProblemType, problemCodes } from '../core/foundation/errors.ts';
import { executeCompiled } from './compiled-execution.ts';
import { readUpdatesCursorFirst } from './feeds/updates-cursor.ts';
import type { GraphqlContext } from './kit/context.ts';
import { checkCost } from './kit/limits.ts';
import { spendOperation } from './kit/operation-cost.ts';
import { type CoercedVariables, coerceVariables } from './kit/variables.ts';
import type { KnownRequest } from './known-operations.ts';
import { nameObserved, noteErrors } from './observed-operations.ts';

/** Formats an error of a request, and reports it if it is internal. */
export type FormatError = (raw: unknown, requestId: string) => GraphQLFormattedError;

/** An operation of a document that is valid. */
export interface ValidOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Its own name, also where the request left it out. */
  readonly operationName: string | null;
}

function wrongTransport(): GraphQLError {
  const message =
    'Subscriptions run over a WebSocket at /graphql, subprotocol graphql-transport-ws, or as an event stream: accept text/event-stream.';
  return new GraphQLError(message, { originalError: new Problem('query_invalid', message) });
}

/**
 * Coerces an operation's variables, once, estimates its cost, and spends it.
 *
 * @throws {GraphQLError} of the problem that refuses it.
 */
export async function prepareOperation(
  schema: GraphQLSchema,
  graphql: GraphqlContext,
  { document, operation, operationName }: ValidOperation,
  given: Readonly<Record<string, unknown>>,
): Promise<CoercedVariables> {
  if (graphql.observed) nameObserved(graphql.observed, operationName, operation);
  if (operation.operation === 'subscription') throw wrongTransport();
  const variables = coerceVariables(schema, operation, given);
  graphql.variables = variables;
  const estimate = checkCost(schema, document, operationName ?? undefined, variables);
  if (graphql.spend) {
    const counted = { schema, document, operation, variables };
    graphql.cost = await spendOperation(graphql.spend, counted, estimate);
  }
  await readUpdatesCursorFirst(graphql, document);
  return variables;
}

/** A result that is completed in place. */
export type Result = { -readonly [Name in keyof ExecutionResult]: ExecutionResult[Name] };

/** Executes a known query. */
export async function executeKnown(
  schema: GraphQLSchema,
  graphql: GraphqlContext,
  { known, query, variables: given }: KnownRequest,
): Promise<Result> {
  try {
    await prepareOperation(schema, graphql, known, given);
  } catch (error) {
    const { message } = error as Error;
    const isGraphql = error instanceof GraphQLError;
    return { errors: [isGraphql ? error : new GraphQLError(message, { originalError: error as Error })] };
  }
  return { ...(await executeCompiled(query, graphql)) };
}

/** Status and headers that depend on a response's errors. */
interface ErrorHead {
  readonly status?: number;
  /** In seconds. */
  readonly retryAfter?: string;
}

/**
 * Completes the result of an operation: adds its cost, and formats its errors for the response, each with the request
 * id.
 *
 * @returns Status and headers for the response.
 */
export function completeResult(
  format: FormatError,
  { budget, cost, observed, requestId }: GraphqlContext,
  operation: 'query' | 'mutation' | 'subscription' | undefined,
  result: Result,
): ErrorHead {
  const { problem } = budget;
  if (problem) {
    // Replaces an error for each unresolved field.
    result.errors = [
      format(new GraphQLError(problem.message, { originalError: problem }), requestId) as GraphQLError,
    ];
    if (operation === 'mutation') result.data = null;
    else delete result.data;
  }
  if (cost) result.extensions = { ...result.extensions, cost };
  if (!result.errors) {
    if (observed) noteErrors(observed, []);
    return {};
  }
  const errors = result.errors.map((error: Error | GraphQLFormattedError): GraphQLFormattedError => {
    // Compiled operations return raw errors; Apollo has already formatted its own.
    const formatted = error instanceof Error ? format(error, requestId) : error;
    return { ...formatted, extensions: { ...formatted.extensions, request_id: requestId } };
  });
  result.errors = errors as unknown as GraphQLError[];
  if (observed) noteErrors(observed, errors.map(codeOf));
  const hasData = Object.values(result.data ?? {}).some((value) => value !== null);
  const status = hasData ? undefined : rejectionStatus(errors, 'data' in result);
  if (status === undefined) return {};
  const retryAfter = errors[0]?.extensions?.retry_after;
  return { status, ...(retryAfter === undefined ? {} : { retryAfter: String(retryAfter) }) };
}

/** Types of problems that refuse a request regardless of its document. */
const refusals = new Set<ProblemType>(['authentication', 'permission', 'rate_limit']);

const codeOf = ({ extensions }: GraphQLFormattedError): ProblemCode =>
  (extensions?.code ?? 'internal_error') as ProblemCode;

/** The status of a response without data: the problem's own if nothing was executed, or if the key was refused. */
function rejectionStatus(errors: readonly GraphQLFormattedError[], executed: boolean): number | undefined {
  const { status, type } = problemCodes[errors[0] ? codeOf(errors[0]) : 'internal_error'];
  return !executed || refusals.has(type) ? status : undefined;
}
