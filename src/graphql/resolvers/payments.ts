import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { authenticatePayment } from '../../core/authentications/authenticate-payment.ts';
import {
  AuthenticationRequest,
  ThreeDsAuthentication,
} from '../../core/authentications/authentication-messages.ts';
import { Capture } from '../../core/entities/capture.ts';
import { Payment } from '../../core/entities/payment.ts';
import { approvePayment, rejectPayment } from '../../core/fraud-checks/decide-on-payment.ts';
import { camelCase } from '../../core/model/index.ts';
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
import { confirmOrComplete } from '../../core/outcomes/complete-return.ts';
import { incrementAuthorization } from '../../core/payments/authorize/increment-authorization.ts';
import { capturePayment } from '../../core/payments/capture/capture-payment.ts';
import { createPayment } from '../../core/payments/create-payment.ts';
import {
  authorizeCustomer,
  customerFields,
  customersOwn,
  customersShown,
} from '../../core/payments/customer/customer-access.ts';
import {
  AuthorizationIncrement,
  PaymentCancellation,
  PaymentCapture,
  PaymentConfirmation,
  PaymentCreation,
  PaymentUpdate,
} from '../../core/payments/payment-inputs.ts';
import { updatePayment } from '../../core/payments/update-payment.ts';
import { cancelPayment } from '../../core/payments/void/cancel-payment.ts';
import type { Row } from '../../core/reads/index.ts';
import { createSessionTokens } from '../../core/wallets/create-session-tokens.ts';
import { openWallets, startApplePay } from '../../core/wallets/open-wallets.ts';
import { MerchantSession, OpenedWallets, WalletsRequest } from '../../core/wallets/opened-wallets.ts';
import { SessionTokens, SessionTokensRequest } from '../../core/wallets/session-tokens.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';
import { NextStates, nextStates, Timeline, timelineEntries } from '../kit/status-history.ts';

const returnsPayment = { payload: Payment, payloadField: 'payment', callsConnector: true } as const;

/**
 * The nested objects and lists of a payment. The loaders have a page's lists from the statement that read the page;
 * those of other payments they read in one statement for all lists.
 */
@Resolver(() => Payment)
class PaymentFields {
  @FieldResolver()
  refunds(@Root() payment: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.refunds(payment, info);
  }

  @FieldResolver()
  disputes(@Root() payment: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.disputes(payment, info);
  }

  @FieldResolver()
  attempts(@Root() payment: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.attempts(payment, info);
  }

  @FieldResolver()
  captures(@Root() payment: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.captures(payment, info);
  }

  @FieldResolver()
  events(@Root() payment: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.paymentEvents(payment, info);
  }

  @FieldResolver()
  mandate(@Root() payment: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.mandate(payment, info);
  }

  @FieldResolver({ name: 'customer' })
  customer_record(
    @Root() payment: Row,
    @Ctx() { loaders }: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ) {
    return loaders.customer(payment, info);
  }

  @FieldResolver()
  profile(@Root() payment: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.profile(payment, info);
  }

  @FieldResolver({ name: 'connectorAccount' })
  connector_account(
    @Root() payment: Row,
    @Ctx() { loaders }: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ) {
    return loaders.connectorAccount(payment, info);
  }

  @Timeline()
  timeline(@Root() payment: Row, @Ctx() { loaders }: GraphqlContext) {
    return timelineEntries(loaders.timeline(Payment, payment));
  }

  @NextStates(Payment)
  nextStates(@Root() payment: Row) {
    return nextStates(Payment, payment);
  }
}

@Resolver(() => Capture)
class CaptureFields {
  @FieldResolver()
  payment(@Root() capture: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.payment(capture, info);
  }

  @FieldResolver()
  attempt(@Root() capture: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.authorizedAttempt(capture, info);
  }
}

