import type { ErrorRequestHandler } from 'express';
import { Problem } from '../core/foundation/errors.ts';
import { databaseProblem } from './database-errors.ts';
import { sendJson } from './json.ts';
import { requestIdOf } from './request-id.ts';

/** The JSON of an error, the same from every operation. Specification: Errors. */
export interface ProblemBody {
  readonly error: {
    readonly type: string;
    readonly code: string;
    readonly message: string;
    readonly param: string | null;
    readonly request_id: string;
    /** Every bad parameter, where there are several. */
    readonly errors?: readonly { param: string; code: string; message: string }[];
  };
}

/** A problem as it is answered. */
export function problemBody(problem: Problem, requestId: string): ProblemBody {
  const { type, code, message, param, parameters } = problem;
  const errors = parameters.map((bad) => ({ param: bad.param, code: bad.code, message: bad.message }));
  return {
    error: { type, code, message, param, request_id: requestId, ...(errors.length > 0 ? { errors } : {}) },
  };
}

/** What a caller is told of an error: itself, if it was meant for callers, and nothing of it otherwise. */
export function httpProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  // Express decodes path parameters before anything of ours runs.
  if (error instanceof URIError) {
    return new Problem('invalid_parameter', 'The path is not properly percent-encoded.');
  }
  return (
    databaseProblem(error) ??
    new Problem('internal_error', 'Something went wrong on our side. Quote the request id to support.', {
      cause: error,
    })
  );
}

/** Answers every error; it goes last. What is our own fault is logged, with where it happened. */
export const answerProblems: ErrorRequestHandler = (error, req, res, _next) => {
  const problem = httpProblem(error);
  if (problem.status >= 500) req.log.error({ err: error }, problem.code);
  if (res.headersSent) {
    // Half an answer is out: only breaking off tells the caller that the rest will not come.
    res.destroy();
    return;
  }
  if (problem.retryAfterS !== null) res.setHeader('retry-after', problem.retryAfterS);
  sendJson(res, problem.status, problemBody(problem, requestIdOf(res)));
};
