import * as f from '../../model/fields.ts';
import { enumeration, type JsonRecord, ValueObject, type ValueOf } from '../../model/index.ts';
import { PaymentMethodKind } from './payment-method-data.ts';

export const DetailsLayout = enumeration('DetailsLayout', 'Layout of the details on a payment link.', {
  layout1: 'The order beside the form, on a coloured ground.',
  layout2: 'The order above the form, in one column.',
});
export const MethodsLayout = enumeration('MethodsLayout', 'Layout of the payment methods on a hosted page.', {
  accordion: 'One below the other; the chosen one opens.',
  tabs: 'A row of tabs above the form of the chosen one.',
});
export const LabelType = enumeration('LabelType', 'Position of the labels of a form.', {
  above: 'Above the field.',
  floating: 'In the field, moving up once it has a value.',
  never: 'Placeholders only; labels remain available to assistive technology.',
});
export const CardTermsShown = enumeration('CardTermsShown', 'When the terms of a card payment are shown.', {
  always: 'With every card.',
  auto: 'If the card is saved.',
  never: 'Not at all.',
});
export const FormLayout = enumeration('FormLayout', 'Layout of a form that collects a payout destination.', {
  tabs: 'One page, with a tab for each method.',
  journey: 'One step after the other.',
});
export const BackgroundSize = enumeration('BackgroundSize', 'Size of a background image.', {
  cover: 'Fills the area; edges may be cropped.',
  contain: 'Shown in full.',
  auto: 'Original size.',
});
export const BackgroundPosition = enumeration('BackgroundPosition', 'Position of a background image.', {
  left: 'Left.',
  right: 'Right.',
  top: 'Top.',
  bottom: 'Bottom.',
  center: 'Centre.',
  top_left: 'Top left.',
  top_right: 'Top right.',
  bottom_left: 'Bottom left.',
  bottom_right: 'Bottom right.',
});

/** Payment method offered on a hosted page. Specification: Merchant account, LinkConfig. */
@ValueObject({ about: 'Payment method offered on a hosted page.', keepsUnknown: true })
export class EnabledPaymentMethod {
  @f.Enumeration(() => PaymentMethodKind, 'Payment method family, such as `card`.', { required: true })
  payment_method!: ValueOf<typeof PaymentMethodKind>;
  @f.TextList('Payment method subtypes to offer, such as `credit` or `ach`.', { holds: 'code' })
  payment_method_types!: string[];
}

/** Appearance of the page that collects payment methods. Specification: Merchant account. */
@ValueObject({ about: 'Appearance of the hosted page that collects payment methods.' })
export class LinkConfig {
  @f.Url('URL of the logo (http or https).', { redirectsNothing: 'shown' }) logo?: string | null;
  @f.Text('Merchant name shown on the page.') merchant_name?: string | null;
  @f.Colour('Primary colour as a CSS colour, such as `#1a73e8`.') theme?: string | null;
  @f.Host(
    "Host that serves the page instead of the service's host, such as `pay.example.com`. It must forward requests to the service.",
    { redirects: 'card' },
  )
  domain_name?: string | null;
  @f.TextList(
    'Hosts whose pages may embed the page in a frame, such as `shop.example.com` or `*.example.com`.',
    {
      format: 'host_pattern',
      redirectsNothing: 'only_if_proved',
    },
  )
  allowed_domains!: string[];
  @f.JsonEncodedList(
    () => EnabledPaymentMethod,
    'Payment methods to offer: `card`, `bank_debit` and `bank_transfer` (`ach`, `bacs`, `becs`, `sepa`); without types, all of a family. By default, cards and the bank debits that connector accounts accept. Over REST a JSON-encoded list; a request may send a plain array.',
  )
  enabled_payment_methods?: EnabledPaymentMethod[] | null;
}

