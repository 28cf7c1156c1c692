import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';

/** Methods of one country or vendor, whose customer goes to a page, an app or a shop to pay. */

@ValueObject({ about: 'What a scheme wants to know of the customer, unless the billing contact says it.' })
export class RedirectBilling {
  @f.Text('Name of the account holder.', { example: 'Alice Example', personal: true })
  billing_name?: string | null;
  @f.Email('E-mail address of the customer.', { personal: true }) email?: string | null;
}

@ValueObject({ about: "Choices that the customer makes before going to the bank's page." })
export class BankRedirectChoice {
  @f.Text("Bank to go to, under the connector's name for it; the customer chooses there if it is left out.")
  bank_name?: string | null;
  @f.Country('Two-letter ISO 3166 country code of the bank.', { example: 'NL' }) country?: string | null;
  @f.NestedObject(() => RedirectBilling, 'The customer, unless the billing contact says it.', {
    onlyIfSet: true,
  })
  billing_details?: RedirectBilling | null;
}

@ValueObject({ about: "BLIK: the customer approves the payment in their bank's app." })
export class BlikCode {
  @f.BlikCode("The six digits that the bank's app shows, good for two minutes; returned masked.", {
    required: true,
    masked: 'wholly',
    example: '******',
    personal: true,
  })
  blik_code!: string;
}

@ValueObject({ about: 'Bank that the customer chooses before going to its page.' })
export class ChosenIssuer {
  @f.Text("Bank to go to, under the connector's name for it.", { required: true, example: 'maybank2u' })
  issuer!: string;
}

@ValueObject({ about: "Online banking whose bank the customer chooses on the connector's page." })
export class UnchosenIssuer {
  @f.Email("E-mail address of the customer; the customer's own unless given.", { personal: true })
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
  @f.Alternative(() => BlikCode, 'BLIK (Poland).') blik?: BlikCode | null;
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

@ValueObject({ about: 'Klarna: the customer chooses how to pay on its page.' })
export class KlarnaRedirect {
  @f.Email("E-mail address of the customer; the billing contact's or the customer's unless given.", {
    personal: true,
  })
  billing_email?: string | null;
  @f.Country("Two-letter ISO 3166 country code of the customer; the billing contact's unless given.", {
    example: 'SE',
  })
  billing_country?: string | null;
}

@ValueObject({ about: 'Afterpay, which is Clearpay in the United Kingdom.' })
export class AfterpayRedirect {
  @f.Email("E-mail address of the customer; the billing contact's or the customer's unless given.", {
    personal: true,
  })
  billing_email?: string | null;
  @f.Text("Name of the customer; the billing contact's unless given.", {
    example: 'Alice Example',
    personal: true,
  })
  billing_name?: string | null;
}

@ValueObject({ about: 'Affirm: it asks the customer for everything on its page.' })
export class AffirmRedirect {
  @f.Email("E-mail address of the customer; the billing contact's or the customer's unless given.", {
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
