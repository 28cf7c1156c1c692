import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import { Problem, type ProblemCode, type ProblemType, problemCodes } from '../core/foundation/errors.ts';
import { compiledExecution } from './compiled-execution.ts';
import { updatesCursorFirst } from './feeds/updates-cursor.ts';
import type { GraphqlContext } from './kit/context.ts';
import { type ErrorListener, errorFormat, reportingErrorFormat } from './kit/errors.ts';
import { checkCost, graphqlLimits, limitRules } from './kit/limits.ts';
import { spendOperation } from './kit/operation-cost.ts';
import { coerceVariables } from './kit/variables.ts';
import { describeObserved } from './observed-operations.ts';
import { parsedDocuments } from './parsed-documents.ts';

/** Adds the request id to every error of a response, and sets the status of a rejected request. */
function responseErrors(
  format: (raw: unknown, requestId: string) => GraphQLFormattedError,
): ApolloServerPlugin<GraphqlContext> {
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
          const { problem } = contextValue.budget;
          if (problem) {
            // In place of an error for each field that was not resolved.
            singleResult.errors = [
              format(new GraphQLError(problem.message, { originalError: problem }), contextValue.requestId),
            ];
            if (operation?.operation === 'mutation') singleResult.data = null;
            else delete singleResult.data;
          }
          if (contextValue.cost)
            singleResult.extensions = { ...singleResult.extensions, cost: contextValue.cost };
          if (!singleResult.errors) return;
          singleResult.errors = singleResult.errors!.map((error) => {
            // Compiled operations return raw errors; Apollo has already formatted its own.
            const formatted = error instanceof Error ? format(error, contextValue.requestId) : error;
            return {
              ...formatted,
              extensions: { ...formatted.extensions, request_id: contextValue.requestId },
            };
          });
          const hasData = Object.values(singleResult.data ?? {}).some((value) => value !== null);
          const status = hasData ? undefined : rejectionStatus(singleResult.errors, 'data' in singleResult);
          if (status === undefined) return;
          response.http.status = status;
          const retryAfter = singleResult.errors[0]?.extensions?.retry_after;
          if (retryAfter !== undefined) response.http.headers.set('retry-after', String(retryAfter));
        },
      };
    },
  };
}

/** Types of problems that refuse a request whatever it asks for. */
const refusals = new Set<ProblemType>(['authentication', 'permission', 'rate_limit']);

/** The status of a response without data: the problem's own if nothing was executed, or if the key was refused. */
function rejectionStatus(errors: readonly GraphQLFormattedError[], executed: boolean): number | undefined {
  const code = (errors[0]?.extensions?.code ?? 'internal_error') as ProblemCode;
  const { status, type } = problemCodes[code];
  return !executed || refusals.has(type) ? status : undefined;
}

/** Silences Apollo, which prints unexpected errors with their messages; {@link unexpectedErrors} logs them. */
const silent = () => {};
const noLogger = { debug: silent, info: silent, warn: silent, error: silent };

function unexpectedErrors(onError: ErrorListener): ApolloServerPlugin<GraphqlContext> {
  return {
    unexpectedErrorProcessingRequest: async ({ error, requestContext }) =>
      onError(error, requestContext.contextValue.requestId),
  };
}

function wrongTransport(): GraphQLError {
  const message =
    'Subscriptions run over a WebSocket at /graphql, subprotocol graphql-transport-ws, or as an event stream: accept text/event-stream.';
  return new GraphQLError(message, { originalError: new Problem('query_invalid', message) });
}

/** Coerces variables, once, and checks the cost before execution. */
function operationChecks(schema: GraphQLSchema): ApolloServerPlugin<GraphqlContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ contextValue, document, operation, operationName, request }) {
          if (operation?.operation === 'subscription') throw wrongTransport();
          // graphql-js reports an unknown operationName.
          if (!operation) return;
          contextValue.variables = coerceVariables(schema, operation, request.variables ?? {});
          const { spend, variables } = contextValue;
          const estimate = checkCost(schema, document, operationName ?? undefined, variables);
          if (!spend) return;
          contextValue.cost = await spendOperation(
            spend,
            { schema, document, operation, variables },
            estimate,
          );
        },
      };
    },
  };
}

/**
 * The GraphQL server, not yet started: limits, compiled execution, and the REST API's error codes.
 *
 * @param isObserved Whether operations are observed.
 */
export function graphqlServer(
  schema: GraphQLSchema,
  onError: ErrorListener,
  isObserved = false,
): ApolloServer<GraphqlContext> {
  const format = errorFormat(schema);
  return new ApolloServer<GraphqlContext>({
    schema,
    documentStore: parsedDocuments(),
    introspection: true,
    includeStacktraceInErrorResponses: false,
    formatError: (_formatted, raw) => format(raw),
    stopOnTerminationSignals: false,
    stringifyResult: JSON.stringify,
    logger: noLogger,
    allowBatchedHttpRequests: false,
    // Pages of other origins cannot set these headers without a CORS preflight.
    csrfPrevention: { requestHeaders: ['api-key', 'apollo-require-preflight', 'x-apollo-operation-name'] },
    parseOptions: { maxTokens: graphqlLimits.tokens },
    maxRecursiveSelections: graphqlLimits.selections,
    validationOptions: { maxErrors: graphqlLimits.errors },
    validationRules: limitRules as never,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      operationChecks(schema),
      responseErrors(reportingErrorFormat(schema, onError)),
      unexpectedErrors(onError),
      updatesCursorFirst,
      ...(isObserved ? [describeObserved] : []),
      compiledExecution(schema),
    ],
  });
}
