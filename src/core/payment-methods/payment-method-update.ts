import * as f from '../model/fields.ts';
import { Input } from '../model/index.ts';

/** What may be changed of a saved card: nothing that its number says. Specification: endpoint 12. */
@Input({ about: 'What may be changed of a saved card.' })
export class SavedCardUpdateInput {
  @f.CardExpMonth('Month of expiry, `01` to `12`.') card_exp_month?: string;
  @f.CardExpYear('Year of expiry, two or four digits.') card_exp_year?: string;
  @f.Text('Name on the card.') card_holder_name?: string | null;
  @f.Text('What the customer calls it.') nick_name?: string | null;
}

/** What may be changed of a saved payment method. Specification: endpoint 12. */
@Input({ about: 'What may be changed of a saved payment method.' })
export class PaymentMethodUpdate {
  @f.NestedObject(() => SavedCardUpdateInput, 'The card, when it is one.') card?: SavedCardUpdateInput | null;
  @f.Text("The payment method's client secret. It is checked when it is given.")
  client_secret?: string | null;
}
