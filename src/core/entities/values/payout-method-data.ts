import { CardExpMonth, CardExpYear, Id, NestedObject, Text, Url, ValueObject } from '../../model/index.ts';

/** The card a payout goes to, without its number. Specification: Payout. */
@ValueObject({ about: 'The card a payout goes to, without its number.' })
export class PayoutCard {
  @Text('Name of the bank that issued it.') card_issuer?: string | null;
  @Text('Network that carries it, such as `Visa` or `Mastercard`.') card_network?: string | null;
  @Text('Kind of card, such as `CREDIT` or `DEBIT`.') card_type?: string | null;
  @Text('Country of the bank that issued it.') card_issuing_country?: string | null;
  @Text('Code of the bank that issued it.') bank_code?: string | null;
  @Text('Last four digits of the number.', { max: 4 }) last4?: string | null;
  @Text('First six digits of the number.', { max: 8 }) card_isin?: string | null;
  @Text('First eight digits of the number.', { max: 8 }) card_extended_bin?: string | null;
  @CardExpMonth('Month of expiry, `01` to `12`.') card_exp_month?: string | null;
  @CardExpYear('Year of expiry, two or four digits.') card_exp_year?: string | null;
  @Text('Name on the card.') card_holder_name?: string | null;
}

/** Where a payout goes. Specification: Payout. */
@ValueObject({ about: 'Where a payout goes.' })
export class PayoutMethodData {
  @NestedObject(() => PayoutCard, 'The card, when it goes to one.') card?: PayoutCard | null;
}

/** The page where a recipient says where the money goes. Specification: Payout. */
@ValueObject({ about: 'The hosted page where a recipient says where the money goes.' })
export class PayoutLink {
  @Id('Identifier of the link.') payout_link_id?: string | null;
  @Url('Address of the page.') link?: string | null;
}
