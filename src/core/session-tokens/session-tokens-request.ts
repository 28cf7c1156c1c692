import * as f from '../model/fields.ts';
import { Input, ValueObject } from '../model/index.ts';

/** Most wallets that one request may name. */
const WALLETS_MAX = 20;

/** Access to a connector account, as the merchant keeps it itself. Specification: endpoint 3, `encoded_data`. */
@ValueObject({ about: 'Credentials for a connector account, held by the merchant.' })
export class EncodedCredentials {
  @f.JsonObject("API keys and secrets under the connector's own names.")
  connector_account_details?: Record<string, unknown> | null;
  @f.JsonObject('Additional connector settings.') metadata?: Record<string, unknown> | null;
}

/** Which access to a connector account is meant. Specification: endpoint 3, `merchant_connector_details`. */
@ValueObject({ about: 'Connector credentials sent along with a request.' })
export class MerchantConnectorDetails {
  @f.Text("Merchant's identifier for the credentials.") creds_identifier?: string | null;
  @f.NestedObject(() => EncodedCredentials, 'The credentials.') encoded_data?: EncodedCredentials | null;
}

/** What a customer's client sends to open wallets. Specification: endpoint 3. */
@Input({ about: 'Parameters for creating wallet session tokens.' })
export class SessionTokensRequest {
  @f.Id('Payment to create the tokens for.', { required: true }) payment_id!: string;
  @f.Text('Client secret of the payment.', { required: true }) client_secret!: string;
  @f.TextList('Wallets by name; omit or leave empty for all wallets the connector accounts accept.', {
    max: WALLETS_MAX,
  })
  wallets?: string[] | null;
  @f.NestedObject(
    () => MerchantConnectorDetails,
    'Validated but not used: tokens are created with the stored credentials of the connector accounts.',
  )
  merchant_connector_details?: MerchantConnectorDetails | null;
}
