import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { Problem, type ProblemCode, problemCodes } from '../core/errors.ts';
import { databaseProblem } from '../http/database-errors.ts';

/** The longest name that a message may quote; schema names are shorter, keys and secrets are not. */
const QUOTED_NAME_MAX = 40;

/**
 * A message of GraphQL's own, with every value in it taken out: GraphQL repeats literals and variables, and
 * a card number in the wrong place must not come back or reach a log. Names of the schema stay.
 */
export function withoutValues(message: string): string {
  return message
    .replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => {
      const isName = /^"[$@]?[A-Za-z_][\w.!]*"$/.test(quoted) || /^"\[*[A-Za-z_]\w*[\]!]*"$/.test(quoted);
      return isName && quoted.length - 2 <= QUOTED_NAME_MAX && !/\d{6}/.test(quoted) ? quoted : '"…"';
    })
    .replace(/\{.*\}/gs, '{…}')
    .replace(/\b(found|value:?|got invalid value) (?!type)[^";,…{]+(?=[.;]|$)/g, '$1 …')
    .replace(/[\w-]*\d{6,}[\w-]*/g, '…');
}

/** The variable or argument a message of GraphQL's own is about, where it names one. */
function paramOf(message: string): string | null {
  const variable = /Variable "\$(\w{1,40})"/.exec(message);
  const path = /at "(\w{1,40}(?:\.\w{1,40}|\[\d{1,4}\])*)"/.exec(message);
  return path?.[1] ?? variable?.[1] ?? null;
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

/** True when no field was being resolved: the document or its variables were refused. */
const refusesRequest = (error: GraphQLError, cause: unknown) =>
  !error.path && (requestCodes.has(error.extensions.code) || cause instanceof GraphQLError);

/** The problem behind an error, or the one that stands for it. Errors without one are not the caller's doing. */
export function problemOf(error: unknown): Problem | null {
  let cause = error as { originalError?: unknown };
  while (cause?.originalError) cause = cause.originalError;
  if (cause instanceof Problem) return cause;
  if (error instanceof GraphQLError && refusesRequest(error, cause)) {
    const message = withoutValues(error.message);
    const param = paramOf(error.message);
    return param === null
      ? new Problem('query_invalid', message)
      : new Problem('invalid_parameter', message, { param });
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
