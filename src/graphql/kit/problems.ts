import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { Problem, type ProblemCode, problemCodes } from '../../core/foundation/errors.ts';
import { databaseProblem } from '../../http/database-errors.ts';
import { variableProblem } from './variable-problems.ts';
import { withoutValues } from './without-values.ts';

/** What a schema says that errors are told by. */
export interface SchemaWords {
  /** Every name that it gives away by itself. */
  readonly names: ReadonlySet<string>;
  /** The types of the mutations' own inputs. */
  readonly inputs: ReadonlySet<string>;
}

/** Apollo's codes for a request that is refused before anything ran. */
const requestCodes = new Set<unknown>([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
]);

/** How GraphQL and Apollo say that they will not read a document to its end: tokens, selections, comparisons. */
const givesUp =
  /^Syntax Error: Document contains more tha[tn] \d+ tokens|recursively requests too many selections\.$|^Validation aborted\.$/;

/** True when no field was being resolved: the document or its variables were refused. */
const refusesRequest = (error: GraphQLError, cause: unknown) =>
  !error.path &&
  // A scalar refuses a value with an error of any kind; GraphQL adds where in the document that was.
  (requestCodes.has(error.extensions?.code) ||
    cause instanceof GraphQLError ||
    error.locations !== undefined);

/** The problem behind an error, or the one that stands for it. Errors without one are not the caller's doing. */
export function graphqlProblem(error: unknown, { names, inputs }: SchemaWords): Problem | null {
  let cause = error as { originalError?: unknown };
  while (cause?.originalError) cause = cause.originalError;
  if (cause instanceof Problem) return cause;
  if (error instanceof GraphQLError && !error.path && givesUp.test(error.message)) {
    return new Problem('query_too_complex', 'The document is too long. Ask for less at once.');
  }
  if (error instanceof GraphQLError && refusesRequest(error, cause)) {
    const message = withoutValues(error.message, names);
    return variableProblem(error, message, inputs) ?? new Problem('query_invalid', message);
  }
  return databaseProblem(cause) ?? null;
}

/** An error as it is answered: the same code and param that REST would give. */
export function formatProblem(error: GraphQLFormattedError, problem: Problem | null): GraphQLFormattedError {
  const code: ProblemCode = problem?.code ?? 'internal_error';
  const message =
    problem?.message ?? 'Something went wrong on our side. Quote the request id if it keeps happening.';
  const extensions = {
    code,
    type: problemCodes[code].type,
    param: problem?.param ?? null,
    ...(problem && problem.parameters.length > 0 ? { errors: problem.parameters } : {}),
  };
  return {
    message,
    ...(error.locations ? { locations: error.locations } : {}),
    ...(error.path ? { path: error.path } : {}),
    extensions,
  };
}
