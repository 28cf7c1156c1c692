import type { RequestHandler, Response } from 'express';
import { type Caller, type KeyKind, requireKind } from '../core/foundation/caller.ts';
import type { Context } from '../core/foundation/context.ts';
import { requestIdOf } from './request-id.ts';

/** How a key becomes a context. */
export interface KeyAuthentication {
  /** @throws {Problem} `invalid_api_key`. */
  readonly authenticate: (presented: string | undefined) => Promise<Caller>;
  readonly contextFor: (caller: Caller, requestId: string) => Context;
}

/** Finds out who is calling from the header `api-key`. Specification: Authentication. */
export function requireKey({ authenticate, contextFor }: KeyAuthentication): RequestHandler {
  return async (req, res, next) => {
    const presented = req.headers['api-key'];
    const caller = await authenticate(typeof presented === 'string' ? presented : undefined);
    res.locals.ctx = contextFor(caller, requestIdOf(res));
    next();
  };
}

/** Lets only callers with one of the kinds of key pass. It goes behind {@link requireKey}. */
export function keyOfKind(kinds: readonly KeyKind[]): RequestHandler {
  return (_req, res, next) => {
    requireKind(contextOf(res).caller, kinds);
    next();
  };
}

/** The context of the request that a response answers. */
export function contextOf(res: Response): Context {
  const ctx = res.locals.ctx as Context | undefined;
  if (!ctx) throw new Error('The request has not been authenticated.');
  return ctx;
}
