import * as f from '../../model/fields.ts';
import { ValueObject, type ValueOf } from '../../model/index.ts';
import { PaymentMethodKind } from './payment-method-kind.ts';

/** Payment method offered on a hosted page. Specification: Merchant account, LinkConfig. */
@ValueObject({ about: 'Payment method offered on a hosted page.' })
export class EnabledPaymentMethod {
  @f.Enumeration(() => PaymentMethodKind, 'Payment method family, such as `card`.', { required: true })
  payment_method!: ValueOf<typeof PaymentMethodKind>;
  @f.TextList('Payment method subtypes to offer, such as `credit` or `ach`.') payment_method_types!: string[];
}

/** Appearance of the page that collects payment methods. Specification: Merchant account. */
@ValueObject({ about: 'Appearance of the hosted page that collects payment methods.' })
export class LinkConfig {
  @f.Url('URL of the logo (http or https).') logo?: string | null;
  @f.Text('Merchant name shown on the page.') merchant_name?: string | null;
  @f.Text('Primary colour as a CSS colour, such as `#1a73e8`.') theme?: string | null;
  @f.Text('Domain the page is served from.') domain_name?: string | null;
  @f.TextList('Domains allowed to embed the page.') allowed_domains!: string[];
  @f.JsonEncodedList(
    () => EnabledPaymentMethod,
    'Payment methods to offer. Over REST a JSON-encoded list; a request may send a plain array.',
  )
  enabled_payment_methods?: EnabledPaymentMethod[] | null;
}

/** Appearance of payout links. Specification: Business profile. */
@ValueObject({ about: 'Appearance of payout links.' })
export class PayoutLinkConfig {
  @f.Url('URL of the logo (http or https).') logo?: string | null;
  @f.Text('Merchant name shown on the page.') merchant_name?: string | null;
  @f.Text('Primary colour as a CSS colour, such as `#1a73e8`.') theme?: string | null;
  @f.Text('Domain the page is served from.') domain_name?: string | null;
  @f.TextList('Domains allowed to embed the page.') allowed_domains!: string[];
  @f.Text('Layout of the form, such as `tabs`.') form_layout?: string | null;
  @f.Bool('Whether the page may be opened outside the allowed domains, for testing.')
  payout_test_mode?: boolean | null;
}

/** Payout link settings of one payout. Specification: endpoint 5, `payout_link_config`. */
@ValueObject({ about: "Payout link settings of one payout, overriding the business profile's." })
export class PayoutLinkOverrides {
  @f.Url('URL of the logo (http or https).') logo?: string | null;
  @f.Text('Merchant name shown on the page.') merchant_name?: string | null;
  @f.Text('Primary colour as a CSS colour, such as `#1a73e8`.') theme?: string | null;
  @f.Id('Identifier for the payout link.') payout_link_id?: string | null;
  @f.JsonEncodedList(
    () => EnabledPaymentMethod,
    'Payout methods to offer. Over REST a JSON-encoded list; a request may send a plain array.',
  )
  enabled_payment_methods?: EnabledPaymentMethod[] | null;
  @f.Text('Layout of the form, such as `tabs`.') form_layout?: string | null;
  @f.Bool('Whether the page may be opened outside the allowed domains, for testing.')
  test_mode?: boolean | null;
}
