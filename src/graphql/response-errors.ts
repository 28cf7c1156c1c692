import type { ApolloServerPlugin } from '@apollo/server';
import { type ExecutionResult, GraphQLError, type GraphQLFormattedError } from 'graphql';
import { type ProblemCode, type ProblemType, problemCodes } from '../core/foundation/errors.ts';
import type { GraphqlContext } from './kit/context.ts';

/** Formats an error of a request, and reports it if it is internal. */
export type FormatError = (raw: unknown, requestId: string) => GraphQLFormattedError;

/** A result that is completed in place. */
type Result = { -readonly [Name in keyof ExecutionResult]: ExecutionResult[Name] };

/** What a response's head says of its errors. */
interface ErrorHead {
  readonly status?: number;
  /** In seconds. */
  readonly retryAfter?: string;
}

/**
 * Completes the result of an operation: with what it cost, and with its errors as responses show them, each with the
 * request id.
 *
 * @returns What the head of the response says of it.
 */
export function completeResult(
  format: FormatError,
  { budget, cost, requestId }: GraphqlContext,
  operation: 'query' | 'mutation' | 'subscription' | undefined,
  result: Result,
): ErrorHead {
  const { problem } = budget;
  if (problem) {
    // In place of an error for each field that was not resolved.
    result.errors = [
      format(new GraphQLError(problem.message, { originalError: problem }), requestId) as GraphQLError,
    ];
    if (operation === 'mutation') result.data = null;
    else delete result.data;
  }
  if (cost) result.extensions = { ...result.extensions, cost };
  if (!result.errors) return {};
  const errors = result.errors.map((error: Error | GraphQLFormattedError): GraphQLFormattedError => {
    // Compiled operations return raw errors; Apollo has already formatted its own.
    const formatted = error instanceof Error ? format(error, requestId) : error;
    return { ...formatted, extensions: { ...formatted.extensions, request_id: requestId } };
  });
  result.errors = errors as unknown as GraphQLError[];
  const hasData = Object.values(result.data ?? {}).some((value) => value !== null);
  const status = hasData ? undefined : rejectionStatus(errors, 'data' in result);
  if (status === undefined) return {};
  const retryAfter = errors[0]?.extensions?.retry_after;
  return { status, ...(retryAfter === undefined ? {} : { retryAfter: String(retryAfter) }) };
}

/** Types of problems that refuse a request whatever it asks for. */
const refusals = new Set<ProblemType>(['authentication', 'permission', 'rate_limit']);

/** The status of a response without data: the problem's own if nothing was executed, or if the key was refused. */
function rejectionStatus(errors: readonly GraphQLFormattedError[], executed: boolean): number | undefined {
  const code = (errors[0]?.extensions?.code ?? 'internal_error') as ProblemCode;
  const { status, type } = problemCodes[code];
  return !executed || refusals.has(type) ? status : undefined;
}

/** Completes the results of Apollo's operations. */
export function responseErrors(format: FormatError): ApolloServerPlugin<GraphqlContext> {
  return {
    async requestDidStart() {
      return {
        /** Errors that Apollo formats itself, by a function that is not told of the request. */
        async didEncounterErrors({ contextValue, errors }) {
          for (const error of errors) format(error, contextValue.requestId);
        },
        async willSendResponse({ contextValue, operation, response }) {
          if (response.body.kind !== 'single') return;
          const { singleResult } = response.body;
          const head = completeResult(format, contextValue, operation?.operation, singleResult as Result);
          if (head.status !== undefined) response.http.status = head.status;
          if (head.retryAfter !== undefined) response.http.headers.set('retry-after', head.retryAfter);
        },
      };
    },
  };
}
