import { Bool, CardExpMonth, CardExpYear, Text, ValueObject } from '../../model/index.ts';

/** A card kept for later, without its number. Specification: Payment method. */
@ValueObject({ about: 'A card kept for later, without its number.' })
export class SavedCard {
  @Text('Scheme of the card, such as `Visa`.') scheme?: string | null;
  @Text('Country of the bank that issued it.') issuer_country?: string | null;
  @Text('Last four digits of the number.', { max: 4 }) last4_digits?: string | null;
  @CardExpMonth('Month of expiry, `01` to `12`.') expiry_month?: string | null;
  @CardExpYear('Year of expiry, two or four digits.') expiry_year?: string | null;
  @Text('Token that stands for the card.') card_token?: string | null;
  @Text('Name on the card.') card_holder_name?: string | null;
  @Text('Digest that is the same for the same number, within one merchant.') card_fingerprint?: string | null;
  @Text('What the customer calls it.') nick_name?: string | null;
  @Text('Network that carries it, such as `Visa` or `Mastercard`.') card_network?: string | null;
  @Text('First six to eight digits of the number.', { max: 8 }) card_isin?: string | null;
  @Text('Name of the bank that issued it.') card_issuer?: string | null;
  @Text('Kind of card, such as `CREDIT` or `DEBIT`.') card_type?: string | null;
  @Bool('Whether the number itself is kept, encrypted.') saved_to_locker?: boolean | null;
}
