import * as f from '../../model/fields.ts';
import { Input, ValueObject } from '../../model/index.ts';

/** Displayable details of the card a payout is sent to. Specification: Payout. */
@ValueObject({
  about: 'Displayable details of the card a payout is sent to; the full number is never returned.',
})
export class PayoutCard {
  @f.Text('Issuing bank; null if unknown.') card_issuer?: string | null;
  @f.Text('Card network, such as `Visa` or `Mastercard`.', { example: 'Visa' }) card_network?: string | null;
  @f.Text('Funding type, such as `CREDIT` or `DEBIT`; null if unknown.') card_type?: string | null;
  @f.Text('Country of the issuer; null if unknown.') card_issuing_country?: string | null;
  @f.Text('Bank code of the issuer. Reserved: always null.') bank_code?: string | null;
  @f.Text('Last four digits of the card number.', { max: 4, example: '4242' }) last4?: string | null;
  @f.Text('Bank identification number (BIN): first six digits of the card number.', {
    max: 8,
    example: '424242',
  })
  card_isin?: string | null;
  @f.Text('Extended BIN: first eight digits of the card number; null for numbers shorter than 16 digits.', {
    max: 8,
  })
  card_extended_bin?: string | null;
  @f.CardExpMonth('Expiry month, `01` to `12`.', { example: '12' }) card_exp_month?: string | null;
  @f.CardExpYear('Expiry year, four digits.', { example: '2030' }) card_exp_year?: string | null;
  @f.Text('Cardholder name.', { example: 'Alice Example' }) card_holder_name?: string | null;
}

/** Displayable details of a payout destination. Specification: Payout. */
@ValueObject({ about: 'Displayable details of a payout destination.' })
export class PayoutMethodData {
  @f.NestedObject(() => PayoutCard, 'Card details; null unless the payout is to a card.')
  card?: PayoutCard | null;
}

/** Hosted page that collects the destination. Specification: Payout. */
@ValueObject({ about: 'Hosted page that collects the destination of a payout.' })
export class PayoutLink {
  @f.Id('Unique identifier of the payout link.') payout_link_id?: string | null;
  @f.Url('URL of the page.') link?: string | null;
}

/** Card to send a payout to. Input only. Specification: endpoint 5. */
@Input({ about: 'Card to send a payout to. The number is encrypted at rest.' })
export class PayoutCardInput {
  @f.CardNumber('Card number (PAN): 12 to 19 digits without spaces.', { required: true })
  card_number!: string;
  @f.CardExpMonth('Expiry month, `01` to `12`; `1` is read as `01`.', { required: true })
  expiry_month!: string;
  @f.CardExpYear('Expiry year; two digits are read as of this century.', { required: true })
  expiry_year!: string;
  @f.Text('Cardholder name.') card_holder_name?: string | null;
}

/** Destination details. Input only. Specification: endpoint 5. */
@Input({ about: 'Destination details to attach to a payout.' })
export class PayoutMethodDataInput {
  @f.NestedObject(() => PayoutCardInput, 'Card details, for a payout to a card.')
  card?: PayoutCardInput | null;
}
