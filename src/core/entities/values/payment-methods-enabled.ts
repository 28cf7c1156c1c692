import * as f from '../../model/fields.ts';
import { enumeration, ValueObject, type ValueOf } from '../../model/index.ts';
import { PaymentMethodKind } from './payment-method-kind.ts';

export const AcceptedListType = enumeration(
  'AcceptedListType',
  'How a list of accepted countries or currencies is interpreted.',
  {
    enable_only: 'Only the listed ones are accepted.',
    disable_only: 'All but the listed ones are accepted.',
    all_accepted: 'All are accepted; the list is ignored.',
  },
);

/** Countries a payment method is accepted from. Specification: Connector account. */
@ValueObject({ about: 'Countries a payment method is accepted from.' })
export class AcceptedCountries {
  @f.TextList('Two-letter ISO 3166 country codes.', { max: 250, format: 'country', example: ['DE'] })
  list!: string[];
  @f.Enumeration(() => AcceptedListType, 'How the list is interpreted.', { required: true })
  type!: ValueOf<typeof AcceptedListType>;
}

/** Currencies a payment method is accepted in. Specification: Connector account. */
@ValueObject({ about: 'Currencies a payment method is accepted in.' })
export class AcceptedCurrencies {
  @f.TextList('Three-letter ISO 4217 currency codes.', { max: 200, format: 'currency', example: ['EUR'] })
  list!: string[];
  @f.Enumeration(() => AcceptedListType, 'How the list is interpreted.', { required: true })
  type!: ValueOf<typeof AcceptedListType>;
}

/** Payment method a connector account accepts, with its limits. Specification: Connector account. */
@ValueObject({ about: 'Payment method a connector account accepts, with its limits.' })
export class PaymentMethodsEnabled {
  @f.NestedObject(() => AcceptedCountries, 'Accepted billing countries; null accepts all.')
  accepted_countries?: AcceptedCountries | null;
  @f.NestedObject(() => AcceptedCurrencies, 'Accepted currencies; null accepts all.')
  accepted_currencies?: AcceptedCurrencies | null;
  @f.Bool('Whether instalments are enabled.') installment_payment_enabled?: boolean | null;
  @f.Bool('Whether recurring (off-session) payments are enabled.') recurring_enabled?: boolean | null;
  @f.Amount('Maximum amount, in minor units; null for no limit.') maximum_amount?: number | null;
  @f.Amount('Minimum amount, in minor units; null for no limit.') minimum_amount?: number | null;
  @f.Enumeration(() => PaymentMethodKind, 'Payment method family, such as `card`.', { required: true })
  payment_method!: ValueOf<typeof PaymentMethodKind>;
  @f.TextList('Accepted issuers, such as banks. Stored only.') payment_method_issuers!: string[];
  @f.TextList('Accepted payment method subtypes, such as `credit` or `ach`; empty accepts all.')
  payment_method_types!: string[];
  @f.TextList(
    'Accepted card networks, such as `Visa`; empty accepts all. Case, spaces and hyphens do not matter.',
  )
  payment_schemes!: string[];
}
