import * as f from '../../model/fields.ts';
import { Input } from '../../model/index.ts';

/** Card to send a payout to. Input only. Specification: endpoint 5. */
@Input({ about: 'Card to send a payout to. The number is encrypted at rest.' })
export class PayoutCardInput {
  @f.CardNumber('Card number (PAN): 12 to 19 digits without spaces.', { required: true })
  card_number!: string;
  @f.CardExpMonth('Expiry month, `01` to `12`.', { required: true }) expiry_month!: string;
  @f.CardExpYear('Expiry year, two or four digits.', { required: true }) expiry_year!: string;
  @f.Text('Cardholder name.') card_holder_name?: string | null;
}

/** Destination details. Input only. Specification: endpoint 5. */
@Input({ about: 'Destination details to attach to a payout.' })
export class PayoutMethodDataInput {
  @f.NestedObject(() => PayoutCardInput, 'Card details, for a payout to a card.')
  card?: PayoutCardInput | null;
}
