import type { RequestListener } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { respondWithProblems } from './front-door/responses.ts';

/**
 * Passes every request through handlers, without a router. The handlers use nothing of Express's own requests and
 * responses but `locals`. What the last of them leaves is the listener's, which may be an Express application.
 */
export function inTurn(handlers: readonly RequestHandler[], listener: RequestListener): RequestListener {
  const passOn = (request: Request, response: Response, at: number): void => {
    const handler = handlers[at];
    if (!handler) {
      listener(request, response);
      return;
    }
    const next = (error?: unknown) =>
      error === undefined
        ? passOn(request, response, at + 1)
        : respondWithProblems(error, request, response, () => {});
    try {
      void handler(request, response, next);
    } catch (error) {
      next(error);
    }
  };
  return (req, res) => {
    const response = res as Response;
    response.locals = Object.create(null);
    passOn(req as Request, response, 0);
  };
}
