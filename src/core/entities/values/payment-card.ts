import * as f from '../../model/fields.ts';
import { Input, ValueObject } from '../../model/index.ts';
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
  @f.CardExpYear('Expiry year, four digits.', { example: '2030' }) card_exp_year?: string | null;
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

/** Card details. Input only. Specification: endpoint 1. */
@Input({ about: 'Card details. The number is encrypted at rest; the CVC is never stored.' })
export class CardInput {
  @f.CardNumber('Card number (PAN): 12 to 19 digits without spaces.', { required: true })
  card_number!: string;
  @f.CardExpMonth('Expiry month, `01` to `12`; `1` is read as `01`.', { required: true })
  card_exp_month!: string;
  @f.CardExpYear('Expiry year; two digits are read as of this century.', { required: true })
  card_exp_year!: string;
  @f.Text('Cardholder name.') card_holder_name?: string | null;
  @f.CardCvc(
    'Card verification code (CVC), three or four digits. Passed on to the connector and never stored.',
  )
  card_cvc?: string | null;
}

/** Payment method details. Input only. Specification: endpoint 1. */
@Input({ about: 'Payment method details to attach to a payment.' })
export class PaymentMethodDataInput {
  @f.NestedObject(() => CardInput, 'Card details, for a payment by card.') card?: CardInput | null;
  @f.NestedObject(() => Contact, "Billing contact of the payment method, if it differs from the payment's.")
  billing?: Contact | null;
}
