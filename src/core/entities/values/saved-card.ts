import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';

/** Displayable details of a saved card. Specification: Payment method. */
@ValueObject({ about: 'Displayable details of a saved card; the full number is never returned.' })
export class SavedCard {
  @f.Text('Card network, such as `Visa`.', { example: 'Visa' }) scheme?: string | null;
  @f.Text('Two-letter ISO 3166 country code of the issuer; null if unknown.') issuer_country?: string | null;
  @f.Text('Last four digits of the card number.', { max: 4, example: '4242' }) last4_digits?: string | null;
  @f.CardExpMonth('Expiry month, `01` to `12`.', { example: '12' }) expiry_month?: string | null;
  @f.CardExpYear('Expiry year, four digits.', { example: '2030' }) expiry_year?: string | null;
  @f.Text('Token that identifies the saved card.') card_token?: string | null;
  @f.Text('Cardholder name.', { example: 'Alice Example' }) card_holder_name?: string | null;
  @f.Text('Fingerprint of the card number: the same for the same card within one merchant.')
  card_fingerprint?: string | null;
  @f.Text("Customer's nickname for the card.") nick_name?: string | null;
  @f.Text('Card network, such as `Visa` or `Mastercard`.', { example: 'Visa' }) card_network?: string | null;
  @f.Text('Bank identification number (BIN): first six to eight digits of the card number.', {
    max: 8,
    example: '424242',
  })
  card_isin?: string | null;
  @f.Text('Issuing bank; null if unknown.') card_issuer?: string | null;
  @f.Text('Funding type, such as `CREDIT` or `DEBIT`; null if unknown.') card_type?: string | null;
  @f.Bool('Whether the full card number is stored, encrypted, for future charges.', { example: true })
  saved_to_locker?: boolean | null;
}
