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
      'Creates session tokens for the wallets a payment can be paid with, at the accounts that support them, with the details that each wallet is to collect.',
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
    summary: 'List what a payment can be paid with',
    about:
      "Lists what the payment of a client secret can be paid with: the methods, types, card networks and issuers that some connector account of its profile would take now, by its amount, currency, country, capture method and routing, and what each requires. What is listed is not refused for want of an account when it is confirmed with the same details; the customer's country, if the payment has none yet, may exclude some. Takes a publishable key.",
    target: PaymentMethodOffer,
    run: (ctx, { client_secret }) => offerPaymentMethods(ctx, client_secret),
  }),
  offerSavedMethods: readOperation({
    ...offers,
    summary: "List the customer's saved methods that a payment can be paid with",
    about:
      "Lists the saved payment methods of the customer of a client secret's payment that some connector account of its profile would take now, most recently used first. Each has a `payment_token` to confirm with, beside `card_cvc` where `requires_cvv` is true. Takes a publishable key.",
    target: CustomerPaymentMethods,
    run: (ctx, { client_secret }) => offerSavedMethods(ctx, client_secret),
  }),
  openWallets: writeOperation({
    ...byCustomers,
    summary: "Open the wallets' buttons of a payment",
    about:
      'Opens the sessions from which a page makes the buttons of Google Pay and Apple Pay: of each wallet that the payment can be paid with one, at the account that routing asks first. The response has one shape, whatever the connector.',
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
      "Opens Apple's merchant session for a page on which a customer has pressed the button of Apple Pay, for `completeMerchantValidation`. The service asks Apple's gateway with the account's merchant identity certificate, or the account's connector; the address that the browser is given for it is not needed.",
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
      'Says whether a payment may be confirmed with a payment method: `deny` for a card on the blocklist, and where no connector account would take it. Nothing is stored and no connector is called; the card-testing guard counts nothing.',
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
      'Asks the connector that would take a gift card for its balance, and says whether it covers the payment. Nothing is held, and nothing of the card is stored. A card that its issuer refuses has a null `balance` and the reason. Checks are limited for each payment, and the card-testing guard counts those of refused cards like failed payments.',
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
      "Says whether a payment still waits for its customer or its connector, by its identifier, also after `external_authentication_`. A publishable key takes the payment's client secret.",
    keys: ['api_key', 'admin_key', 'publishable_key', 'ephemeral_key'],
    ids: ['poll_id'],
    input: PollQuery,
    target: PollStatus,
    ofMerchant: true,
    problems: secretProblems,
    run: (ctx, id, { client_secret }) => readPollStatus(ctx, id, client_secret),
  }),
});
