import type { Payment } from '../entities/payment.ts';
import type { Payout } from '../entities/payout.ts';
import { METADATA } from '../entities/values/rule-facts.ts';

/** The columns of a payment that rules and routing read. A plain row with them is decided about like a payment. */
export const routedPaymentColumns = Object.freeze([
  'authentication_type',
  'billing',
  'browser_info',
  'business_country',
  'business_label',
  'business_sub_label',
  'capture_method',
  'currency',
  'customer',
  'customer_id',
  'decisions',
  'email',
  'fingerprint',
  'force_3ds_challenge',
  'metadata',
  'net_amount',
  'off_session',
  'payment_channel',
  'payment_id',
  'payment_method',
  'payment_method_data',
  'payment_method_id',
  'payment_method_type',
  'payment_token',
  'phone',
  'psd2_sca_exemption_type',
  'recurring_source',
  'routing',
  'setup_future_usage',
  'shipping',
  'split_payments',
  'surcharge_details',
] as const satisfies readonly (keyof Payment)[]);

/** Columns of a payment that nothing but some facts needs, with those facts. */
export const columnsOfFacts: Readonly<
  Partial<Record<(typeof routedPaymentColumns)[number], readonly string[]>>
> = {
  browser_info: ['ip_address', 'ip_country'],
  customer: ['email', 'email_domain', 'disposable_domain', 'phone'],
  email: ['email', 'email_domain', 'disposable_domain'],
  fingerprint: ['card_fingerprint'],
  metadata: ['metadata'],
  phone: ['phone'],
  shipping: ['shipping_country'],
};

/** The columns by which rules that compare some facts decide about a payment. A missing one is as if it were null. */
export function routedColumnsFor(
  fields: readonly string[],
): readonly (typeof routedPaymentColumns)[number][] {
  const compared = new Set(fields.map((field) => (field.startsWith(METADATA) ? 'metadata' : field)));
  return routedPaymentColumns.filter((column) => {
    const only = columnsOfFacts[column];
    return !only || only.some((fact) => compared.has(fact));
  });
}

/** A payment, or a plain row, as rules and routing read it. */
export type RoutedPayment = Readonly<Pick<Payment, (typeof routedPaymentColumns)[number]>>;

/** The columns of a payout that rules and routing read. */
export const routedPayoutColumns = Object.freeze([
  'amount',
  'billing',
  'business_country',
  'business_label',
  'connectors',
  'currency',
  'customer',
  'customer_id',
  'email',
  'entity_type',
  'metadata',
  'payout_method_data',
  'payout_type',
  'phone',
  'priority',
  'routing',
] as const satisfies readonly (keyof Payout)[]);

/** A payout, or a plain row, as rules and routing read it. */
export type RoutedPayout = Readonly<Pick<Payout, (typeof routedPayoutColumns)[number]>>;
