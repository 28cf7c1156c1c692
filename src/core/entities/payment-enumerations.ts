import { enumeration } from '../model/index.ts';

/** Specification: Payment `status`; decisions on states are in `payment-states.ts`. */
export const PaymentStatus = enumeration('PaymentStatus', 'Where a payment stands.', {
  requires_payment_method: 'Waits for a payment method.',
  requires_confirmation: 'Has a method; waits to be confirmed.',
  requires_customer_action: 'Waits for the customer, for example at a 3DS challenge.',
  requires_merchant_action: 'Waits for the merchant to decide.',
  requires_capture: 'Authorized; waits to be captured.',
  processing: 'With the connector.',
  succeeded: 'All of it was received. Final.',
  failed: 'Refused or broken off; final unless a manual retry is allowed.',
  cancelled: 'Cancelled before any money was captured. Final.',
  partially_captured: 'A part was captured and no more will be. Final.',
  partially_captured_and_capturable: 'A part was captured and more may be.',
  expired: 'Not confirmed in time. Final.',
});

export const CaptureMethod = enumeration('CaptureMethod', 'When authorized money is captured.', {
  automatic: 'With the authorization.',
  manual: 'Once, when the merchant asks.',
  manual_multiple: 'In several parts, when the merchant asks.',
  sequential_automatic: 'By the service, in a call of its own after the authorization.',
});

export const AuthenticationType = enumeration(
  'AuthenticationType',
  'Whether the cardholder is authenticated.',
  {
    three_ds: '3-D Secure is asked for.',
    no_three_ds: '3-D Secure is not asked for.',
  },
);

export const FutureUsage = enumeration('FutureUsage', 'How a saved method will be used again.', {
  on_session: 'With the customer present.',
  off_session: 'Without the customer, for example for a subscription.',
});

export const AttemptStatus = enumeration('AttemptStatus', 'Where one attempt at a payment stands.', {
  started: 'Recorded; no connector was asked yet.',
  payment_method_awaited: 'Waits for a payment method.',
  confirmation_awaited: 'Waits to be confirmed.',
  authentication_pending: 'The cardholder is being authenticated.',
  authentication_successful: 'The cardholder was authenticated.',
  authentication_failed: 'The cardholder was not authenticated. Final.',
  authorizing: 'The connector is being asked to authorize.',
  authorized: 'Authorized; nothing is captured yet.',
  authorization_failed: 'The connector refused to authorize. Final.',
  charged: 'All of it was captured. Final.',
  partial_charged: 'A part was captured and no more will be. Final.',
  partial_charged_and_chargeable: 'A part was captured and more may be.',
  capture_initiated: 'The connector is being asked to capture.',
  capture_failed: 'The capture was refused; the authorization holds.',
  void_initiated: 'The connector is being asked to void.',
  voided: 'The authorization was given up. Final.',
  void_failed: 'The void was refused; the authorization holds.',
  router_declined: 'Refused before any connector was asked. Final.',
  pending: 'The connector has not decided, or its answer is not known yet.',
  unresolved: 'The connector waits for the merchant to decide.',
  failure: 'Refused or broken off. Final.',
  auto_refunded: 'Captured and at once given back by the connector. Final.',
});

export const CaptureStatus = enumeration('CaptureStatus', 'How far a capture has come.', {
  started: 'Recorded; the connector was not asked yet.',
  pending: 'The connector has been asked; the outcome is not known yet.',
  charged: 'Captured. Final.',
  failed: 'Refused. Final.',
});
