import { createHash } from 'node:crypto';
import type { Context, WritingContext } from '../foundation/context.ts';
import { randomBase62 } from '../foundation/ids.ts';
import { StatementBuilder } from '../reads/statement.ts';

const TOKEN_LENGTH = 32;
/** Trailing characters of a token shown after its use. */
const SHOWN_LENGTH = 4;
/** Lifetime of a token if the merchant has no profile, in seconds. */
const DEFAULT_LIFETIME_S = 900;

/** Stored in place of the token, so that a copy of the table cannot be used to pay. */
export const paymentTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Issues a token for each payment method, in order, in one statement.
 *
 * Tokens expire after the `intent_fulfillment_time` of the merchant's default profile. Without a default, the
 * shortest of all profiles applies, so that no profile accepts a token for too long.
 */
export async function issuePaymentTokens(
  ctx: Context,
  merchantId: string,
  paymentMethodIds: readonly string[],
): Promise<string[]> {
  if (paymentMethodIds.length === 0) return [];
  const tokens = paymentMethodIds.map(() => `token_${randomBase62(TOKEN_LENGTH, ctx.ports.randomBytes)}`);
  const builder = new StatementBuilder();
  const merchant = builder.parameter(merchantId, 'text');
  const hashes = builder.parameter(tokens.map(paymentTokenHash), 'text[]');
  const methods = builder.parameter([...paymentMethodIds], 'text[]');
  const moment = builder.parameter(ctx.ports.now().toISOString(), 'timestamptz');
  builder.reads('merchant_accounts', 'business_profiles');
  const statement = builder.build(
    `
    insert into payment_tokens (merchant_id, token, payment_method_id, expires_at)
    select ${merchant}, t.token, t.payment_method_id, ${moment} + make_interval(secs => l.seconds)
    from unnest(${hashes}, ${methods}) as t(token, payment_method_id),
      (select coalesce(
          max(p.intent_fulfillment_time) filter (where p.profile_id = m.default_profile),
          min(p.intent_fulfillment_time),
          ${DEFAULT_LIFETIME_S}) as seconds
        from merchant_accounts m left join business_profiles p on p.merchant_id = m.merchant_id
        where m.merchant_id = ${merchant}) l
    returning 1`,
    ['payment_tokens'],
  );
  await ctx.rows.query(statement, merchantId);
  return tokens;
}

/** A used token for display: enough to recognize it, too little to pay. */
export function maskedPaymentToken(token: string): string {
  return `token_${'*'.repeat(TOKEN_LENGTH - SHOWN_LENGTH)}${token.slice(-SHOWN_LENGTH)}`;
}

/**
 * Resolves a token to its payment method, and reserves it for the payment or payout that uses it. Null if it is unknown,
 * expired or reserved for another object.
 *
 * @param user The payment or payout, such as `payment/pay_1`.
 */
export async function redeemPaymentToken(
  ctx: WritingContext,
  merchantId: string,
  token: string,
  user: string,
): Promise<string | null> {
  const text = `update payment_tokens set used_by = $4
                where merchant_id = $1 and token = $2 and expires_at > $3::timestamptz
                  and (used_by is null or used_by = $4)
                returning payment_method_id`;
  const values = [merchantId, paymentTokenHash(token), ctx.ports.now().toISOString(), user];
  const [row] = await ctx.rows.query<{ payment_method_id: string }>(
    { text, values, touches: { writes: ['payment_tokens'] } },
    merchantId,
  );
  return row?.payment_method_id ?? null;
}
