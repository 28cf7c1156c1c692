import { enumeration } from '../model/index.ts';

/** Specification: Payment `status`. Transitions are in `states/payment-states.ts`. */
export const PaymentStatus = enumeration('PaymentStatus', 'Lifecycle status of a payment.', {
  requires_payment_method: 'No payment method is attached.',
  requires_confirmation: 'A payment method is attached; the payment must be confirmed.',
  requires_customer_action: 'The customer must act, for example complete a 3-D Secure challenge.',
  requires_merchant_action:
    'Held for review by a fraud check or a risk rule: the merchant approves or rejects it.',
  requires_capture: 'Authorized; the payment must be captured.',
  processing: 'Being processed by the connector.',
  succeeded: 'Paid in full. Final.',
  failed: 'Declined or failed. Final unless `manual_retry_allowed` is true.',
  cancelled: 'Cancelled before any capture. Final.',
  partially_captured: 'Captured in part; the rest of the authorization is released. Final.',
  partially_captured_and_capturable: 'Captured in part; more can be captured.',
  expired: 'Not confirmed or not authenticated before `expires_on`. Final.',
});

export const CaptureMethod = enumeration('CaptureMethod', 'How authorized funds are captured.', {
  automatic: 'Authorization and capture in one call to the connector.',
  manual:
    'The merchant captures once, in full or in part; a partial capture releases the rest of the authorization.',
  manual_multiple:
    'The merchant may capture in several parts, such as one for each parcel; the rest stays authorized until `final_capture`, cancellation or expiry.',
  sequential_automatic: 'Captured automatically by a separate call right after the authorization.',
});

export const AuthenticationType = enumeration(
  'AuthenticationType',
  'Whether 3-D Secure authentication is requested.',
  {
    three_ds: '3-D Secure is requested.',
    no_three_ds: '3-D Secure is not requested.',
  },
);

export const ScaExemptionType = enumeration(
  'ScaExemptionType',
  'Exemption from strong customer authentication under PSD2.',
  {
    low_value: 'The amount is low, such as up to 30 EUR.',
    transaction_risk_analysis: 'Analysis of the transaction finds a low risk.',
    recurring: 'A recurring payment of the same amount to the same merchant.',
    secure_corporate_payment: 'Paid by a secure corporate process or card.',
    trusted_beneficiary: 'The customer listed the merchant with their bank as trusted.',
  },
);

export const PaymentChannel = enumeration('PaymentChannel', 'Channel of an order.', {
  ecommerce: 'The customer orders online.',
  moto: 'The merchant takes the order by mail or telephone: the customer is not challenged by 3-D Secure.',
});

export const FutureUsage = enumeration(
  'FutureUsage',
  'Intended future use of the payment method. Setting it saves the card for the customer.',
  {
    on_session: 'For payments with the customer present.',
    off_session: 'For merchant-initiated payments, such as subscriptions.',
  },
);

export const AttemptStatus = enumeration(
  'AttemptStatus',
  'Lifecycle status of a payment attempt.',
  {
    started: 'Recorded; the connector has not been called.',
    payment_method_awaited: 'Waiting for a payment method.',
    confirmation_awaited: 'Waiting for confirmation.',
    authentication_pending: 'The cardholder is being authenticated.',
    authentication_successful: 'The cardholder was authenticated.',
    authentication_failed:
      'The cardholder could not be authenticated, or the connector declined for that reason according to the error mapping. Final.',
    authorizing: 'Authorization requested from the connector.',
    authorized: 'Authorized; nothing has been captured.',
    authorization_failed:
      'Authorization declined with an error that its error mapping assigns to this status. Final.',
    charged: 'Captured in full. Final.',
    partial_charged: 'Captured in part; the rest of the authorization is released. Final.',
    partial_charged_and_chargeable: 'Captured in part; more can be captured.',
    capture_initiated: 'Capture requested from the connector.',
    capture_failed: 'The capture failed; the authorization still holds.',
    void_initiated: 'Void requested from the connector.',
    voided: 'The authorization was voided. Final.',
    void_failed: 'The void failed; the authorization still holds.',
    router_declined: 'Stopped by a fraud check before it was authorized. Final.',
    pending: 'Pending at the connector, or the outcome of the call is unknown.',
    unresolved: 'Authorized, and held until the merchant approves or rejects it.',
    failure: 'Declined or failed. Final.',
    auto_refunded: 'Captured too late for its payment, and refunded automatically. Final.',
  },
  ['payment_method_awaited', 'confirmation_awaited'],
);

export const CaptureStatus = enumeration('CaptureStatus', 'Status of a capture.', {
  started: 'Recorded; the connector has not been called.',
  pending: 'Requested; the outcome is not known yet.',
  charged: 'Captured. Final.',
  failed: 'Failed. Final.',
});
