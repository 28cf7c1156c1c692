import { type Request, type RequestHandler, Router } from 'express';
import type { Context } from '../core/foundation/context.ts';
import { invalidParameter } from '../core/foundation/errors.ts';
import { evenIfSuspended } from '../core/foundation/suspension.ts';
import { once, onceAcross } from '../core/writes/idempotency.ts';
import { contextOf, jsonBody, type KeyAuthentication, keyOfKind, requireKey } from '../http/request.ts';
import { REPLAYED_HEADER, sendJson } from '../http/responses.ts';
import { addRoute } from '../http/routes.ts';
import { type Operation, pathNames, readRequest } from './operation.ts';
import { operations } from './operations.ts';

const validIdempotencyKey = /^[\x21-\x7e]{1,255}$/;

/**
 * The REST API. A request is checked in this order: path, method, key, kind of key, body syntax, path parameters,
 * query, body; then its operation runs.
 */
export function restRouter(
  authentication: KeyAuthentication,
  table: readonly Operation[] = operations,
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const byPath = Map.groupBy(table, (operation) => operation.path);
  for (const path of [...byPath.keys()].sort(literalFirst)) {
    const entries = byPath
      .get(path)!
      .map((operation) => [operation.method, handlers(operation, authentication)]);
    addRoute(router, path, Object.fromEntries(entries));
  }
  return router;
}

function handlers(operation: Operation, authentication: KeyAuthentication): RequestHandler[] {
  return [
    requireKey(authentication),
    keyOfKind(operation.keys),
    ...(operation.method === 'get' ? [] : [jsonBody]),
    operation.method === 'get' ? readHandler(operation) : writeHandler(operation),
  ];
}

function readHandler(operation: Operation): RequestHandler {
  return async (req, res) => {
    // A list of saved methods issues tokens, which is no reason to refuse it.
    const result = await operation.handle(evenIfSuspended(contextOf(res)), readRequest(operation, req));
    sendJson(res, 200, operation.response.present(result));
  };
}

/**
 * Commits the change and the response together, under the request's idempotency key. An operation that calls a
 * connector needs several transactions: the first claims the key and the last stores the response.
 */
function writeHandler(operation: Operation): RequestHandler {
  const { handle, replay, response } = operation;
  return async (req, res) => {
    const ctx = operation.evenIfSuspended ? evenIfSuspended(contextOf(res)) : contextOf(res);
    const { path, query, body } = readRequest(operation, req);
    const claim = { key: idempotencyKeyOf(req), operation: `POST ${operation.path}`, input: { path, body } };
    const work = async (at: Context) => response.present(await handle(at, { path, query, body }));
    const { answer, replayed } = replay
      ? await onceAcross(ctx, claim, work, async (at, objectId) =>
          response.present(await replay(at, path, objectId, body)),
        )
      : await once(ctx, claim, work);
    if (replayed) res.setHeader(REPLAYED_HEADER, 'true');
    sendJson(res, 200, answer);
  };
}

/**
 * The request's idempotency key, or null.
 *
 * @throws {Problem} `invalid_parameter` unless it is 1 to 255 visible ASCII characters.
 */
function idempotencyKeyOf(req: Request): string | null {
  const key = req.get('idempotency-key');
  if (key === undefined) return null;
  if (!validIdempotencyKey.test(key)) {
    throw invalidParameter('Idempotency-Key', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
  }
  return key;
}

/** Literal paths take precedence over parameters: `/payments/list` is not the payment `list`. */
function literalFirst(a: string, b: string): number {
  return pathNames(a).length - pathNames(b).length;
}
