import * as f from '../model/fields.ts';
import { ValueObject } from '../model/index.ts';

/** What a wallet's own library has to do next. Specification: endpoint 3, `sdk_next_action`. */
@ValueObject({ about: "What a wallet's own library has to do next." })
export class SdkNextAction {
  @f.Text('The action, such as `post_session_tokens`; null when there is none.') next_action?: string | null;
}

/** A wallet opened for a payment at one connector. Specification: endpoint 3, `session_token`. */
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

/** The wallets that a payment can be paid with. Specification: endpoint 3. */
@ValueObject({ about: 'The wallets opened for a payment.' })
export class SessionTokens {
  @f.Id('The payment.', { required: true }) payment_id!: string;
  @f.Text('The client secret of the payment.', { required: true }) client_secret!: string;
  @f.ObjectList(() => WalletSessionToken, 'One for each wallet and connector account that takes it.')
  session_token!: WalletSessionToken[];
}