/** Appearance of payout links. Specification: Business profile. */
@ValueObject({ about: 'Appearance of payout links.' })
export class PayoutLinkConfig {
  @f.Url('URL of the logo (http or https).', { redirectsNothing: 'shown' }) logo?: string | null;
  @f.Text('Merchant name shown on the page.') merchant_name?: string | null;
  @f.Colour('Primary colour as a CSS colour, such as `#1a73e8`.') theme?: string | null;
  @f.Host(
    "Host that serves the page instead of the service's host, such as `pay.example.com`. It must forward requests to the service.",
    { redirects: 'card' },
  )
  domain_name?: string | null;
  @f.TextList(
    'Hosts whose pages may embed the page in a frame, such as `shop.example.com` or `*.example.com`.',
    {
      format: 'host_pattern',
      redirectsNothing: 'only_if_proved',
    },
  )
  allowed_domains!: string[];
  @f.Enumeration(() => FormLayout, 'Layout of the form; `tabs` by default.')
  form_layout?: ValueOf<typeof FormLayout> | null;
  @f.Bool(
    'Whether the page, although restricted to allowed domains, may also be opened in its own window and embedded on localhost, for testing. The page shows a notice.',
  )
  payout_test_mode?: boolean | null;
}

/** Payout link settings of one payout. Specification: endpoint 5, `payout_link_config`. */
@ValueObject({ about: "Payout link settings of one payout, overriding the business profile's." })
export class PayoutLinkOverrides {
  @f.Url('URL of the logo (http or https).', { redirectsNothing: 'shown' }) logo?: string | null;
  @f.Text('Merchant name shown on the page.') merchant_name?: string | null;
  @f.Colour('Primary colour as a CSS colour, such as `#1a73e8`.') theme?: string | null;
  @f.Id('Identifier of the payout link; generated unless given.') payout_link_id?: string | null;
  @f.JsonEncodedList(
    () => EnabledPaymentMethod,
    'Allowed destinations: `card`, `bank_transfer` (`ach`, `bacs`, `becs`, `sepa`), `wallet` (`paypal`, `venmo`); without types, all of a family. The page offers the destinations among these that connector accounts support. Over REST a JSON-encoded list; a request may send a plain array.',
  )
  enabled_payment_methods?: EnabledPaymentMethod[] | null;
  @f.Enumeration(() => FormLayout, 'Layout of the form; `tabs` by default.')
  form_layout?: ValueOf<typeof FormLayout> | null;
  @f.Bool(
    'Whether the page, although restricted to allowed domains, may also be opened in its own window and embedded on localhost, for testing. The page shows a notice.',
  )
  test_mode?: boolean | null;
}

/** Position and weight of an additional line. Specification: Business profile, PaymentLinkConfig. */
@ValueObject({ about: 'Position and font weight of an additional line on a payment link.' })
export class TransactionDetailStyle {
  @f.Integer(
    'Position among the lines, in ascending order. Lines without a position follow in the given order.',
    {
      min: 0,
      maximum: 1000,
    },
  )
  position?: number | null;
  @f.Bool('Whether the label is bold; `false` by default.') is_key_bold?: boolean | null;
  @f.Bool('Whether the value is bold; `false` by default.') is_value_bold?: boolean | null;
}

/** Additional line on a payment link. Specification: Business profile, PaymentLinkConfig. */
@ValueObject({ about: 'Additional line shown on a payment link beside the amount.' })
export class TransactionDetail {
  @f.Text('Label of the line.') key?: string | null;
  @f.Text('Value of the line.') value?: string | null;
  @f.NestedObject(() => TransactionDetailStyle, 'Position and font weight of the line.')
  ui_configuration?: TransactionDetailStyle | null;
}

/** Size of a background image. Specification: Business profile, PaymentLinkConfig. */
@ValueObject({ about: 'Size of a background image.' })
export class BackgroundImageSize {
  @f.Enumeration(() => BackgroundSize, 'CSS background size; `cover` by default.', { graphql: 'variants' })
  Variants?: ValueOf<typeof BackgroundSize> | null;
}

