import type { ServerResponse } from 'node:http';

/**
 * Answers with JSON. Express's own `json` is passed by: it would turn a success into 304 when the caller
 * already has the like, and answers of this service are never cached.
 */
export function sendJson(res: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  res.statusCode = status;
  res.setHeader('content-type', 'application/json; charset=utf-8');
  res.setHeader('content-length', body.length);
  res.end(body);
}
