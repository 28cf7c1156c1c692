import type Stripe from 'stripe';
import type { Money } from '../../core/foundation/ports/connector-requests.ts';
import { RefusedRequestError } from '../exchange.ts';
import { stripeAmounts } from './amounts.ts';

type Split = Readonly<Record<string, unknown>> | null;

/**
 * How a marketplace splits a payment: a destination charge, which belongs to the account and is transferred on, less
 * the fee.
 *
 * @throws {RefusedRequestError} for direct charges: they, and everything that follows them, belong to another account.
 */
export function splitParams(
  { currency }: Money,
  split: Split,
): Pick<Stripe.PaymentIntentCreateParams, 'transfer_data' | 'application_fee_amount'> {
  if (split === null) return {};
  const { application_fees: fee, charge_type: type, transfer_account_id: destination } = split;
  const kind = typeof type === 'object' && type !== null ? (type as Record<string, unknown>).stripe : type;
  if (kind !== 'destination' || typeof destination !== 'string') {
    throw new RefusedRequestError(
      'split_not_supported',
      'Payments at Stripe are split as destination charges: charge_type.stripe must be destination, with a transfer_account_id.',
    );
  }
  return {
    transfer_data: { destination },
    ...(typeof fee === 'number'
      ? { application_fee_amount: stripeAmounts.toVendor({ amount: fee, currency }) }
      : {}),
  };
}

/** The part of a split that a refund reverses. */
export function splitRefundParams(
  split: Split,
): Pick<Stripe.RefundCreateParams, 'reverse_transfer' | 'refund_application_fee'> {
  return {
    ...(split?.revert_transfer === true ? { reverse_transfer: true } : {}),
    ...(split?.revert_platform_fee === true ? { refund_application_fee: true } : {}),
  };
}
