import * as f from '../../model/fields.ts';
import { type JsonRecord, ValueObject, type ValueOf } from '../../model/index.ts';
import { PaymentMethodKind } from './payment-method-data.ts';

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

/** Additional line on a payment link. Specification: Business profile, PaymentLinkConfig. */
@ValueObject({ about: 'Additional line shown on a payment link beside the amount.' })
export class TransactionDetail {
  @f.Text('Label of the line.') key?: string | null;
  @f.Text('Value of the line.') value?: string | null;
  @f.JsonObject('Position and font weight of the line.') ui_configuration?: JsonRecord | null;
}

/** Size of a background image. Specification: Business profile, PaymentLinkConfig. */
@ValueObject({ about: 'Size of a background image.' })
export class BackgroundImageSize {
  @f.Text('CSS background size, such as `cover` or `contain`.', { graphql: 'variants' })
  Variants?: string | null;
}

/** Background image. Specification: Business profile, PaymentLinkConfig. */
@ValueObject({ about: 'Background image of a payment link.' })
export class BackgroundImage {
  @f.Url('URL of the image (http or https).') url?: string | null;
  @f.Text('Position of the image, such as `left` or `top_right`.') position?: string | null;
  @f.NestedObject(() => BackgroundImageSize, 'Size of the image.') size?: BackgroundImageSize | null;
}

/** Appearance and behaviour of payment links. Specification: Business profile. */
@ValueObject({ about: 'Appearance and behaviour of payment links.' })
export class PaymentLinkConfig {
  @f.Text('Primary colour as a CSS colour, such as `#1a73e8`.') theme?: string | null;
  @f.Url('URL of the logo (http or https).') logo?: string | null;
  @f.Text('Seller name shown on the page.') seller_name?: string | null;
  @f.Text('Layout of the payment details, such as `layout1`.') details_layout?: string | null;
  @f.Text('Text of the pay button.') payment_button_text?: string | null;
  @f.Text('Card terms shown below the card form, replacing the default text.')
  custom_message_for_card_terms?: string | null;
  @f.Text('Background colour of the pay button, as a CSS colour.') payment_button_colour?: string | null;
  @f.Text('Text colour of the pay button, as a CSS colour.') payment_button_text_colour?: string | null;
  @f.Text('Background colour of the page, as a CSS colour.') background_colour?: string | null;
  @f.Text('Heading of the payment form.') payment_form_header_text?: string | null;
  @f.Text('Colour of the icon shown beside an invalid CVC, as a CSS colour.')
  color_icon_card_cvc_error?: string | null;
  @f.Text('Domain the page is served from.') domain_name?: string | null;
  @f.Text('Layout of the payment methods, such as `accordion` or `tabs`.') sdk_layout?: string | null;
  @f.Text('Position of form labels, such as `above`.') payment_form_label_type?: string | null;
  @f.Text('When card terms are shown, such as `always`.') show_card_terms?: string | null;
  @f.Bool('Whether to show only the payment form, without the payment details.')
  display_sdk_only?: boolean | null;
  @f.Bool('Whether to offer saved payment methods.') enabled_saved_payment_method?: boolean | null;
  @f.Bool('Whether to hide the card nickname field.') hide_card_nickname_field?: boolean | null;
  @f.Bool('Whether the card form is expanded by default.') show_card_form_by_default?: boolean | null;
  @f.Bool('Whether to skip the status page and redirect to `return_url` immediately.')
  skip_status_screen?: boolean | null;
  @f.Bool('Whether to disable the pay button until the form is complete.')
  enable_button_only_on_form_ready?: boolean | null;
  @f.Bool('Whether the page sets up a mandate instead of charging.') is_setup_mandate_flow?: boolean | null;
  @f.Bool("Whether the service's branding is shown.") branding_visibility?: boolean | null;
  @f.ObjectList(() => TransactionDetail, 'Additional lines shown beside the amount, in order; at most 100.')
  transaction_details!: TransactionDetail[];
  @f.NestedObject(() => BackgroundImage, 'Background image of the page.')
  background_image?: BackgroundImage | null;
  @f.JsonObject('CSS rules for the payment form: selector to properties.') sdk_ui_rules?: JsonRecord | null;
  @f.JsonObject('CSS rules for the page: selector to properties.') payment_link_ui_rules?: JsonRecord | null;
  @f.JsonObject('Named variants of these settings that a payment link can select.')
  business_specific_configs?: JsonRecord | null;
  @f.TextList('Domains allowed to embed the page.') allowed_domains!: string[];
}
