import type { RequestHandler, Response } from 'express';
import { type Caller, type KeyKind, requireKind } from '../core/foundation/caller.ts';
import type { Context } from '../core/foundation/context.ts';
import { requestIdOf } from './request-id.ts';

/** Turns an API key into a caller, and a caller into a request's context. */
export interface KeyAuthentication {
  /** @throws {Problem} `invalid_api_key`. */
  readonly authenticate: (presented: string | undefined) => Promise<Caller>;
  readonly contextFor: (caller: Caller, requestId: string) => Context;
}

/** Authenticates the caller by the `api-key` header. Specification: Authentication. */
export function requireKey({ authenticate, contextFor }: KeyAuthentication): RequestHandler {
  return async (req, res, next) => {
    const presented = req.headers['api-key'];
    const caller = await authenticate(typeof presented === 'string' ? presented : undefined);
    res.locals.ctx = contextFor(caller, requestIdOf(res));
    next();
  };
}

/** Admits only callers with one of these kinds of key. Must follow {@link requireKey}. */
export function keyOfKind(kinds: readonly KeyKind[]): RequestHandler {
  return (_req, res, next) => {
    requireKind(contextOf(res).caller, kinds);
    next();
  };
}

/** The context of the request that a response belongs to. */
export function contextOf(res: Response): Context {
  const ctx = res.locals.ctx as Context | undefined;
  if (!ctx) throw new Error('The request has not been authenticated.');
  return ctx;
}
