export const newModel = () => ({ payments: new Map(), payouts: new Map(), timeouts: 0 });
export const refundedOf = ({ refunds }) =>
  refunds.reduce((sum, { amount, status }) => (status === 'failed' ? sum : sum + amount), 0);
const authorized = (payment) => {
  const captures = payment.captureMethod === 'automatic' || payment.captureMethod === 'sequential_automatic';
  payment.status = captures ? 'succeeded' : 'requires_capture';
  if (captures) payment.received = payment.amount;
  else payment.capturable = payment.amount;
};
export function attach(payment, card) {
  if (!['requires_payment_method', 'requires_confirmation'].includes(payment.status))
    return 'unexpected_state';
  payment.card = card;
  payment.status = card ? 'requires_confirmation' : 'requires_payment_method';
  return null;
}
export function confirm(payment, card) {
  const may = ['requires_payment_method', 'requires_confirmation', 'failed'].includes(payment.status);
  if (!may) return 'unexpected_state';
  const chosen = card ?? payment.card;
  if (!chosen) return 'missing_parameter';
  payment.card = chosen;
  payment.attempts += 1;
  if (chosen === 'declined') payment.status = 'failed';
  else if (chosen === 'timeout') payment.status = 'processing';
  else if (chosen === 'challenge') payment.status = 'requires_customer_action';
  else authorized(payment);
  return null;
}
/** What is left open is decided: timed out authorizations and refunds and payouts that wait come good. */
export function settleLate({ payments, payouts }) {
  for (const payment of payments.values()) {
    if (payment.status === 'processing') authorized(payment);
    for (const refund of payment.refunds) if (refund.status === 'pending') refund.status = 'succeeded';
  }
  for (const payout of payouts.values()) if (payout.status === 'pending') payout.status = 'success';
}
export function answerChallenge(payment, passed) {
  if (payment.status !== 'requires_customer_action') return;
  if (passed) authorized(payment);
  else payment.status = 'failed';
}
export function capture(payment, amount) {
  const may = ['requires_capture', 'partially_captured_and_capturable'].includes(payment.status);
  if (!may) return 'unexpected_state';
  const asked = amount ?? payment.capturable;
  if (asked < 1 || asked > payment.capturable) return 'amount_exceeds_available';
  payment.received += asked;
  const more = payment.captureMethod === 'manual_multiple' && payment.received < payment.amount;
  payment.capturable = more ? payment.capturable - asked : 0;
  if (payment.received === payment.amount) payment.status = 'succeeded';
  else payment.status = more ? 'partially_captured_and_capturable' : 'partially_captured';
  return null;
}
export function cancel(payment) {
  const may = [
    'requires_payment_method',
    'requires_confirmation',
    'requires_customer_action',
    'requires_capture',
  ];
  if (!may.includes(payment.status)) return 'unexpected_state';
  payment.status = 'cancelled';
  payment.capturable = 0;
  return null;
}
export function refund(payment, amount) {
  const may = ['succeeded', 'partially_captured', 'partially_captured_and_capturable'];
  if (!may.includes(payment.status)) return 'unexpected_state';
  const left = payment.received - refundedOf(payment);
  const asked = amount ?? left;
  if (left === 0 || asked > left) return 'amount_exceeds_available';
  const status =
    payment.card === 'refundFails' ? 'failed' : payment.card === 'waits' ? 'pending' : 'succeeded';
  payment.refunds.push({ amount: asked, status });
  return null;
}
export function confirmPayout(payout, card) {
  if (!['requires_payout_method_data', 'requires_confirmation'].includes(payout.status))
    return 'unexpected_state';
  payout.card = card ?? payout.card;
  if (!payout.card) return 'missing_parameter';
  payout.status = 'requires_fulfillment';
  return null;
}
export function fulfill(payout) {
  if (payout.status !== 'requires_fulfillment') return 'unexpected_state';
  const fates = { declined: 'failed', waits: 'pending' };
  payout.status = fates[payout.card] ?? 'success';
  return null;
}
export function cancelPayout(payout) {
  if (!/^requires_/.test(payout.status)) return 'unexpected_state';
  payout.status = 'cancelled';
  return null;
}
//# sourceMappingURL=model.js.map
