import type { Desk } from './desk.ts';
import { LATER_MS } from './desk.ts';
import { decide, type PaymentBody } from './payments.ts';
import { type Answer, type Json, refusedRequest, type StoredPayment } from './state.ts';

/** Types whose shopper goes to a page. `lineItems` in the description: which of them need the lines of the order. */
const lenders = new Set(['klarna', 'afterpaytouch', 'clearpay', 'affirm']);
const onPages = new Set([
  ...lenders,
  ...['ideal', 'trustly', 'bcmc_mobile', 'molpay_ebanking_fpx_MY', 'molpay_ebanking_TH', 'ebanking_FI'],
  ...['onlineBanking_PL', 'onlineBanking_CZ', 'onlineBanking_SK'],
]);

/** Why Adyen refuses the order of a lender: its documentation of invoice lines says that their sum is the amount. */
export function refusedOrder({ amount, countryCode, lineItems, paymentMethod }: PaymentBody): Answer | null {
  if (!lenders.has(paymentMethod.type ?? '')) return null;
  const sum = (lineItems ?? []).reduce((total, line) => total + line.quantity * line.amountIncludingTax, 0);
  if (sum !== amount.value) return refusedRequest(422, '136', 'The lines do not add up to the amount.');
  return countryCode ? null : refusedRequest(422, '133', 'Required field countryCode is not provided.');
}

/** What a payment by a method other than a card is answered with; null for a card. */
export function answerOf(desk: Desk, payment: StoredPayment, { paymentMethod }: PaymentBody): Json | null {
  const type = paymentMethod.type ?? '';
  const { pspReference } = payment;
  if (onPages.has(type)) {
    const url = `${desk.baseUrl()}/checkoutshopper/checkoutPaymentRedirect/${pspReference}`;
    const action = { paymentMethodType: type, url, method: 'GET', type: 'redirect' };
    return { pspReference, resultCode: 'RedirectShopper', action };
  }
  if (type !== 'blik') return null;
  // Adyen's documentation of BLIK: the shopper approves in the app within a minute, and a webhook says how it ended.
  const action = { paymentMethodType: type, type: 'await', paymentData: 'Ab02b4c0' };
  decide(desk, payment, false, LATER_MS);
  return { pspReference, resultCode: 'Pending', action };
}
