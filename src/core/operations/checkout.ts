import { authenticatePayment } from '../authentications/authenticate-payment.ts';
import { AuthenticationRequest, ThreeDsAuthentication } from '../authentications/authentication-messages.ts';
import { checkEligibility, EligibilityRequest, PaymentEligibility } from '../offers/check-eligibility.ts';
import { BalanceCheck, checkGiftCardBalance, GiftCardBalance } from '../offers/gift-card-balance.ts';
import { offerPaymentMethods } from '../offers/offer-payment-methods.ts';
import { offerSavedMethods } from '../offers/offer-saved-methods.ts';
import { OfferQuery, PaymentMethodOffer } from '../offers/payment-method-offer.ts';
import { CustomerPaymentMethods } from '../payment-methods/customer-payment-method.ts';
import { PollQuery, PollStatus, readPollStatus } from '../payments/customer/poll-status.ts';
import { createSessionTokens } from '../wallets/create-session-tokens.ts';
import { openWallets, startApplePay } from '../wallets/open-wallets.ts';
import { MerchantSession, OpenedWallets, WalletsRequest } from '../wallets/opened-wallets.ts';
import { SessionTokens, SessionTokensRequest } from '../wallets/session-tokens.ts';
import { operationsByName, readOperation, writeOperation } from './operation.ts';

const secretProblems = ['client_secret_invalid', 'client_secret_expired'] as const;
const offerProblems = [...secretProblems, 'unexpected_state'] as const;
const writesPayment = { permission: 'payments:write', reach: 'profile' } as const;
const byCustomers = {
  ...writesPayment,
  keys: ['api_key', 'admin_key', 'publishable_key'],
  ids: ['payment_id'],
  ofMerchant: true,
} as const;
const offers = {
  permission: null,
  reach: 'profile',
  keys: ['publishable_key'],
  input: OfferQuery,
  problems: offerProblems,
} as const;

/** The operations that a checkout calls on behalf of a payment's customer. */
export const checkout = operationsByName({
  createSessionTokens: writeOperation({
    ...byCustomers,
    summary: 'Create wallet session tokens',
    about:
      "Creates session tokens for a payment's wallets, at the accounts that support them, with the details that each wallet must collect.",
    ids: [],
    input: SessionTokensRequest,
    target: SessionTokens,
    callsConnector: true,
    problems: ['resource_not_found', ...offerProblems],
    run: createSessionTokens,
    shows: (tokens, _id, { payment_id: id }) => ({ id, snapshot: { ...tokens } }),
  }),
  authenticatePayment: writeOperation({
    ...writesPayment,
    summary: 'Authenticate the cardholder with 3-D Secure',
    about:
      "Authenticates the cardholder with the profile's 3-D Secure connector. A repeated call returns the same result.",
    ids: ['payment_id'],
    input: AuthenticationRequest,
    target: ThreeDsAuthentication,
    callsConnector: true,
    problems: [
      ...offerProblems,
      'no_connector_available',
      'connector_unavailable',
      'outgoing_calls_off',
      'connector_unreachable',
    ],
    run: authenticatePayment,
    shows: 'result',
  }),
  offerPaymentMethods: readOperation({
    ...offers,
    summary: "List a payment's payment methods",
    about:
      'Lists the payment methods available for the payment of a client secret: the methods, types, card networks and issuers that a connector account of its profile currently accepts, by amount, currency, country, capture method and routing, with their requirements. Confirming with a listed method and the same details does not fail for lack of an account; a country not known until then may exclude some. Requires a publishable key.',
    target: PaymentMethodOffer,
    run: (ctx, { client_secret }) => offerPaymentMethods(ctx, client_secret),
  }),
  offerSavedMethods: readOperation({
    ...offers,
    summary: 'List the saved methods available for a payment',
    about:
      "Lists the customer's saved payment methods available for the payment of a client secret, most recently used first: the methods that a connector account of its profile currently accepts. Each has a `payment_token` for confirmation, with `card_cvc` if `requires_cvv` is true. Requires a publishable key.",
    target: CustomerPaymentMethods,
    run: (ctx, { client_secret }) => offerSavedMethods(ctx, client_secret),
  }),
  openWallets: writeOperation({
    ...byCustomers,
    summary: "Open the wallets' buttons of a payment",
    about:
      "Opens the sessions for a page's Google Pay and Apple Pay buttons: one for each wallet available for the payment, at the account that routing tries first. The response has the same shape for all connectors.",
    input: WalletsRequest,
    target: OpenedWallets,
    callsConnector: true,
    problems: ['resource_not_found', ...offerProblems],
    run: openWallets,
    shows: 'result',
  }),
  startApplePay: writeOperation({
    ...byCustomers,
    summary: 'Validate the merchant for Apple Pay',
    about:
      "Opens Apple's merchant session for `completeMerchantValidation`, after the customer has pressed a page's Apple Pay button. The service requests it from Apple's gateway with the account's merchant identity certificate, or from the account's connector; the browser's validation URL is not needed.",
    input: WalletsRequest,
    target: MerchantSession,
    callsConnector: true,
    problems: [
      'resource_not_found',
      ...offerProblems,
      'no_connector_available',
      'connector_unreachable',
      'outgoing_calls_off',
    ],
    run: startApplePay,
    shows: 'result',
  }),
  checkEligibility: writeOperation({
    ...byCustomers,
    summary: 'Check a payment method before confirmation',
    about:
      'Checks whether a payment may be confirmed with a payment method: `deny` for a blocked card, and if no connector account accepts it. Nothing is stored, no connector is called, and the card-testing guard counts nothing.',
    input: EligibilityRequest,
    target: PaymentEligibility,
    problems: ['resource_not_found', ...offerProblems],
    run: checkEligibility,
    shows: 'result',
  }),
  checkGiftCardBalance: writeOperation({
    ...byCustomers,
    summary: 'Check the balance of a gift card',
    about:
      "Requests a gift card's balance from its connector, and checks whether it covers the payment. No amount is held and no card data is stored. For a card refused by its issuer, `balance` is null and the reason is given. Checks are limited for each payment, and the card-testing guard counts refused cards like failed payments.",
    input: BalanceCheck,
    target: GiftCardBalance,
    callsConnector: true,
    problems: [
      'resource_not_found',
      ...offerProblems,
      'blocked',
      'no_connector_available',
      'outgoing_calls_off',
      'connector_unreachable',
    ],
    run: checkGiftCardBalance,
    shows: 'result',
  }),
  retrievePollStatus: readOperation({
    permission: 'payments:read',
    reach: 'profile',
    summary: 'Poll a payment',
    about:
      "Checks whether a payment still waits for its customer or its connector, by its identifier, with or without the prefix `external_authentication_`. A publishable key requires the payment's client secret.",
    keys: ['api_key', 'admin_key', 'publishable_key', 'ephemeral_key'],
    ids: ['poll_id'],
    input: PollQuery,
    target: PollStatus,
    ofMerchant: true,
    problems: secretProblems,
    run: (ctx, id, { client_secret }) => readPollStatus(ctx, id, client_secret),
  }),
});
