import type { Context } from '../foundation/context.ts';
import { paymentTokenHash } from './payment-tokens.ts';

/** The saved method that a token stands for; null for one that is unknown or no longer good. */
export async function redeemPaymentToken(
  ctx: Context,
  merchantId: string,
  token: string,
): Promise<string | null> {
  const text = `select payment_method_id from payment_tokens
                where merchant_id = $1 and token = $2 and expires_at > $3::timestamptz`;
  const values = [merchantId, paymentTokenHash(token), ctx.now().toISOString()];
  const [row] = await ctx.rows.query({ text, values }, merchantId);
  return row ? (row.payment_method_id as string) : null;
}
