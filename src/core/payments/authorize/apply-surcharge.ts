import type { Payment } from '../../entities/payment.ts';
import { keepDecision } from '../../rules/compiled-rules.ts';
import type { SurchargeAction } from '../../rules/surcharge-action.ts';
import { hasRuleSurcharge, surchargeAmounts } from '../../rules/surcharge-amounts.ts';
import { netAmount } from '../prepare-payment.ts';

/**
 * Adds the surcharge of a rule to a locked payment at its confirmation. The payment has none: its preparation removed that
 * of an earlier confirmation, and rules do not decide about a payment with the merchant's own.
 *
 * @throws {Problem} `invalid_parameter` if the total exceeds the largest amount.
 */
export function applySurcharge(payment: Payment, action: SurchargeAction | null): void {
  if (!action?.surcharge) return;
  payment.surcharge_details = surchargeAmounts(action.surcharge, payment.net_amount);
  payment.net_amount = netAmount(payment);
}

/** Removes the surcharge of a rule from a payment, with its decision. The merchant's own stays. */
export function removeRuleSurcharge(payment: Payment): void {
  if (!hasRuleSurcharge(payment)) return;
  payment.surcharge_details = null;
  keepDecision(payment, 'surcharge', null);
}
