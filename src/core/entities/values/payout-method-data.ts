import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';

/** The card a payout goes to, without its number. Specification: Payout. */
@ValueObject({ about: 'The card a payout goes to, without its number.' })
export class PayoutCard {
  @f.Text('Name of the bank that issued it.') card_issuer?: string | null;
  @f.Text('Network that carries it, such as `Visa` or `Mastercard`.') card_network?: string | null;
  @f.Text('Kind of card, such as `CREDIT` or `DEBIT`.') card_type?: string | null;
  @f.Text('Country of the bank that issued it.') card_issuing_country?: string | null;
  @f.Text('Code of the bank that issued it.') bank_code?: string | null;
  @f.Text('Last four digits of the number.', { max: 4 }) last4?: string | null;
  @f.Text('First six digits of the number.', { max: 8 }) card_isin?: string | null;
  @f.Text('First eight digits of the number.', { max: 8 }) card_extended_bin?: string | null;
  @f.CardExpMonth('Month of expiry, `01` to `12`.') card_exp_month?: string | null;
  @f.CardExpYear('Year of expiry, two or four digits.') card_exp_year?: string | null;
  @f.Text('Name on the card.') card_holder_name?: string | null;
}

/** Where a payout goes. Specification: Payout. */
@ValueObject({ about: 'Where a payout goes.' })
export class PayoutMethodData {
  @f.NestedObject(() => PayoutCard, 'The card, when it goes to one.') card?: PayoutCard | null;
}

/** The page where a recipient says where the money goes. Specification: Payout. */
@ValueObject({ about: 'The hosted page where a recipient says where the money goes.' })
export class PayoutLink {
  @f.Id('Identifier of the link.') payout_link_id?: string | null;
  @f.Url('Address of the page.') link?: string | null;
}
