import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';

/** Methods of one country or vendor, where the customer pays on a page, in an app or in a shop. */

@ValueObject({ about: "Customer details required by a scheme; the billing contact's by default." })
export class RedirectBilling {
  @f.Text('Name of the account holder.', { example: 'Alice Example', personal: true, holds: 'holder_name' })
  billing_name?: string | null;
  @f.Email('E-mail address of the customer.', { personal: true }) email?: string | null;
}

@ValueObject({ about: 'Choices of the customer before the redirect to the bank.' })
export class BankRedirectChoice {
  @f.Text("Bank, by the connector's name for it; if omitted, the customer chooses on the connector's page.")
  bank_name?: string | null;
  @f.Country('Two-letter ISO 3166 country code of the bank.', { example: 'NL' }) country?: string | null;
  @f.NestedObject(() => RedirectBilling, "Customer details; the billing contact's by default.", {
    onlyIfSet: "It is returned if it was sent in place of the billing contact's details.",
  })
  billing_details?: RedirectBilling | null;
}

@ValueObject({ about: "BLIK: the customer approves the payment in their bank's app." })
export class BlikPayment {
  @f.BlikCode("Six-digit code from the bank's app, valid for two minutes; returned masked.", {
    required: true,
    masked: 'wholly',
    example: '******',
    personal: true,
  })
  blik_code!: string;
}

@ValueObject({ about: 'Bank chosen by the customer before the redirect.' })
export class ChosenIssuer {
  @f.Text("Bank, by the connector's name for it.", { required: true, example: 'maybank2u' })
  issuer!: string;
}

@ValueObject({ about: "Online banking with the bank chosen on the connector's page." })
export class UnchosenIssuer {
  @f.Email("E-mail address for the payment; the customer's by default.", { personal: true })
  email?: string | null;
}

@ValueObject({
  about: 'Online banking redirect, under the name of its scheme, which is `payment_method_type`.',
})
export class BankRedirect {
  @f.Alternative(() => BankRedirectChoice, 'Bancontact (Belgium).')
  bancontact_card?: BankRedirectChoice | null;
  @f.Alternative(() => BankRedirectChoice, 'EPS (Austria).') eps?: BankRedirectChoice | null;
  @f.Alternative(() => BankRedirectChoice, 'giropay (Germany).') giropay?: BankRedirectChoice | null;
  @f.Alternative(() => BankRedirectChoice, 'iDEAL (Netherlands).') ideal?: BankRedirectChoice | null;
  @f.Alternative(() => BankRedirectChoice, 'Przelewy24 (Poland).') przelewy24?: BankRedirectChoice | null;
  @f.Alternative(() => BankRedirectChoice, 'Sofort (Germany, Austria).') sofort?: BankRedirectChoice | null;
  @f.Alternative(() => BankRedirectChoice, 'Trustly (Nordic and Baltic countries).')
  trustly?: BankRedirectChoice | null;
  @f.Alternative(() => BlikPayment, 'BLIK (Poland).') blik?: BlikPayment | null;
  @f.Alternative(() => ChosenIssuer, 'FPX (Malaysia).') online_banking_fpx?: ChosenIssuer | null;
  @f.Alternative(() => ChosenIssuer, 'Online banking in Thailand.')
  online_banking_thailand?: ChosenIssuer | null;
  @f.Alternative(() => ChosenIssuer, 'Online banking in Poland.') online_banking_poland?: ChosenIssuer | null;
  @f.Alternative(() => ChosenIssuer, 'Online banking in Czechia.')
  online_banking_czech_republic?: ChosenIssuer | null;
  @f.Alternative(() => ChosenIssuer, 'Online banking in Slovakia.')
  online_banking_slovakia?: ChosenIssuer | null;
  @f.Alternative(() => UnchosenIssuer, 'Online banking in Finland.')
  online_banking_finland?: UnchosenIssuer | null;
}

@ValueObject({ about: "Klarna: the customer chooses the payment plan on Klarna's page." })
export class KlarnaRedirect {
  @f.Email("E-mail address for the payment; the billing contact's or the customer's by default.", {
    personal: true,
  })
  billing_email?: string | null;
  @f.Country("Two-letter ISO 3166 country code of the customer; the billing contact's by default.", {
    example: 'SE',
  })
  billing_country?: string | null;
}

