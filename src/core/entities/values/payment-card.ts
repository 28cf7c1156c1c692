import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';
import { Contact } from './contact.ts';

/** Displayable card details. Specification: PaymentCard. */
@ValueObject({ about: 'Displayable card details; the full number is never returned.' })
export class PaymentCard {
  @f.Text('Last four digits of the card number.', { example: '4242' }) last4?: string | null;
  @f.Text('Funding type, such as `credit`, `debit` or `prepaid`; null if unknown.') card_type?: string | null;
  @f.Text('Card network, such as `Visa`.', { example: 'Visa' }) card_network?: string | null;
  @f.Text('Issuing bank; null if unknown.') card_issuer?: string | null;
  @f.Text('Two-letter ISO 3166 country code of the issuer; null if unknown.')
  card_issuing_country?: string | null;
  @f.Text('Bank identification number (BIN): first six digits of the card number.', { example: '424242' })
  card_isin?: string | null;
  @f.Text('Extended BIN: first eight digits of the card number; null for numbers shorter than 16 digits.')
  card_extended_bin?: string | null;
  @f.CardExpMonth('Expiry month, `01` to `12`.', { example: '12' }) card_exp_month?: string | null;
  @f.CardExpYear('Expiry year, two or four digits.', { example: '2030' }) card_exp_year?: string | null;
  @f.Text('Cardholder name.', { example: 'Alice Example' }) card_holder_name?: string | null;
  @f.Json('Address (AVS) and CVC check results. Reserved: always null.') payment_checks?: unknown;
  @f.Json('3-D Secure authentication data. Reserved: always null.') authentication_data?: unknown;
}

/** Displayable payment method details. Specification: Payment `payment_method_data`. */
@ValueObject({ about: 'Displayable payment method details.' })
export class PaymentMethodData {
  @f.NestedObject(() => PaymentCard, 'Card details; null unless the payment is by card.')
  card?: PaymentCard | null;
  @f.NestedObject(() => Contact, "Billing contact of the payment method, if it differs from the payment's.")
  billing?: Contact | null;
}
