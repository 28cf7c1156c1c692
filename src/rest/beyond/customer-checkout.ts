import * as f from '../../core/model/fields.ts';
import {
  checkEligibility,
  checksEligibility,
  EligibilityRequest,
  PaymentEligibility,
} from '../../core/offers/check-eligibility.ts';
import {
  BalanceCheck,
  checkGiftCardBalance,
  GiftCardBalance,
  readsBalance,
} from '../../core/offers/gift-card-balance.ts';
import { offerPaymentMethods } from '../../core/offers/offer-payment-methods.ts';
import { offerSavedMethods } from '../../core/offers/offer-saved-methods.ts';
import { OfferQuery, PaymentMethodOffer } from '../../core/offers/payment-method-offer.ts';
import { CustomerPaymentMethods } from '../../core/payment-methods/customer-payment-method.ts';
import { PollStatus, readPollStatus, readsPollStatus } from '../../core/payments/customer/poll-status.ts';
import { openWallets, startApplePay } from '../../core/wallets/open-wallets.ts';
import { MerchantSession, OpenedWallets, WalletsRequest } from '../../core/wallets/opened-wallets.ts';
import { beyond } from '../beyond.ts';
import { one } from '../response-shapes.ts';

const ofOffer = ['client_secret_invalid', 'client_secret_expired', 'unexpected_state'] as const;
const exampleSecret = {
  client_secret: 'pay_01JZ5V0G7N4S8X2T6W9Y3B1C5D_secret_4mZ8kQ2xT7vL1bN9cR5w',
};
class PollQuery {
  @f.Text("The payment's client secret; required with a publishable key.", { holds: 'token' }) client_secret?:
    | string
    | null;
}

const card = {
  card_number: '4242424242424242',
  card_exp_month: '12',
  card_exp_year: '2030',
  card_holder_name: 'Alice Example',
  card_cvc: '123',
};

