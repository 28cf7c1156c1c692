import * as f from '../model/fields.ts';
import { Input, ValueObject } from '../model/index.ts';

/** The most wallets in one request. */
const WALLETS_MAX = 20;

/** Specification: endpoint 3, `encoded_data`. */
@ValueObject({ about: 'Access to a connector account that the merchant keeps itself.' })
export class EncodedCredentials {
  @f.JsonObject('Keys and secrets under the names the connector gives them.')
  connector_account_details?: Record<string, unknown> | null;
  @f.JsonObject('What else the connector wants to know.') metadata?: Record<string, unknown> | null;
}

/** Specification: endpoint 3, `merchant_connector_details`. */
@ValueObject({ about: 'Which access to a connector account is meant.' })
export class MerchantConnectorDetails {
  @f.Text("The merchant's name for it.") creds_identifier?: string | null;
  @f.NestedObject(() => EncodedCredentials, 'The access itself.') encoded_data?: EncodedCredentials | null;
}

/** The request. Specification: endpoint 3. */
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

/** Specification: endpoint 3, `sdk_next_action`. */
@ValueObject({ about: "What a wallet's own library has to do next." })
export class SdkNextAction {
  @f.Text('The action, such as `post_session_tokens`; null when there is none.') next_action?: string | null;
}

/** A wallet session at one connector. Specification: endpoint 3, `session_token`. */
@ValueObject({ about: 'A wallet opened for a payment at one connector.' })
export class WalletSessionToken {
  @f.Bool('Whether the token itself comes later, when the customer has chosen the wallet.', {
    required: true,
  })
  delayed_session_token!: boolean;
  @f.Text('Name of the connector.', { required: true }) connector!: string;
  @f.NestedObject(() => SdkNextAction, "What the wallet's own library has to do next.")
  sdk_next_action?: SdkNextAction | null;
  @f.Text('Name of the wallet.', { required: true }) wallet_name!: string;
}

/** The response. Specification: endpoint 3. */
@ValueObject({ about: 'The wallets opened for a payment.' })
export class SessionTokens {
  @f.Id('The payment.', { required: true }) payment_id!: string;
  @f.Text('The client secret of the payment.', { required: true }) client_secret!: string;
  @f.ObjectList(() => WalletSessionToken, 'One for each wallet and connector account that takes it.')
  session_token!: WalletSessionToken[];
}
