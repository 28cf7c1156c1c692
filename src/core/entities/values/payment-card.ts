import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';
import { Contact } from './contact.ts';

/** What may be shown of a card: never its number. Specification: PaymentCard. */
@ValueObject({ about: 'What may be shown of a card; never its number.' })
export class PaymentCard {
  @f.Text('Last four digits.') last4?: string | null;
  @f.Text('Funding: `credit`, `debit`, `prepaid` …') card_type?: string | null;
  @f.Text('Card network, such as `Visa`.') card_network?: string | null;
  @f.Text('The bank that issued it.') card_issuer?: string | null;
  @f.Text("The issuer's country.") card_issuing_country?: string | null;
  @f.Text('Issuer identification number: the first six digits.') card_isin?: string | null;
  @f.Text('The first eight digits.') card_extended_bin?: string | null;
  @f.CardExpMonth('Month of expiry, two digits.') card_exp_month?: string | null;
  @f.CardExpYear('Year of expiry.') card_exp_year?: string | null;
  @f.Text('Name on the card.') card_holder_name?: string | null;
  @f.Json("The connector's checks, for example of address and verification code.") payment_checks?: unknown;
  @f.Json('Data of the 3-D Secure authentication.') authentication_data?: unknown;
}

/** How a payment is paid, as it may be shown. Specification: Payment `payment_method_data`. */
@ValueObject({ about: 'How a payment is paid, as it may be shown.' })
export class PaymentMethodData {
  @f.NestedObject(() => PaymentCard, 'The card, when it is one.') card?: PaymentCard | null;
  @f.NestedObject(() => Contact, "The method's own billing contact.") billing?: Contact | null;
}
