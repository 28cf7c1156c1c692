import * as f from '../../model/fields.ts';
import { type JsonRecord, ValueObject, type ValueOf } from '../../model/index.ts';
import { PaymentMethodKind } from './payment-method-kind.ts';

/** Credentials for a connector. Specification: Connector account. */
@ValueObject({ about: 'Credentials for a connector. All strings are returned masked.' })
export class ConnectorAccountDetails {
  @f.JsonObject("API keys and secrets under the connector's own names; returned masked.", {
    masked: true,
    example: { api_key: 'sk****************9f' },
  })
  connector_account_details?: JsonRecord | null;
  @f.JsonObject('Additional connector settings, such as a terminal identifier; returned masked.', {
    masked: true,
  })
  metadata?: JsonRecord | null;
}

/** Secrets that verify webhooks received from a connector. Specification: Connector account. */
@ValueObject({ about: 'Secrets that verify webhooks received from a connector.' })
export class ConnectorWebhookDetails {
  @f.Text(
    'Webhook secret shared with the connector; returned masked, with the first and last two characters visible.',
    { masked: true },
  )
  merchant_secret?: string | null;
  @f.Text('Second webhook secret, for connectors that use two; returned masked.', { masked: true })
  additional_secret?: string | null;
}

/** Recipient of open-banking payments. Specification: Connector account, `additional_merchant_data`. */
@ValueObject({ about: 'Recipient of open-banking payments.' })
export class OpenBankingRecipientData {
  @f.Text('Recipient identifier assigned by the connector.') connector_recipient_id?: string | null;
}

/** Additional merchant details that some connectors require. Specification: Connector account. */
@ValueObject({ about: 'Additional merchant details that some connectors require.' })
export class AdditionalMerchantData {
  @f.NestedObject(() => OpenBankingRecipientData, 'Recipient of open-banking payments.')
  open_banking_recipient_data?: OpenBankingRecipientData | null;
}

/** Fraud-check settings of a payment method subtype. Specification: Connector account, `frm_configs`. */
@ValueObject({ about: 'Fraud-check settings of one payment method subtype.' })
export class FrmPaymentMethodType {
  @f.Text('Payment method subtype, such as `credit`.') payment_method_type?: string | null;
  @f.TextList('Card networks to check; empty means all.') card_networks!: string[];
  @f.Text('When to check: `pre` (before authorization) or `post` (after authorization).')
  flow?: string | null;
  @f.Text('Action on suspected fraud, such as `cancel_txn`.') action?: string | null;
}

/** Fraud-check settings of a payment method family. Specification: Connector account, `frm_configs`. */
@ValueObject({ about: 'Fraud-check settings of one payment method family.' })
export class FrmPaymentMethod {
  @f.Enumeration(() => PaymentMethodKind, 'Payment method family, such as `card`.')
  payment_method?: ValueOf<typeof PaymentMethodKind> | null;
  @f.ObjectList(() => FrmPaymentMethodType, 'Payment method subtypes to check.')
  payment_method_types!: FrmPaymentMethodType[];
}

/** Fraud-check settings for one connector. Specification: Connector account, `frm_configs`. */
@ValueObject({ about: 'Fraud-check settings for payments through one connector.' })
export class FrmConfig {
  @f.Text('Name of the connector whose payments are checked.') gateway?: string | null;
  @f.ObjectList(() => FrmPaymentMethod, 'Payment methods to check.') payment_methods!: FrmPaymentMethod[];
}
