import { shape } from './shapes.ts';

/** Nested objects. */
export const values = {
  Address: shape('city country line1 line2 line3 zip state first_name last_name: string'),
  Phone: shape('number country_code: string'),
  Contact: shape('address: Address; phone: Phone; email: string'),
  CustomerSummary: shape('id name email phone phone_country_code: string'),
  Routing: shape('type: string; data: RoutingData'),
  RoutingData: shape('connector merchant_connector_id: string'),

  PaymentMethodData: shape('card: PaymentCard; billing: Contact'),
  PaymentCard: shape(`
    last4 card_type card_network card_issuer card_issuing_country card_isin card_extended_bin card_exp_month
    card_exp_year card_holder_name: string; payment_checks authentication_data: any`),
  OrderDetail: shape('product_name: string; quantity: integer; amount: integer'),
  NextAction: shape('redirect_to_url type: string'),
  EphemeralKey: shape('customer_id: string; created_at expires: integer; secret: string'),
  FraudMessage: shape(`
    frm_name frm_transaction_id frm_transaction_type frm_status: string; frm_score: integer;
    frm_reason: any; frm_error: string`),
  PaymentLink: shape('link secure_link payment_link_id: string'),
  SurchargeDetails: shape('surcharge_amount tax_amount: integer'),
  IncrementalAuthorization: shape(`
    authorization_id: string; amount: integer; status error_code error_message: string;
    previously_authorized_amount: integer`),
  ExternalAuthenticationDetails: shape(`
    authentication_flow electronic_commerce_indicator status ds_transaction_id version error_code
    error_message: string`),
  BrowserInfo: shape(`
    color_depth: integer; java_enabled java_script_enabled: boolean; language: string;
    screen_height screen_width time_zone: integer;
    ip_address accept_header user_agent os_type os_version device_model: string`),
  MandateData: shape(
    'update_mandate_id: string; customer_acceptance: CustomerAcceptance; mandate_type: MandateType',
  ),
  CustomerAcceptance: shape('acceptance_type: string; accepted_at: date-time; online: OnlineAcceptance'),
  OnlineAcceptance: shape('ip_address user_agent: string'),
  // The specification shows the variant single_use.
  MandateType: shape('single_use multi_use: MandateBounds'),
  MandateBounds: shape('amount: integer; currency: string; start_date end_date: date-time; metadata: object'),
  FeatureMetadata: shape(`
    redirect_response: RedirectResponse; search_tags: [string];
    walletx_recurring_details: WalletRecurringDetails`),
  RedirectResponse: shape('param: string; json_payload: object'),
  WalletRecurringDetails: shape(`
    payment_description: string; regular_billing: RegularBilling; billing_agreement management_url: string`),
  RegularBilling: shape(`
    label: string; recurring_payment_start_date recurring_payment_end_date: date-time;
    recurring_payment_interval_unit: string; recurring_payment_interval_count: integer`),

  PayoutMethodData: shape('card: PayoutCard'),
  PayoutCard: shape(`
    card_issuer card_network card_type card_issuing_country bank_code last4 card_isin card_extended_bin
    card_exp_month card_exp_year card_holder_name: string`),
  PayoutLink: shape('payout_link_id link: string'),

  SavedCard: shape(`
    scheme issuer_country last4_digits expiry_month expiry_year card_token card_holder_name card_fingerprint
    nick_name card_network card_isin card_issuer card_type: string; saved_to_locker: boolean`),
  BankTransfer: shape(
    'bank_name bank_country_code bank_city bank_account_number bank_routing_number: string',
  ),
  MaskedBank: shape('mask: string'),
  SurchargeQuote: shape(`
    surcharge: Surcharge; tax_on_surcharge: TaxOnSurcharge; display_surcharge_amount
    display_tax_on_surcharge_amount display_total_surcharge_amount: integer`),
  Surcharge: shape('type: string; value: integer'),
  TaxOnSurcharge: shape('percentage: integer'),

  MerchantDetails: shape(`
    primary_contact_person primary_phone primary_email secondary_contact_person secondary_phone
    secondary_email website about_business: string; address: Address`),
  WebhookDetails: shape(`
    webhook_version webhook_username webhook_password webhook_url: string;
    payment_created_enabled payment_succeeded_enabled payment_failed_enabled: boolean`),
  PrimaryBusinessDetails: shape('country business: string'),
  LinkConfig: shape(`
    logo merchant_name theme domain_name: string; allowed_domains: [string];
    enabled_payment_methods: json[EnabledPaymentMethod]`),
  EnabledPaymentMethod: shape('payment_method: string; payment_method_types: [string]'),

  PaymentLinkConfig: shape(`
    theme logo seller_name details_layout payment_button_text custom_message_for_card_terms
    payment_button_colour payment_button_text_colour background_colour payment_form_header_text
    color_icon_card_cvc_error domain_name sdk_layout payment_form_label_type show_card_terms: string;
    display_sdk_only enabled_saved_payment_method hide_card_nickname_field show_card_form_by_default
    skip_status_screen enable_button_only_on_form_ready is_setup_mandate_flow branding_visibility: boolean;
    transaction_details: [TransactionDetail]; background_image: BackgroundImage;
    sdk_ui_rules payment_link_ui_rules business_specific_configs: object; allowed_domains: [string]`),
  TransactionDetail: shape('key value: string; ui_configuration: TransactionDetailStyle'),
  // The specification says `object`; its members are decided here.
  TransactionDetailStyle: shape('position: integer; is_key_bold is_value_bold: boolean'),
  BackgroundImage: shape('url position: string; size: BackgroundImageSize'),
  BackgroundImageSize: shape('Variants: string'),
  AuthenticationConnectorDetails: shape(`
    authentication_connectors: [string]; three_ds_requestor_url three_ds_requestor_app_url: string`),
  ExtendedCardInfoConfig: shape('public_key: string; ttl_in_secs: integer'),
  PayoutLinkConfig: shape(`
    logo merchant_name theme domain_name: string; allowed_domains: [string]; form_layout: string;
    payout_test_mode: boolean`),
  CardTestingGuardConfig: shape(`
    card_ip_blocking_status guest_user_card_blocking_status customer_id_blocking_status: string;
    card_ip_blocking_threshold guest_user_card_blocking_threshold customer_id_blocking_threshold
    card_testing_guard_expiry: integer`),

  ConnectorAccountDetails: shape('connector_account_details metadata: object'),
  ConnectorWebhookDetails: shape('merchant_secret additional_secret: string'),
  AdditionalMerchantData: shape('open_banking_recipient_data: OpenBankingRecipientData'),
  OpenBankingRecipientData: shape('connector_recipient_id: string'),
  PaymentMethodsEnabled: shape(`
    accepted_countries: AcceptedCountries; accepted_currencies: AcceptedCurrencies;
    installment_payment_enabled recurring_enabled: boolean; maximum_amount minimum_amount: integer;
    payment_method: string; payment_method_issuers payment_method_types payment_schemes: [string]`),
  AcceptedCountries: shape('list: [string]; type: string'),
  AcceptedCurrencies: shape('list: [string]; type: string'),
  FrmConfig: shape('gateway: string; payment_methods: [FrmPaymentMethod]'),
  FrmPaymentMethod: shape('payment_method: string; payment_method_types: [FrmPaymentMethodType]'),
  FrmPaymentMethodType: shape(
    'payment_method_type: string; card_networks: [string]; flow: string; action: string',
  ),
};