@ValueObject({ about: 'Afterpay, which is Clearpay in the United Kingdom.' })
export class AfterpayRedirect {
  @f.Email("E-mail address for the payment; the billing contact's or the customer's by default.", {
    personal: true,
  })
  billing_email?: string | null;
  @f.Text("Name of the customer; the billing contact's by default.", {
    example: 'Alice Example',
    personal: true,
    holds: 'holder_name',
  })
  billing_name?: string | null;
}

@ValueObject({ about: "Affirm: the customer enters all details on Affirm's page." })
export class AffirmRedirect {
  @f.Email("E-mail address for the payment; the billing contact's or the customer's by default.", {
    personal: true,
  })
  billing_email?: string | null;
}

@ValueObject({ about: 'Purchase on credit or in instalments, under the name of the lender.' })
export class PayLater {
  @f.Alternative(() => KlarnaRedirect, 'Klarna: `payment_method_type` `klarna`.')
  klarna_redirect?: KlarnaRedirect | null;
  @f.Alternative(() => AfterpayRedirect, 'Afterpay or Clearpay: `payment_method_type` `afterpay_clearpay`.')
  afterpay_clearpay_redirect?: AfterpayRedirect | null;
  @f.Alternative(() => AffirmRedirect, 'Affirm: `payment_method_type` `affirm`.')
  affirm_redirect?: AffirmRedirect | null;
}

@ValueObject({ about: "Payment on the method's own page or in its app." })
export class PaidOnPage {
  @f.Email("E-mail address for the payment; the customer's by default.", { personal: true })
  email?: string | null;
}

@ValueObject({
  about: "Cryptocurrency: the customer pays from their wallet, on the connector's page.",
})
export class CryptoPayment {
  @f.Text('Preferred coin, such as `USDC`; the customer can also choose it on the page.', {
    max: 32,
    example: 'USDC',
  })
  pay_currency?: string | null;
  @f.Text('Preferred network, such as `solana`; the customer can also choose it on the page.', { max: 64 })
  network?: string | null;
}

/** Customer data that a shop or bank needs for the payment of a voucher. */
abstract class VoucherCustomer {
  @f.Text("First name; the billing contact's by default.", { example: 'Alice', personal: true })
  first_name?: string | null;
  @f.Text("Family name; the billing contact's by default.", { example: 'Example', personal: true })
  last_name?: string | null;
  @f.Email("E-mail address; the customer's by default.", { personal: true }) email?: string | null;
  @f.Text("Phone number with its calling code; the customer's by default.", {
    max: 64,
    example: '+81312345678',
    personal: true,
    holds: 'phone',
  })
  phone_number?: string | null;
}

@ValueObject({ about: 'Voucher that the customer pays in a shop, at a till or a cash machine.' })
export class ShopVoucher extends VoucherCustomer {}

@ValueObject({ about: 'Boleto: the customer pays it at a bank, in its app, or in a shop in Brazil.' })
export class BoletoVoucher extends VoucherCustomer {
  @f.TaxNumber('CPF or CNPJ of the customer; returned masked.', {
    required: true,
    masked: 'last_four',
    example: '*******3400',
    personal: true,
  })
  social_security_number!: string;
}

@ValueObject({
  about:
    'Voucher, under the name of its scheme or shop, which is `payment_method_type`. It is in `next_action`.',
})
export class Voucher {
  @f.Alternative(() => BoletoVoucher, 'Boleto (Brazil).') boleto?: BoletoVoucher | null;
  @f.Alternative(() => ShopVoucher, 'OXXO (Mexico).') oxxo?: ShopVoucher | null;
  @f.Alternative(() => ShopVoucher, '7-Eleven (Japan).') seven_eleven?: ShopVoucher | null;
  @f.Alternative(() => ShopVoucher, 'Lawson (Japan).') lawson?: ShopVoucher | null;
  @f.Alternative(() => ShopVoucher, 'Ministop (Japan).') mini_stop?: ShopVoucher | null;
  @f.Alternative(() => ShopVoucher, 'FamilyMart (Japan).') family_mart?: ShopVoucher | null;
  @f.Alternative(() => ShopVoucher, 'Seicomart (Japan).') seicomart?: ShopVoucher | null;
  @f.Alternative(() => ShopVoucher, 'Pay-easy, at cash machines (Japan).') pay_easy?: ShopVoucher | null;
}

