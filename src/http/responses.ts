import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';

/** Set on a response that repeats the stored response of an earlier request with the same idempotency key. */
export const REPLAYED_HEADER = 'idempotency-replayed';

/** Sets the headers common to all responses. Responses hold payment data, so no cache may keep them. */
export const standardHeaders: RequestHandler = (_req, res, next) => {
  res.removeHeader('x-powered-by');
  res.setHeader('x-content-type-options', 'nosniff');
  res.setHeader('cache-control', 'no-store');
  next();
};

/**
 * Sends JSON. Express's own `res.json` would answer a conditional request with 304, which makes no sense for
 * responses that may not be cached.
 */
export function sendJson(res: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  res.statusCode = status;
  res.setHeader('content-type', 'application/json; charset=utf-8');
  res.setHeader('content-length', body.length);
  res.end(body);
}
