import { createHmac } from 'node:crypto';
import { BusinessProfile } from '../../entities/business-profile.ts';
import { MerchantAccount } from '../../entities/merchant-account.ts';
import { Payment } from '../../entities/payment.ts';
import type { Context } from '../../foundation/context.ts';
import { notFound } from '../../foundation/errors.ts';
import { type RowOf, readOne } from '../../reads/index.ts';

/** The redirect that takes a customer's browser back to the merchant. */
export interface ReturnToMerchant {
  /** The merchant's page; null if none is configured. */
  readonly url: string | null;
  readonly method: 'get' | 'post';
  /** Query or form parameters, in order; signed if the merchant enabled it. None is secret. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The payment's hosted page, which goes on to the merchant itself; null if it has none. */
  readonly hostedPage: string | null;
  /** Whether the merchant's page opens redirects in a frame, which it may close once they end. */
  readonly isFramed: boolean;
}

const settings = [
  'return_url',
  'enable_payment_response_hash',
  'payment_response_hash_key',
  'redirect_to_merchant_with_http_post',
] as const;
const unset: Partial<RowOf<MerchantAccount, (typeof settings)[number]>> = {};

const columns = [
  'payment_id',
  'status',
  'amount',
  'currency',
  'manual_retry_allowed',
  'return_url',
  'profile_id',
  'payment_link',
  'is_iframe_redirection_enabled',
] as const;

/**
 * Builds the redirect to the merchant. The return URL is the payment's own, else its profile's, else its merchant
 * account's. A switch counts as on if either the profile or the merchant account has it on.
 *
 * @throws {Problem} `resource_not_found`.
 */
export async function returnToMerchant(ctx: Context, paymentId: string): Promise<ReturnToMerchant> {
  const payment = await readOne(ctx, Payment, paymentId, columns);
  if (!payment) throw notFound('payment');
  const merchant = (await readOne(ctx, MerchantAccount, payment.merchant_id, settings)) ?? unset;
  const { profile_id: profileId } = payment;
  const profile = (profileId ? await readOne(ctx, BusinessProfile, profileId, settings) : null) ?? unset;
  const isOn = (name: (typeof settings)[number]) => profile[name] === true || merchant[name] === true;
  const parameters = parametersOf(payment);
  const key = profile.payment_response_hash_key ?? merchant.payment_response_hash_key;
  const signs = isOn('enable_payment_response_hash') && typeof key === 'string';
  return {
    url: payment.return_url ?? profile.return_url ?? merchant.return_url ?? null,
    method: isOn('redirect_to_merchant_with_http_post') ? 'post' : 'get',
    hostedPage: payment.payment_link?.link ?? null,
    isFramed: payment.is_iframe_redirection_enabled === true,
    parameters: signs ? { ...parameters, ...returnSignature(parameters, key) } : parameters,
  };
}

function parametersOf(payment: RowOf<Payment, (typeof columns)[number]>): Record<string, string> {
  const { amount, currency, manual_retry_allowed: retry, payment_id, status } = payment;
  return {
    payment_id,
    status,
    amount: String(amount),
    currency,
    ...(typeof retry === 'boolean' ? { manual_retry_allowed: String(retry) } : {}),
  };
}

/**
 * Signs the parameters: the hex HMAC-SHA512, under the merchant's key, of the `key=value` pairs sorted by key and
 * joined by `&`.
 *
 * @example
 * ```ts
 * returnSignature({ status: 'succeeded', payment_id: 'pay_1' }, 'secret');
 * // the HMAC of `payment_id=pay_1&status=succeeded`
 * ```
 */
export function returnSignature(
  parameters: Readonly<Record<string, string>>,
  key: string,
): Record<string, string> {
  const pairs = Object.keys(parameters)
    .sort()
    .map((name) => `${name}=${parameters[name]}`);
  const signature = createHmac('sha512', key).update(pairs.join('&')).digest('hex');
  return { signature, signature_algorithm: 'HMAC-SHA512' };
}
