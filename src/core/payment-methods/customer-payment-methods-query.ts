import * as f from '../model/fields.ts';
import { Input } from '../model/index.ts';

/** What a saved payment method has to be good for. Specification: endpoint 10, where all six are required. */
@Input({ about: 'What a saved payment method has to be good for to be listed.' })
export class CustomerPaymentMethodsQuery {
  @f.TextList('Three-letter currency codes; one of them must be admitted.', {
    required: true,
    format: 'currency',
    max: 200,
  })
  accepted_currency!: string[];
  @f.TextList('Two-letter country codes; one of them must be admitted.', {
    required: true,
    format: 'country',
    max: 250,
  })
  accepted_country!: string[];
  @f.Amount('Smallest amount that will be asked for, in minor units.', { required: true })
  minimum_amount!: number;
  @f.Amount('Largest amount that will be asked for, in minor units.', { required: true })
  maximum_amount!: number;
  @f.Bool('True lists only what may be charged again without the customer.', { required: true })
  recurring_payment_enabled!: boolean;
  @f.Bool('True lists only what may be paid in instalments.', { required: true })
  installment_payment_enabled!: boolean;
}
