import * as f from '../model/fields.ts';
import { Input, ValueObject } from '../model/index.ts';

/** Maximum number of wallets per request. */
const WALLETS_MAX = 20;

/** Specification: endpoint 3, `encoded_data`. */
@ValueObject({ about: 'Credentials for a connector account, held by the merchant.' })
export class EncodedCredentials {
  @f.JsonObject("API keys and secrets by the connector's names.")
  connector_account_details?: Record<string, unknown> | null;
  @f.JsonObject('Additional connector settings.') metadata?: Record<string, unknown> | null;
}

/** Specification: endpoint 3, `merchant_connector_details`. */
@ValueObject({ about: 'Connector credentials sent along with a request.' })
export class MerchantConnectorDetails {
  @f.Text(
    'Your name for the credentials: any text. If it is the `merchant_connector_id` or `connector_label` of an account of the profile that opens wallet sessions, they apply only to that account, otherwise to every account whose connector accepts such credentials.',
  )
  creds_identifier?: string | null;
  @f.NestedObject(() => EncodedCredentials, 'The credentials.') encoded_data?: EncodedCredentials | null;
}

/** The request. Specification: endpoint 3. */
@Input({ about: 'Parameters for creating wallet session tokens.' })
export class SessionTokensRequest {
  @f.Id('Payment to create the tokens for.', { required: true }) payment_id!: string;
  @f.Text('Client secret of the payment.', { required: true, holds: 'token' }) client_secret!: string;
  @f.TextList(
    'Wallets by name, such as `apple_pay`, from the wallets supported by the connectors; omit or leave empty for all wallets that the connector accounts accept.',
    {
      max: WALLETS_MAX,
    },
  )
  wallets?: string[] | null;
  @f.NestedObject(
    () => MerchantConnectorDetails,
    "Credentials for creating the tokens, instead of the connector accounts'. They are used only for this request and not stored.",
  )
  merchant_connector_details?: MerchantConnectorDetails | null;
}

/** Specification: endpoint 3, `sdk_next_action`. */
@ValueObject({ about: "Next step for the wallet's SDK." })
export class SdkNextAction {
  @f.Text(
    '`post_session_tokens` if another call is required: for Apple Pay, once its button is pressed, the call that opens the merchant session (`POST /payments/{payment_id}/apple_pay_session`, `startApplePay`); for a delayed token, this call again, once the customer selects the wallet. Null if the confirmation follows.',
  )
  next_action?: string | null;
}

/** A wallet session at one connector. Specification: endpoint 3, `session_token`. */
@ValueObject({ about: 'Session token of one wallet at one connector account.' })
export class WalletSessionToken {
  @f.Bool('Whether the token is issued later, once the customer selects the wallet.', { required: true })
  delayed_session_token!: boolean;
  @f.Text('Name of the connector.', { required: true, example: 'sandbox', holds: 'code' }) connector!: string;
  @f.NestedObject(() => SdkNextAction, "Next step for the wallet's SDK.")
  sdk_next_action?: SdkNextAction | null;
  @f.Text('Name of the wallet.', { required: true, example: 'walletx' }) wallet_name!: string;
  @f.JsonObject(
    "Parameters of the wallet's SDK, such as Apple Pay's merchant session or Google Pay's configuration.",
    { visibility: 'beyond', shownWhole: 'for_client' },
  )
  session_data?: Record<string, unknown> | null;
  @f.TextList(
    "Billing contact fields to collect, by Apple Pay's names (`requiredBillingContactFields`). For Google Pay set `billingAddressRequired` unless empty.",
    { visibility: 'beyond' },
  )
  required_billing_contact_fields!: string[];
  @f.TextList(
    "Shipping contact fields to collect, by Apple Pay's names (`requiredShippingContactFields`). For Google Pay set `shippingAddressRequired` and `emailRequired` unless empty.",
    { visibility: 'beyond' },
  )
  required_shipping_contact_fields!: string[];
}

/** The response. Specification: endpoint 3. */
@ValueObject({ about: 'Wallet session tokens of a payment.' })
export class SessionTokens {
  @f.Id('Payment the tokens are for.', { required: true }) payment_id!: string;
  @f.Text('Client secret of the payment.', {
    required: true,
    example: 'pay_01JZ5V0G7N4S8X2T6W9Y3B1C5D_secret_8fK2mQ9xT4vL7bN1cR5z',
    holds: 'token',
  })
  client_secret!: string;
  @f.ObjectList(
    () => WalletSessionToken,
    'Session tokens, one per wallet and connector account that accepts it.',
  )
  session_token!: WalletSessionToken[];
}