export const paymentResolvers = [
  queriesOf(Payment, {
    customer: {
      fields: customerFields,
      own: ({ paymentId }) => ({ field: 'payment_id', value: paymentId }),
      authorize: authorizeCustomer,
    },
  }),
  PaymentFields,
  queriesOf(Capture),
  CaptureFields,
  mutation({
    ...returnsPayment,
    name: 'createPayment',
    permission: 'payments:write',
    reach: 'profile',
    about:
      "Creates a payment, and confirms it if `confirm` is true. For a customer, `ephemeralKey` is set in this response only: a page may use it to read and confirm the payment, and to list, update and delete the customer's saved payment methods.",
    input: PaymentCreation,
    creates: true,
    run: async (ctx, input) => {
      const { ephemeralKey, paymentId } = await createPayment(ctx, input);
      return { id: paymentId, oneTime: { ephemeral_key: ephemeralKey } };
    },
  }),
  mutation({
    ...returnsPayment,
    name: 'updatePayment',
    permission: 'payments:write',
    reach: 'profile',
    about:
      'Updates a payment. `metadata`, `description`, `featureMetadata` and `merchantOrderReferenceId` may change in every status, and a customer may be attached to a payment that has none; all else until the payment is charged. A failed payment whose `manualRetryAllowed` is true takes another method, and then waits to be confirmed. `confirm: true` confirms the payment in the same request, and replaces a challenge that is open.',
    input: PaymentUpdate,
    ids: ['payment_id'],
    run: async (ctx, changes, { payment_id }) => {
      await updatePayment(ctx, payment_id!, changes);
      return { id: payment_id! };
    },
  }),
  mutation({
    ...returnsPayment,
    name: 'confirmPayment',
    permission: 'payments:write',
    reach: 'profile',
    about:
      "Confirms a payment: routes it to a connector for authorization. A decline is not an error but a status of the payment. A failed payment may be confirmed again if `manualRetryAllowed` is true: by its customer's client, or with what the customer entered for it (`paymentMethodData`, `paymentToken`), or under their consent (`mandateId`, a saved method that is `recurringEnabled`, `recurringDetails`). With a publishable key and `clientSecret`, or with the ephemeral key, the customer's client confirms. It may set " +
      customersOwn.map((name) => `\`${camelCase(name)}\``).join(', ') +
      '. It may also say what the customer was shown, in ' +
      customersShown.map((name) => `\`${camelCase(name)}\``).join(', ') +
      ": if the payment is another by then, the error is `unexpected_state` with that `param`, and nothing is charged. The rest is the merchant's, and refused with `wrong_key_kind`. An API key sets what it sends, but for `netAmount`, which is compared with the total of the payment and these changes.",
    keys: ['api_key', 'admin_key', 'publishable_key', 'ephemeral_key'],
    customerFields,
    input: PaymentConfirmation,
    ids: ['payment_id'],
    run: async (ctx, changes, { payment_id }) => {
      await confirmOrComplete(ctx, payment_id!, changes);
      return { id: payment_id! };
    },
  }),
  mutation({
    ...returnsPayment,
    name: 'capturePayment',
    permission: 'payments:capture',
    reach: 'profile',
    about: 'Captures an authorized payment: the full capturable amount, or a part of it.',
    input: PaymentCapture,
    ids: ['payment_id'],
    run: async (ctx, input, { payment_id }) => {
      await capturePayment(ctx, payment_id!, input);
      return { id: payment_id! };
    },
  }),
  mutation({
    ...returnsPayment,
    name: 'incrementAuthorization',
    permission: 'payments:capture',
    reach: 'profile',
    about:
      'Increases the authorized amount of a payment before it is captured, where `incrementalAuthorizationAllowed` is true. A decline is not an error: the last of `incrementalAuthorizations` says why.',
    input: AuthorizationIncrement,
    ids: ['payment_id'],
    run: async (ctx, input, { payment_id }) => {
      await incrementAuthorization(ctx, payment_id!, input);
      return { id: payment_id! };
    },
  }),
  mutation({
    ...returnsPayment,
    name: 'cancelPayment',
    permission: 'payments:capture',
    reach: 'profile',
    about:
      'Cancels a payment and voids its authorization. After a partial capture, what was not captured is released.',
    evenIfSuspended: true,
    input: PaymentCancellation,
    ids: ['payment_id'],
    run: async (ctx, { cancellation_reason: reason, profile_id: profileId }, { payment_id }) => {
      await cancelPayment(ctx, payment_id!, reason ?? null, profileId);
      return { id: payment_id! };
    },
  }),
  mutation({
    ...returnsPayment,
    name: 'approvePayment',
    permission: 'payments:capture',
    reach: 'profile',
    about:
      'Approves a payment that a fraud check holds for review: it is captured, or with manual capture can be.',
    ids: ['payment_id'],
    run: async (ctx, _input, { payment_id }) => {
      await approvePayment(ctx, payment_id!);
      return { id: payment_id! };
    },
  }),
  mutation({
    ...returnsPayment,
    name: 'rejectPayment',
    permission: 'payments:capture',
    reach: 'profile',
    about: 'Rejects a payment that a fraud check holds for review: its authorization is voided.',
    evenIfSuspended: true,
    input: PaymentCancellation,
    ids: ['payment_id'],
    run: async (ctx, { cancellation_reason: reason, profile_id: profileId }, { payment_id }) => {
      await rejectPayment(ctx, payment_id!, reason ?? null, profileId);
      return { id: payment_id! };
    },
  }),
  mutation({
    name: 'createSessionTokens',
    permission: 'payments:write',
    reach: 'profile',
    about:
      'Creates wallet session tokens for a payment, at the connector accounts that support them, with the details that each wallet is to collect.',
    keys: ['api_key', 'admin_key', 'publishable_key'],
    input: SessionTokensRequest,
    payload: SessionTokens,
    payloadField: 'sessionTokens',
    callsConnector: true,
    run: async (ctx, input) => ({
      id: input.payment_id,
      snapshot: { ...(await createSessionTokens(ctx, input)) },
    }),
  }),
  mutation({
    name: 'openWallets',
    permission: 'payments:write',
    reach: 'profile',
    about:
      'Opens the sessions from which a page makes the buttons of Google Pay and Apple Pay: of each wallet that the payment can be paid with one, at the account that routing asks first.',
    keys: ['api_key', 'admin_key', 'publishable_key'],
    input: WalletsRequest,
    ids: ['payment_id'],
    payload: OpenedWallets,
    payloadField: 'opened',
    callsConnector: true,
    run: async (ctx, input, { payment_id }) => ({
      id: payment_id!,
      snapshot: { ...(await openWallets(ctx, payment_id!, input)) },
    }),
  }),
  mutation({
    name: 'checkEligibility',
    permission: 'payments:write',
    reach: 'profile',
    about: checksEligibility,
    keys: ['api_key', 'admin_key', 'publishable_key'],
    input: EligibilityRequest,
    ids: ['payment_id'],
    payload: PaymentEligibility,
    payloadField: 'eligibility',
    run: async (ctx, input, { payment_id }) => ({
      id: payment_id!,
      snapshot: { ...(await checkEligibility(ctx, payment_id!, input)) },
    }),
  }),
  mutation({
    name: 'checkGiftCardBalance',
    permission: 'payments:write',
    reach: 'profile',
    about: readsBalance,
    keys: ['api_key', 'admin_key', 'publishable_key'],
    input: BalanceCheck,
    ids: ['payment_id'],
    payload: GiftCardBalance,
    payloadField: 'giftCardBalance',
    callsConnector: true,
    run: async (ctx, input, { payment_id }) => ({
      id: payment_id!,
      snapshot: { ...(await checkGiftCardBalance(ctx, payment_id!, input)) },
    }),
  }),
  mutation({
    name: 'startApplePay',
    permission: 'payments:write',
    reach: 'profile',
    about:
      "Opens Apple's merchant session for a page on which a customer has pressed the button of Apple Pay, for `completeMerchantValidation`.",
    keys: ['api_key', 'admin_key', 'publishable_key'],
    input: WalletsRequest,
    ids: ['payment_id'],
    payload: MerchantSession,
    payloadField: 'session',
    callsConnector: true,
    run: async (ctx, input, { payment_id }) => ({
      id: payment_id!,
      snapshot: { ...(await startApplePay(ctx, payment_id!, input)) },
    }),
  }),
  mutation({
    name: 'authenticatePayment',
    permission: 'payments:write',
    reach: 'profile',
    about:
      "Authenticates the cardholder (3-D Secure) by the profile's authentication connector. Repeating it returns the same result.",
    input: AuthenticationRequest,
    ids: ['payment_id'],
    payload: ThreeDsAuthentication,
    payloadField: 'authentication',
    callsConnector: true,
    run: async (ctx, input, { payment_id }) => ({
      id: payment_id!,
      snapshot: { ...(await authenticatePayment(ctx, payment_id!, input)) },
    }),
  }),
];
