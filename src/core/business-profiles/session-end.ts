import type { WritingContext } from '../foundation/context.ts';
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
