import { Attempt } from '../entities/attempt.ts';
import { Capture } from '../entities/capture.ts';
import { Payment } from '../entities/payment.ts';
import { PaymentApproval, PaymentRejection } from '../fraud-checks/add-decided.ts';
import { approvePayment, rejectPayment } from '../fraud-checks/decide-on-payment.ts';
import { confirmOrComplete } from '../outcomes/complete-return.ts';
import { LinkMail } from '../payment-links/mail-link.ts';
import { incrementAuthorization } from '../payments/authorize/increment-authorization.ts';
import { capturePayment } from '../payments/capture/capture-payment.ts';
import { createPayment } from '../payments/create-payment.ts';
import { customerFields, customersOwn, customersShown } from '../payments/customer/customer-access.ts';
import { mailPaymentLink } from '../payments/customer/mail-payment-link.ts';
import { EncryptedCardInfo, readExtendedCardInfo } from '../payments/method/read-extended-card-info.ts';
import {
  AuthorizationIncrement,
  PaymentCancellation,
  PaymentCapture,
  PaymentConfirmation,
  PaymentCreation,
  PaymentUpdate,
} from '../payments/payment-inputs.ts';
import { cancelRetry } from '../payments/retry/cancel-retry.ts';
import { updatePayment } from '../payments/update-payment.ts';
import { cancelPayment } from '../payments/void/cancel-payment.ts';
import {
  handledOperation,
  listOperation,
  operationsByName,
  readOperation,
  retrieveOperation,
  writeOperation,
} from './operation.ts';

const everyKey = ['api_key', 'admin_key', 'publishable_key', 'ephemeral_key'] as const;
const secretProblems = ['client_secret_invalid', 'client_secret_expired'] as const;
const confirmationProblems = [
  'parameters_exclusive',
  'unexpected_state',
  'no_connector_available',
  'mandate_exceeded',
  'mandate_inactive',
  'connector_unavailable',
  'outgoing_calls_off',
  'blocked',
] as const;
const decisionProblems = ['unexpected_state', 'outgoing_calls_off'] as const;

const writesPayment = {
  permission: 'payments:write',
  reach: 'profile',
  target: Payment,
} as const;
const capturesPayment = {
  ...writesPayment,
  permission: 'payments:capture',
  ids: ['payment_id'],
  callsConnector: true,
} as const;

const namesOf = (fields: readonly string[]) => fields.map((name) => `\`${name}\``).join(', ');

