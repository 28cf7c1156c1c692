import { Payment } from '../../core/entities/payment.ts';
import { notFound } from '../../core/foundation/errors.ts';
import { approvePayment, rejectPayment } from '../../core/fraud-checks/decide-on-payment.ts';
import * as f from '../../core/model/fields.ts';
import { confirmOrComplete } from '../../core/outcomes/complete-return.ts';
import { LinkMail } from '../../core/payment-links/mail-link.ts';
import { incrementAuthorization } from '../../core/payments/authorize/increment-authorization.ts';
import { capturePayment } from '../../core/payments/capture/capture-payment.ts';
import { PaymentSums, readPaymentSums, sumsPayments } from '../../core/payments/capture/payment-sums.ts';
import { createPayment } from '../../core/payments/create-payment.ts';
import {
  authorizeCustomer,
  customerFields,
  customersOwn,
  customersShown,
} from '../../core/payments/customer/customer-access.ts';
import { mailPaymentLink, mailsPaymentLink } from '../../core/payments/customer/mail-payment-link.ts';
import {
  EncryptedCardInfo,
  readExtendedCardInfo,
} from '../../core/payments/method/read-extended-card-info.ts';
import {
  AuthorizationIncrement,
  PaymentCancellation,
  PaymentCapture,
  PaymentConfirmation,
  PaymentCreation,
} from '../../core/payments/payment-inputs.ts';
import { cancelPayment } from '../../core/payments/void/cancel-payment.ts';
import { beyond, RetrievalQuery, retrieve, retrieveSynced } from '../beyond.ts';
import { listOf, listQuery, type Query, queryConditions } from '../lists.ts';
import type { Operation } from '../operation.ts';
import { list, one, oneForCustomers } from '../response-shapes.ts';

const everyKey = ['api_key', 'admin_key', 'publishable_key', 'ephemeral_key'] as const;
const forCustomers = oneForCustomers(Payment, customerFields);
const ofConfirmation = [
  'parameters_exclusive',
  'unexpected_state',
  'no_connector_available',
  'mandate_exceeded',
  'mandate_inactive',
  'connector_unavailable',
  'outgoing_calls_off',
  'blocked',
] as const;
const card = {
  card_number: '4242424242424242',
  card_exp_month: '12',
  card_exp_year: '2030',
  card_holder_name: 'Alice Example',
  card_cvc: '123',
};

const everThere = 'Changes nothing: they are always there.';

class PaymentRetrieval extends RetrievalQuery {
  @f.Text("The payment's client secret; required with a publishable key, checked when given with another.", {
    holds: 'token',
  })
  client_secret?: string | null;
  @f.Bool(everThere) expand_attempts?: boolean | null;
  @f.Bool(everThere) expand_captures?: boolean | null;
}

/** A sum has no pages. */
class NoPaging {}

/** The response to a repeated request whose first run was interrupted: the payment as it is now. */
const replay: NonNullable<Operation['replay']> = (ctx, path, objectId) =>
  retrieve(ctx, Payment, path.payment_id ?? objectId!);

