import type { GraphQLFormattedError, GraphQLSchema } from 'graphql';
import { formatProblem, graphqlProblem } from './problems.ts';
import { mutationInputTypes } from './variable-problems.ts';
import { namesIn } from './without-values.ts';

/** Told of errors that are nobody's doing but ours. */
export type ErrorListener = (error: unknown) => void;

/** How errors of a schema's documents are answered. What is our own fault is told to the listener as well. */
export function errorFormat(
  schema: GraphQLSchema,
  onError: ErrorListener,
): (raw: unknown) => GraphQLFormattedError {
  const words = { names: namesIn(schema), inputs: mutationInputTypes(schema) };
  return (raw) => {
    const problem = graphqlProblem(raw, words);
    if (!problem || problem.code === 'internal_error') onError(raw);
    return formatProblem(raw as GraphQLFormattedError, problem);
  };
}
