import * as f from '../model/fields.ts';
import { Input } from '../model/index.ts';

/** What may be changed of a saved card: nothing that its number says. Specification: endpoint 12. */
@Input({ about: 'Card details that can be updated.' })
export class SavedCardUpdateInput {
  @f.CardExpMonth('Expiry month, `01` to `12`.') card_exp_month?: string;
  @f.CardExpYear('Expiry year, two or four digits.') card_exp_year?: string;
  @f.Text('Cardholder name.') card_holder_name?: string | null;
  @f.Text("Customer's nickname for the card.") nick_name?: string | null;
}

/** What may be changed of a saved payment method. Specification: endpoint 12. */
@Input({ about: 'Parameters for updating a saved payment method. Omitted fields keep their values.' })
export class PaymentMethodUpdate {
  @f.NestedObject(() => SavedCardUpdateInput, 'Card details; only for a saved card.')
  card?: SavedCardUpdateInput | null;
  @f.Text('Client secret of the payment method; verified if given.') client_secret?: string | null;
}
