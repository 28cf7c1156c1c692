import type { WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { profileOf } from './choose-profile.ts';

/** The end of a session that begins now. A null length means the profile's. */
export async function sessionEnd(
  ctx: WritingContext,
  order: { readonly merchant_id: string; readonly profile_id?: string | null },
  lengthS: number | null,
): Promise<Date> {
  return secondsFromNow(ctx, lengthS ?? (await profileOf(ctx, order)).session_expiry);
}

export function secondsFromNow(ctx: WritingContext, seconds: number): Date {
  return new Date(ctx.ports.now().getTime() + seconds * 1000);
}

/**
 * Checks that a payment or payout has not expired. It expires at its moment: the job that records that may not have come to
 * it yet.
 *
 * @param toBe Such as `confirmed`.
 * @throws {Problem} `unexpected_state`.
 */
export function requireUnexpired(
  ctx: WritingContext,
  noun: 'payment' | 'payout',
  { expires_on: expiresOn }: { readonly expires_on: Date },
  toBe: string,
): void {
  if (expiresOn > ctx.ports.now()) return;
  throw new Problem(
    'unexpected_state',
    `The ${noun} expired at expires_on and can no longer be ${toBe}. Create another one.`,
  );
}
