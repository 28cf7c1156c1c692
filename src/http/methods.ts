import type { RequestHandler } from 'express';
import { Problem } from '../core/foundation/errors.ts';

/** The value of `Allow` where a path takes some methods: HEAD comes with GET, OPTIONS with any. */
function allowHeader(methods: readonly string[]): string {
  const all = methods.flatMap((method) => (method.toUpperCase() === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...all, 'OPTIONS'].map((method) => method.toUpperCase()).join(', ');
}

/**
 * Answers the methods that a path does not take: OPTIONS with what it takes, any other with
 * `method_not_allowed`. It goes behind the path's own handlers.
 */
export function otherMethods(methods: readonly string[]): RequestHandler {
  const allow = allowHeader(methods);
  return (req, res) => {
    res.setHeader('allow', allow);
    if (req.method !== 'OPTIONS') {
      throw new Problem('method_not_allowed', `This path takes ${allow}.`);
    }
    res.statusCode = 204;
    res.end();
  };
}

/** Answers every path that nothing else has answered. */
export const unknownRoute: RequestHandler = () => {
  throw new Problem('unknown_route', 'There is no operation at this path.');
};
