import type { World } from './world.ts';

/** An endpoint's request in a world, and the response paths that may be null although every column is set. */
export interface EndpointRequest {
  readonly path: (world: World) => string;
  readonly body?: (world: World) => object;
  readonly mayBeNull?: readonly string[];
  /** Whether it refers to one object of the merchant, hidden from other merchants. */
  readonly scoped: boolean;
}

const methodsQuery = new URLSearchParams({
  accepted_currency: 'USD',
  accepted_country: 'US',
  minimum_amount: '1',
  maximum_amount: '1000',
  recurring_payment_enabled: 'false',
  installment_payment_enabled: 'false',
});

let count = 0;

/** A new identifier for an object to create. */
const fresh = (prefix: string) => `${prefix}_${process.pid}_${++count}`;

const address = {
  city: 'Berlin',
  country: 'DE',
  line1: 'Unter den Linden 1',
  line2: 'Hinterhaus',
  line3: 'links',
  zip: '10117',
  state: 'BE',
  first_name: 'Alice',
  last_name: 'Example',
};

/** Requests by endpoint number. */
export const requests: Readonly<Record<number, EndpointRequest>> = {
  1: {
    path: (w) => `/payments/${w.openPaymentId}`,
    body: () => ({ amount: 1200 }),
    // A payment that can still be updated has no outcome.
    mayBeNull: ['.refunds', '.disputes', '.attempts', '.captures'],
    scoped: true,
  },
  2: { path: () => '/payments/list', scoped: false },
  3: {
    path: () => '/payments/session_tokens',
    body: (w) => ({ payment_id: w.openPaymentId, client_secret: w.clientSecret, wallets: [] }),
    mayBeNull: ['.session_token'],
    scoped: true,
  },
  4: {
    path: (w) => `/payments/${w.waitingPaymentId}/3ds/authentication`,
    body: (w) => ({ client_secret: w.clientSecret, device_channel: 'BRW', threeds_method_comp_ind: 'U' }),
    // These belong to a challenge, which a frictionless authentication lacks.
    mayBeNull: ['.acs_url', '.challenge_request', '.acs_signed_content'],
    scoped: true,
  },
  5: { path: (w) => `/payouts/${w.openPayoutId}`, body: () => ({ description: 'Wages' }), scoped: true },
  6: {
    path: (w) => `/payouts/${w.confirmedPayoutId}/fulfill`,
    body: () => ({}),
    // The payout neither failed nor was cancelled.
    mayBeNull: [
      '.error_code',
      '.error_message',
      '.unified_code',
      '.unified_message',
      ...[
        'error_code',
        'error_message',
        'unified_code',
        'unified_message',
        'cancellation_reason',
        'payout_method_type',
      ].map((name) => `.attempts[].${name}`),
    ],
    scoped: true,
  },
  7: { path: (w) => `/refunds/${w.refundId}`, body: () => ({ reason: 'Sent back' }), scoped: true },
  8: {
    path: () => '/customers',
    body: () => ({
      customer_id: fresh('cus'),
      name: 'Alice Example',
      email: 'alice@example.com',
      phone: '3012345678',
      phone_country_code: '+49',
      description: 'Likes shirts',
      address,
      metadata: { tier: 'gold' },
    }),
    mayBeNull: ['.default_payment_method_id'],
    scoped: false,
  },
  9: { path: (w) => `/customers/${w.customerId}`, body: () => ({ name: 'Alice' }), scoped: true },
  10: {
    path: (w) => `/customers/${w.customerId}/payment_methods?${methodsQuery}`,
    // Issuers' codes do not exist here, and the surcharge is a payment's.
    mayBeNull: ['payment_method_issuer_code', 'surcharge_details'].map(
      (name) => `.customer_payment_methods[].${name}`,
    ),
    scoped: true,
  },
  11: { path: (w) => `/payment_methods/${w.methodId}`, scoped: true },
  12: {
    path: (w) => `/payment_methods/${w.methodId}/update`,
    body: () => ({}),
    scoped: true,
  },
  13: {
    path: () => '/accounts',
    body: () => ({ merchant_id: fresh('acme') }),
    mayBeNull: [
      'merchant_name',
      'return_url',
      'merchant_details',
      'webhook_details',
      'payout_routing_algorithm',
      'frm_routing_algorithm',
      'parent_merchant_id',
      'metadata',
      'locker_id',
      'primary_business_details',
      'pm_collect_link_config',
    ].map((name) => `.${name}`),
    scoped: false,
  },
  14: { path: (w) => `/accounts/${w.shop.merchantId}`, scoped: false },
  15: { path: (w) => `/account/${w.shop.merchantId}/business_profile`, scoped: true },
  16: { path: (w) => `/account/${w.shop.merchantId}/business_profile/${w.profileId}`, scoped: true },
  17: { path: (w) => `/accounts/${w.shop.merchantId}/connectors`, scoped: true },
  18: { path: (w) => `/accounts/${w.shop.merchantId}/connectors/${w.connectorId}`, scoped: true },
  19: {
    path: () => '/gsm',
    body: () => ({
      connector: fresh('connector'),
      flow: 'payment',
      sub_flow: 'authorize',
      code: 'card_declined',
      message: 'Declined',
      status: 'Failure',
      router_error: 'declined',
      unified_code: 'UE_1000',
      unified_message: 'Declined',
      decision: 'retry',
      step_up_possible: true,
      error_category: 'frm_decline',
      clear_pan_possible: false,
    }),
    scoped: false,
  },
};
