import { sessionEnd } from '../business-profiles/session-end.ts';
import { attachCustomer } from '../customers/attach-customer.ts';
import type { Payment } from '../entities/payment.ts';
import type { WritingContext } from '../foundation/context.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import { methodOfNamedMandate } from '../mandates/named-mandate.ts';
import { AMOUNT_MAX, STATEMENT_MAX } from '../model/index.ts';
import { detailsGiven } from '../payment-methods/method-details.ts';
import { applyChanges, type Cause, changeStatus } from '../writes/apply-changes.ts';
import { attachPaymentMethod, hasMethod } from './attach-payment-method.ts';
import type { PaymentUpdate } from './payment-inputs.ts';

/**
 * Applies a request to a locked or new payment: its fields, customer and payment method, and from these its net
 * amount and status. Creating, updating and confirming share it. The context is scoped to the payment's merchant.
 *
 * @throws {Problem} `invalid_parameter`, `parameters_exclusive`, and `resource_not_found` if the customer or the
 * saved method does not exist.
 */
export async function preparePayment(
  ctx: WritingContext,
  payment: Payment,
  input: PaymentUpdate,
  cause: Extract<Cause, 'create' | 'update' | 'confirm'>,
): Promise<void> {
  const {
    confirm: _confirm,
    customer,
    customer_id,
    mandate_id: mandateId,
    payment_method,
    payment_method_data,
    payment_method_id,
    payment_token,
    session_expiry: expiryS,
    ...fields
  } = input;
  applyChanges(ctx, payment, fields);
  scheduleCapture(ctx, payment, input.capture_on);
  if (expiryS !== undefined) payment.expires_on = await sessionEnd(ctx, payment, expiryS);

  const customerBefore = payment.customer_id;
  await attachCustomer(ctx, payment, { customer, customer_id }, ['email', 'name', 'phone']);
  const methodParams = [payment_method, payment_method_data, payment_method_id, payment_token];
  if (mandateId) {
    await attachMandate(ctx, payment, mandateId, input);
    updateStatus(ctx, payment, cause);
  } else if (methodParams.some((value) => value !== undefined)) {
    await attachPaymentMethod(ctx, payment, input);
    updateStatus(ctx, payment, cause);
  }
  if (mandateId === null) payment.mandate_id = null;
  const keepsMethod = payment.payment_method_id && !payment_method_id && !payment_token && !mandateId;
  if (keepsMethod && payment.customer_id !== customerBefore) {
    throw invalidParameter(
      customer_id === undefined ? 'customer' : 'customer_id',
      'The saved payment method belongs to the current customer. To change the customer, also give another method or null.',
    );
  }
  requireStatementFits(payment);
  payment.net_amount = netAmount(payment);
}

/**
 * Schedules the capture that a request asks for.
 *
 * @throws {Problem} `invalid_parameter` for a time that is not in the future, or a payment that is captured anyway.
 */
function scheduleCapture(ctx: WritingContext, payment: Payment, asked: PaymentUpdate['capture_on']): void {
  if (asked !== undefined) payment.capture_due = payment.capture_on ?? null;
  if (!payment.capture_due) return;
  if (asked && payment.capture_due <= ctx.ports.now()) {
    throw invalidParameter('capture_on', 'capture_on must be in the future.');
  }
  if (payment.capture_method === 'manual' || payment.capture_method === 'manual_multiple') return;
  throw invalidParameter(
    'capture_on',
    'capture_on must be null or left out unless capture_method is manual or manual_multiple: others capture at once.',
  );
}

/** @throws {Problem} `invalid_parameter` if the descriptor, a space and its suffix do not fit a statement. */
function requireStatementFits(payment: Payment): void {
  const { statement_descriptor_name: name, statement_descriptor_suffix: suffix } = payment;
  if (!name || !suffix || name.length + 1 + suffix.length <= STATEMENT_MAX) return;
  throw invalidParameter(
    'statement_descriptor_suffix',
    `statement_descriptor_suffix must fit a statement together with statement_descriptor_name: at most ${STATEMENT_MAX} characters, with a space between them.`,
  );
}

/** Charges a payment under its customer's mandate: with the mandate's saved method, off session by default. */
async function attachMandate(
  ctx: WritingContext,
  payment: Payment,
  mandateId: string,
  input: PaymentUpdate,
): Promise<void> {
  const methodId = await methodOfNamedMandate(ctx, mandateId, payment.customer_id);
  const isOther = input.payment_method_id && input.payment_method_id !== methodId;
  const others = {
    payment_token: input.payment_token,
    payment_method_data: input.payment_method_data?.card ?? detailsGiven(input.payment_method_data),
    payment_method_id: isOther,
  };
  for (const [param, other] of Object.entries(others)) {
    if (!other) continue;
    throw new Problem('parameters_exclusive', `Give either mandate_id or ${param}, not both.`, { param });
  }
  await attachPaymentMethod(ctx, payment, { ...input, payment_method_id: methodId });
  payment.mandate_id = mandateId;
  payment.off_session ??= true;
}

/** A payment that failed, or waits for its customer, keeps its status until it is confirmed again. */
function updateStatus(ctx: WritingContext, payment: Payment, cause: Cause): void {
  if (payment.status === 'failed' || payment.status === 'requires_customer_action') return;
  const status = hasMethod(payment) ? 'requires_confirmation' : 'requires_payment_method';
  // A new payment's history begins with the status it is created in.
  if (cause === 'create') payment.status = status;
  else changeStatus(ctx, payment, status, cause);
}

/** The fields a net amount is computed from. */
export type NetAmountParts = Pick<
  Payment,
  'amount' | 'shipping_cost' | 'order_tax_amount' | 'surcharge_details'
>;

/**
 * The total the customer pays: amount, shipping, order tax, surcharge and tax on the surcharge. Specification:
 * Payment `net_amount`.
 *
 * @throws {Problem} `invalid_parameter` if it exceeds the largest amount.
 */
export function netAmount(parts: NetAmountParts): number {
  const { amount, shipping_cost, order_tax_amount, surcharge_details } = parts;
  const sum =
    amount +
    (shipping_cost ?? 0) +
    (order_tax_amount ?? 0) +
    (surcharge_details?.surcharge_amount ?? 0) +
    (surcharge_details?.tax_amount ?? 0);
  if (sum > AMOUNT_MAX) {
    throw invalidParameter(
      'amount',
      `amount, with shipping, tax and surcharge, must be at most ${AMOUNT_MAX} minor units.`,
    );
  }
  return sum;
}
