import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';

/** A line of detail on a payment link. Specification: Business profile, PaymentLinkConfig. */
@ValueObject({ about: 'A line of detail that a payment link shows beside the amount.' })
export class TransactionDetail {
  @f.Text('Label of the line.') key?: string | null;
  @f.Text('What stands after the label.') value?: string | null;
  @f.JsonObject('How the line is set: position and weight.') ui_configuration?: Record<
    string,
    unknown
  > | null;
}

/** How large a background is drawn. Specification: Business profile, PaymentLinkConfig. */
@ValueObject({ about: 'How large a background picture is drawn.' })
export class BackgroundImageSize {
  @f.Text('A named size, such as `cover` or `contain`.', { graphql: 'variants' }) Variants?: string | null;
}

/** A background picture. Specification: Business profile, PaymentLinkConfig. */
@ValueObject({ about: 'Picture behind a payment link.' })
export class BackgroundImage {
  @f.Url('http or https address of the picture.') url?: string | null;
  @f.Text('Where it is anchored, such as `left` or `top_right`.') position?: string | null;
  @f.NestedObject(() => BackgroundImageSize, 'How large it is drawn.') size?: BackgroundImageSize | null;
}

/** Look and behaviour of payment links. Specification: Business profile. */
@ValueObject({ about: 'Look and behaviour of payment links.' })
export class PaymentLinkConfig {
  @f.Text('Main colour, as CSS writes it: `#1a73e8`.') theme?: string | null;
  @f.Url('http or https address of the logo.') logo?: string | null;
  @f.Text('Name of the seller as the page shows it.') seller_name?: string | null;
  @f.Text('Arrangement of the payment details, such as `layout1`.') details_layout?: string | null;
  @f.Text('Words on the button that pays.') payment_button_text?: string | null;
  @f.Text("Terms shown with the card form, in place of the page's own.")
  custom_message_for_card_terms?: string | null;
  @f.Text('Colour of the button that pays, as CSS writes it.') payment_button_colour?: string | null;
  @f.Text("Colour of that button's words, as CSS writes it.") payment_button_text_colour?: string | null;
  @f.Text('Colour of the page, as CSS writes it.') background_colour?: string | null;
  @f.Text('Heading of the payment form.') payment_form_header_text?: string | null;
  @f.Text('Colour of the icon beside a wrong CVC, as CSS writes it.') color_icon_card_cvc_error?:
    | string
    | null;
  @f.Text('Domain that the page is served from.') domain_name?: string | null;
  @f.Text('Arrangement of the payment methods, such as `accordion` or `tabs`.') sdk_layout?: string | null;
  @f.Text("Where the form's labels stand, such as `above`.") payment_form_label_type?: string | null;
  @f.Text('When the terms for cards are shown, such as `always`.') show_card_terms?: string | null;
  @f.Bool('True shows the payment form alone, without the details beside it.')
  display_sdk_only?: boolean | null;
  @f.Bool('Whether saved payment methods are offered.') enabled_saved_payment_method?: boolean | null;
  @f.Bool("Whether the field for a card's nick name is left out.") hide_card_nickname_field?: boolean | null;
  @f.Bool('Whether the card form is open from the start.') show_card_form_by_default?: boolean | null;
  @f.Bool('True goes to the return URL at once, without a page that tells the outcome.')
  skip_status_screen?: boolean | null;
  @f.Bool('True keeps the button off until the form is complete.')
  enable_button_only_on_form_ready?: boolean | null;
  @f.Bool('True for a page that sets up a mandate rather than charging.')
  is_setup_mandate_flow?: boolean | null;
  @f.Bool("Whether the service's own branding is shown.") branding_visibility?: boolean | null;
  @f.ObjectList(() => TransactionDetail, 'Lines of detail beside the amount, in order; at most 100.')
  transaction_details!: TransactionDetail[];
  @f.NestedObject(() => BackgroundImage, 'Picture behind the page.')
  background_image?: BackgroundImage | null;
  @f.JsonObject('Style rules for the payment form: selector to CSS properties.')
  sdk_ui_rules?: Record<string, unknown> | null;
  @f.JsonObject('Style rules for the page around it: selector to CSS properties.')
  payment_link_ui_rules?: Record<string, unknown> | null;
  @f.JsonObject('Named sets of these settings that a single link may ask for.')
  business_specific_configs?: Record<string, unknown> | null;
  @f.TextList('Domains that may embed the page.') allowed_domains!: string[];
}
