import { generateKeyPairSync } from 'node:crypto';
import type { ScriptedShop } from '../../kit/scripted-shop.ts';
import type { SeededMerchant } from '../../kit/seed.ts';
import { CVC, fresh, PAN, type Values } from './write.ts';

export const card = { card_number: PAN, card_exp_month: '12', card_exp_year: '2039', card_cvc: CVC };
export const cardInput = { cardNumber: PAN, cardExpMonth: '12', cardExpYear: '2039' };
/** A domain not yet added by any merchant. */
export const newDomain = () => `${fresh('shop').replaceAll('_', '-')}.example.com`;
export const openPayment = (shop: SeededMerchant, values: Values = {}) =>
  shop.payment({
    status: 'requires_payment_method',
    profile_id: shop.profileId,
    amount_received: 0,
    ...values,
  });
/** A declined off-session charge that is retried later. */
export const declinedCharge = (shop: SeededMerchant) =>
  shop.payment({
    status: 'failed',
    profile_id: shop.profileId,
    amount_received: 0,
    off_session: true,
    attempt_count: 1,
    // No test's clock gets there.
    next_retry_at: new Date('2099-01-01T00:00:00Z'),
    retry_schedule: { first_declined_at: '2026-11-01T00:00:00.000Z', retries: 0 },
  });
export const profileWithCards = async (shop: SeededMerchant) => {
  const profile_id = await shop.profile({ profile_name: fresh('p') });
  await shop.connector({
    profile_id,
    connector_name: 'scripted',
    connector_label: fresh('l'),
    payment_methods_enabled: [{ payment_method: 'card' }],
  });
  return profile_id;
};
/** A gift card with a balance of 500.00 at every sandbox account. */
export const giftCard = { givex: { number: '6006490000000000', cvc: '737' } };
export const profileWithGiftCards = async (shop: SeededMerchant) => {
  const profile_id = await shop.profile({ profile_name: fresh('p') });
  await shop.connector({
    ...{ profile_id, connector_name: 'sandbox', connector_label: fresh('l'), test_mode: true },
    payment_methods_enabled: [{ payment_method: 'gift_card' }],
  });
  return profile_id;
};
export const openPayout = (shop: SeededMerchant, values: Values = {}) =>
  shop.payout({ status: 'requires_payout_method_data', ...values });
const someone = () => `${fresh('ada')}@example.com`;
export const paymentWithLink = (shop: SeededMerchant) =>
  openPayment(shop, { email: someone(), payment_link: { link: 'https://example.com/pay/1' } });
export const payoutWithLink = (shop: SeededMerchant) =>
  openPayout(shop, { email: someone(), payout_link: { link: 'https://example.com/receive/1' } });
/** A link for a customer with an address to save payment methods. */
export const collectLink = async (shop: SeededMerchant, values: Values = {}) =>
  shop.collectLink(await shop.customer({ email: someone() }), values);
/** The values of an ended link. */
export const ended: Values = { expires_at: new Date(0) };
export const savedCard = async (shop: SeededMerchant, values: Values = {}) =>
  shop.paymentMethod(await shop.customer(), {
    card: { last4_digits: '4242', expiry_month: '12', expiry_year: '2039' },
    ...values,
  });
export const mandateOf = async (shop: SeededMerchant) => {
  const customerId = await shop.customer();
  return shop.mandate(await shop.payment(), customerId, await shop.paymentMethod(customerId));
};
export const disputeOf = async (shop: ScriptedShop) => {
  const { paymentId } = await shop.paidPayment();
  return shop.dispute(paymentId, {
    connector: 'scripted',
    merchant_connector_id: shop.account,
    connector_dispute_id: fresh('dis'),
    challenge_required_by: new Date('2099-01-01T00:00:00Z'),
  });
};
export const profileWithEndpoint = (shop: SeededMerchant) =>
  shop.profile({
    profile_name: fresh('p'),
    webhook_details: { webhook_url: 'https://shop.example/hooks' },
    payment_response_hash_key: 'signing',
  });
export const gsm = () => ({
  connector: fresh('c'),
  flow: 'payment',
  sub_flow: 'authorize',
  code: 'x',
  message: '',
  status: 'Failure',
  decision: 'retry',
  step_up_possible: false,
  clear_pan_possible: false,
});
export const gsmInput = () => ({
  connector: fresh('c'),
  flow: 'payment',
  subFlow: 'authorize',
  code: 'x',
  message: '',
  status: 'Failure',
  decision: 'retry',
  stepUpPossible: false,
  clearPanPossible: false,
});

/** Public keys for encrypting an export. */
export const receiversKeys = [0, 1].map(() =>
  String(
    generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' }),
  ),
);
