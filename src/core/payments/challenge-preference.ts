import type { BusinessProfile } from '../entities/business-profile.ts';
import type { Payment } from '../entities/payment.ts';

/**
 * Whether 3-D Secure, where it is run for a payment by card, shall challenge the customer in any case: as the payment says, or
 * else its profile. Records on the locked payment that the connector was asked to.
 */
export function requestsChallenge(payment: Payment, profile: BusinessProfile): boolean {
  const isAsked = payment.force_3ds_challenge ?? profile.force_3ds_challenge;
  const isForced = isAsked && payment.payment_method === 'card';
  if (isForced) payment.force_3ds_challenge_trigger = true;
  return isForced;
}
