import { type ParameterProblem, Problem } from '../../src/core/foundation/errors.ts';

/** The parameter problems of a rejected action; empty if it succeeds. */
export function problemsOf(action: () => unknown): ParameterProblem[] {
  try {
    action();
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.parameters.length > 0) return [...error.parameters];
    return [{ param: error.param ?? '', code: error.code, message: error.message }];
  }
}
