import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema, isEnumType } from 'graphql';
import { Problem, type ProblemCode, problemCodes } from '../../core/foundation/errors.ts';
import { databaseProblem } from '../../http/requests/responses.ts';
import { withoutValues } from './redaction.ts';

/** Receives internal errors with the identifier of their request, for the log. */
export type ErrorListener = (error: unknown, requestId?: string) => void;

/** Formats errors as responses show them: with the REST API's code and param. */
export function errorFormat(schema: GraphQLSchema): (raw: unknown) => GraphQLFormattedError {
  return (raw) => formatProblem(raw as GraphQLFormattedError, problemOf(raw, schema));
}

/** Formats errors as {@link errorFormat} does, and reports the internal ones. */
export function reportingErrorFormat(
  schema: GraphQLSchema,
  onError: ErrorListener,
): (raw: unknown, requestId: string) => GraphQLFormattedError {
  return (raw, requestId) => {
    const problem = problemOf(raw, schema);
    if (!problem || problem.code === 'internal_error') onError(raw, requestId);
    return formatProblem(raw as GraphQLFormattedError, problem);
  };
}

/** Apollo's codes for a request rejected before execution. */
const requestCodes = new Set<unknown>([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
]);

/**
 * The messages for a document over the limits of graphql-js and Apollo: tokens, selections, validation errors; and that
 * of a parser that recurses into a thousand levels.
 */
const exceedsLimit =
  /^Syntax Error: Document contains more tha[tn] \d+ tokens|recursively requests too many selections\.$|^Validation aborted\.$|Maximum call stack size exceeded$/;

/** Whether the document was rejected: no field was being resolved. */
const isRequestError = (error: GraphQLError, cause: unknown) =>
  !error.path &&
  // A scalar rejects a literal with any kind of error; graphql-js adds the literal's location.
  (requestCodes.has(error.extensions?.code) ||
    cause instanceof GraphQLError ||
    error.locations !== undefined);

const refusesLiteral = /does not exist in "(\w+)" enum\.|^Enum "(\w+)" cannot represent/;

/** The message about a literal that its enum does not have, with the values that it has. */
function withEnumValues(message: string, schema: GraphQLSchema): string {
  const [, name, other] = refusesLiteral.exec(message) ?? [];
  const type = schema.getType(name ?? other ?? '');
  if (!isEnumType(type)) return message;
  return `${message} Expected one of ${type
    .getValues()
    .map((value) => value.name)
    .join(', ')}.`;
}

/** The problem behind an error; null for an internal error. */
function problemOf(error: unknown, schema: GraphQLSchema): Problem | null {
  let cause = error as { originalError?: unknown };
  while (cause?.originalError) cause = cause.originalError;
  if (cause instanceof Problem) return cause;
  if (error instanceof GraphQLError && !error.path && exceedsLimit.test(error.message)) {
    return new Problem('query_too_complex', 'The document is too long. Split it into smaller queries.');
  }
  if (error instanceof GraphQLError && isRequestError(error, cause)) {
    return new Problem('query_invalid', withEnumValues(withoutValues(error.message, schema), schema));
  }
  return databaseProblem(cause) ?? null;
}

/** The body of a response to a request that fails as a whole. */
export function problemResponse(
  problem: Problem,
  requestId: string,
): { readonly errors: readonly GraphQLFormattedError[] } {
  const formatted = formatProblem({ message: '' }, problem);
  return {
    errors: [{ ...formatted, extensions: { ...formatted.extensions, request_id: requestId } }],
  };
}

/** An error as responses show it. */
export function formatProblem(error: GraphQLFormattedError, problem: Problem | null): GraphQLFormattedError {
  const code: ProblemCode = problem?.code ?? 'internal_error';
  const message =
    problem?.message ?? 'Something went wrong on our side. Quote the request id if it keeps happening.';
  const extensions = {
    code,
    type: problemCodes[code].type,
    param: problem?.param ?? null,
    ...(problem && problem.parameters.length > 0 ? { errors: problem.parameters } : {}),
    // Seconds, as the header Retry-After has them: a WebSocket has no headers.
    ...(problem && problem.retryAfterS !== null ? { retry_after: problem.retryAfterS } : {}),
  };
  return {
    message,
    ...(error.locations ? { locations: error.locations } : {}),
    ...(error.path ? { path: error.path } : {}),
    extensions,
  };
}
