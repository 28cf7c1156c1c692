import * as f from '../model/fields.ts';
import { Input, ValueObject } from '../model/index.ts';

/** Most wallets that one request may name. */
const WALLETS_MAX = 20;

/** Access to a connector account, as the merchant keeps it itself. Specification: endpoint 3, `encoded_data`. */
@ValueObject({ about: 'Access to a connector account that the merchant keeps itself.' })
export class EncodedCredentials {
  @f.JsonObject('Keys and secrets under the names the connector gives them.')
  connector_account_details?: Record<string, unknown> | null;
  @f.JsonObject('What else the connector wants to know.') metadata?: Record<string, unknown> | null;
}

/** Which access to a connector account is meant. Specification: endpoint 3, `merchant_connector_details`. */
@ValueObject({ about: 'Which access to a connector account is meant.' })
export class MerchantConnectorDetails {
  @f.Text("The merchant's name for it.") creds_identifier?: string | null;
  @f.NestedObject(() => EncodedCredentials, 'The access itself.') encoded_data?: EncodedCredentials | null;
}

/** What a customer's client sends to open wallets. Specification: endpoint 3. */
@Input({ about: "What a customer's client sends to open wallets." })
export class SessionTokensRequest {
  @f.Id('The payment.', { required: true }) payment_id!: string;
  @f.Text('The client secret of the payment.', { required: true }) client_secret!: string;
  @f.TextList('Names of wallets; none, or an empty list, means all that there are.', { max: WALLETS_MAX })
  wallets?: string[] | null;
  @f.NestedObject(
    () => MerchantConnectorDetails,
    'Checked and not used: wallets are opened with the access that the connector accounts have.',
  )
  merchant_connector_details?: MerchantConnectorDetails | null;
}
