import * as f from '../../model/fields.ts';
import { enumeration, type JsonRecord, ValueObject, type ValueOf } from '../../model/index.ts';
import { PaymentMethodKind } from './payment-method-data.ts';

/** Credentials for a connector. Specification: Connector account. */
@ValueObject({ about: 'Credentials for a connector, returned masked.' })
export class ConnectorAccountDetails {
  @f.JsonObject(
    "API keys and secrets by the connector's names; returned masked, except for non-secret entries such as `auth_type`.",
    {
      masked: true,
      example: { api_key: 'sk****************9f' },
      redirects: 'money',
    },
  )
  connector_account_details?: JsonRecord | null;
  @f.JsonObject(
    'Additional connector settings, such as a terminal identifier; its secrets are returned masked.',
    {
      masked: 'named',
      redirects: 'money',
    },
  )
  metadata?: JsonRecord | null;
}

/** Secrets that verify webhooks received from a connector. Specification: Connector account. */
@ValueObject({ about: 'Secrets that verify webhooks received from a connector.' })
export class ConnectorWebhookDetails {
  @f.Text(
    'Webhook secret shared with the connector; returned masked, with the first and last two characters visible.',
    { masked: true, redirects: 'money' },
  )
  merchant_secret?: string | null;
  @f.Text('Second webhook secret, for connectors that use two; returned masked.', {
    masked: true,
    redirects: 'money',
  })
  additional_secret?: string | null;
}

/** Recipient of open-banking payments. Specification: Connector account, `additional_merchant_data`. */
@ValueObject({ about: 'Recipient of open-banking payments.' })
export class OpenBankingRecipientData {
  @f.Text('Recipient identifier assigned by the connector.', { redirects: 'money' }) connector_recipient_id?:
    | string
    | null;
}

/** Additional merchant details that some connectors require. Specification: Connector account. */
@ValueObject({ about: 'Additional merchant details that some connectors require.' })
export class AdditionalMerchantData {
  @f.NestedObject(() => OpenBankingRecipientData, 'Recipient of open-banking payments.')
  open_banking_recipient_data?: OpenBankingRecipientData | null;
}

export const FraudFlow = enumeration('FraudFlow', 'When a payment is checked for fraud.', {
  pre: 'Before it is authorized.',
  post: 'After it was authorized, before it is captured unless the action is `auto_refund`.',
});

export const FraudAction = enumeration('FraudAction', 'The action on a payment found to be fraud.', {
  cancel_txn: 'It fails, or its authorization is voided.',
  auto_refund: 'It is captured, and refunded if found to be fraud.',
  manual_review: 'It is held until the merchant approves or rejects it.',
});

/** Fraud-check settings of a payment method subtype. Specification: Connector account, `frm_configs`. */
@ValueObject({ about: 'Fraud-check settings of one payment method subtype.', keepsUnknown: true })
export class FrmPaymentMethodType {
  @f.Text('Payment method subtype, such as `credit`.', { holds: 'code' }) payment_method_type?: string | null;
  @f.TextList('Card networks to check; empty means all.', { holds: 'code' }) card_networks!: string[];
  @f.Enumeration(() => FraudFlow, 'Time of the check; `pre` by default.', { example: 'pre' })
  flow?: ValueOf<typeof FraudFlow> | null;
  @f.Enumeration(
    () => FraudAction,
    'The action on fraud; `cancel_txn` by default. A payment flagged for review is always held.',
    { example: 'cancel_txn' },
  )
  action?: ValueOf<typeof FraudAction> | null;
}

/** Fraud-check settings of a payment method family. Specification: Connector account, `frm_configs`. */
@ValueObject({ about: 'Fraud-check settings of one payment method family.', keepsUnknown: true })
export class FrmPaymentMethod {
  @f.Enumeration(() => PaymentMethodKind, 'Payment method family, such as `card`.')
  payment_method?: ValueOf<typeof PaymentMethodKind> | null;
  @f.ObjectList(() => FrmPaymentMethodType, 'Payment method subtypes to check.')
  payment_method_types!: FrmPaymentMethodType[];
}

/** Fraud-check settings for one connector. Specification: Connector account, `frm_configs`. */
@ValueObject({ about: 'Fraud-check settings for payments through one connector.', keepsUnknown: true })
export class FrmConfig {
  @f.Text('Name of the connector whose payments are checked.') gateway?: string | null;
  @f.ObjectList(() => FrmPaymentMethod, 'Payment methods to check.') payment_methods!: FrmPaymentMethod[];
}

export const AcceptedListType = enumeration(
  'AcceptedListType',
  'How a list of accepted countries or currencies is interpreted.',
  {
    enable_only: 'Only the listed ones are accepted.',
    disable_only: 'All but the listed ones are accepted.',
    all_accepted: 'All are accepted; the list is ignored.',
  },
);

/** Countries a payment method is accepted from. Specification: Connector account. */
@ValueObject({ about: 'Countries a payment method is accepted from.' })
export class AcceptedCountries {
  @f.TextList('Two-letter ISO 3166 country codes.', { max: 250, format: 'country', example: ['DE'] })
  list!: string[];
  @f.Enumeration(() => AcceptedListType, 'How the list is interpreted.', { required: true })
  type!: ValueOf<typeof AcceptedListType>;
}

/** Currencies a payment method is accepted in. Specification: Connector account. */
@ValueObject({ about: 'Currencies a payment method is accepted in.' })
export class AcceptedCurrencies {
  @f.TextList('Three-letter ISO 4217 currency codes.', { max: 200, format: 'currency', example: ['EUR'] })
  list!: string[];
  @f.Enumeration(() => AcceptedListType, 'How the list is interpreted.', { required: true })
  type!: ValueOf<typeof AcceptedListType>;
}

/** Payment method a connector account accepts, with its limits. Specification: Connector account. */
@ValueObject({ about: 'Payment method a connector account accepts, with its limits.' })
export class PaymentMethodsEnabled {
  @f.NestedObject(() => AcceptedCountries, 'Accepted billing countries; null accepts all.')
  accepted_countries?: AcceptedCountries | null;
  @f.NestedObject(() => AcceptedCurrencies, 'Accepted currencies; null accepts all.')
  accepted_currencies?: AcceptedCurrencies | null;
  @f.Bool('Whether instalments are enabled.') installment_payment_enabled?: boolean | null;
  @f.Bool('Whether recurring (off-session) payments are enabled.') recurring_enabled?: boolean | null;
  @f.Amount('Maximum amount, in minor units; null for no limit.') maximum_amount?: number | null;
  @f.Amount(
    'Minimum amount, in minor units; null for no limit. Payments of 0, which verify a payment method, are not below it.',
  )
  minimum_amount?: number | null;
  @f.Enumeration(() => PaymentMethodKind, 'Payment method family, such as `card`.', { required: true })
  payment_method!: ValueOf<typeof PaymentMethodKind>;
  @f.TextList(
    'Accepted issuers: names of banks, as in `bank_name` of a bank redirect or debit, or `card_issuer` of a card; an empty list accepts all. A method with an unknown issuer is always accepted. Case, spaces and hyphens do not matter.',
    { holds: 'code' },
  )
  payment_method_issuers!: string[];
  @f.TextList('Accepted payment method subtypes, such as `credit` or `ach`; empty accepts all.', {
    holds: 'code',
  })
  payment_method_types!: string[];
  @f.TextList(
    'Accepted card networks, such as `Visa`; empty accepts all. Case, spaces and hyphens do not matter.',
    { holds: 'code' },
  )
  payment_schemes!: string[];
}
