import { type RequestHandler, Router } from 'express';
import type { Context } from '../core/foundation/context.ts';
import { once, onceAcross } from '../core/writes/idempotency.ts';
import { contextOf, type KeyAuthentication, keyOfKind, requireKey } from '../http/authentication.ts';
import { jsonBody } from '../http/body.ts';
import { idempotencyKeyOf, REPLAYED_HEADER } from '../http/idempotency.ts';
import { sendJson } from '../http/json.ts';
import { nameRoute } from '../http/logging.ts';
import { otherMethods } from '../http/methods.ts';
import { type Operation, pathNames } from './operation/operation.ts';
import { readRequest } from './operation/request.ts';
import { operations } from './operations.ts';

/**
 * The REST face. A request is checked in this order: path, method, key, kind of key, body, identifiers in the
 * path, query and fields of the body; then its operation runs.
 */
export function restRouter(
  authentication: KeyAuthentication,
  table: readonly Operation[] = operations,
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const byPath = Map.groupBy(table, (operation) => operation.path);
  for (const path of [...byPath.keys()].sort(literalFirst)) {
    const there = byPath.get(path)!;
    const route = router.route(expressPath(path)).all(nameRoute(path));
    for (const operation of there) route[operation.method](...handlers(operation, authentication));
    route.all(otherMethods(there.map((operation) => operation.method)));
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
    const result = await operation.handle(contextOf(res), readRequest(operation, req));
    sendJson(res, 200, operation.answer.present(result));
  };
}

/**
 * What is written and what is answered commit as one, under the request's idempotency key. An operation that
 * calls a connector spans transactions; its key is claimed with the first and answered with the last.
 */
function writeHandler(operation: Operation): RequestHandler {
  const { answer: shape, handle, spans } = operation;
  return async (req, res) => {
    const ctx = contextOf(res);
    const { path, query, body } = readRequest(operation, req);
    const asked = { key: idempotencyKeyOf(req), operation: `POST ${operation.path}`, input: { path, body } };
    const work = async (at: Context) => shape.present(await handle(at, { path, query, body }));
    const { answer, replayed } = spans
      ? await onceAcross(ctx, asked, work, async (at, objectId) =>
          shape.present(await spans(at, path, objectId, body)),
        )
      : await once(ctx, asked, work);
    if (replayed) res.setHeader(REPLAYED_HEADER, 'true');
    sendJson(res, 200, answer);
  };
}

/** Of two paths that fit a request, the one that names it wins: `/payments/list` is not the payment `list`. */
function literalFirst(a: string, b: string): number {
  return pathNames(a).length - pathNames(b).length;
}

function expressPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}
