import * as f from '../model/fields.ts';
import { ValueObject } from '../model/index.ts';

/** What a wallet's own library has to do next. Specification: endpoint 3, `sdk_next_action`. */
@ValueObject({ about: "Next step for the wallet's SDK." })
export class SdkNextAction {
  @f.Text('Action, such as `post_session_tokens`; null if none is required.') next_action?: string | null;
}

/** A wallet opened for a payment at one connector. Specification: endpoint 3, `session_token`. */
@ValueObject({ about: 'Session token of one wallet at one connector account.' })
export class WalletSessionToken {
  @f.Bool('Whether the token is issued later, once the customer selects the wallet.', { required: true })
  delayed_session_token!: boolean;
  @f.Text('Name of the connector.', { required: true, example: 'sandbox' }) connector!: string;
  @f.NestedObject(() => SdkNextAction, "Next step for the wallet's SDK.")
  sdk_next_action?: SdkNextAction | null;
  @f.Text('Name of the wallet.', { required: true, example: 'walletx' }) wallet_name!: string;
}

/** The wallets that a payment can be paid with. Specification: endpoint 3. */
@ValueObject({ about: 'Wallet session tokens of a payment.' })
export class SessionTokens {
  @f.Id('Payment the tokens are for.', { required: true }) payment_id!: string;
  @f.Text('Client secret of the payment.', {
    required: true,
    example: 'pay_01JZ5V0G7N4S8X2T6W9Y3B1C5D_secret_8fK2mQ9xT4vL7bN1cR5z',
  })
  client_secret!: string;
  @f.ObjectList(
    () => WalletSessionToken,
    'Session tokens, one per wallet and connector account that accepts it.',
  )
  session_token!: WalletSessionToken[];
}
