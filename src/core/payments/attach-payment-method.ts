import { type CardDisplay, displayOfNumber, displayOfSavedCard } from '../cards/card-display.ts';
import { checkCard } from '../cards/check-card.ts';
import { cardFingerprint } from '../cards/fingerprint.ts';
import type { Payment } from '../entities/payment.ts';
import type { CardInput } from '../entities/values/payment-card.ts';
import type { WritingContext } from '../foundation/context.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import { findSavedMethod, type SavedMethod } from '../payment-methods/find-saved-method.ts';
import { encryptField } from '../writes/apply-changes.ts';
import type { PaymentUpdate } from './payment-inputs.ts';

/** The parameters that say what a payment is paid with. */
export type MethodChoice = Pick<
  PaymentUpdate,
  'payment_method' | 'payment_method_type' | 'payment_method_data' | 'payment_method_id' | 'payment_token'
>;

/** Whether a payment knows what it is paid with: a card, a saved method, or a kind that needs no more. */
export function hasMethod(payment: Payment): boolean {
  const { payment_method: kind, payment_method_data: data, payment_method_id: id } = payment;
  return Boolean(data?.card || id || (kind && kind !== 'card'));
}

/**
 * Puts in place of a payment's method the one that a caller gives: a card typed in, a saved method of the
 * payment's customer, or a kind alone. Null takes the method away. Specification: endpoint 1.
 *
 * @throws {Problem} `parameters_exclusive` for two methods at once, `resource_not_found` for a saved method that
 * is not there for the payment's customer, `invalid_parameter` for a card that cannot be used or a kind that
 * the method is not of.
 */
export async function attachPaymentMethod(
  ctx: WritingContext,
  payment: Payment,
  given: MethodChoice,
): Promise<void> {
  const { payment_method_data: data, payment_method_id: id, payment_token: token } = given;
  if (data?.card && (id || token)) {
    const param = id ? 'payment_method_id' : 'payment_token';
    throw new Problem('parameters_exclusive', `Give either payment_method_data.card or ${param}, not both.`, {
      param,
    });
  }
  const names = { id, token, idParam: 'payment_method_id', tokenParam: 'payment_token' };
  const saved = await findSavedMethod(ctx, names, payment.customer_id);
  const before = payment.payment_method_data;
  if (data?.card) attachTypedCard(ctx, payment, data.card, given);
  else if (saved) attachSavedMethod(payment, saved, token ?? null, given);
  else if (takesAway(payment, given)) detachMethod(payment, given);
  else if (given.payment_method !== undefined) payment.payment_method = given.payment_method;

  if (data?.billing !== undefined) {
    const card = payment.payment_method_data?.card ?? null;
    payment.payment_method_data = { card, billing: data.billing };
  } else if (data === null && payment.payment_method_data === before) {
    payment.payment_method_data = null;
  }
}

/** The number is sealed, the verification code only looked at: it is for whoever confirms in the same request. */
function attachTypedCard(ctx: WritingContext, payment: Payment, card: CardInput, given: MethodChoice): void {
  requireKind('card', given);
  const path = 'payment_method_data.card';
  const { card_number: number, card_exp_month: month, card_exp_year: year } = card;
  const holder = card.card_holder_name ?? null;
  checkCard(
    { number, expMonth: month, expYear: year, holderName: holder, cvc: card.card_cvc ?? null },
    { expMonth: `${path}.card_exp_month`, expYear: `${path}.card_exp_year`, cvc: `${path}.card_cvc` },
    ctx.now(),
  );
  clear(payment, given);
  payment.payment_method = 'card';
  showCard(payment, displayOfNumber(number, month, year, holder));
  payment.card_discovery = 'manual';
  payment.fingerprint = cardFingerprint(ctx, payment.merchant_id, number);
  encryptField(ctx, payment, 'card_number', number);
}

/** The number stays with the saved method, and is read there when the payment is confirmed. */
function attachSavedMethod(
  payment: Payment,
  saved: SavedMethod,
  token: string | null,
  given: MethodChoice,
): void {
  requireKind(saved.kind, given);
  clear(payment, given);
  payment.payment_method = saved.kind;
  payment.payment_method_type = given.payment_method_type ?? saved.type;
  payment.payment_method_id = saved.id;
  payment.payment_method_status = saved.status;
  payment.payment_token = token;
  if (!saved.card) return;
  showCard(payment, displayOfSavedCard(saved.card));
  payment.card_discovery = 'saved_card';
  payment.fingerprint = saved.card.card_fingerprint ?? null;
}

/** Whether what is given takes the method away that is there, without another one in its place. */
function takesAway(payment: Payment, given: MethodChoice): boolean {
  const { payment_method: kind, payment_method_data: data } = given;
  const namesNone = given.payment_method_id === null || given.payment_token === null;
  return (
    data === null ||
    data?.card === null ||
    kind === null ||
    (kind !== undefined && kind !== payment.payment_method) ||
    (namesNone && Boolean(payment.payment_method_id))
  );
}

function detachMethod(payment: Payment, given: MethodChoice): void {
  clear(payment, given);
  payment.payment_method = given.payment_method ?? null;
}

function clear(payment: Payment, given: MethodChoice): void {
  if (given.payment_method_type === undefined) payment.payment_method_type = null;
  payment.payment_method_data = null;
  payment.payment_method_id = null;
  payment.payment_method_status = null;
  payment.payment_token = null;
  payment.card_discovery = null;
  payment.fingerprint = null;
  payment.card_number = null;
}

function showCard(payment: Payment, card: CardDisplay): void {
  payment.payment_method_data = { card: { ...card }, billing: null };
}

function requireKind(kind: string, { payment_method: given }: MethodChoice): void {
  if (given && given !== kind) {
    throw invalidParameter(
      'payment_method',
      `payment_method must be ${kind}, as the method given is, or left out.`,
    );
  }
}
