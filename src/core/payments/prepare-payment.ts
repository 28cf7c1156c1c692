import { sessionEnd } from '../access/choose-profile.ts';
import { cardNetworkOf, requireCodeLength } from '../cards/card.ts';
import { addressesOf, attachCustomer, noteAddress } from '../customers/attach-customer.ts';
import type { Payment } from '../entities/payment.ts';
import type { WritingContext } from '../foundation/context.ts';
import { changedMeanwhile, invalidParameter, Problem } from '../foundation/errors.ts';
import { readNamedMandate } from '../mandates/charge-under-mandate.ts';
import { AMOUNT_MAX, STATEMENT_MAX } from '../model/index.ts';
import { recordIn } from '../model/read-input.ts';
import { memberPath } from '../model/validation-errors.ts';
import { detailsGiven } from '../payment-methods/method-details.ts';
import { applyChanges, type Cause, changeStatus } from '../writes/apply-changes.ts';
import { clearDecline } from './attempt/attempts.ts';
import { removeRuleSurcharge } from './authorize/apply-surcharge.ts';
import { attachPaymentLink } from './customer/attach-payment-link.ts';
import { attachPaymentMethod, hasMethod } from './method/attach-payment-method.ts';
import { attachRecurringDetails } from './method/attach-recurring-details.ts';
import { attachThreeDsData, requireUsableBrought } from './method/stored-credentials.ts';
import type { PaymentChanges, PaymentUpdate } from './payment-inputs.ts';

/**
 * Applies a request to a locked or new payment: its fields, customer and payment method, and from these its net
 * amount and status. Creating, updating and confirming share it. The context is scoped to the payment's merchant.
 *
 * @throws {Problem} `invalid_parameter`, `parameters_exclusive`, and `resource_not_found` if the customer or the
 * saved method does not exist; `unexpected_state` if the total is another than the `net_amount` that the request expects,
 * unless it confirms the payment: then the surcharge is decided first.
 */
export async function preparePayment(
  ctx: WritingContext,
  payment: Payment,
  input: PaymentChanges,
  cause: Extract<Cause, 'create' | 'update' | 'confirm'>,
): Promise<void> {
  const {
    card_cvc: cvc,
    confirm: _confirm,
    customer,
    customer_id,
    mandate_id: mandateId,
    net_amount: expectedNet,
    payment_method,
    payment_method_data,
    payment_method_id,
    payment_token,
    payment_link: link,
    payment_link_config: linkConfig,
    payment_link_config_id: linkConfigId,
    recurring_details: recurring,
    session_expiry: expiryS,
    three_ds_data: threeDs,
    ...fields
  } = input;
  const addresses = addressesOf(payment);
  const isNew = cause === 'create';
  // Rules decide anew at the next confirmation, perhaps about another method.
  if (payment.surcharge_details) removeRuleSurcharge(payment);
  applyChanges(ctx, payment, fields);
  scheduleCapture(ctx, payment, input.capture_on);
  if (expiryS !== undefined) payment.expires_on = await sessionEnd(ctx, payment, expiryS);

  const customerBefore = payment.customer_id;
  const chosen = { customer, customer_id };
  const ofCustomer = await attachCustomer(ctx, payment, chosen, copied);
  noteAddress(ctx, payment, addresses, { ...chosen, email: fields.email }, { isNew, ofCustomer });
  const methodParams = [payment_method, payment_method_data, payment_method_id, payment_token];
  if (recurring) {
    await attachRecurringDetails(ctx, payment, recurring, input);
    updateStatus(ctx, payment, cause);
  } else if (mandateId) {
    await attachMandate(ctx, payment, mandateId, input, isNew);
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
      'The saved payment method belongs to the current customer. To change the customer, also send another method or null.',
    );
  }
  if (threeDs !== undefined) attachThreeDsData(ctx, payment, threeDs);
  requireUsableBrought(ctx, payment);
  requireSplits(ctx, fields.split_payments);
  if (typeof cvc === 'string') requireUsableCvc(payment, cvc, input);
  requireStatementFits(payment);
  payment.net_amount = netAmount(payment);
  const isConfirmed = cause === 'confirm' || input.confirm === true;
  if (!isConfirmed && expectedNet !== undefined && expectedNet !== payment.net_amount) {
    throw changedMeanwhile('payment', 'net_amount');
  }
  const linkParams = [link, linkConfig, linkConfigId];
  if (linkParams.some((value) => value !== undefined)) await attachPaymentLink(ctx, payment, input);
}

