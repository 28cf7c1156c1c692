import { stateMachine } from '../../foundation/state-machine.ts';
import type { ValueOf } from '../../model/index.ts';
import type { AttemptStatus, PaymentStatus } from '../payment-enumerations.ts';

type State = ValueOf<typeof PaymentStatus>;

/** Operations a merchant or the customer's client may request on a payment. */
export type PaymentOperation =
  | 'update'
  | 'confirm'
  | 'authenticate'
  | 'open_wallets'
  | 'increment'
  | 'capture'
  | 'cancel'
  | 'decide'
  | 'refund';

/** Statuses that may result from confirming a payment. */
const outcomes = [
  'processing',
  'requires_customer_action',
  'requires_merchant_action',
  'requires_capture',
  'succeeded',
  'failed',
  'cancelled',
  'partially_captured',
  'partially_captured_and_capturable',
] as const satisfies readonly State[];

const outcomesBut = (...left: State[]): State[] => outcomes.filter((state) => !left.includes(state));

/** A capture at the connector after the authorization had ended there. */
const lateCapture = ['succeeded', 'partially_captured'] as const satisfies readonly State[];

/** Lifecycle of a payment. Specification: States and transitions. */
export const paymentStates = stateMachine<State, PaymentOperation>({
  of: 'payment',
  initial: ['requires_payment_method', 'requires_confirmation'],
  terminal: ['succeeded', 'failed', 'cancelled', 'partially_captured', 'expired'],
  // `manual_retry_allowed` permits confirming a failed payment again. A connector's later report may contradict any end:
  // `later-reports.ts` says which.
  reopened: ['succeeded', 'failed', 'cancelled', 'partially_captured', 'expired'],
  transitions: {
    requires_payment_method: ['requires_confirmation', 'cancelled', 'expired'],
    requires_confirmation: ['requires_payment_method', ...outcomes, 'expired'],
    requires_customer_action: [...outcomesBut('requires_customer_action'), 'expired'],
    requires_merchant_action: [...outcomesBut('requires_merchant_action'), 'expired'],
    requires_capture: [
      'processing',
      'succeeded',
      'partially_captured',
      'partially_captured_and_capturable',
      'failed',
      'cancelled',
      'expired',
    ],
    // The session may expire while the connector voids a pending challenge.
    processing: [...outcomesBut('processing'), 'expired'],
    partially_captured_and_capturable: [
      'processing',
      'requires_capture',
      'succeeded',
      'partially_captured',
      'failed',
    ],
    // With another method, a failed payment waits to be confirmed again.
    failed: [...outcomesBut('failed'), 'requires_confirmation'],
    succeeded: ['partially_captured', 'failed'],
    cancelled: lateCapture,
    partially_captured: ['succeeded', 'failed'],
    expired: lateCapture,
  },
  operations: {
    // Descriptive fields; `update-payment.ts` lists the other fields that may change, by status.
    update: ['requires_payment_method', 'requires_confirmation', ...outcomes, 'expired'],
    // While a challenge is open, confirming again ends its attempt and starts another.
    confirm: ['requires_payment_method', 'requires_confirmation', 'requires_customer_action', 'failed'],
    authenticate: ['requires_customer_action'],
    open_wallets: [
      'requires_payment_method',
      'requires_confirmation',
      'requires_customer_action',
      'requires_merchant_action',
      'requires_capture',
      'processing',
      'partially_captured',
      'partially_captured_and_capturable',
    ],
    increment: ['requires_capture'],
    capture: ['requires_capture', 'partially_captured_and_capturable'],
    cancel: [
      'requires_payment_method',
      'requires_confirmation',
      'requires_customer_action',
      'requires_capture',
      'partially_captured_and_capturable',
    ],
    decide: ['requires_merchant_action'],
    // Only received funds can be refunded.
    refund: ['succeeded', 'partially_captured', 'partially_captured_and_capturable'],
  },
});

/** Payment status by the status of the active attempt. Specification: States and transitions. */
export const paymentStatusByAttempt: Readonly<Record<ValueOf<typeof AttemptStatus>, State>> = Object.freeze({
  started: 'processing',
  payment_method_awaited: 'requires_payment_method',
  confirmation_awaited: 'requires_confirmation',
  authentication_pending: 'requires_customer_action',
  authentication_successful: 'processing',
  authentication_failed: 'failed',
  authorizing: 'processing',
  authorized: 'requires_capture',
  authorization_failed: 'failed',
  charged: 'succeeded',
  partial_charged: 'partially_captured',
  partial_charged_and_chargeable: 'partially_captured_and_capturable',
  capture_initiated: 'processing',
  // The authorization still holds: capture or void may be retried.
  capture_failed: 'requires_capture',
  void_initiated: 'processing',
  voided: 'cancelled',
  void_failed: 'requires_capture',
  router_declined: 'failed',
  pending: 'processing',
  unresolved: 'requires_merchant_action',
  failure: 'failed',
  auto_refunded: 'succeeded',
});
