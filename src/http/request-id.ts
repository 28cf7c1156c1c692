import type { IncomingMessage } from 'node:http';
import type { RequestHandler, Response } from 'express';
import type { IdMaker } from '../core/foundation/ids.ts';

const HEADER = 'x-request-id';
const validRequestId = /^[A-Za-z0-9_-]{1,128}$/;

/**
 * Assigns each request an identifier and returns it in `x-request-id`. A caller's own identifier of 1 to 128
 * `[A-Za-z0-9_-]` is kept, so that their logs and ours can be correlated.
 */
export function requestIds(ids: IdMaker): RequestHandler {
  return (req, res, next) => {
    const requestId = requestIdFor(req, ids);
    req.id = requestId;
    res.locals.requestId = requestId;
    res.setHeader(HEADER, requestId);
    next();
  };
}

/** The request's own identifier if it is valid, or a new one. */
export function requestIdFor({ headers }: Pick<IncomingMessage, 'headers'>, ids: IdMaker): string {
  const presented = headers[HEADER];
  return typeof presented === 'string' && validRequestId.test(presented) ? presented : ids.make('req');
}

/** The identifier of the request that a response belongs to. */
export function requestIdOf(res: Response): string {
  return res.locals.requestId as string;
}
