import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { Problem } from '../core/foundation/errors.ts';
import { type CompiledOperations, compiledExecution } from './compiled-execution.ts';
import { updatesCursorFirst } from './feeds/updates-cursor.ts';
import type { GraphqlContext } from './kit/context.ts';
import { type ErrorListener, errorFormat, reportingErrorFormat } from './kit/errors.ts';
import { checkCost, graphqlLimits, limitRules } from './kit/limits.ts';
import { spendOperation } from './kit/operation-cost.ts';
import { coerceVariables } from './kit/variables.ts';
import type { KnownOperations } from './known-operations.ts';
import { describeObserved } from './observed-operations.ts';
import { parsedDocuments } from './parsed-documents.ts';
import { responseErrors } from './response-errors.ts';

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

interface ServerOptions {
  readonly compiled: CompiledOperations;
  /** Learns of the queries that are used again. */
  readonly known: KnownOperations;
  /** Whether operations are observed. */
  readonly isObserved?: boolean;
}

/**
 * The GraphQL server, not yet started: limits, compiled execution, and the REST API's error codes. */
export function graphqlServer(
  schema: GraphQLSchema,
  onError: ErrorListener,
  { compiled, isObserved = false, known }: ServerOptions,
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
      compiledExecution(compiled, known),
    ],
  });
}
