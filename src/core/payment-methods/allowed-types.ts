import { Payment } from '../entities/payment.ts';
import type { Context } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { readOne } from '../reads/index.ts';

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

/**
 * The method types that a payment allows its customer, and the surcharge on it.
 *
 * @throws {Problem} `resource_not_found` unless the payment belongs to the customer.
 */
export async function typeLimitsOf(
  ctx: Context,
  paymentId: string,
  customerId: string,
): Promise<TypeLimits & Pick<Payment, 'surcharge_details'>> {
  const columns = ['customer_id', 'allowed_payment_method_types', 'surcharge_details'] as const;
  const payment = await readOne(ctx, Payment, paymentId, columns);
  if (payment?.customer_id !== customerId) throw notFound('payment', 'payment_id');
  return payment;
}
