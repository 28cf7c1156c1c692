import { profileOf } from '../../access/choose-profile.ts';
import { brandOfCard, cardToUse, displayOfSavedCard, isKept, usableSavedMethod } from '../../cards/card.ts';
import type { ConnectorAccount } from '../../entities/connector-account.ts';
import type { Payment } from '../../entities/payment.ts';
import type { PaymentMethod } from '../../entities/payment-method.ts';
import type { WritingContext } from '../../foundation/context.ts';
import { invalidParameter, Problem } from '../../foundation/errors.ts';
import type { CardDetails, PaymentMethodDetails } from '../../foundation/payment-method-details.ts';
import { givesConsent } from '../../mandates/consent.ts';
import { chargeableKinds, detailsOf } from '../../payment-methods/method-details.ts';
import { methodDataOf } from '../../payment-methods/sealed-data.ts';
import { debitRouter } from '../../routing/order-accounts.ts';
import { decryptField } from '../../writes/apply-changes.ts';

/** The kinds that a payment can leave behind for later charges by their own details. */
export const savedKinds: readonly string[] = ['card', 'bank_debit'];
/** The kinds whose details are for one payment, and that some connectors keep for charges without the customer. */
export const keptKinds: readonly string[] = ['wallet', 'bank_redirect'];

/**
 * Checks that the method of a payment still exists, and refreshes the saved card shown, whose expiry date may have been
 * renewed.
 *
 * @returns The saved method; null if the payment has its own details.
 * @throws {Problem} `missing_parameter` if the saved method was deleted, or there are no details; `invalid_parameter`
 * for a kind that cannot be charged, or cannot be saved although the payment asks for that.
 */
export async function requireMethodData(tx: WritingContext, payment: Payment): Promise<PaymentMethod | null> {
  if (!(await hasMethodData(tx, payment))) throw missingData(payment);
  requireSavable(payment);
  const saved = await savedMethodOf(tx, payment);
  if (saved?.card) {
    payment.payment_method_data = { ...payment.payment_method_data, card: displayOfSavedCard(saved.card) };
  }
  return saved;
}

/** The error of a confirmation without anything to charge: it names the parameter for the payment's kind. */
export function missingData({ payment_method: kind, payment_method_id: savedId }: Payment): Problem {
  if (savedId) {
    return required(
      'payment_method_data',
      'the saved payment method of the payment was deleted, its account is of an unknown scheme, or its connector has yet to report the reference that charges it. Give its details, or another saved method in payment_method_id.',
    );
  }
  if (!kind) return required('payment_method_data', 'the payment has no payment method.');
  if (!chargeableKinds.includes(kind)) {
    const kinds = chargeableKinds.join(', ');
    return invalidParameter('payment_method', `payment_method must be a kind that can be charged: ${kinds}.`);
  }
  return required(
    kind === 'card' ? 'payment_method_data' : `payment_method_data.${kind}`,
    `a ${kind} cannot be charged without its details. Give them, or a saved method in payment_method_id.`,
  );
}

const required = (param: string, why: string) =>
  new Problem('missing_parameter', `${param} is required to confirm: ${why}`, { param });

/** Whether a payment's method can be charged later, where its customer consents to that. */
export const isSavable = (payment: Payment): boolean =>
  Boolean(payment.payment_method_id) ||
  [...savedKinds, ...keptKinds].includes(payment.payment_method ?? 'card') ||
  !givesConsent(payment);

/** A consent to later charges needs something that can be charged later. */
function requireSavable(payment: Payment): void {
  if (isSavable(payment)) return;
  throw invalidParameter(
    'setup_future_usage',
    `setup_future_usage must not be off_session for a ${payment.payment_method}: its details work for one payment only.`,
  );
}

/** Whether the method of a payment still exists: a saved one may have been deleted meanwhile. */
export async function hasMethodData(tx: WritingContext, payment: Payment): Promise<boolean> {
  if (payment.card_number || payment.method_data || isByToken(payment)) return true;
  const saved = await savedMethodOf(tx, payment);
  if (!saved) return false;
  return saved.payment_method === 'card' || isKept(saved) || (await methodDataOf(tx, payment)) !== null;
}

/** Whether a payment is charged by a processor's token that the merchant brought. */
const isByToken = ({ brought_data: data, recurring_source: source }: Payment): boolean =>
  Boolean(data) && source?.type === 'processor_payment_token';

const savedMethodOf = (tx: WritingContext, payment: Payment) =>
  payment.card_number || payment.method_data
    ? null
    : usableSavedMethod(tx, payment.merchant_id, payment.payment_method_id, 'also_kept');

/**
 * Decrypts a payment's card for a connector call; null if it is not paid by card. The verification code is not
 * included: it is never stored.
 */
export function cardOfPayment(ctx: WritingContext, payment: Payment): Promise<CardDetails | null> {
  const { payment_method_data: data, payment_method_id: savedMethodId } = payment;
  return cardToUse(ctx, payment, data?.card, savedMethodId, null);
}

/** Decrypts the method of a payment for a connector call. {@link hasMethodData} says whether there is one. */
export async function methodOfPayment(ctx: WritingContext, payment: Payment): Promise<PaymentMethodDetails> {
  const data = await methodDataOf(ctx, payment);
  if (data) return detailsOf(data, payment.name ?? null);
  const limited = limitedCardOf(ctx, payment);
  if (limited) return limited;
  const card = await cardOfPayment(ctx, payment);
  if (card) return { kind: 'card', card };
  const { payment_method: method, payment_method_type: type } = payment;
  const saved = isByToken(payment) ? null : await savedMethodOf(ctx, payment);
  if (isByToken(payment) || (saved && isKept(saved))) {
    return { kind: 'kept', method: method ?? 'card', type: type ?? null };
  }
  throw new Error('The payment has nothing to charge.');
}

/** The card of a payment that is charged only by its number; null for another method. */
function limitedCardOf(ctx: WritingContext, payment: Payment): PaymentMethodDetails | null {
  if (payment.recurring_source?.type !== 'card_with_limited_data') return null;
  const number = decryptField(ctx, payment, 'card_number');
  if (typeof number !== 'string') return null;
  const shown = payment.payment_method_data?.card;
  return {
    kind: 'limited_card',
    number,
    expMonth: shown?.card_exp_month ?? null,
    expYear: shown?.card_exp_year ?? null,
    holderName: shown?.card_holder_name ?? null,
  };
}

/**
 * The brand of a payment's card, as a routing attribute; null unless it is paid by card. An earlier attempt may show
 * the debit network that it went over.
 */
export function brandOf({ payment_method_data: data }: Pick<Payment, 'payment_method_data'>): string | null {
  return data?.card ? brandOfCard(data.card) : null;
}

/**
 * Chooses the debit network to charge a payment over at an account, and shows it, or else the card's brand, as the
 * card's network. Null leaves the network to the connector.
 */
export async function chooseNetwork(
  tx: WritingContext,
  payment: Payment,
  account: ConnectorAccount,
): Promise<string | null> {
  const data = payment.payment_method_data;
  const profile = await profileOf(tx, payment);
  if (!profile.is_debit_routing_enabled || !data?.card) return null;
  const brand = brandOf(payment);
  const route = debitRouter(tx.ports.connectors, profile, payment, brand)?.(account) ?? null;
  const shown = route?.network ?? brand;
  if (data.card.card_network !== shown) {
    payment.payment_method_data = { ...data, card: { ...data.card, card_network: shown } };
  }
  return route && route.network !== brand ? route.network : null;
}
