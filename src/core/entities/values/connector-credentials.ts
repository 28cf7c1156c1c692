import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';

/** What the service signs in to a connector with. Specification: Connector account. */
@ValueObject({ about: 'What the service signs in to a connector with; every string in it is shown masked.' })
export class ConnectorAccountDetails {
  @f.JsonObject('Keys and secrets under the names the connector gives them; masked.', { masked: true })
  connector_account_details?: Record<string, unknown> | null;
  @f.JsonObject('What else the connector wants to know, such as a terminal; masked.', { masked: true })
  metadata?: Record<string, unknown> | null;
}

/** What a connector signs its webhooks with. Specification: Connector account. */
@ValueObject({ about: 'What a connector signs the webhooks it sends with.' })
export class ConnectorWebhookDetails {
  @f.Text('Secret shared with the connector; shown as first two and last two characters.', { masked: true })
  merchant_secret?: string | null;
  @f.Text('Second secret, for connectors that use two; masked likewise.', { masked: true })
  additional_secret?: string | null;
}

/** Who receives open-banking payments. Specification: Connector account, `additional_merchant_data`. */
@ValueObject({ about: 'Who receives open-banking payments.' })
export class OpenBankingRecipientData {
  @f.Text('Identifier the connector knows the recipient by.') connector_recipient_id?: string | null;
}

/** What some connectors want to know of a merchant besides. Specification: Connector account. */
@ValueObject({ about: 'What some connectors want to know of a merchant besides.' })
export class AdditionalMerchantData {
  @f.NestedObject(() => OpenBankingRecipientData, 'Who receives open-banking payments.')
  open_banking_recipient_data?: OpenBankingRecipientData | null;
}
