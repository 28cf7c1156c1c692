import * as f from '../../model/fields.ts';
import { Input } from '../../model/index.ts';

/** A card that a payout goes to, as it is typed in. Only ever part of an input. Specification: endpoint 5. */
@Input({ about: 'A card that a payout goes to, as it is typed in. Its number is kept sealed.' })
export class PayoutCardInput {
  @f.CardNumber('The number: 12 to 19 digits without spaces.', { required: true }) card_number!: string;
  @f.CardExpMonth('Month of expiry, `01` to `12`.', { required: true }) expiry_month!: string;
  @f.CardExpYear('Year of expiry, two or four digits.', { required: true }) expiry_year!: string;
  @f.Text('Name on the card.') card_holder_name?: string | null;
}

/** Where a payout goes, as a caller gives it. Specification: endpoint 5. */
@Input({ about: 'Where a payout goes.' })
export class PayoutMethodDataInput {
  @f.NestedObject(() => PayoutCardInput, 'The card, when it goes to one.') card?: PayoutCardInput | null;
}
