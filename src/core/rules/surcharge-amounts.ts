import type { BusinessProfile } from '../entities/business-profile.ts';
import type { Payment } from '../entities/payment.ts';
import type { SurchargeDetails } from '../entities/values/payment-parts.ts';
import type { RuleSurcharge, SurchargeAction } from './surcharge-action.ts';

/** All of an amount, in basis points. */
const WHOLE = 10_000n;

/** A share of an amount, rounded half up to minor units. Exact for every amount: the product may exceed safe integers. */
export function shareOf(amount: number, numerator: number, denominator: bigint): number {
  return Number((2n * BigInt(amount) * BigInt(numerator) + denominator) / (2n * denominator));
}

/** The amounts of a surcharge, in minor units. */
export type SurchargeAmounts = { readonly [K in keyof SurchargeDetails]-?: number };

/**
 * The surcharge of a rule and the tax on it.
 *
 * @param amount The total without a surcharge, in minor units. Nothing is added to a payment of nothing.
 */
export function surchargeAmounts(
  { max, tax_rate, type, value }: RuleSurcharge,
  amount: number,
): SurchargeAmounts {
  if (amount === 0) return { surcharge_amount: 0, tax_amount: 0 };
  const full = type === 'rate' ? shareOf(amount, value, WHOLE) : value;
  const surcharge_amount = Math.min(full, max ?? full);
  return { surcharge_amount, tax_amount: shareOf(surcharge_amount, tax_rate ?? 0, WHOLE) };
}

/** The fields of a payment that tell its surcharge. */
export type Surcharged = Pick<Payment, 'decisions' | 'net_amount' | 'surcharge_details'>;

/** Whether the surcharge of a payment was set by a rule. Rules decide nothing about the merchant's own. */
export const hasRuleSurcharge = ({ decisions, surcharge_details: details }: Surcharged): boolean =>
  Boolean(details) &&
  decisions.some(
    ({ action, decision }) =>
      decision === 'surcharge' && Boolean((action as SurchargeAction | null)?.surcharge),
  );

/** Whether rules decide the surcharge of a payment at its next confirmation, so that its total is not known before. */
export const isSurchargeDecided = (
  { active_rules: rules }: Pick<BusinessProfile, 'active_rules'>,
  payment: Surcharged,
): boolean => Boolean(rules?.surcharge) && (!payment.surcharge_details || hasRuleSurcharge(payment));

/** A payment as its next confirmation prepares it: without the surcharge that a rule set at an earlier one. */
export function withoutRuleSurcharge<Of extends Surcharged>(payment: Of): Of {
  if (!hasRuleSurcharge(payment)) return payment;
  const { surcharge_amount: surcharge, tax_amount: tax } = payment.surcharge_details!;
  const net_amount = payment.net_amount - (surcharge ?? 0) - (tax ?? 0);
  return { ...payment, net_amount, surcharge_details: null };
}
