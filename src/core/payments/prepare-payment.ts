import { cardToUse } from '../cards/card-to-use.ts';
import { attachCustomer } from '../customers/attach-customer.ts';
import type { Payment } from '../entities/payment.ts';
import type { CardDetails } from '../foundation/connector.ts';
import type { WritingContext } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { applyChanges } from '../writes/apply-changes.ts';
import { type Cause, changeStatus } from '../writes/change-status.ts';
import { attachPaymentMethod, hasMethod } from './attach-payment-method.ts';
import { netAmount } from './net-amount.ts';
import type { PaymentUpdate } from './payment-inputs.ts';

/**
 * Brings a locked or new payment to what a caller asks for: fields, customer, method and, from these, net amount
 * and status. Creating, updating and confirming share it. The context is within the payment's merchant.
 *
 * @throws {Problem} `invalid_parameter`, `parameters_exclusive`, and `resource_not_found` for a customer or
 * saved method that there is not.
 */
export async function preparePayment(
  ctx: WritingContext,
  payment: Payment,
  given: PaymentUpdate,
  cause: Extract<Cause, 'create' | 'update' | 'confirm'>,
): Promise<void> {
  const {
    confirm: _confirm,
    customer,
    customer_id,
    payment_method,
    payment_method_data,
    payment_method_id,
    payment_token,
    request_incremental_authorization: incremental,
    session_expiry: expiryS,
    ...plain
  } = given;
  applyChanges(ctx, payment, plain);
  if (incremental !== undefined) payment.request_incremental_authorization = incremental?.toString() ?? null;
  if (expiryS !== undefined) payment.expires_on = expiryS === null ? null : secondsFromNow(ctx, expiryS);

  const before = { customer: payment.customer_id, method: payment.payment_method_id };
  await attachCustomer(ctx, payment, { customer, customer_id }, ['email', 'name', 'phone']);
  const choice = [payment_method, payment_method_data, payment_method_id, payment_token];
  if (choice.some((value) => value !== undefined)) {
    await attachPaymentMethod(ctx, payment, given);
    settleStatus(ctx, payment, cause);
  }
  const keepsMethod = payment.payment_method_id && !payment_method_id && !payment_token;
  if (keepsMethod && payment.customer_id !== before.customer) {
    throw invalidParameter(
      customer_id === undefined ? 'customer' : 'customer_id',
      'The payment has a saved method of its customer. Give another method with another customer, or null.',
    );
  }
  payment.net_amount = netAmount(payment);
}

/** The moment some seconds from now. */
export function secondsFromNow(ctx: WritingContext, seconds: number): Date {
  return new Date(ctx.now().getTime() + seconds * 1000);
}

/** A payment that failed keeps its status: only confirming it again moves it on. */
function settleStatus(ctx: WritingContext, payment: Payment, cause: Cause): void {
  if (payment.status === 'failed') return;
  const status = hasMethod(payment) ? 'requires_confirmation' : 'requires_payment_method';
  // What is being made has no history yet; it begins with the status that it is made in.
  if (cause === 'create') payment.status = status;
  else changeStatus(ctx, payment, status, cause);
}

/**
 * The card that a payment is paid with, in the clear, for the time of a connector's call; null when it is paid
 * with none. Its verification code is not part of what is kept.
 */
export function cardOfPayment(ctx: WritingContext, payment: Payment): Promise<CardDetails | null> {
  const { payment_method_data: data, payment_method_id: savedMethodId } = payment;
  return cardToUse(ctx, payment, data?.card, savedMethodId, null);
}