/** The operations that a checkout calls on behalf of a payment's customer. */
export const checkoutBeyond = [
  beyond({
    id: 'offerPaymentMethods',
    permission: null,
    reach: 'profile',
    summary: 'List what a payment can be paid with',
    method: 'get',
    path: '/account/payment_methods',
    about:
      "Lists what the payment of a client secret can be paid with: the methods, types, card networks and issuers that some connector account of its profile would take now, by its amount, currency, country, capture method and routing, and what each requires. What is listed is not refused for want of an account when it is confirmed with the same details; the customer's country, if the payment has none yet, may exclude some.",
    keys: ['publishable_key'],
    query: OfferQuery,
    problems: ofOffer,
    example: { query: exampleSecret },
    response: one(PaymentMethodOffer),
    handle: (ctx, { query }) => offerPaymentMethods(ctx, query.client_secret),
  }),
  beyond({
    id: 'offerSavedMethods',
    permission: null,
    reach: 'profile',
    summary: "List the customer's saved methods that a payment can be paid with",
    method: 'get',
    path: '/customers/payment_methods',
    about:
      "Lists the saved payment methods of the customer of a client secret's payment that some connector account of its profile would take now, most recently used first. Each has a `payment_token` to confirm with, beside `card_cvc` where `requires_cvv` is true.",
    keys: ['publishable_key'],
    query: OfferQuery,
    problems: ofOffer,
    example: { query: exampleSecret },
    response: one(CustomerPaymentMethods),
    handle: (ctx, { query }) => offerSavedMethods(ctx, query.client_secret),
  }),
  beyond({
    id: 'openWallets',
    permission: 'payments:write',
    reach: 'profile',
    summary: "Open the wallets' buttons of a payment",
    method: 'post',
    path: '/payments/{payment_id}/wallets',
    about:
      'Opens the sessions from which a page makes the buttons of Google Pay and Apple Pay: of each wallet that the payment can be paid with one, at the account that routing asks first. The answer has one shape, whatever the connector.',
    keys: ['api_key', 'admin_key', 'publishable_key'],
    ofMerchant: true,
    body: WalletsRequest,
    problems: ['resource_not_found', ...ofOffer],
    example: { body: exampleSecret },
    response: one(OpenedWallets),
    replay: (ctx, { payment_id }, _objectId, body) => openWallets(ctx, payment_id, body),
    handle: (ctx, { path, body }) => openWallets(ctx, path.payment_id, body),
  }),
  beyond({
    id: 'startApplePay',
    permission: 'payments:write',
    reach: 'profile',
    summary: 'Validate the merchant for Apple Pay',
    method: 'post',
    path: '/payments/{payment_id}/apple_pay_session',
    about:
      "Opens Apple's merchant session for a page on which a customer has pressed the button of Apple Pay, for `completeMerchantValidation`. The service asks Apple's gateway with the account's merchant identity certificate, or the account's connector; the address that the browser is given for it is not needed.",
    keys: ['api_key', 'admin_key', 'publishable_key'],
    ofMerchant: true,
    body: WalletsRequest,
    problems: [
      'resource_not_found',
      ...ofOffer,
      'no_connector_available',
      'connector_unreachable',
      'outgoing_calls_off',
    ],
    example: { body: { ...exampleSecret, domain: 'shop.example.com' } },
    response: one(MerchantSession),
    replay: (ctx, { payment_id }, _objectId, body) => startApplePay(ctx, payment_id, body),
    handle: (ctx, { path, body }) => startApplePay(ctx, path.payment_id, body),
  }),
  beyond({
    id: 'checkEligibility',
    permission: 'payments:write',
    reach: 'profile',
    summary: 'Check a payment method before confirmation',
    method: 'post',
    path: '/payments/{payment_id}/eligibility',
    about: checksEligibility,
    keys: ['api_key', 'admin_key', 'publishable_key'],
    ofMerchant: true,
    body: EligibilityRequest,
    problems: ['resource_not_found', ...ofOffer],
    example: { body: { ...exampleSecret, payment_method_type: 'card', payment_method_data: { card } } },
    response: one(PaymentEligibility),
    handle: (ctx, { path, body }) => checkEligibility(ctx, path.payment_id, body),
  }),
  beyond({
    id: 'checkGiftCardBalance',
    permission: 'payments:write',
    reach: 'profile',
    summary: 'Check the balance of a gift card',
    method: 'post',
    path: '/payments/{payment_id}/gift_card_balance',
    about: readsBalance,
    keys: ['api_key', 'admin_key', 'publishable_key'],
    ofMerchant: true,
    body: BalanceCheck,
    problems: [
      ...([
        'resource_not_found',
        ...ofOffer,
        'blocked',
        'no_connector_available',
        'outgoing_calls_off',
      ] as const),
      'connector_unreachable',
    ],
    example: {
      body: {
        ...exampleSecret,
        payment_method_data: { gift_card: { givex: { number: '6006490000000000', cvc: '737' } } },
      },
    },
    response: one(GiftCardBalance),
    replay: (ctx, { payment_id }, _objectId, body) => checkGiftCardBalance(ctx, payment_id, body),
    handle: (ctx, { path, body }) => checkGiftCardBalance(ctx, path.payment_id, body),
  }),
  beyond({
    id: 'retrievePollStatus',
    permission: 'payments:read',
    reach: 'profile',
    summary: 'Poll a payment',
    method: 'get',
    path: '/poll/status/{poll_id}',
    about: readsPollStatus,
    keys: ['api_key', 'admin_key', 'publishable_key', 'ephemeral_key'],
    ofMerchant: true,
    query: PollQuery,
    problems: ['client_secret_invalid', 'client_secret_expired'],
    response: one(PollStatus),
    handle: (ctx, { path, query }) => readPollStatus(ctx, path.poll_id, query.client_secret),
  }),
];
