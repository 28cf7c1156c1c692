import type { RequestHandler, Response } from 'express';
import {
  type Allowance,
  RateLimited,
  type RateLimitKind,
  type RateLimits,
  type Requester,
  WINDOW_S,
} from './load/rate-limits.ts';

/** The response headers that tell a client its limits (draft-ietf-httpapi-ratelimit-headers). */
export const RATE_LIMIT_HEADERS = ['RateLimit', 'RateLimit-Policy'] as const;

/** Counts what the request of a response does, and tells in its headers what is left. */
export type Spend = (kind: RateLimitKind, points?: number) => Promise<Allowance | null>;

/** The {@link Spend} of one response, which may count by several limits. */
export function spendFor(res: Response, limits: RateLimits, requester: Requester): Spend {
  const told: Allowance[] = [];
  const tell = (allowance: Allowance) => {
    const known = told.findIndex(({ kind }) => kind === allowance.kind);
    if (known >= 0) told[known] = allowance;
    else told.push(allowance);
    setRateLimitHeaders(res, told);
  };
  return async (kind, points) => {
    try {
      const left = await limits.spend(kind, requester, points);
      if (left) tell(left);
      return left;
    } catch (error) {
      if (error instanceof RateLimited) tell(error.allowance);
      throw error;
    }
  };
}

function setRateLimitHeaders(res: Response, allowances: readonly Allowance[]): void {
  const policies = allowances.map(({ kind, limit }) => `"${kind}";q=${limit};w=${WINDOW_S}`);
  const left = allowances.map(({ kind, remaining, resetS }) => `"${kind}";r=${remaining};t=${resetS}`);
  res.setHeader('RateLimit-Policy', policies.join(', '));
  res.setHeader('RateLimit', left.join(', '));
}

/** Counts a request by a limit. Must follow `requireKey`. */
export function rateLimited(kind: RateLimitKind): RequestHandler {
  return async (_req, res, next) => {
    await spendOf(res)(kind);
    next();
  };
}

/** The {@link Spend} that `requireKey` made for a response. */
export const spendOf = (res: Response): Spend => res.locals.spend as Spend;
