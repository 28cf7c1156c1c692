import type { RequestHandler, Router } from 'express';
import { Problem } from '../../core/foundation/errors.ts';
import { nameRoute } from './request-log.ts';

/** The handlers of a path, by method. */
export type RouteHandlers = Partial<
  Record<'get' | 'post' | 'put' | 'delete', RequestHandler | RequestHandler[]>
>;

/**
 * Adds a path to a router, with its parameters written as OpenAPI does: `/payments/{payment_id}`. The log shows
 * that pattern, and methods without a handler get `method_not_allowed` with an `Allow` header.
 *
 * @param passesOthersOn Leaves methods without a handler to the routes after this one instead.
 */
export function addRoute(
  router: Router,
  path: string,
  handlers: RouteHandlers,
  { passesOthersOn = false } = {},
): void {
  const route = router.route(path.replace(/\{(\w+)\}/g, ':$1')).all(nameRoute(path));
  if (handlers.get) route.get(handlers.get);
  if (handlers.post) route.post(handlers.post);
  if (handlers.put) route.put(handlers.put);
  if (handlers.delete) route.delete(handlers.delete);
  if (!passesOthersOn) route.all(otherMethods(Object.keys(handlers)));
}

/** Responds 204 to OPTIONS, and refuses any other unhandled method. */
function otherMethods(methods: readonly string[]): RequestHandler {
  const withHead = methods.flatMap((method) => (method === 'get' ? ['get', 'head'] : [method]));
  const allow = [...withHead, 'options'].join(', ').toUpperCase();
  return (req, res) => {
    res.setHeader('allow', allow);
    // There is no operation, so that none of the specification either.
    res.locals.showsLegacyCode = true;
    if (req.method !== 'OPTIONS') throw new Problem('method_not_allowed', `This path allows only ${allow}.`);
    res.statusCode = 204;
    res.end();
  };
}

/** Handles every request that no route has taken. */
export const unknownRoute: RequestHandler = (_req, res) => {
  res.locals.showsLegacyCode = true;
  throw new Problem('unknown_route', 'There is no operation at this path.');
};