/** Background image. Specification: Business profile, PaymentLinkConfig. */
@ValueObject({ about: 'Background image of a payment link.' })
export class BackgroundImage {
  @f.Url('URL of the image (http or https).', { redirectsNothing: 'shown' }) url?: string | null;
  @f.Enumeration(() => BackgroundPosition, 'Position of the image; `center` by default.')
  position?: ValueOf<typeof BackgroundPosition> | null;
  @f.NestedObject(() => BackgroundImageSize, 'Size of the image.') size?: BackgroundImageSize | null;
}

const STYLE_RULES =
  'Keys are elements (`body`, `h1`, `button`, `#submit`, `.Input`, `.Label`, `.Tab`, `.Block`, `.Error`, `.Item`), values are objects of properties in camelCase: colours, fonts, spacing, borders and shadows.';

/** Appearance and behaviour of payment links. Specification: Business profile. */
@ValueObject({ about: 'Appearance and behaviour of payment links.' })
export class PaymentLinkConfig {
  @f.Colour('Primary colour as a CSS colour, such as `#1a73e8`.') theme?: string | null;
  @f.Url('URL of the logo (http or https).', { redirectsNothing: 'shown' }) logo?: string | null;
  @f.Text('Seller name shown on the page.') seller_name?: string | null;
  @f.Enumeration(() => DetailsLayout, 'Layout of the payment details; `layout1` by default.')
  details_layout?: ValueOf<typeof DetailsLayout> | null;
  @f.Text('Text of the pay button.') payment_button_text?: string | null;
  @f.Text('Card terms shown below the card form, replacing the default text.')
  custom_message_for_card_terms?: string | null;
  @f.Colour('Background colour of the pay button, as a CSS colour.') payment_button_colour?: string | null;
  @f.Colour('Text colour of the pay button, as a CSS colour.') payment_button_text_colour?: string | null;
  @f.Colour('Background colour of the page, as a CSS colour.') background_colour?: string | null;
  @f.Text('Heading of the payment form.', { redirectsNothing: 'shown' }) payment_form_header_text?:
    | string
    | null;
  @f.Colour('Colour of the icon shown beside an invalid CVC, as a CSS colour.')
  color_icon_card_cvc_error?: string | null;
  @f.Host(
    "Host that serves the page instead of the service's host, such as `pay.example.com`. It must forward requests to the service.",
    { redirects: 'card' },
  )
  domain_name?: string | null;
  @f.Enumeration(() => MethodsLayout, 'Layout of the payment methods; `accordion` by default.')
  sdk_layout?: ValueOf<typeof MethodsLayout> | null;
  @f.Enumeration(() => LabelType, 'Position of form labels; `above` by default.')
  payment_form_label_type?: ValueOf<typeof LabelType> | null;
  @f.Enumeration(() => CardTermsShown, 'When card terms are shown; `auto` by default.')
  show_card_terms?: ValueOf<typeof CardTermsShown> | null;
  @f.Bool('Whether to show only the payment form, without the payment details.')
  display_sdk_only?: boolean | null;
  @f.Bool('Whether to offer saved payment methods.') enabled_saved_payment_method?: boolean | null;
  @f.Bool('Whether to hide the card nickname field.') hide_card_nickname_field?: boolean | null;
  @f.Bool(
    'Whether the card fields are initially open; true by default. Ignored if the card is the only payment method, or if the customer has saved methods, which are open instead.',
  )
  show_card_form_by_default?: boolean | null;
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
  @f.JsonObject(`Style rules of the payment form. ${STYLE_RULES}`) sdk_ui_rules?: JsonRecord | null;
  @f.JsonObject(`Style rules of the page outside the form. ${STYLE_RULES}`)
  payment_link_ui_rules?: JsonRecord | null;
  @f.JsonObject(
    'Named variants of these settings, each an object with some of them. A payment selects a variant by `payment_link_config_id`.',
    { variantsOf: () => PaymentLinkConfig },
  )
  business_specific_configs?: JsonRecord | null;
  @f.TextList(
    'Hosts whose pages may embed the page in a frame, such as `shop.example.com` or `*.example.com`.',
    {
      format: 'host_pattern',
      redirectsNothing: 'only_if_proved',
    },
  )
  allowed_domains!: string[];
}
