import type { RequestHandler } from 'express';

/** Headers of every answer. What is answered is somebody's money: no cache keeps it. */
export const standardHeaders: RequestHandler = (_req, res, next) => {
  res.removeHeader('x-powered-by');
  res.setHeader('x-content-type-options', 'nosniff');
  res.setHeader('cache-control', 'no-store');
  next();
};
