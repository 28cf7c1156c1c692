import type { DescribedClass } from '../../../core/model/index.ts';
import { EligibilityRequest } from '../../../core/offers/check-eligibility.ts';
import {
  PaymentCapture,
  PaymentConfirmation,
  PaymentCreation,
} from '../../../core/payments/payment-inputs.ts';
import { RefundCreation } from '../../../core/refunds/create-refund.ts';
import type { Alias } from './aliases.ts';

const fromNumber = { unused: 'it follows from the number.' } as const;
const ofPage = { unused: "the bank's page asks for it." } as const;
const ofLender = { unused: "the lender's page asks for it." } as const;
const notTaken = { unused: 'no connector takes it.' } as const;

/** Fields of a card that its number implies. */
const knownByNumber = {
  'payment_method_data.card.card_issuer': fromNumber,
  'payment_method_data.card.card_network': fromNumber,
  'payment_method_data.card.card_type': fromNumber,
  'payment_method_data.card.card_issuing_country': fromNumber,
  'payment_method_data.card.bank_code': fromNumber,
  'payment_method_data.billing.address.origin_zip': notTaken,
} as const;

/** Fields of an order's lines beside their names, quantities and prices. */
const ofLines = Object.fromEntries(
  [
    'account_name',
    'brand',
    'category',
    'description',
    'product_id',
    'product_img_link',
    'product_tax_code',
    'product_type',
    'requires_shipping',
    'sku',
    'sub_category',
    'tax_rate',
    'total_tax_amount',
  ].map((name) => [`order_details.${name}`, notTaken]),
);

/** The types of method that carry the contact of their holder. */
const withContact = [
  'bank_debit.ach_bank_debit',
  'bank_debit.sepa_bank_debit',
  'bank_debit.bacs_bank_debit',
  'bank_debit.becs_bank_debit',
  'bank_transfer.ach_bank_transfer',
  'bank_transfer.sepa_bank_transfer',
  'bank_transfer.bacs_bank_transfer',
].map((type) => `${type}.billing_details`);

/** Aliases of creating and of confirming a payment. */
const shared = {
  payment_method_data: {
    lifts: withContact,
    into: 'billing',
    as: ({ name, address, ...others }: Readonly<Record<string, unknown>>) => ({
      ...others,
      ...(name === undefined && address === undefined
        ? {}
        : { address: { ...(address ?? {}), ...(name === undefined ? {} : { first_name: name }) } }),
    }),
    words:
      '`billing_details` of a bank debit or bank transfer, with `name`, `email` and `address`, is `billing`.',
  },
  'payment_method_data.voucher': { named: true },
  'payment_method_data.real_time_payment': { named: true },
  'payment_method_data.gift_card': { named: true },
  'payment_method_data.wallet': { named: true },
  'payment_method_data.upi': { named: true },
  phone_country_code: { of: 'customer.phone_country_code', beside: 'customer_id' },
  'billing.address.origin_zip': notTaken,
  'shipping.address.origin_zip': notTaken,
  ...knownByNumber,
  ...ofLines,
  'payment_method_data.bank_redirect.giropay.bank_account_bic': ofPage,
  'payment_method_data.bank_redirect.giropay.bank_account_iban': ofPage,
  'payment_method_data.bank_redirect.giropay.preferred_language': ofPage,
  'payment_method_data.bank_redirect.sofort.preferred_language': ofPage,
  'payment_method_data.bank_redirect.ideal.preferred_language': ofPage,
  'payment_method_data.bank_redirect.eps.preferred_language': ofPage,
  'payment_method_data.bank_redirect.trustly.preferred_language': ofPage,
  'payment_method_data.pay_later.klarna_redirect.issuer_name': ofLender,
  'payment_method_data.pay_later.affirm_redirect.issuer_name': ofLender,
  'payment_method_data.pay_later.affirm_redirect.billing_country': ofLender,
  'payment_method_data.pay_later.afterpay_clearpay_redirect.issuer_name': ofLender,
  'payment_method_data.voucher.boleto.document_type': {
    unused: 'its length distinguishes a CPF from a CNPJ.',
  },
  'payment_method_data.bank_debit.ach_bank_debit.card_holder_name': {
    unused: '`bank_account_holder_name` names the holder.',
  },
  customer_acceptance: { of: 'mandate_data.customer_acceptance' },
  recurring_details: {
    byType: {
      mandate_id: 'mandate_id',
      payment_method_id: 'payment_method_id',
      network_transaction_id_and_card_details: 'recurring_details.network_transaction_id_and_card_details',
      processor_payment_token: 'recurring_details.processor_payment_token',
      card_with_limited_data: 'recurring_details.card_with_limited_data',
    },
  },
  payment_type: {
    says: [
      { value: 'normal' },
      { value: 'new_mandate' },
      { value: 'recurring_mandate' },
      { value: 'setup_mandate', beside: { amount: 0 } },
    ],
  },
} as const;

/** The aliases of inputs about payments. */
export const paymentAliases: ReadonlyMap<DescribedClass, Readonly<Record<string, Alias>>> = new Map<
  DescribedClass,
  Readonly<Record<string, Alias>>
>([
  [
    PaymentCreation,
    {
      ...shared,
      amount_to_capture: { equals: 'amount' },
      connector: {
        of: 'routing',
        reads: (data) => ({ type: 'priority', data }),
        schema: {
          anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, minItems: 1 }],
          examples: [['stripe', 'adyen']],
        },
        words: 'Connectors to try, the first one first: `routing` of type `priority`.',
      },
    },
  ],
  [
    PaymentConfirmation,
    { ...shared, confirm: { says: [{ value: true }] }, payment_id: { path: 'payment_id' } },
  ],
  [PaymentCapture, { amount_to_capture: { of: 'amount' } }],
  [RefundCreation, { refund_type: { says: [{ value: 'instant' }] } }],
  [
    EligibilityRequest,
    {
      ...knownByNumber,
      browser_info: { unused: 'a check asks nobody.' },
    },
  ],
]);
