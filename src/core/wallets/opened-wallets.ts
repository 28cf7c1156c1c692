import * as f from '../model/fields.ts';
import { Input, ValueObject } from '../model/index.ts';

/** The request of both commands for pages with wallet buttons. */
@Input({ about: "Parameters for a page with wallets' buttons." })
export class WalletsRequest {
  @f.Text("The payment's client secret.", { required: true, credential: true, holds: 'token' })
  client_secret!: string;
  @f.Text(
    "Host of the page with the button of Apple Pay; that of the payment's page unless given. Any other must be one of `walletx_verified_domains` of the profile or connector account.",
    { example: 'shop.example.com', redirectsNothing: 'only_if_proved' },
  )
  domain?: string | null;
}

@ValueObject({ about: "What a page makes a wallet's button from." })
export class OpenedWallet {
  @f.Text('Name of the wallet: `google_pay` or `apple_pay`.', { required: true, example: 'google_pay' })
  wallet_name!: string;
  @f.Text('Name of the connector that the token is for.', {
    required: true,
    example: 'sandbox',
    holds: 'code',
  })
  connector!: string;
  @f.JsonObject(
    "Google Pay's `PaymentDataRequest` with its `environment`, or Apple Pay's `ApplePayPaymentRequest`.",
    { shownWhole: 'for_client' },
  )
  session_data?: Record<string, unknown> | null;
}

@ValueObject({ about: "The wallets' buttons of a payment." })
export class OpenedWallets {
  @f.Id('The payment.', { required: true }) payment_id!: string;
  @f.Currency("Currency of the sheets' total.", { required: true }) currency!: string;
  @f.Amount(
    "The total that the wallets' sheets show, in minor units. Confirm with it as `net_amount`: nothing is charged if the payment has another by then.",
    { required: true, example: 6540 },
  )
  net_amount!: number;
  @f.ObjectList(
    () => OpenedWallet,
    'Each wallet that the payment can be paid with and some account has the data of, at the account that routing asks first.',
  )
  wallets!: OpenedWallet[];
}

@ValueObject({ about: "Apple's merchant session, which opens the sheet of Apple Pay." })
export class MerchantSession {
  @f.Id('The payment.', { required: true }) payment_id!: string;
  @f.JsonObject(
    "The session as Apple's gateway gave it, for `completeMerchantValidation`. It lasts five minutes.",
    { shownWhole: 'for_client' },
  )
  merchant_session?: Record<string, unknown> | null;
}
