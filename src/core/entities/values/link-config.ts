import * as f from '../../model/fields.ts';
import { ValueObject, type ValueOf } from '../../model/index.ts';
import { PaymentMethodKind } from './payment-method-kind.ts';

/** A payment method that a hosted page offers. Specification: Merchant account, LinkConfig. */
@ValueObject({ about: 'A payment method that a hosted page offers.' })
export class EnabledPaymentMethod {
  @f.Enumeration(() => PaymentMethodKind, 'Family of the payment method.', { required: true })
  payment_method!: ValueOf<typeof PaymentMethodKind>;
  @f.TextList('Members of the family that are offered, such as `credit`, `ach`.')
  payment_method_types!: string[];
}

/** Look of the hosted page that collects payment methods. Specification: Merchant account. */
@ValueObject({ about: 'Look and offer of the hosted page that collects payment methods.' })
export class LinkConfig {
  @f.Url('http or https address of the logo.') logo?: string | null;
  @f.Text('Name of the merchant as the page shows it.') merchant_name?: string | null;
  @f.Text('Main colour, as CSS writes it: `#1a73e8`.') theme?: string | null;
  @f.Text('Domain that the page is served from.') domain_name?: string | null;
  @f.TextList('Domains that may embed the page.') allowed_domains!: string[];
  @f.JsonEncodedList(() => EnabledPaymentMethod, 'Payment methods on offer. Over REST a string of JSON.')
  enabled_payment_methods?: EnabledPaymentMethod[] | null;
}

/** Look of the hosted page that collects a payout's destination. Specification: Business profile. */
@ValueObject({ about: "Look of the hosted page where a payout's recipient says where the money goes." })
export class PayoutLinkConfig {
  @f.Url('http or https address of the logo.') logo?: string | null;
  @f.Text('Name of the merchant as the page shows it.') merchant_name?: string | null;
  @f.Text('Main colour, as CSS writes it: `#1a73e8`.') theme?: string | null;
  @f.Text('Domain that the page is served from.') domain_name?: string | null;
  @f.TextList('Domains that may embed the page.') allowed_domains!: string[];
  @f.Text('Arrangement of the form, such as `tabs`.') form_layout?: string | null;
  @f.Bool('True lets the page open outside the allowed domains, for trying it out.')
  payout_test_mode?: boolean | null;
}

/** What one payout sets for its own link. Specification: endpoint 5, `payout_link_config`. */
@ValueObject({ about: "What one payout sets for its own link, in place of the profile's settings." })
export class PayoutLinkOverrides {
  @f.Url('http or https address of the logo.') logo?: string | null;
  @f.Text('Name of the merchant as the page shows it.') merchant_name?: string | null;
  @f.Text('Main colour, as CSS writes it: `#1a73e8`.') theme?: string | null;
  @f.Id('Identifier to give the link; made when absent.') payout_link_id?: string | null;
  @f.JsonEncodedList(() => EnabledPaymentMethod, 'Payout methods on offer. Over REST a string of JSON.')
  enabled_payment_methods?: EnabledPaymentMethod[] | null;
  @f.Text('Arrangement of the form, such as `tabs`.') form_layout?: string | null;
  @f.Bool('True lets the page open outside the allowed domains, for trying it out.') test_mode?:
    | boolean
    | null;
}
