import { CardExpMonth, CardExpYear, Json, NestedObject, Text, ValueObject } from '../../model/index.ts';
import { Contact } from './contact.ts';

/** What may be shown of a card: never its number. Specification: PaymentCard. */
@ValueObject({ about: 'What may be shown of a card; never its number.' })
export class PaymentCard {
  @Text('Last four digits.') last4?: string | null;
  @Text('Funding: `credit`, `debit`, `prepaid` …') card_type?: string | null;
  @Text('Card network, such as `Visa`.') card_network?: string | null;
  @Text('The bank that issued it.') card_issuer?: string | null;
  @Text("The issuer's country.") card_issuing_country?: string | null;
  @Text('Issuer identification number: the first six digits.') card_isin?: string | null;
  @Text('The first eight digits.') card_extended_bin?: string | null;
  @CardExpMonth('Month of expiry, two digits.') card_exp_month?: string | null;
  @CardExpYear('Year of expiry.') card_exp_year?: string | null;
  @Text('Name on the card.') card_holder_name?: string | null;
  @Json("The connector's checks, for example of address and verification code.") payment_checks?: unknown;
  @Json('Data of the 3-D Secure authentication.') authentication_data?: unknown;
}

/** How a payment is paid, as it may be shown. Specification: Payment `payment_method_data`. */
@ValueObject({ about: 'How a payment is paid, as it may be shown.' })
export class PaymentMethodData {
  @NestedObject(() => PaymentCard, 'The card, when it is one.') card?: PaymentCard | null;
  @NestedObject(() => Contact, "The method's own billing contact.") billing?: Contact | null;
}
