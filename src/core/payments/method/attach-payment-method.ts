import {
  type CardDisplay,
  cardFingerprint,
  checkCard,
  displayOfNumber,
  displayOfSavedCard,
} from '../../cards/card.ts';
import type { Payment } from '../../entities/payment.ts';
import type { CardInput } from '../../entities/values/payment-method-data.ts';
import { canonicalName } from '../../foundation/canonical-name.ts';
import type { WritingContext } from '../../foundation/context.ts';
import { invalidParameter, Problem } from '../../foundation/errors.ts';
import { findSavedMethod, type SavedMethod } from '../../payment-methods/find-saved-method.ts';
import {
  type DetailedKind,
  detailsGiven,
  kindOfData,
  type MethodData,
  shownData,
} from '../../payment-methods/method-details.ts';
import { maskedPaymentToken } from '../../payment-methods/payment-tokens.ts';
import { eraseMethodData, methodDataOf, sealData } from '../../payment-methods/sealed-data.ts';
import { encryptField } from '../../writes/apply-changes.ts';
import type { PaymentUpdate } from '../payment-inputs.ts';

/** The parameters that choose a payment method. */
export type MethodChoice = Pick<
  PaymentUpdate,
  'payment_method' | 'payment_method_type' | 'payment_method_data' | 'payment_method_id' | 'payment_token'
>;

/**
 * Whether a payment has a complete method: a card, other details, or a saved method. A kind without details is
 * incomplete.
 */
export function hasMethod(payment: Payment): boolean {
  const { method_data: sealed, payment_method_data: data, payment_method_id: id, recurring_source } = payment;
  return Boolean(data?.card || sealed || id || recurring_source);
}

/**
 * Replaces a payment's method with a typed card, other details, a saved method of its customer, or a kind alone,
 * whose details then follow. Null removes the method. Specification: endpoint 1.
 *
 * @throws {Problem} `parameters_exclusive` for two methods at once; `resource_not_found` if the payment's customer
 * has no such saved method; `invalid_parameter` for an unusable card, or a kind or type other than the method's.
 */
export async function attachPaymentMethod(
  ctx: WritingContext,
  payment: Payment,
  input: MethodChoice,
): Promise<void> {
  const { payment_method_data: data, payment_method_id: id, payment_token: token } = input;
  const details = data?.card ? null : detailsGiven(data);
  if ((data?.card || details) && (id || token)) {
    const param = id ? 'payment_method_id' : 'payment_token';
    const kind = details ? kindOfData(details).kind : 'card';
    const message = `Give either payment_method_data.${kind} or ${param}, not both.`;
    throw new Problem('parameters_exclusive', message, { param });
  }
  const names = { id, token, idParam: 'payment_method_id', tokenParam: 'payment_token' };
  const user = `payment/${payment.payment_id}`;
  const saved = id || token ? await findSavedMethod(ctx, names, payment.customer_id, user) : null;
  const before = payment.payment_method_data;
  if (data?.card) attachTypedCard(ctx, payment, data.card, input);
  else if (details) attachDetails(ctx, payment, details, input);
  else if (saved) await attachSavedMethod(ctx, payment, saved, token ?? null, input);
  else if (removesMethod(payment, input)) detachMethod(payment, input);
  else if (input.payment_method !== undefined) payment.payment_method = input.payment_method;

  if (data?.billing !== undefined) {
    payment.payment_method_data = { card: null, ...payment.payment_method_data, billing: data.billing };
  } else if (data === null && payment.payment_method_data === before) {
    payment.payment_method_data = null;
  }
}

/**
 * Checks a typed card, and encrypts its number. The verification code is only checked: it is used if this request also
 * confirms.
 *
 * @param path The parameter that the card was given in.
 */
export function attachTypedCard(
  ctx: WritingContext,
  payment: Payment,
  card: CardInput,
  input: MethodChoice,
  path = 'payment_method_data.card',
): void {
  const { card_number: number, card_exp_month: month, card_exp_year: year } = card;
  const holder = card.card_holder_name ?? null;
  checkCard(
    { number, expMonth: month, expYear: year, holderName: holder, cvc: card.card_cvc ?? null },
    { expMonth: `${path}.card_exp_month`, expYear: `${path}.card_exp_year`, cvc: `${path}.card_cvc` },
    ctx.ports.now(),
  );
  attachCardNumber(ctx, payment, number, displayOfNumber(number, month, year, holder), input);
  if (card.nick_name) showCard(payment, { ...payment.payment_method_data!.card!, nick_name: card.nick_name });
}