@ValueObject({ about: "Code that the customer scans with their bank's app." })
export class ScannedCode {
  @f.Email("E-mail address for the payment; the customer's by default.", { personal: true })
  email?: string | null;
}

@ValueObject({ about: 'Real-time payment, under the name of its network, which is `payment_method_type`.' })
export class RealTimePayment {
  @f.Alternative(() => ScannedCode, 'PromptPay (Thailand).') prompt_pay?: ScannedCode | null;
  @f.Alternative(() => ScannedCode, 'DuitNow (Malaysia).') duit_now?: ScannedCode | null;
}

@ValueObject({ about: "UPI by address: the customer approves a request in their bank's app." })
export class UpiCollect {
  @f.Vpa('Virtual payment address of the customer; returned masked.', {
    required: true,
    masked: 'last_four',
    example: '**********kbnk',
    personal: true,
  })
  vpa_id!: string;
}

@ValueObject({ about: "UPI by app: the customer is redirected to their bank's app." })
export class UpiIntent {
  @f.Text("App to open, by the connector's name for it, such as `gpay`.", { max: 64 }) app_id?: string | null;
}

@ValueObject({ about: 'Unified Payments Interface (India), by the type of payment request.' })
export class Upi {
  @f.Alternative(() => UpiCollect, 'By the address of the customer: `payment_method_type` `upi_collect`.')
  upi_collect?: UpiCollect | null;
  @f.Alternative(() => UpiIntent, 'By an app: `payment_method_type` `upi_intent`.')
  upi_intent?: UpiIntent | null;
}

@ValueObject({ about: 'Gift card; its balance must cover the full payment.' })
export class GiftCardDetails {
  @f.GiftCardNumber('Number of the gift card; returned masked.', {
    required: true,
    masked: 'last_four',
    example: '************0000',
  })
  number!: string;
  @f.GiftCardPin('PIN or security code of the gift card; returned masked.', {
    required: true,
    masked: 'wholly',
    example: '***',
  })
  cvc!: string;
}

@ValueObject({ about: 'Gift card, under the name of its network, which is `payment_method_type`.' })
export class GiftCard {
  @f.Alternative(() => GiftCardDetails, 'Givex.') givex?: GiftCardDetails | null;
  @f.Alternative(() => PaidOnPage, 'paysafecard, whose code the customer types on its page.')
  pay_safe_card?: PaidOnPage | null;
}

@ValueObject({ about: 'Multibanco (Portugal): the customer pays at a cash machine or in online banking.' })
export class MultibancoTransfer {
  @f.NestedObject(() => RedirectBilling, "Customer details; the billing contact's by default.")
  billing_details?: RedirectBilling | null;
}

@ValueObject({ about: "Pix (Brazil): the customer scans a code with their bank's app." })
export class PixTransfer {
  @f.TaxNumber('CPF of the customer, if known; returned masked.', { masked: 'last_four', personal: true })
  cpf?: string | null;
  @f.TaxNumber('CNPJ of the customer, if known; returned masked.', { masked: 'last_four', personal: true })
  cnpj?: string | null;
}

/** The voucher as shown to the customer, unmasked. */
@ValueObject({ about: 'Details with which the customer pays a voucher.' })
export class VoucherDetails {
  @f.Text('Code or number of the voucher.', { example: '34190.00000', holds: 'token' }) reference?:
    | string
    | null;
  @f.Text('Number of the company to pay, in addition to the reference; only for Multibanco.') entity?:
    | string
    | null;
  @f.Text('Number that some shops require with the code.', { holds: 'token' }) confirmation_number?:
    | string
    | null;
  @f.Timestamp('Time until which it can be paid.') expires_at?: string | null;
  @f.Text('URL of the voucher to print.', { max: 2048 }) download_url?: string | null;
  @f.Text('URL of a page with the voucher and payment instructions.', { max: 2048 })
  instructions_url?: string | null;
}
