import { createHash } from 'node:crypto';
import type { Context } from '../foundation/context.ts';
import { randomBase62 } from '../foundation/ids.ts';
import { StatementBuilder } from '../reads/statement.ts';

const TOKEN_CHARACTERS = 32;
/** How long a token is good where the merchant has no profile that says, in seconds. */
const LIFETIME_DEFAULT_S = 900;

/** What is kept of a token in place of it: it pays, so a copy of the table must not. */
export const paymentTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Makes a token for each of a merchant's payment methods, in their order: one statement for all of them.
 *
 * They are good for the `intent_fulfillment_time` of the merchant's default profile; with several profiles
 * and no default one, the shortest of theirs, so that none of the profiles accepts a token for too long.
 */
export async function issuePaymentTokens(
  ctx: Context,
  merchantId: string,
  paymentMethodIds: readonly string[],
): Promise<string[]> {
  if (paymentMethodIds.length === 0) return [];
  const tokens = paymentMethodIds.map(() => `token_${randomBase62(TOKEN_CHARACTERS, ctx.randomBytes)}`);
  const builder = new StatementBuilder();
  const merchant = builder.parameter(merchantId, 'text');
  const hashes = builder.parameter(tokens.map(paymentTokenHash), 'text[]');
  const methods = builder.parameter([...paymentMethodIds], 'text[]');
  const moment = builder.parameter(ctx.now().toISOString(), 'timestamptz');
  const statement = builder.build(`
    insert into payment_tokens (merchant_id, token, payment_method_id, expires_at)
    select ${merchant}, t.token, t.payment_method_id, ${moment} + make_interval(secs => l.seconds)
    from unnest(${hashes}, ${methods}) as t(token, payment_method_id),
      (select coalesce(
          max(p.intent_fulfillment_time) filter (where p.profile_id = m.default_profile),
          min(p.intent_fulfillment_time),
          ${LIFETIME_DEFAULT_S}) as seconds
        from merchant_accounts m left join business_profiles p on p.merchant_id = m.merchant_id
        where m.merchant_id = ${merchant}) l`);
  await ctx.rows.query(statement, merchantId);
  return tokens;
}
