import { brandOfCard, displayOfSavedCard } from '../cards/card.ts';
import { BusinessProfile } from '../entities/business-profile.ts';
import { Payment } from '../entities/payment.ts';
import type { PaymentMethod } from '../entities/payment-method.ts';
import type { Context } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { type Row, readOne } from '../reads/index.ts';
import { routedPaymentColumns } from '../routing/routed-columns.ts';
import { withoutRuleSurcharge } from '../rules/surcharge-amounts.ts';
import { type PaidWith, shownTotal, surchargeQuoter, withoutMethod } from './quote-surcharge.ts';

type TypeLimits = Pick<Payment, 'allowed_payment_method_types'>;

/** Whether a payment may be paid with a type of payment method. Without a list all types are allowed. */
export function allowsType(
  { allowed_payment_method_types: allowed }: TypeLimits,
  type: string | null,
): boolean {
  return allowed.length === 0 || (type !== null && allowed.includes(type));
}

/**
 * Checks that a payment's method is of an allowed type.
 *
 * @throws {Problem} `invalid_parameter`, or `missing_parameter` if the method's type is not given.
 */
export function requireAllowedType(payment: TypeLimits & Pick<Payment, 'payment_method_type'>): void {
  const { payment_method_type: type } = payment;
  if (allowsType(payment, type ?? null)) return;
  const rule = "must be one of the payment's allowed_payment_method_types";
  const [code, message] = type
    ? (['invalid_parameter', `payment_method_type ${rule}.`] as const)
    : (['missing_parameter', `payment_method_type is required, and ${rule}.`] as const);
  throw new Problem(code, message, { param: 'payment_method_type' });
}

/** What a payment limits of its customer's methods, and its total with each. */
interface QuotingLimits extends TypeLimits {
  /** Saved methods with the total and surcharge of the payment, without those whose total would exceed the largest amount. */
  readonly quoted: (methods: readonly Row[]) => Promise<readonly Row[]>;
}

/** The facts of a payment for the rules of a surcharge. */
const columns = [
  ...routedPaymentColumns,
  'merchant_id',
  'profile_id',
  'allowed_payment_method_types',
  'amount',
] as const;

/** A payment with a saved method, as its confirmation would have it. */
function paidWithRow(
  payment: Payment,
  { card, payment_method, payment_method_id, payment_method_type: type }: PaymentMethod,
): PaidWith {
  const shown = card ? displayOfSavedCard(card) : null;
  const paid: Payment = {
    ...withoutMethod(payment),
    ...{ payment_method, payment_method_id, payment_method_type: type ?? null },
    payment_method_data: shown && { card: { ...shown }, billing: null },
    fingerprint: card?.card_fingerprint ?? null,
  };
  return { paid, network: shown && brandOfCard(shown) };
}

/**
 * The method types that a payment allows its customer, and its surcharges. Two statements, or one more if the rules look
 * something up.
 *
 * @throws {Problem} `resource_not_found` unless the payment belongs to the customer.
 */
export async function typeLimitsOf(
  ctx: Context,
  paymentId: string,
  customerId: string,
): Promise<QuotingLimits> {
  const found = await readOne(ctx, Payment, paymentId, columns);
  if (found?.customer_id !== customerId) throw notFound('payment', 'payment_id');
  const payment = withoutRuleSurcharge(found as unknown as Payment);
  const profile = await readOne(ctx, BusinessProfile, payment.profile_id!, ['merchant_id', 'active_rules']);
  const { known } = await surchargeQuoter(ctx, profile as BusinessProfile | null, payment);
  const quoted = async (rows: readonly Row[]): Promise<readonly Row[]> => {
    const totals = await known(rows.map((row) => paidWithRow(payment, row as unknown as PaymentMethod)));
    return rows.flatMap((row, i) => {
      const total = totals[i];
      return total ? [{ ...row, ...shownTotal(total) }] : [];
    });
  };
  return { allowed_payment_method_types: payment.allowed_payment_method_types, quoted };
}
