import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import { Problem, type ProblemCode, problemCodes } from '../core/foundation/errors.ts';
import type { GraphqlContext } from './kit/context.ts';
import { type ErrorListener, errorFormat } from './kit/error-format.ts';
import { compiledExecution } from './kit/execution.ts';
import { checkCost, graphqlLimits, limitRules } from './kit/limits.ts';
import { updatesCursorFirst } from './kit/updates-cursor-first.ts';

/** Gives every error of an answer its request id, and 401 or 403 to a request that was refused for its key. */
function answerForm(format: (raw: unknown) => GraphQLFormattedError): ApolloServerPlugin<GraphqlContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ contextValue, response }) {
          if (response.body.kind !== 'single' || !response.body.singleResult.errors) return;
          const { singleResult } = response.body;
          singleResult.errors = singleResult.errors!.map((error) => {
            // Compiled operations answer raw errors; Apollo has formatted those of its own already.
            const formatted = error instanceof Error ? format(error) : error;
            return {
              ...formatted,
              extensions: { ...formatted.extensions, request_id: contextValue.requestId },
            };
          });
          const hasData = Object.values(singleResult.data ?? {}).some((value) => value !== null);
          const status = hasData ? undefined : refusalStatus(singleResult.errors, 'data' in singleResult);
          if (status !== undefined) response.http.status = status;
        },
      };
    },
  };
}

/** The status of an answer without data: the problem's own where the request was refused as a whole. */
function refusalStatus(errors: readonly GraphQLFormattedError[], ran: boolean): number | undefined {
  const code = (errors[0]?.extensions?.code ?? 'internal_error') as ProblemCode;
  const { status, type } = problemCodes[code];
  return !ran || type === 'authentication' || type === 'permission' ? status : undefined;
}

/** Apollo writes what it does not expect to the console, messages and all; it goes where everything goes. */
const silent = () => {};
const noLogger = { debug: silent, info: silent, warn: silent, error: silent };

function tellUnexpected(onError: ErrorListener): ApolloServerPlugin<GraphqlContext> {
  return { unexpectedErrorProcessingRequest: async ({ error }) => onError(error) };
}

function wrongTransport(): GraphQLError {
  const message = 'Subscriptions run over a WebSocket at /graphql, subprotocol graphql-transport-ws.';
  return new GraphQLError(message, { originalError: new Problem('query_invalid', message) });
}

function costLimit(schema: GraphQLSchema): ApolloServerPlugin<GraphqlContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ document, operation, operationName, request }) {
          if (operation?.operation === 'subscription') throw wrongTransport();
          checkCost(schema, document, operationName ?? undefined, request.variables ?? {});
        },
      };
    },
  };
}

/** The GraphQL server, not yet started: limits, compiled execution, and errors in the form REST has too. */
export function graphqlServer(schema: GraphQLSchema, onError: ErrorListener): ApolloServer<GraphqlContext> {
  const format = errorFormat(schema, onError);
  return new ApolloServer<GraphqlContext>({
    schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    formatError: (_formatted, raw) => format(raw),
    stopOnTerminationSignals: false,
    logger: noLogger,
    allowBatchedHttpRequests: false,
    // A page of another origin cannot set these headers without asking first.
    csrfPrevention: { requestHeaders: ['api-key', 'apollo-require-preflight', 'x-apollo-operation-name'] },
    parseOptions: { maxTokens: graphqlLimits.tokens },
    maxRecursiveSelections: graphqlLimits.selections,
    validationRules: limitRules as never,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      costLimit(schema),
      answerForm(format),
      tellUnexpected(onError),
      updatesCursorFirst,
      compiledExecution(schema),
    ],
  });
}
