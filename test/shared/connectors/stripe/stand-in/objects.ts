import type Stripe from 'stripe';
import { scenarioOf } from './cards.ts';
import type { State } from './state.ts';

/** The objects of Stripe's API in its format, with every field of the package's types. */

type Json = Record<string, unknown>;

export function newMethod(state: State, card: Json, billing: Json): Stripe.PaymentMethod {
  const number = String(card.number ?? '');
  return {
    id: state.id('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: null,
      email: null,
      name: null,
      phone: null,
      tax_id: null,
      ...billing,
    } as Stripe.PaymentMethod.BillingDetails,
    card: {
      brand: 'visa',
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: card.cvc ? 'pass' : null,
      },
      country: 'US',
      display_brand: 'visa',
      exp_month: Number(card.exp_month ?? 12),
      exp_year: Number(card.exp_year ?? 2039),
      fingerprint: 'StandInFingerpri',
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: ['visa'], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    } as unknown as Stripe.PaymentMethod.Card,
    created: state.seconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  } as Stripe.PaymentMethod;
}

export function newIntent(state: State, params: Json): Stripe.PaymentIntent {
  const id = state.id('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: Number(params.amount),
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: params.application_fee_amount ? Number(params.application_fee_amount) : null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: (params.capture_method ?? 'automatic_async') as Stripe.PaymentIntent.CaptureMethod,
    client_secret: `${id}_secret_standin`,
    confirmation_method: 'automatic',
    created: state.seconds(),
    currency: String(params.currency),
    customer: (params.customer ?? null) as string | null,
    customer_account: null,
    description: (params.description ?? null) as string | null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: { ...(params.metadata as Record<string, string>) },
    next_action: null,
    on_behalf_of: null,
    payment_method: params.payment_method as string,
    payment_method_configuration_details: null,
    payment_method_options: {} as Stripe.PaymentIntent.PaymentMethodOptions,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: (params.setup_future_usage ?? null) as Stripe.PaymentIntent.SetupFutureUsage | null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: (params.statement_descriptor_suffix ?? null) as string | null,
    status: 'requires_confirmation',
    transfer_data: null,
    transfer_group: null,
  };
}

/** A payment's charge. It stays the only one after several captures. */
export function newCharge(
  state: State,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { authenticated, terms }: { readonly authenticated: boolean; readonly terms: Json },
): Stripe.Charge {
  const status = (asked: unknown) => ({ status: asked === 'if_available' ? 'available' : 'unavailable' });
  const cardFacts = () => ({
    amount_authorized: intent.amount,
    authorization_code: '123456',
    brand: 'visa',
    ...(intent.capture_method === 'manual' ? { capture_before: state.seconds() + 7 * 86_400 } : {}),
    checks: {
      address_line1_check: null,
      address_postal_code_check: method.billing_details.address?.postal_code ? 'pass' : null,
      cvc_check: method.card?.checks?.cvc_check ?? null,
    },
    country: 'US',
    electronic_commerce_indicator: authenticated ? '05' : null,
    exp_month: method.card!.exp_month,
    exp_year: method.card!.exp_year,
    extended_authorization: {
      status: terms.request_extended_authorization === 'if_available' ? 'enabled' : 'disabled',
    },
    fingerprint: 'StandInFingerpri',
    funding: 'credit',
    incremental_authorization: status(terms.request_incremental_authorization),
    installments: null,
    issuer: 'Stand-in Bank',
    last4: method.card!.last4,
    mandate: null,
    multicapture: status(terms.request_multicapture),
    network: 'visa',
    network_token: { used: false },
    network_transaction_id: '123456789012345',
    overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: '8b2a3b4c-0000-4000-8000-000000000001',
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  });
  return {
    id: state.id('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SWITCHYARD',
    captured: false,
    created: state.seconds(),
    currency: intent.currency,
    customer: intent.customer as string | null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      risk_score: 32,
      seller_message: 'Payment complete.',
      type: 'authorized',
    },
    paid: true,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: method.type,
      ...(method.type === 'card' ? { card: cardFacts() } : { [method.type]: {} }),
    } as Stripe.Charge.PaymentMethodDetails,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    refunds: null,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  } as unknown as Stripe.Charge;
}

/** The balance transaction of a capture, with Stripe's fee. */
export const newBooking = (state: State, charge: Stripe.Charge, amount: number): Stripe.BalanceTransaction =>
  ({
    id: state.id('txn'),
    object: 'balance_transaction',
    amount,
    available_on: state.seconds() + 2 * 86_400,
    created: state.seconds(),
    currency: charge.currency,
    description: null,
    exchange_rate: null,
    // A percentage in Stripe's unit: possibly a fraction of a currency without minor units.
    fee: Math.floor(amount * 0.029) + 30,
    fee_details: [],
    net: amount - Math.floor(amount * 0.029) - 30,
    reporting_category: 'charge',
    source: charge.id,
    status: 'pending',
    type: 'charge',
  }) as unknown as Stripe.BalanceTransaction;

/** The balance transaction of a refund, which costs nothing. */
export const refundBooking = (state: State, refund: Pick<Stripe.Refund, 'id' | 'amount' | 'currency'>) =>
  ({
    id: state.id('txn'),
    object: 'balance_transaction',
    amount: -refund.amount,
    available_on: state.seconds(),
    created: state.seconds(),
    currency: refund.currency,
    description: null,
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: -refund.amount,
    reporting_category: 'refund',
    source: refund.id,
    status: 'available',
    type: 'refund',
  }) as unknown as Stripe.BalanceTransaction;

export function newRefund(state: State, intent: Stripe.PaymentIntent, params: Json): Stripe.Refund {
  return {
    id: state.id('re'),
    object: 'refund',
    amount: Number(params.amount),
    balance_transaction: null,
    charge: intent.latest_charge as string,
    created: state.seconds(),
    currency: intent.currency,
    customer: null,
    customer_account: null,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    metadata: { ...(params.metadata as Record<string, string>) },
    payment_intent: intent.id,
    payment_method: intent.payment_method as string,
    reason: (params.reason ?? null) as Stripe.Refund.Reason | null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  } as Stripe.Refund;
}

export const newDispute = (state: State, charge: Stripe.Charge): Stripe.Dispute =>
  ({
    id: state.id('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: state.seconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: {
      due_by: state.seconds() + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand: 'visa', case_type: 'chargeback', network_reason_code: '10.4', network: 'visa' },
      type: 'card',
    },
    reason: 'fraudulent',
    status: 'needs_response',
  }) as unknown as Stripe.Dispute;

/** The behaviour of a stored method's number. */
export const scenarioOfMethod = (state: State, method: unknown) =>
  scenarioOf(state.methods.get(String(method))?.number ?? '');
