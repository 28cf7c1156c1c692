import { createHmac } from 'node:crypto';
import { BusinessProfile } from '../entities/business-profile.ts';
import { MerchantAccount } from '../entities/merchant-account.ts';
import { Payment } from '../entities/payment.ts';
import type { Context } from '../foundation/context.ts';
import { notFound } from '../foundation/errors.ts';
import { type Row, type RowOf, readOne } from '../reads/index.ts';

/** How a customer's browser gets back to the merchant, and what it tells there. */
export interface ReturnToMerchant {
  /** The merchant's page; null where the merchant has named none. */
  readonly url: string | null;
  readonly method: 'get' | 'post';
  /** What is told, in order; signed where the merchant wants that. Nothing of it is secret. */
  readonly parameters: Readonly<Record<string, string>>;
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
] as const;

/**
 * Where the customer of a payment goes, and what is told there: the payment's own return address, else its
 * profile's, else its merchant's. A switch that either the profile or the merchant has on is on.
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
  const told = toldOf(payment);
  const key = profile.payment_response_hash_key ?? merchant.payment_response_hash_key;
  const signed = isOn('enable_payment_response_hash') && typeof key === 'string';
  return {
    url: payment.return_url ?? profile.return_url ?? merchant.return_url ?? null,
    method: isOn('redirect_to_merchant_with_http_post') ? 'post' : 'get',
    parameters: signed ? { ...told, ...returnSignature(told, key) } : told,
  };
}

/** What a merchant is told. Anybody who holds the browser can read it, so no secret is among it. */
function toldOf(payment: Row): Record<string, string> {
  const { amount, currency, manual_retry_allowed: retry, payment_id: id, status } = payment;
  return {
    payment_id: String(id),
    status: String(status),
    amount: String(amount),
    currency: String(currency),
    ...(typeof retry === 'boolean' ? { manual_retry_allowed: String(retry) } : {}),
  };
}

/**
 * Proves that what is told comes from here: the hex HMAC-SHA512 of the `key=value` pairs, sorted by their keys
 * and joined by `&`, under the merchant's own key.
 *
 * @example
 * ```ts
 * signatureOf({ status: 'succeeded', payment_id: 'pay_1' }, 'secret');
 * // the HMAC of `payment_id=pay_1&status=succeeded`
 * ```
 */
export function returnSignature(told: Readonly<Record<string, string>>, key: string): Record<string, string> {
  const pairs = Object.keys(told)
    .sort()
    .map((name) => `${name}=${told[name]}`);
  const signature = createHmac('sha512', key).update(pairs.join('&')).digest('hex');
  return { signature, signature_algorithm: 'HMAC-SHA512' };
}
