import type { ErrorRequestHandler, Response } from 'express';
import type { Context } from '../core/foundation/context.ts';
import { requestIdOf } from '../http/front-door/request-log.ts';
import { httpProblem, isToBeLogged, REPLAYED_HEADER, sendJson } from '../http/front-door/responses.ts';
import { spendOf } from '../http/load/rate-limits.ts';
import { AnswerBudget } from './kit/answer-budget.ts';
import type { GraphqlContext } from './kit/context.ts';
import { type ErrorListener, problemResponse } from './kit/errors.ts';
import { Loaders } from './kit/loaders.ts';
import { observedOperationOf } from './observed-operations.ts';

/** The context of the operation that a response is of. */
export function graphqlContext(res: Response): GraphqlContext {
  const ctx = (res.locals.ctx as Context | undefined) ?? null;
  return {
    requestId: requestIdOf(res),
    ctx,
    // Without a key, every resolver throws before it uses a loader.
    loaders: new Loaders(ctx as Context),
    budget: new AnswerBudget(),
    markReplayed: () => res.setHeader(REPLAYED_HEADER, 'true'),
    spend: ctx ? spendOf(res) : null,
    observed: observedOperationOf(res),
  };
}

/** Responds to errors before execution in GraphQL's format, with the REST API's status. */
export function problemsAsGraphql(onError: ErrorListener): ErrorRequestHandler {
  return (error: unknown, _req, res, next) => {
    if (res.headersSent) {
      next(error);
      return;
    }
    const problem = httpProblem(error);
    if (isToBeLogged(problem)) onError(error, requestIdOf(res));
    if (problem.retryAfterS !== null) res.setHeader('retry-after', problem.retryAfterS);
    sendJson(res, problem.status, problemResponse(problem, requestIdOf(res)));
  };
}
