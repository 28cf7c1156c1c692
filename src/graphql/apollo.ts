import { ApolloServer, type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import type { Request } from 'express';
import type { GraphQLFormattedError, GraphQLSchema } from 'graphql';
import { type CompiledOperations, compiledExecution } from './compiled-execution.ts';
import { completeResult, type FormatError, prepareOperation, type Result } from './execution.ts';
import type { GraphqlContext } from './kit/context.ts';
import { type ErrorListener, errorFormat, reportingErrorFormat } from './kit/errors.ts';
import { graphqlLimits, limitRules } from './kit/limits.ts';
import type { KnownOperations } from './known-operations.ts';
import { parsedDocuments } from './parsed-documents.ts';

/** Silences Apollo, which prints unexpected errors with their messages; {@link unexpectedErrors} logs them. */
const silent = () => {};
const noLogger = { debug: silent, info: silent, warn: silent, error: silent };

function unexpectedErrors(onError: ErrorListener): ApolloServerPlugin<GraphqlContext> {
  return {
    unexpectedErrorProcessingRequest: async ({ error, requestContext }) =>
      onError(error, requestContext.contextValue.requestId),
  };
}

/** Prepares operations and completes their results, as for known queries. */
function preparedOperations(schema: GraphQLSchema, format: FormatError): ApolloServerPlugin<GraphqlContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ contextValue, document, operation, operationName, request }) {
          // graphql-js reports an unknown operationName.
          if (!operation) return;
          const resolved = { document, operation, operationName };
          await prepareOperation(schema, contextValue, resolved, request.variables ?? {});
        },
        /** Errors that Apollo formats itself, by a function that does not know the request. */
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

/** The Apollo server, not yet started: limits, compiled execution, and the REST API's error codes. */
export function apolloServer(
  schema: GraphQLSchema,
  onError: ErrorListener,
  compiled: CompiledOperations,
  known: KnownOperations,
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
      preparedOperations(schema, reportingErrorFormat(schema, onError)),
      unexpectedErrors(onError),
      compiledExecution(compiled, known),
    ],
  });
}

/** The response to a GraphQL request, before it is sent. */
export interface GraphqlResponse {
  readonly status: number;
  readonly headers: Iterable<readonly [name: string, value: string]>;
  readonly text: string;
}

/** Lets Apollo respond to a request: to every unknown document, and to bodies that are no document. */
export async function apolloResponse(
  server: ApolloServer<GraphqlContext>,
  { body, headers, method, url }: Request,
  graphql: GraphqlContext,
): Promise<GraphqlResponse> {
  const given = new HeaderMap();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) given.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const at = url.indexOf('?');
  const response = await server.executeHTTPGraphQLRequest({
    httpGraphQLRequest: { method, headers: given, search: at < 0 ? '' : url.slice(at), body },
    context: async () => graphql,
  });
  if (response.body.kind !== 'complete') throw new Error('Results are not delivered incrementally.');
  const status = response.status ?? 200;
  const { string: text } = response.body;
  return {
    status,
    headers: response.headers,
    text: status < 400 ? text : withRequestId(text, graphql.requestId),
  };
}

/** Adds the request id to the errors of requests that Apollo rejects before its plugins run, such as batches. */
function withRequestId(text: string, request_id: string): string {
  const result = JSON.parse(text) as { errors: GraphQLFormattedError[] };
  const errors = result.errors.map((error) => ({
    ...error,
    extensions: { ...error.extensions, request_id },
  }));
  return JSON.stringify({ ...result, errors });
}
