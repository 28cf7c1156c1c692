import type { RequestHandler, Response } from 'express';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimitSettings } from '../../config/limit-defaults.ts';
import type { Caller } from '../../core/foundation/context.ts';
import { Problem } from '../../core/foundation/errors.ts';
import { networkOf } from '../requests/client-address.ts';

/** The limits per key. */
export type RateLimitKind = 'reads' | 'writes' | 'money' | 'graphql';

/** Length of the windows, in seconds. */
const WINDOW_S = 60;

const nouns: Readonly<Record<RateLimitKind, string>> = Object.freeze({
  reads: 'reads',
  writes: 'writes',
  money: 'requests that may call a connector',
  graphql: 'GraphQL cost points',
});

/** The rest of a key's limit. */
export interface Allowance {
  readonly kind: RateLimitKind;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until there are {@link limit} again. */
  readonly resetS: number;
}

/** Who a request counts for, with the address it comes from in case a page may hold its key. */
export interface Requester {
  readonly caller: Caller;
  readonly address: string;
}

/**
 * Counts requests per key and kind in windows of a minute, in memory: an accepted request costs no statement, and more
 * processes allow proportionally more. A window starts with its first request.
 */
export class RateLimits {
  readonly #limiters: ReadonlyMap<RateLimitKind, RateLimiterMemory>;
  readonly #refusals: Record<RateLimitKind, number> = { reads: 0, writes: 0, money: 0, graphql: 0 };

  constructor(settings: RateLimitSettings) {
    const kinds = (Object.keys(nouns) as RateLimitKind[]).filter((kind) => settings[kind] > 0);
    this.#limiters = new Map(
      kinds.map((kind) => [kind, new RateLimiterMemory({ points: settings[kind], duration: WINDOW_S })]),
    );
  }

  /** Refused requests per limit. */
  get refusals(): Readonly<Record<RateLimitKind, number>> {
    return { ...this.#refusals };
  }

  /**
   * Counts a request. A refused one consumes nothing: a cheaper one may still pass. A GraphQL operation that costs more
   * than the limit needs all of it.
   *
   * @returns The remaining quota; null if the limit is off.
   * @throws {RateLimited} if not enough remains.
   */
  async spend(kind: RateLimitKind, requester: Requester, points = 1): Promise<Allowance | null> {
    const limiter = this.#limiters.get(kind);
    if (!limiter) return null;
    const subject = subjectOf(requester);
    const taken = kind === 'graphql' ? Math.min(points, limiter.points) : points;
    try {
      return allowance(kind, limiter, await limiter.consume(subject, taken));
    } catch (error) {
      if (error instanceof Error) throw error;
      this.#refusals[kind] += 1;
      throw new RateLimited(allowance(kind, limiter, await limiter.reward(subject, taken)));
    }
  }
}

/** The problem of a key that has used up a limit. */
export class RateLimited extends Problem {
  readonly allowance: Allowance;

  constructor(allowance: Allowance) {
    const { kind, limit, resetS } = allowance;
    const message = `This key may make ${limit} ${nouns[kind]} per minute. Try again in ${resetS} seconds.`;
    super('rate_limited', message, { retryAfterS: resetS });
    this.allowance = allowance;
  }
}

const allowance = (
  kind: RateLimitKind,
  { points }: RateLimiterMemory,
  { msBeforeNext, remainingPoints }: RateLimiterRes,
): Allowance => ({
  kind,
  limit: points,
  remaining: remainingPoints,
  resetS: Math.max(1, Math.ceil(msBeforeNext / 1000)),
});

/**
 * The subject that a caller's requests count against: its key, or the person. A publishable key is in everybody's
 * hands, so it is counted per address: one visitor of a shop cannot keep the others from paying.
 */
function subjectOf({ address, caller }: Requester): string {
  if (caller.kind === 'admin_key') return `${caller.kind} ${caller.holder?.id ?? ''}`;
  if (caller.kind === 'person') return `${caller.kind} ${caller.personId}`;
  if (caller.kind === 'api_key') return `${caller.merchantId} ${caller.keyId}`;
  return `${caller.kind} ${caller.merchantId} ${networkOf(address)}`;
}

/** The response headers that report a client's limits (draft-ietf-httpapi-ratelimit-headers). */
export const RATE_LIMIT_HEADERS = ['RateLimit', 'RateLimit-Policy'] as const;

/** Counts the request of a response, and reports the remaining quota in its headers. */
export type Spend = (kind: RateLimitKind, points?: number) => Promise<Allowance | null>;

/** The {@link Spend} of one response, which may count against more than one limit. */
export function spendFor(res: Response, limits: RateLimits, requester: Requester): Spend {
  const allowances = new Map<RateLimitKind, Allowance>();
  const report = (allowance: Allowance) => {
    allowances.set(allowance.kind, allowance);
    setRateLimitHeaders(res, [...allowances.values()]);
  };
  return async (kind, points) => {
    try {
      const left = await limits.spend(kind, requester, points);
      if (left) report(left);
      return left;
    } catch (error) {
      if (error instanceof RateLimited) report(error.allowance);
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

/** The {@link Spend} that `requireKey` created for a response. */
export const spendOf = (res: Response): Spend => res.locals.spend as Spend;
