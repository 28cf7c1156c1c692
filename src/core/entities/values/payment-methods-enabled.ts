import * as f from '../../model/fields.ts';
import { enumeration, ValueObject, type ValueOf } from '../../model/index.ts';
import { PaymentMethodKind } from './payment-method-kind.ts';

export const AcceptedListType = enumeration(
  'AcceptedListType',
  'How a list of countries or currencies is read.',
  {
    enable_only: 'Only those in the list.',
    disable_only: 'All but those in the list.',
    all_accepted: 'All of them; the list is not looked at.',
  },
);

/** Countries a payment method may be used from. Specification: Connector account. */
@ValueObject({ about: 'Countries a payment method may be used from.' })
export class AcceptedCountries {
  @f.TextList('Two-letter country codes (ISO 3166-1 alpha-2).', { max: 250, format: 'country' })
  list!: string[];
  @f.Enumeration(() => AcceptedListType, 'How the list is read.', { required: true })
  type!: ValueOf<typeof AcceptedListType>;
}

/** Currencies a payment method may be used in. Specification: Connector account. */
@ValueObject({ about: 'Currencies a payment method may be used in.' })
export class AcceptedCurrencies {
  @f.TextList('Three-letter currency codes (ISO 4217).', { max: 200, format: 'currency' }) list!: string[];
  @f.Enumeration(() => AcceptedListType, 'How the list is read.', { required: true })
  type!: ValueOf<typeof AcceptedListType>;
}

/** A payment method that a connector account takes, and when. Specification: Connector account. */
@ValueObject({ about: 'A payment method that a connector account takes, and within which bounds.' })
export class PaymentMethodsEnabled {
  @f.NestedObject(() => AcceptedCountries, 'Countries it may be used from; unset admits all.')
  accepted_countries?: AcceptedCountries | null;
  @f.NestedObject(() => AcceptedCurrencies, 'Currencies it may be used in; unset admits all.')
  accepted_currencies?: AcceptedCurrencies | null;
  @f.Bool('Whether it may be paid in instalments.') installment_payment_enabled?: boolean | null;
  @f.Bool('Whether it may be charged again later without the customer.') recurring_enabled?: boolean | null;
  @f.Amount('Largest amount it takes, in minor units; unset sets no bound.') maximum_amount?: number | null;
  @f.Amount('Smallest amount it takes, in minor units; unset sets no bound.') minimum_amount?: number | null;
  @f.Enumeration(() => PaymentMethodKind, 'Family of the payment method.', { required: true })
  payment_method!: ValueOf<typeof PaymentMethodKind>;
  @f.TextList('Issuers it is limited to, such as banks; empty admits all.') payment_method_issuers!: string[];
  @f.TextList('Members of the family it is limited to, such as `credit` or `ach`; empty admits all.')
  payment_method_types!: string[];
  @f.TextList('Card schemes it is limited to, such as `Visa`; empty admits all.') payment_schemes!: string[];
}
