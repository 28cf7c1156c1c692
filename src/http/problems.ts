import type { ErrorRequestHandler } from 'express';
import { Problem } from '../core/foundation/errors.ts';
import { databaseProblem } from './database-errors.ts';
import { requestIdOf } from './request-id.ts';
import { sendJson } from './responses.ts';

/** The body of an error response. Specification: Errors. */
export interface ProblemBody {
  readonly error: {
    readonly type: string;
    readonly code: string;
    readonly message: string;
    readonly param: string | null;
    readonly request_id: string;
    /** All bad parameters, if there are several. */
    readonly errors?: readonly { param: string; code: string; message: string }[];
  };
}

/** The response body for a problem. */
export function problemBody(problem: Problem, requestId: string): ProblemBody {
  const { type, code, message, param, parameters } = problem;
  const errors = parameters.map((bad) => ({ param: bad.param, code: bad.code, message: bad.message }));
  return {
    error: { type, code, message, param, request_id: requestId, ...(errors.length > 0 ? { errors } : {}) },
  };
}

/** The problem to report for an error. Anything but a {@link Problem} becomes one that discloses no details. */
export function httpProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  // Express decodes path parameters before any handler runs.
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

/** Turns errors into responses; the last middleware. Server errors are logged with their cause. */
export const respondWithProblems: ErrorRequestHandler = (error, req, res, _next) => {
  const problem = httpProblem(error);
  if (problem.status >= 500) req.log.error({ err: error }, problem.code);
  if (res.headersSent) {
    // The response has begun: only a broken connection tells the caller that it is incomplete.
    res.destroy();
    return;
  }
  if (problem.retryAfterS !== null) res.setHeader('retry-after', problem.retryAfterS);
  sendJson(res, problem.status, problemBody(problem, requestIdOf(res)));
};