/** Encrypts a card number, and returns the card's visible details. */
export function attachCardNumber(
  ctx: WritingContext,
  payment: Payment,
  number: string,
  shown: CardDisplay,
  input: MethodChoice,
): void {
  requireKind('card', input);
  clearMethod(payment, input);
  payment.payment_method = 'card';
  showCard(payment, shown);
  payment.card_discovery = 'manual';
  payment.fingerprint = cardFingerprint(ctx.ports, payment.merchant_id, number);
  encryptField(ctx, payment, 'card_number', number);
}

/**
 * Google Pay also hands out tokens of other wallets, by their `type`.
 *
 * @throws {Problem} `invalid_parameter` for the token of anything but a card.
 */
function requireCardBehind({ wallet }: MethodData): void {
  const type = wallet?.google_pay?.type;
  if (!type || type.toUpperCase() === 'CARD') return;
  const param = 'payment_method_data.wallet.google_pay.type';
  throw invalidParameter(
    param,
    `${param} must be CARD or left out: only the token of a card can be charged.`,
  );
}

/** Encrypts details other than a card's, and shows them masked. */
function attachDetails(
  ctx: WritingContext,
  payment: Payment,
  details: MethodData,
  input: MethodChoice,
): void {
  const { kind, type } = kindOfData(details);
  requireKind(kind, input);
  requireType(type, input);
  requireCardBehind(details);
  clearMethod(payment, input);
  payment.payment_method = kind;
  payment.payment_method_type = type;
  payment.payment_method_data = { card: null, billing: null, ...shownData(details) };
  const number = details.gift_card?.givex?.number;
  if (number) payment.fingerprint = cardFingerprint(ctx.ports, payment.merchant_id, number);
  sealData(ctx, payment, details);
}

/** The card or account number stays with the saved method; confirming reads it from there. */
async function attachSavedMethod(
  ctx: WritingContext,
  payment: Payment,
  saved: SavedMethod,
  token: string | null,
  input: MethodChoice,
): Promise<void> {
  requireKind(saved.kind, input);
  clearMethod(payment, input);
  payment.payment_method = saved.kind;
  payment.payment_method_type = input.payment_method_type ?? saved.type;
  payment.payment_method_id = saved.id;
  payment.payment_method_status = saved.status;
  payment.payment_token = token === null ? null : maskedPaymentToken(token);
  if (!saved.card) {
    const details = await methodDataOf(ctx, payment);
    if (details) showDetails(payment, details, input);
    return;
  }
  showCard(payment, displayOfSavedCard(saved.card));
  payment.card_discovery = 'saved_card';
  payment.fingerprint = saved.card.card_fingerprint ?? null;
}

/** Shows the details of a saved method. Its type may follow from them. */
function showDetails(payment: Payment, details: MethodData, input: MethodChoice): void {
  const { type } = kindOfData(details);
  requireType(type, input);
  payment.payment_method_type = type;
  payment.payment_method_data = { card: null, billing: null, ...shownData(details) };
}

/** Whether the request removes the current method without replacing it. */
function removesMethod(payment: Payment, input: MethodChoice): boolean {
  const { payment_method: kind, payment_method_data: data } = input;
  const clearsSavedMethod = input.payment_method_id === null || input.payment_token === null;
  return Boolean(
    data === null ||
      data?.card === null ||
      (payment.payment_method && data?.[payment.payment_method as DetailedKind] === null) ||
      kind === null ||
      (kind !== undefined && kind !== payment.payment_method) ||
      (clearsSavedMethod && Boolean(payment.payment_method_id)),
  );
}

function detachMethod(payment: Payment, input: MethodChoice): void {
  clearMethod(payment, input);
  payment.payment_method = input.payment_method ?? null;
}

/** Takes the method of a payment away, with everything that belongs to it. */
export function clearMethod(payment: Payment, input: MethodChoice): void {
  if (input.payment_method_type === undefined) payment.payment_method_type = null;
  payment.payment_method_data = null;
  payment.payment_method_id = null;
  payment.payment_method_status = null;
  payment.payment_token = null;
  payment.mandate_id = null;
  payment.recurring_source = null;
  payment.card_discovery = null;
  payment.fingerprint = null;
  eraseMethodData(payment);
}

function showCard(payment: Payment, card: NonNullable<Payment['payment_method_data']>['card']): void {
  payment.payment_method_data = { card: { ...card }, billing: null };
}

function requireKind(kind: string, { payment_method: requested }: MethodChoice): void {
  if (requested && requested !== kind) {
    throw invalidParameter(
      'payment_method',
      `payment_method must be ${kind}, the kind of the given method, or left out.`,
    );
  }
}

function requireType(type: string, { payment_method_type: requested }: MethodChoice): void {
  if (requested && canonicalName(requested) !== canonicalName(type)) {
    throw invalidParameter(
      'payment_method_type',
      `payment_method_type must be ${type}, the type of the given method, or left out.`,
    );
  }
}
