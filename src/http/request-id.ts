import type { IncomingMessage } from 'node:http';
import type { RequestHandler, Response } from 'express';
import type { IdMaker } from '../core/foundation/ids.ts';

const HEADER = 'x-request-id';
const acceptable = /^[A-Za-z0-9_-]{1,128}$/;

/**
 * Gives each request an identifier and every answer its header: the caller's own where it is 1–128 of
 * `[A-Za-z0-9_-]`, so that their logs and ours meet, and one of ours otherwise.
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

/** The identifier that a request is given: its own where it is acceptable. */
export function requestIdFor({ headers }: Pick<IncomingMessage, 'headers'>, ids: IdMaker): string {
  const given = headers[HEADER];
  return typeof given === 'string' && acceptable.test(given) ? given : ids.make('req');
}

/** The identifier of the request that a response answers. */
export function requestIdOf(res: Response): string {
  return res.locals.requestId as string;
}
