import * as f from '../model/fields.ts';
import { Input, ValueObject } from '../model/index.ts';

/** The request of both commands for pages with wallet buttons. */
@Input({ about: "Parameters for a page with wallets' buttons." })
export class WalletsRequest {
  @f.Text("The payment's client secret.", { required: true, credential: true, holds: 'token' })
  client_secret!: string;
  @f.Text(
    "Host of the page with the Apple Pay button; by default the host of the payment's page. Any other must be one of `walletx_verified_domains` of the profile or connector account.",
    { example: 'shop.example.com', redirectsNothing: 'only_if_proved' },
  )
  domain?: string | null;
}

@ValueObject({ about: "Data for a wallet's button on a page." })
export class OpenedWallet {
  @f.Text('Name of the wallet: `google_pay` or `apple_pay`.', { required: true, example: 'google_pay' })
  wallet_name!: string;
  @f.Text('Name of the connector that the token is for.', {
    required: true,
    example: 'sandbox',
    holds: 'code',
  })
  connector!: string;
  @f.Amount(
    "Total shown on the wallet's payment sheet, in minor units, with its surcharge. Send it as `net_amount` in the confirmation: nothing is charged if the total has changed.",
    { required: true, example: 6540 },
  )
  net_amount!: number;
  @f.JsonObject(
    "Google Pay's `PaymentDataRequest` with its `environment`, or Apple Pay's `ApplePayPaymentRequest`.",
    { shownWhole: 'for_client' },
  )
  session_data?: Record<string, unknown> | null;
}

@ValueObject({ about: "The wallets' buttons of a payment." })
export class OpenedWallets {
  @f.Id('The payment.', { required: true }) payment_id!: string;
  @f.Currency('Currency of the total on the payment sheets.', { required: true }) currency!: string;
  @f.Amount(
    'Total of the payment, in minor units, before the surcharge that rules add for a wallet: `net_amount` of each wallet has it.',
    { required: true, example: 6540 },
  )
  net_amount!: number;
  @f.ObjectList(
    () => OpenedWallet,
    'Available wallets with button data, each at the account that routing tries first.',
  )
  wallets!: OpenedWallet[];
}

@ValueObject({ about: "Apple's merchant session, which opens the Apple Pay sheet." })
export class MerchantSession {
  @f.Id('The payment.', { required: true }) payment_id!: string;
  @f.JsonObject(
    "The unchanged session from Apple's gateway, for `completeMerchantValidation`. It is valid for five minutes.",
    { shownWhole: 'for_client' },
  )
  merchant_session?: Record<string, unknown> | null;
}
