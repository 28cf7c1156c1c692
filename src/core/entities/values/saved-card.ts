import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';

/** A card kept for later, without its number. Specification: Payment method. */
@ValueObject({ about: 'A card kept for later, without its number.' })
export class SavedCard {
  @f.Text('Scheme of the card, such as `Visa`.') scheme?: string | null;
  @f.Text('Country of the bank that issued it.') issuer_country?: string | null;
  @f.Text('Last four digits of the number.', { max: 4 }) last4_digits?: string | null;
  @f.CardExpMonth('Month of expiry, `01` to `12`.') expiry_month?: string | null;
  @f.CardExpYear('Year of expiry, two or four digits.') expiry_year?: string | null;
  @f.Text('Token that stands for the card.') card_token?: string | null;
  @f.Text('Name on the card.') card_holder_name?: string | null;
  @f.Text('Digest that is the same for the same number, within one merchant.') card_fingerprint?:
    | string
    | null;
  @f.Text('What the customer calls it.') nick_name?: string | null;
  @f.Text('Network that carries it, such as `Visa` or `Mastercard`.') card_network?: string | null;
  @f.Text('First six to eight digits of the number.', { max: 8 }) card_isin?: string | null;
  @f.Text('Name of the bank that issued it.') card_issuer?: string | null;
  @f.Text('Kind of card, such as `CREDIT` or `DEBIT`.') card_type?: string | null;
  @f.Bool('Whether the number itself is kept, encrypted.') saved_to_locker?: boolean | null;
}
