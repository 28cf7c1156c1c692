import * as f from '../model/fields.ts';
import { Input } from '../model/index.ts';

/** What a saved payment method has to be good for. Specification: endpoint 10, where all six are required. */
@Input({
  about:
    "Filters for a customer's saved payment methods. A method is listed if an enabled connector account accepts it on these terms.",
})
export class CustomerPaymentMethodsQuery {
  @f.TextList('Three-letter ISO 4217 currency codes; at least one must be accepted.', {
    required: true,
    format: 'currency',
    max: 200,
  })
  accepted_currency!: string[];
  @f.TextList('Two-letter ISO 3166 country codes; at least one must be accepted.', {
    required: true,
    format: 'country',
    max: 250,
  })
  accepted_country!: string[];
  @f.Amount('Minimum amount, in minor units.', { required: true }) minimum_amount!: number;
  @f.Amount('Maximum amount, in minor units; not less than `minimum_amount`.', { required: true })
  maximum_amount!: number;
  @f.Bool('Set to true to list only methods accepted for recurring (off-session) payments.', {
    required: true,
  })
  recurring_payment_enabled!: boolean;
  @f.Bool('Set to true to list only methods accepted for instalments.', { required: true })
  installment_payment_enabled!: boolean;
}
