import type { Desk } from './desk.ts';
import { LATER_MS } from './desk.ts';
import { decide, type PaymentBody } from './payments.ts';
import { type Answer, type Json, refusedRequest, type StoredPayment } from './state.ts';

/** Types with a redirect page. `lineItems` in the description: which of them need order lines. */
const lenders = new Set(['klarna', 'afterpaytouch', 'clearpay', 'affirm']);
const onPages = new Set([
  ...lenders,
  // Adyen's page "PayPal for API only": `action.type` is `redirect`.
  'paypal',
  ...['alipay', 'wechatpayWeb', 'paysafecard'],
  ...['ideal', 'trustly', 'bcmc_mobile', 'molpay_ebanking_fpx_MY', 'molpay_ebanking_TH', 'ebanking_FI'],
  ...['onlineBanking_PL', 'onlineBanking_CZ', 'onlineBanking_SK'],
]);

/** Why Adyen refuses a lender's order: its documentation of invoice lines requires their sum to be the amount. */
export function refusedOrder({ amount, countryCode, lineItems, paymentMethod }: PaymentBody): Answer | null {
  if (!lenders.has(paymentMethod.type ?? '')) return null;
  const sum = (lineItems ?? []).reduce((total, line) => total + line.quantity * line.amountIncludingTax, 0);
  if (sum !== amount.value) return refusedRequest(422, '136', 'The lines do not add up to the amount.');
  return countryCode ? null : refusedRequest(422, '133', 'Required field countryCode is not provided.');
}

/** The response to a payment by a method other than a card; null for a card. */
export function answerOf(desk: Desk, payment: StoredPayment, { paymentMethod }: PaymentBody): Json | null {
  // A token is charged off session.
  if (paymentMethod.storedPaymentMethodId) return null;
  const type = paymentMethod.type ?? '';
  const { pspReference } = payment;
  if (onPages.has(type)) {
    const url = `${desk.baseUrl()}/checkoutshopper/checkoutPaymentRedirect/${pspReference}`;
    const action = { paymentMethodType: type, url, method: 'GET', type: 'redirect' };
    return { pspReference, resultCode: 'RedirectShopper', action };
  }
  const shown = toPay(desk, payment, type);
  if (shown) {
    decide(desk, payment, false, LATER_MS);
    return { pspReference, ...shown };
  }
  if (type === 'upi_intent') {
    const url = `upi://pay?pa=switchyard@adyen&tr=${pspReference}`;
    decide(desk, payment, false, LATER_MS);
    const action = { paymentMethodType: type, url, method: 'GET', type: 'redirect' };
    return { pspReference, resultCode: 'RedirectShopper', action };
  }
  if (type !== 'blik' && type !== 'upi_collect') return null;
  // Adyen's documentation of BLIK: the shopper approves in the app within a minute, and a webhook reports the result.
  const action = { paymentMethodType: type, type: 'await', paymentData: 'Ab02b4c0' };
  decide(desk, payment, false, LATER_MS);
  return { pspReference, resultCode: 'Pending', action };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Vouchers and QR codes, with the action's members in the description. */
function toPay(desk: Desk, { amount, pspReference, reference }: StoredPayment, type: string): Json | null {
  // Its times have no zone.
  const expiresAt = new Date(desk.now().getTime() + 3 * DAY_MS).toISOString().slice(0, 19);
  const voucher = { paymentMethodType: type, type: 'voucher', reference: '501422944', expiresAt };
  const known = { totalAmount: amount, initialAmount: amount, merchantReference: reference };
  if (type === 'multibanco') {
    return { resultCode: 'PresentToShopper', action: { ...voucher, ...known, entity: '12101' } };
  }
  if (type === 'boletobancario' || type === 'oxxo') {
    const downloadUrl = `${desk.baseUrl()}/checkoutshopper/voucher/${pspReference}.pdf`;
    return { resultCode: 'PresentToShopper', action: { ...voucher, ...known, downloadUrl } };
  }
  if (type.startsWith('econtext')) {
    const instructionsUrl = `${desk.baseUrl()}/checkoutshopper/voucher/${pspReference}`;
    return { resultCode: 'PresentToShopper', action: { ...voucher, ...known, instructionsUrl } };
  }
  if (!['pix', 'promptpay', 'duitnow', 'wechatpayQR'].includes(type)) return null;
  const action = { paymentMethodType: type, type: 'qrCode', qrCodeData: `0002010102${pspReference}` };
  return { resultCode: 'Pending', action };
}
