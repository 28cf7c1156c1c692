import { type RequestHandler, Router } from 'express';
import { type Authentication, authenticated, contextOf, keyOfKind } from '../http/authentication.ts';
import { jsonBody } from '../http/body.ts';
import { nameRoute } from '../http/logging.ts';
import { otherMethods } from '../http/methods.ts';
import { type Operation, pathNames } from './operation.ts';
import { operations } from './operations.ts';
import { readRequest } from './request.ts';
import { writeAnswer } from './wire.ts';

/**
 * The REST face. A request is checked in this order: path, method, key, kind of key, body, identifiers in the
 * path, query and fields of the body; then its operation runs.
 */
export function restRouter(authentication: Authentication, table: readonly Operation[] = operations): Router {
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

function handlers(operation: Operation, authentication: Authentication): RequestHandler[] {
  return [
    authenticated(authentication),
    keyOfKind(operation.keys),
    ...(operation.method === 'get' ? [] : [jsonBody]),
    async (req, res) => {
      const result = await operation.handle(contextOf(res), readRequest(operation, req));
      writeAnswer(res, operation, result);
    },
  ];
}

/** Of two paths that fit a request, the one that names it wins: `/payments/list` is not the payment `list`. */
function literalFirst(a: string, b: string): number {
  return pathNames(a).length - pathNames(b).length;
}

function expressPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}
