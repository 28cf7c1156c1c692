import * as f from '../../model/fields.ts';
import { Input } from '../../model/index.ts';
import { Contact } from './contact.ts';

/** A card as it is typed in. Only ever part of an input. Specification: endpoint 1. */
@Input({ about: 'A card as it is typed in. Its number is kept sealed, its verification code is never kept.' })
export class CardInput {
  @f.CardNumber('The number: 12 to 19 digits without spaces.', { required: true }) card_number!: string;
  @f.CardExpMonth('Month of expiry, `01` to `12`.', { required: true }) card_exp_month!: string;
  @f.CardExpYear('Year of expiry, two or four digits.', { required: true }) card_exp_year!: string;
  @f.Text('Name on the card.') card_holder_name?: string | null;
  @f.CardCvc('Verification code, three or four digits. It is passed on and never stored.')
  card_cvc?: string | null;
}

/** How a payment is to be paid, as a caller gives it. Specification: endpoint 1. */
@Input({ about: 'How a payment is to be paid.' })
export class PaymentMethodDataInput {
  @f.NestedObject(() => CardInput, 'The card, when it is one.') card?: CardInput | null;
  @f.NestedObject(() => Contact, "The method's own billing contact.") billing?: Contact | null;
}
