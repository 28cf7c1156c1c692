import * as f from '../../model/fields.ts';
import { AMOUNT_MAX, ValueObject } from '../../model/index.ts';

/** A row of an account's `fee_table`. */
@ValueObject({
  about: 'A fee of a connector account. If several rows apply to a payment, the most specific one counts.',
})
export class FeeTableEntry {
  @f.Text('Card network that the fee is for, such as `Visa`; all if null.', {
    holds: 'code',
    example: 'Visa',
  })
  card_network?: string | null;
  @f.Text('Funding of the card that the fee is for, such as `credit`; all if null.', {
    holds: 'code',
    example: 'credit',
  })
  card_type?: string | null;
  @f.Country('Two-letter ISO 3166 code of the billing country that the fee is for; all if null.')
  country?: string | null;
  @f.Integer('Part of the amount, in basis points: 140 is 1.4 %.', {
    required: true,
    min: 0,
    maximum: 10_000,
    example: 140,
  })
  rate!: number;
  @f.Integer('Fixed part for each payment, in minor units of `currency`.', {
    required: true,
    min: 0,
    maximum: AMOUNT_MAX,
    example: 25,
  })
  fixed!: number;
  @f.Currency('Three-letter ISO 4217 code of the currency of the payments that the fee is for.', {
    required: true,
  })
  currency!: string;
}
