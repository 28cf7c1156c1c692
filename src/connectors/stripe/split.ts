import type Stripe from 'stripe';
import type { Money } from '../../core/foundation/ports/connector-requests.ts';
import { RefusedRequestError } from '../exchange.ts';
import { stripeAmounts } from './amounts.ts';

type Instructions = Readonly<Record<string, unknown>>;
type Split = Instructions | null;

/** The kind of charge that a split asks for. */
const chargeType = ({ charge_type: type }: Instructions): unknown =>
  typeof type === 'object' && type !== null ? (type as Instructions).stripe : type;

/**
 * Why a payment cannot be split so; null for a destination charge, which belongs to the account and is transferred on, less
 * the fee. Direct charges, and everything that follows them, belong to another account.
 */
export function splitReason(split: Instructions): string | null {
  if (chargeType(split) !== 'destination')
    return 'its connector splits payments only by charge_type destination';
  const { application_fees: fee, transfer_account_id: account } = split;
  if (typeof account !== 'string' || account === '')
    return 'its connector splits payments to a transfer_account_id';
  const isFee = fee === undefined || fee === null || (Number.isSafeInteger(fee) && (fee as number) >= 0);
  return isFee ? null : 'its connector takes application_fees as a whole number';
}

/**
 * How a marketplace splits a payment in Stripe's terms.
 *
 * @throws {RefusedRequestError} by {@link splitReason}, which routing asks before.
 */
export function splitParams(
  { currency }: Money,
  split: Split,
): Pick<Stripe.PaymentIntentCreateParams, 'transfer_data' | 'application_fee_amount'> {
  if (split === null) return {};
  const reason = splitReason(split);
  if (reason) throw new RefusedRequestError('split_not_supported', `Not sent: ${reason}.`);
  const { application_fees: fee, transfer_account_id: destination } = split;
  return {
    transfer_data: { destination: String(destination) },
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