export const payments = operationsByName({
  createPayment: writeOperation({
    ...writesPayment,
    summary: 'Create a payment',
    about:
      "Creates a payment, and confirms it if `confirm` is true. A decline is not an error but a status of the payment. If a risk rule or the blocklist blocks it, the error `blocked` has the `payment_id` of the payment, which was created and has failed. For a payment with a customer, only this response includes `ephemeral_key`, with which a page can read and confirm the payment, and list, update and delete the customer's saved payment methods.",
    input: PaymentCreation,
    creates: true,
    callsConnector: true,
    problems: ['resource_already_exists', ...confirmationProblems],
    run: createPayment,
    shows: ({ ephemeralKey, paymentId: id }) => ({ id, oneTime: { ephemeral_key: ephemeralKey } }),
  }),
  listPayments: handledOperation({
    permission: 'payments:read',
    reach: 'profile',
    target: Payment,
    summary: 'List payments',
    about: 'Lists payments, newest first, with their refunds, disputes, attempts and captures.',
    problems: ['resource_not_found', 'parameters_exclusive'],
    only: { face: 'rest', because: 'GraphQL has one list, with every filter.' },
  }),
  listAllPayments: listOperation(Payment, {
    summary: 'List payments by any filter',
    about: 'Lists payments by any filter, newest first, with their refunds, disputes, attempts and captures.',
  }),
  retrievePayment: retrieveOperation(Payment, {
    about:
      "Retrieves a payment with its refunds, disputes, attempts and captures. With a publishable key and `client_secret`, or with the ephemeral key, the customer's client sees the fields meant for the customer.",
    keys: everyKey,
    customerFields,
    problems: secretProblems,
  }),
  updatePayment: writeOperation({
    ...writesPayment,
    summary: 'Update a payment',
    about:
      'Updates a payment. `metadata`, `description`, `feature_metadata` and `merchant_order_reference_id` may change in every status, and a customer may be attached to a payment without one; other fields may change until the payment is charged. A failed payment with `manual_retry_allowed` accepts another method, and then waits for confirmation. `confirm: true` confirms the payment in the same request, and replaces an open challenge.',
    ids: ['payment_id'],
    input: PaymentUpdate,
    callsConnector: true,
    problems: confirmationProblems,
    run: updatePayment,
  }),
  confirmPayment: writeOperation({
    ...writesPayment,
    summary: 'Confirm a payment',
    about: `Confirms a payment: routes it to a connector for authorization. A decline is not an error but a status of the payment. A payment that a risk rule or the blocklist blocks has failed too: the error \`blocked\` has its \`payment_id\`. A failed payment may be confirmed again if \`manual_retry_allowed\` is true: by its customer's client, with the customer's new input (\`payment_method_data\`, \`payment_token\`), or with the customer's consent (\`mandate_id\`, a saved method with \`recurring_enabled\`, \`recurring_details\`). With a publishable key and \`client_secret\`, or with the ephemeral key, the customer's client confirms. It may set ${namesOf(customersOwn)}. It may also send the values shown to the customer, in ${namesOf(customersShown)}: if the payment has changed since, the error is \`unexpected_state\` with that \`param\`, and nothing is charged. Other parameters are reserved for the merchant, and refused with \`wrong_key_kind\`. An API key sets all parameters except \`net_amount\`, which is compared with the total of the payment after the changes.`,
    ids: ['payment_id'],
    input: PaymentConfirmation,
    keys: everyKey,
    customerFields,
    callsConnector: true,
    problems: [...secretProblems, ...confirmationProblems],
    run: confirmOrComplete,
  }),
  capturePayment: writeOperation({
    ...capturesPayment,
    summary: 'Capture a payment',
    about: 'Captures an authorized payment: the full capturable amount, or a part of it.',
    input: PaymentCapture,
    problems: ['unexpected_state', 'amount_exceeds_available', 'outgoing_calls_off'],
    run: capturePayment,
  }),
  incrementAuthorization: writeOperation({
    ...capturesPayment,
    summary: 'Increase an authorized amount',
    about:
      'Increases the authorized amount of a payment before capture, if `incremental_authorization_allowed` is true. A decline is not an error: the last of `incremental_authorizations` says why.',
    input: AuthorizationIncrement,
    problems: ['unexpected_state', 'mandate_exceeded', 'outgoing_calls_off'],
    run: incrementAuthorization,
  }),
  cancelPayment: writeOperation({
    ...capturesPayment,
    summary: 'Cancel a payment',
    about:
      'Cancels a payment and voids its authorization. After a partial capture, the uncaptured amount is released.',
    input: PaymentCancellation,
    evenIfSuspended: true,
    problems: decisionProblems,
    run: (ctx, id, { cancellation_reason: reason, profile_id: profileId }) =>
      cancelPayment(ctx, id, reason ?? null, profileId),
  }),
  cancelPaymentRetry: writeOperation({
    ...capturesPayment,
    summary: 'Cancel a scheduled retry',
    about:
      'Cancels the scheduled retry of a declined off-session charge. The payment stays failed, and can be confirmed again.',
    evenIfSuspended: true,
    problems: decisionProblems,
    run: cancelRetry,
  }),
  approvePayment: writeOperation({
    ...capturesPayment,
    summary: 'Approve a payment under review',
    about:
      'Approves a payment held for review by a fraud check or a risk rule: it is captured or, with manual capture, becomes capturable.',
    input: PaymentApproval,
    problems: decisionProblems,
    run: (ctx, id, { add_to_list: addition }) => approvePayment(ctx, id, addition),
  }),
  rejectPayment: writeOperation({
    ...capturesPayment,
    summary: 'Reject a payment under review',
    about: 'Rejects a payment held for review by a fraud check or a risk rule: its authorization is voided.',
    input: PaymentRejection,
    evenIfSuspended: true,
    problems: decisionProblems,
    run: (ctx, id, { add_to_list: addition, cancellation_reason: reason, profile_id: profileId }) =>
      rejectPayment(ctx, id, reason ?? null, profileId, addition),
  }),
  mailPaymentLink: writeOperation({
    ...writesPayment,
    summary: 'Send the link of a payment by e-mail',
    about:
      "Sends the payment's link to its customer by e-mail, in the merchant's name, while it can be paid. A failed payment gets a page if it has none, and its customer has at least the profile's `session_expiry` to pay. Replies go to the `primary_email` of the account's `merchant_details`. By default a merchant may send 300 links per hour, and five to one address.",
    ids: ['payment_id'],
    input: LinkMail,
    problems: [
      'unexpected_state',
      'not_permitted',
      'missing_parameter',
      'rate_limited',
      'outgoing_calls_off',
    ],
    run: mailPaymentLink,
  }),
  retrieveExtendedCardInfo: readOperation({
    permission: 'vault:export',
    reach: 'profile',
    summary: "Retrieve a payment's encrypted card",
    about:
      "Retrieves the details of the card entered for a payment, encrypted for the public key in its profile's `extended_card_info_config`, until they expire. Not available for a saved card. Each retrieval is recorded in the audit log.",
    ids: ['payment_id'],
    target: EncryptedCardInfo,
    run: readExtendedCardInfo,
  }),
  listCaptures: listOperation(Capture, {
    about:
      'Lists captures, oldest first: money received, by time of receipt, with the fee and settlement reported by the connector. Captures made together with their authorization are included.',
  }),
  retrieveCapture: retrieveOperation(Capture),
  listAttempts: listOperation(Attempt, {
    only: { face: 'graphql', because: 'REST shows attempts within their payment.' },
  }),
  retrieveAttempt: retrieveOperation(Attempt, {
    only: { face: 'graphql', because: 'REST shows attempts within their payment.' },
  }),
});
