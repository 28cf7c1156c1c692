import * as f from '../../model/fields.ts';
import { Input } from '../../model/index.ts';
import { Contact } from './contact.ts';

/** Card details. Input only. Specification: endpoint 1. */
@Input({ about: 'Card details. The number is encrypted at rest; the CVC is never stored.' })
export class CardInput {
  @f.CardNumber('Card number (PAN): 12 to 19 digits without spaces.', { required: true })
  card_number!: string;
  @f.CardExpMonth('Expiry month, `01` to `12`.', { required: true }) card_exp_month!: string;
  @f.CardExpYear('Expiry year, two or four digits.', { required: true }) card_exp_year!: string;
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