export const paymentsBeyond = [
  beyond({
    id: 'createPayment',
    permission: 'payments:write',
    reach: 'profile',
    summary: 'Create a payment',
    method: 'post',
    path: '/payments',
    about:
      'Creates a payment, and confirms it if `confirm` is true. A decline is not an error but a status of the payment. For a customer, `ephemeral_key` is set in this response only.',
    body: PaymentCreation,
    problems: ['resource_already_exists', ...ofConfirmation],
    example: {
      body: {
        amount: 6540,
        currency: 'USD',
        confirm: true,
        payment_method_data: { card },
        metadata: { order: '4711' },
      },
    },
    response: one(Payment, 'full'),
    replay,
    handle: async (ctx, { body }) => {
      const { paymentId, ephemeralKey } = await createPayment(ctx, body);
      return { ...(await retrieve(ctx, Payment, paymentId)), ephemeral_key: ephemeralKey };
    },
  }),
  listOf(Payment, {
    id: 'listAllPayments',
    summary: 'List payments by any filter',
    path: '/payments',
    about:
      'Lists payments, newest first, with their refunds, disputes, attempts and captures. `GET /payments/list` of the specification has fewer filters.',
  }),
  beyond({
    id: 'sumPayments',
    permission: 'payments:read',
    reach: 'profile',
    summary: 'Sum payments by any filter',
    method: 'get',
    path: '/sums/payments',
    about: sumsPayments,
    query: listQuery(Payment, NoPaging),
    example: { query: { status: 'succeeded' } },
    response: list(PaymentSums),
    handle: (ctx, { query }) => readPaymentSums(ctx, queryConditions(Payment, query as Query)),
  }),
  beyond({
    id: 'retrievePayment',
    permission: 'payments:read',
    reach: 'profile',
    summary: 'Retrieve a payment',
    method: 'get',
    path: '/payments/{payment_id}',
    about:
      "Retrieves a payment with its refunds, disputes, attempts and captures. With a publishable key and `client_secret`, or with the ephemeral key, the customer's client sees the customer's part of it.",
    keys: everyKey,
    query: PaymentRetrieval,
    problems: ['client_secret_invalid', 'client_secret_expired'],
    response: forCustomers,
    handle: async (ctx, { path, query }) => {
      const secret = query.client_secret;
      const isSecretDue =
        ctx.caller.kind === 'publishable_key' || ctx.caller.kind === 'ephemeral_key' || secret;
      if (isSecretDue) await authorizeCustomer(ctx, path.payment_id, secret);
      return retrieveSynced(ctx, Payment, path.payment_id, query);
    },
  }),
  beyond({
    id: 'confirmPayment',
    permission: 'payments:write',
    reach: 'profile',
    summary: 'Confirm a payment',
    method: 'post',
    path: '/payments/{payment_id}/confirm',
    about:
      "Confirms a payment: routes it to a connector for authorization. A decline is not an error but a status of the payment. A failed payment may be confirmed again if `manual_retry_allowed` is true: by its customer's client, or with what the customer entered for it (`payment_method_data`, `payment_token`), or under their consent (`mandate_id`, a saved method that is `recurring_enabled`, `recurring_details`). With a publishable key and `client_secret`, or with the ephemeral key, the customer's client confirms. It may set " +
      customersOwn.map((name) => `\`${name}\``).join(', ') +
      '. It may also say what the customer was shown, in ' +
      customersShown.map((name) => `\`${name}\``).join(', ') +
      ": if the payment is another by then, the answer is 409 `unexpected_state` with that `param`, and nothing is charged. The rest is the merchant's, and refused with `wrong_key_kind`. An API key sets what it sends, but for `net_amount`, which is compared with the total of the payment and these changes.",
    keys: everyKey,
    body: PaymentConfirmation,
    problems: ['client_secret_invalid', 'client_secret_expired', ...ofConfirmation],
    example: { body: { payment_method_data: { card } } },
    response: forCustomers,
    replay,
    handle: async (ctx, { path, body }) => {
      await confirmOrComplete(ctx, path.payment_id, body);
      return retrieve(ctx, Payment, path.payment_id);
    },
  }),
  beyond({
    id: 'retrieveExtendedCardInfo',
    permission: 'vault:export',
    reach: 'profile',
    summary: "Retrieve a payment's encrypted card",
    method: 'get',
    path: '/payments/{payment_id}/extended_card_info',
    about:
      "Retrieves the details of the card that was typed for a payment, encrypted for the public key in its profile's `extended_card_info_config`, for as long as that says. Of a saved card there are none. Each reading is in the audit log.",
    response: one(EncryptedCardInfo),
    handle: async (ctx, { path }) => {
      const found = await readExtendedCardInfo(ctx, path.payment_id);
      if (!found) throw notFound('extended card info');
      return found;
    },
  }),
  beyond({
    id: 'capturePayment',
    permission: 'payments:capture',
    reach: 'profile',
    summary: 'Capture a payment',
    method: 'post',
    path: '/payments/{payment_id}/capture',
    about: 'Captures an authorized payment, wholly or in part.',
    body: PaymentCapture,
    problems: ['unexpected_state', 'amount_exceeds_available', 'outgoing_calls_off'],
    example: { body: { amount: 1000 } },
    response: one(Payment, 'full'),
    replay,
    handle: async (ctx, { path, body }) => {
      await capturePayment(ctx, path.payment_id, body);
      return retrieve(ctx, Payment, path.payment_id);
    },
  }),
  beyond({
    id: 'cancelPayment',
    permission: 'payments:capture',
    reach: 'profile',
    evenIfSuspended: true,
    summary: 'Cancel a payment',
    method: 'post',
    path: '/payments/{payment_id}/cancel',
    about:
      'Cancels a payment and voids its authorization. After a partial capture, what was not captured is released.',
    body: PaymentCancellation,
    problems: ['unexpected_state', 'outgoing_calls_off'],
    example: { body: { cancellation_reason: 'requested_by_customer' } },
    response: one(Payment, 'full'),
    replay,
    handle: async (ctx, { path, body }) => {
      await cancelPayment(ctx, path.payment_id, body.cancellation_reason ?? null, body.profile_id);
      return retrieve(ctx, Payment, path.payment_id);
    },
  }),
  beyond({
    id: 'incrementAuthorization',
    permission: 'payments:capture',
    reach: 'profile',
    summary: 'Increase an authorized amount',
    method: 'post',
    path: '/payments/{payment_id}/incremental_authorization',
    alsoAt: ['/payments/{payment_id}/increment_authorization'],
    about:
      'Increases the authorized amount of a payment before it is captured, where `incremental_authorization_allowed` is true. A decline is not an error: the last of `incremental_authorizations` says why.',
    body: AuthorizationIncrement,
    problems: ['unexpected_state', 'mandate_exceeded', 'outgoing_calls_off'],
    example: { body: { amount: 8000, reason: 'One more night' } },
    response: one(Payment, 'full'),
    replay,
    handle: async (ctx, { path, body }) => {
      await incrementAuthorization(ctx, path.payment_id, body);
      return retrieve(ctx, Payment, path.payment_id);
    },
  }),
  beyond({
    id: 'approvePayment',
    permission: 'payments:capture',
    reach: 'profile',
    summary: 'Approve a payment under review',
    method: 'post',
    path: '/payments/{payment_id}/approve',
    about:
      'Approves a payment that a fraud check holds for review: it is captured, or with manual capture can be.',
    problems: ['unexpected_state', 'outgoing_calls_off'],
    response: one(Payment, 'full'),
    replay,
    handle: async (ctx, { path }) => {
      await approvePayment(ctx, path.payment_id);
      return retrieve(ctx, Payment, path.payment_id);
    },
  }),
  beyond({
    id: 'rejectPayment',
    permission: 'payments:capture',
    reach: 'profile',
    evenIfSuspended: true,
    summary: 'Reject a payment under review',
    method: 'post',
    path: '/payments/{payment_id}/reject',
    about: 'Rejects a payment that a fraud check holds for review: its authorization is voided.',
    body: PaymentCancellation,
    problems: ['unexpected_state', 'outgoing_calls_off'],
    example: { body: { cancellation_reason: 'fraudulent' } },
    response: one(Payment, 'full'),
    replay,
    handle: async (ctx, { path, body }) => {
      await rejectPayment(ctx, path.payment_id, body.cancellation_reason ?? null, body.profile_id);
      return retrieve(ctx, Payment, path.payment_id);
    },
  }),
  beyond({
    id: 'mailPaymentLink',
    permission: 'payments:write',
    reach: 'profile',
    summary: 'Send the link of a payment by e-mail',
    method: 'post',
    path: '/payments/{payment_id}/mail_link',
    about: mailsPaymentLink,
    body: LinkMail,
    problems: [
      'unexpected_state',
      'not_permitted',
      'missing_parameter',
      'rate_limited',
      'outgoing_calls_off',
    ],
    example: { body: { email: 'ada@example.com', locale: 'de' } },
    response: one(Payment, 'full'),
    handle: async (ctx, { path, body }) => {
      await mailPaymentLink(ctx, path.payment_id, body);
      return retrieve(ctx, Payment, path.payment_id);
    },
  }),
];