/**
 * Checks that each part of a payment's split is for a connector of this service.
 *
 * @throws {Problem} `invalid_parameter`, by the part.
 */
function requireSplits(
  { ports: { connectors } }: WritingContext,
  split: PaymentChanges['split_payments'],
): void {
  for (const name of Object.keys(split ?? {})) {
    const [, connector] = /^(.+)_split_payment$/.exec(name) ?? [];
    if (connector && connectors.find(connector) && recordIn(split, name)) continue;
    const param = memberPath('split_payments', name);
    throw invalidParameter(
      param,
      `${param} must be an object, named <connector>_split_payment after a connector of this service: ${connectors.names.join(', ')}.`,
    );
  }
}

/**
 * Checks the verification code of a card that the payment has. It is sent if this request confirms, and never stored.
 *
 * @throws {Problem} `parameters_exclusive`; `invalid_parameter` without a card, or longer than the card's.
 */
function requireUsableCvc(
  payment: Payment,
  cvc: string,
  { payment_method_data: given }: Pick<PaymentUpdate, 'payment_method_data'>,
): void {
  if (given?.card?.card_cvc) {
    const message = 'Give either card_cvc or payment_method_data.card.card_cvc, not both.';
    throw new Problem('parameters_exclusive', message, { param: 'card_cvc' });
  }
  const card = payment.payment_method_data?.card;
  if (payment.payment_method !== 'card' || !card) {
    throw invalidParameter('card_cvc', 'card_cvc must be left out unless the payment has a card.');
  }
  requireCodeLength('card_cvc', cvc, card.card_isin ? cardNetworkOf(card.card_isin) : null);
}

/**
 * Schedules the capture that a request asks for.
 *
 * @throws {Problem} `invalid_parameter` for a later capture of a payment that is captured at once.
 */
function scheduleCapture(ctx: WritingContext, payment: Payment, asked: PaymentUpdate['capture_on']): void {
  if (asked !== undefined) payment.capture_due = payment.capture_on ?? null;
  if (!payment.capture_due) return;
  const isPast = payment.capture_due <= ctx.ports.now();
  const isLater = payment.capture_method === 'manual' || payment.capture_method === 'manual_multiple';
  if (isLater && !(asked && isPast)) return;
  if (isPast) {
    // A time that has passed schedules nothing: the payment is captured at once, or by hand.
    payment.capture_due = null;
    return;
  }
  throw invalidParameter(
    'capture_on',
    'capture_on must be null or left out unless capture_method is manual or manual_multiple: the others capture at once.',
  );
}

/** @throws {Problem} `invalid_parameter` if the descriptor, a space and its suffix do not fit a statement. */
export function requireStatementFits(payment: Payment): void {
  const { statement_descriptor_name: name, statement_descriptor_suffix: suffix } = payment;
  if (!name || !suffix || name.length + 1 + suffix.length <= STATEMENT_MAX) return;
  throw invalidParameter(
    'statement_descriptor_suffix',
    `statement_descriptor_suffix must fit a statement together with statement_descriptor_name: at most ${STATEMENT_MAX} characters, with a space between them.`,
  );
}

/** Details of the customer that a payment without its own takes over. */
export const copied = ['email', 'name', 'phone'] as const;

/**
 * Charges a payment under a mandate of its customer, or else of the customer who gave it: with the mandate's saved
 * method, off session by default.
 */
async function attachMandate(
  ctx: WritingContext,
  payment: Payment,
  mandateId: string,
  input: PaymentUpdate,
  isNew: boolean,
): Promise<void> {
  const mandate = await readNamedMandate(ctx, mandateId, payment.customer_id ?? null);
  const { customer_id, payment_method_id: methodId } = mandate;
  if (!payment.customer_id) {
    const addresses = addressesOf(payment);
    const ofCustomer = await attachCustomer(ctx, payment, { customer_id }, copied);
    noteAddress(ctx, payment, addresses, { customer_id }, { isNew, ofCustomer });
  }
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

/**
 * A payment that failed, or waits for its customer, keeps its status while it is confirmed again. One that failed and was
 * given another method waits for that confirmation.
 */
function updateStatus(ctx: WritingContext, payment: Payment, cause: Cause): void {
  const isEnded = payment.status === 'failed' || payment.status === 'requires_customer_action';
  if (isEnded && cause === 'confirm') return;
  if (isEnded) clearDecline(payment);
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
