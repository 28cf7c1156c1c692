import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';
import { PaidOnPage } from './local-methods.ts';

/** Maximum length of a wallet's token, in characters. */
const TOKEN_MAX = 16_384;

@ValueObject({ about: "Card behind an Apple Pay token, by the wallet's name for it." })
export class ApplePayMethod {
  @f.Text('Card to display, such as `Visa 0492`.', { example: 'Visa 0492' }) display_name?: string | null;
  @f.Text('Card network.', { example: 'Visa' }) network?: string | null;
  @f.Text('Type of the card, such as `debit`.') type?: string | null;
}

@ValueObject({ about: 'Apple Pay token.' })
export class ApplePayWallet {
  @f.Text("The wallet's encrypted `paymentData`; returned masked.", {
    required: true,
    max: TOKEN_MAX,
    masked: 'last_four',
    example: '************In0=',
    holds: 'token',
  })
  payment_data!: string;
  @f.NestedObject(() => ApplePayMethod, 'Card that the customer chose.')
  payment_method?: ApplePayMethod | null;
  @f.Text('Identifier of the transaction at the wallet.', { holds: 'token' }) transaction_identifier?:
    | string
    | null;
}

@ValueObject({ about: "Card behind a Google Pay token, by the wallet's name for it." })
export class GooglePayInfo {
  @f.Text('Card network.', { example: 'VISA', holds: 'code' }) card_network?: string | null;
  @f.Text('Last digits of the card.', { example: '1234' }) card_details?: string | null;
}

@ValueObject({ about: 'Token of Google Pay.' })
export class GooglePayToken {
  @f.Text('How the token is encrypted: `PAYMENT_GATEWAY` or `DIRECT`.') type?: string | null;
  @f.Text('The token; returned masked.', {
    required: true,
    max: TOKEN_MAX,
    masked: 'last_four',
    example: '************b3Q=',
    holds: 'token',
  })
  token!: string;
}

@ValueObject({ about: 'Google Pay token.' })
export class GooglePayWallet {
  @f.Text('Kind of payment method in the wallet. Must be `CARD`: other tokens cannot be charged.', {
    example: 'CARD',
  })
  type?: string | null;
  @f.Text('Payment method to display, such as `Visa •••• 1234`.') description?: string | null;
  @f.NestedObject(() => GooglePayInfo, 'Card that the customer chose.') info?: GooglePayInfo | null;
  @f.NestedObject(() => GooglePayToken, 'The token.', { required: true }) tokenization_data!: GooglePayToken;
}

@ValueObject({ about: 'PayPal by redirect.' })
export class PaypalRedirect {
  @f.Email('E-mail address of the PayPal account, if known.', { personal: true }) email?: string | null;
}

@ValueObject({ about: 'PayPal by its client library: the customer has already approved the payment.' })
export class PaypalToken {
  @f.Text("The library's token; returned masked.", {
    required: true,
    max: TOKEN_MAX,
    masked: 'last_four',
    example: '************8X42',
    holds: 'token',
  })
  token!: string;
}

@ValueObject({ about: 'Wallet with its token, under the name of the wallet.' })
export class Wallet {
  @f.Alternative(() => ApplePayWallet, 'Apple Pay: `payment_method_type` `apple_pay`.')
  apple_pay?: ApplePayWallet | null;
  @f.Alternative(() => GooglePayWallet, 'Google Pay: `payment_method_type` `google_pay`.')
  google_pay?: GooglePayWallet | null;
  @f.Alternative(() => PaypalRedirect, 'PayPal by redirect: `payment_method_type` `paypal`.')
  paypal_redirect?: PaypalRedirect | null;
  @f.Alternative(() => PaypalToken, 'PayPal by token: `payment_method_type` `paypal`.')
  paypal_sdk?: PaypalToken | null;
  @f.Alternative(() => PaidOnPage, 'Alipay by redirect: `payment_method_type` `ali_pay`.')
  ali_pay_redirect?: PaidOnPage | null;
  @f.Alternative(() => PaidOnPage, 'WeChat Pay by a code to scan: `payment_method_type` `we_chat_pay`.')
  we_chat_pay_qr?: PaidOnPage | null;
  @f.Alternative(
    () => PaidOnPage,
    'WeChat Pay by redirect if the connector has a page, otherwise by code: `payment_method_type` `we_chat_pay`.',
  )
  we_chat_pay_redirect?: PaidOnPage | null;
}
