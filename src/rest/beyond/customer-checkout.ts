import { checkout } from '../../core/operations/checkout.ts';
import { readAt } from '../places/read-at.ts';
import { writeAt } from '../places/write-at.ts';

const exampleSecret = {
  client_secret: 'pay_01JZ5V0G7N4S8X2T6W9Y3B1C5D_secret_4mZ8kQ2xT7vL1bN9cR5w',
};
const card = {
  card_number: '4242424242424242',
  card_exp_month: '12',
  card_exp_year: '2030',
  card_holder_name: 'Alice Example',
  card_cvc: '123',
};
const giftCard = { gift_card: { givex: { number: '6006490000000000', cvc: '737' } } };

/** The operations that a checkout calls on behalf of a payment's customer. */
export const checkoutBeyond = [
  readAt(checkout.offerPaymentMethods, {
    path: '/account/payment_methods',
    example: { query: exampleSecret },
  }),
  readAt(checkout.offerSavedMethods, {
    path: '/customers/payment_methods',
    example: { query: exampleSecret },
  }),
  writeAt(checkout.openWallets, {
    method: 'post',
    path: '/payments/{payment_id}/wallets',
    example: { body: exampleSecret },
  }),
  writeAt(checkout.startApplePay, {
    method: 'post',
    path: '/payments/{payment_id}/apple_pay_session',
    example: { body: { ...exampleSecret, domain: 'shop.example.com' } },
  }),
  writeAt(checkout.checkEligibility, {
    method: 'post',
    path: '/payments/{payment_id}/eligibility',
    example: { body: { ...exampleSecret, payment_method_type: 'card', payment_method_data: { card } } },
  }),
  writeAt(checkout.checkGiftCardBalance, {
    method: 'post',
    path: '/payments/{payment_id}/gift_card_balance',
    example: { body: { ...exampleSecret, payment_method_data: giftCard } },
  }),
  readAt(checkout.retrievePollStatus, { path: '/poll/status/{poll_id}' }),
];
