import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { Payment } from '../entities/payment.ts';
import type { WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { requireCompleteConsent, requireRenewable } from '../mandates/consent.ts';
import { allowsType } from '../payment-methods/allowed-types.ts';
import { type Quoter, surchargeQuoter, withoutMethod } from '../payment-methods/quote-surcharge.ts';
import { needsAuthentication } from '../payments/authorize/confirm-payment.ts';
import { brandOf, isSavable } from '../payments/method/method-data.ts';
import {
  merchantOf,
  type PaymentRouting,
  paymentRouting,
  takingAccounts,
} from '../routing/choose-accounts.ts';

/** The problem that a check throws; null if it passes. Any other error is thrown. */
export async function refusalOf(check: () => unknown): Promise<Problem | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** The customer's acceptance, given with the confirmation, for a payment that lacks one. */
const GIVEN = { acceptance_type: 'online' };

/** A payment in the state of a confirmation with a method, including the customer's consent if needed. */
export function paidWith(payment: Payment, method: Partial<Payment>): Payment {
  const paid: Payment = { ...withoutMethod(payment), mandate_id: null, ...method };
  if (paid.setup_future_usage !== 'off_session') return paid;
  const acceptance = paid.mandate_data?.customer_acceptance ?? GIVEN;
  return { ...paid, mandate_data: { ...paid.mandate_data, customer_acceptance: acceptance } };
}

/** The payment methods of a payment's profile. */
export interface Payable {
  readonly routing: PaymentRouting;
  /**
   * The accounts that would be tried for the payment, by the checks of a confirmation; empty if it would be refused.
   *
   * @param network The assumed network of a card that has not been entered yet.
   */
  takers(paid: Payment, network?: string | null): Promise<readonly ConnectorAccount[]>;
  /** The totals of the payment by method. */
  readonly quotes: Quoter;
}

/** Null if no method can be used because the merchant is suspended, or its algorithm or the mandate is invalid. */
export async function payableOf(tx: WritingContext, payment: Payment): Promise<Payable | null> {
  if ((await merchantOf(tx, payment.merchant_id))?.suspended_at) return null;
  if (await refusalOf(() => requireRenewable(tx, payment))) return null;
  let routing!: PaymentRouting;
  const isUnroutable = await refusalOf(async () => {
    routing = await paymentRouting(tx, payment);
  });
  if (isUnroutable) return null;
  const isRefused = async (paid: Payment) =>
    !allowsType(paid, paid.payment_method_type ?? null) ||
    !isSavable(paid) ||
    (await refusalOf(() => {
      requireCompleteConsent(paid, null);
      if (routing.profile) needsAuthentication(paid, routing.profile);
    })) !== null;
  return {
    routing,
    quotes: await surchargeQuoter(tx, routing.profile, payment),
    takers: async (paid, network) =>
      (await isRefused(paid))
        ? []
        : takingAccounts(tx, routing, paid, network === undefined ? brandOf(paid) : network),
  };
}
