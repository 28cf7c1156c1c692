import { type Shape, shape } from './shapes.ts';
import { values } from './values.ts';

/** Resources and responses that are not resources. */
const resources = {
  Payment: shape(`
    payment_id: string; merchant_id: string; status: string;
    amount net_amount shipping_cost amount_capturable amount_received: integer; connector: string;
    client_secret: string; created updated: date-time; currency: string; customer_id: string;
    (list) customer: CustomerSummary; description: string; refunds: [Refund]; disputes: [Dispute];
    attempts: [Attempt]; captures: [Capture]; mandate_id: string; mandate_data: MandateData;
    setup_future_usage: string; off_session: boolean; (list) capture_on: date-time; capture_method: string;
    payment_method: string; payment_method_data: PaymentMethodData; payment_token: string;
    shipping billing: Contact; order_details: json[OrderDetail]; email name phone: string;
    return_url: string; authentication_type: string;
    statement_descriptor_name statement_descriptor_suffix: string; next_action: NextAction;
    cancellation_reason error_code error_message: string; (list) unified_code unified_message: string;
    payment_experience: string; payment_method_type: string; connector_label: string;
    business_country: string; business_label business_sub_label: string;
    allowed_payment_method_types: [string]; ephemeral_key: EphemeralKey; manual_retry_allowed: boolean;
    connector_transaction_id: string; frm_message: FraudMessage; metadata frm_metadata: object;
    connector_metadata: object; feature_metadata: FeatureMetadata; reference_id: string;
    payment_link: PaymentLink; profile_id merchant_connector_id: string;
    surcharge_details: SurchargeDetails; attempt_count: integer; merchant_decision: string;
    incremental_authorization_allowed: boolean; authorization_count: integer;
    incremental_authorizations: [IncrementalAuthorization];
    external_authentication_details: ExternalAuthenticationDetails;
    external_3ds_authentication_attempted: boolean; expires_on: date-time; fingerprint: string;
    browser_info: BrowserInfo; payment_method_id: string; payment_method_status: string;
    split_payments: object; extended_authorization_applied: boolean; capture_before: date-time;
    merchant_order_reference_id: string; order_tax_amount: integer; connector_mandate_id: string;
    card_discovery: string; force_3ds_challenge force_3ds_challenge_trigger: boolean;
    issuer_error_code issuer_error_message: string; is_iframe_redirection_enabled: boolean;
    whole_connector_response: string`),
  Refund: shape(`
    refund_id payment_id: string; amount: integer; currency: string; status: string;
    reason error_message error_code unified_code unified_message: string; metadata: object;
    created_at updated_at: date-time; connector profile_id merchant_connector_id: string;
    split_refunds: object; issuer_error_code issuer_error_message: string`),
  Dispute: shape(`
    dispute_id: string; dispute_stage: string; dispute_status: string;
    connector_status connector_dispute_id connector_reason connector_reason_code: string;
    challenge_required_by connector_created_at connector_updated_at created_at: date-time`),
  Attempt: shape(`
    attempt_id status: string; amount order_tax_amount: integer; currency connector error_message
    payment_method connector_transaction_id capture_method authentication_type: string;
    created_at modified_at: date-time; cancellation_reason mandate_id error_code payment_token: string;
    connector_metadata: any; payment_experience payment_method_type reference_id unified_code
    unified_message client_source client_version: string`),
  Capture: shape(`
    capture_id status: string; amount: integer; currency connector authorized_attempt_id
    connector_capture_id: string; capture_sequence: integer;
    error_message error_code error_reason reference_id: string`),
  Payout: shape(`
    payout_id merchant_id: string; amount: integer; currency: string; connector: string;
    payout_type: string; payout_method_data: PayoutMethodData; billing: Contact; auto_fulfill: boolean;
    customer_id: string; customer: CustomerSummary; client_secret: string; return_url: string;
    business_country: string; business_label description: string; entity_type: string; recurring: boolean;
    metadata: object; merchant_connector_id: string; status: string; error_message error_code: string;
    profile_id: string; created: date-time; connector_transaction_id: string; priority: string;
    attempts: [PayoutAttempt]; payout_link: PayoutLink; email name phone phone_country_code: string;
    unified_code unified_message: string; payout_method_id: string`),
  PayoutAttempt: shape(`
    attempt_id status: string; amount: integer; currency connector error_code error_message payment_method
    payout_method_type connector_transaction_id cancellation_reason unified_code unified_message: string`),
  PaymentMethod: shape(`
    merchant_id customer_id payment_method_id payment_method payment_method_type: string; card: SavedCard;
    recurring_enabled installment_payment_enabled: boolean; payment_experience: [string];
    metadata: object; created: date-time; bank_transfer: BankTransfer; last_used_at: date-time;
    client_secret: string`),
  CustomerPaymentMethods: shape(
    'customer_payment_methods: [CustomerPaymentMethod]; is_guest_customer: boolean',
  ),
  CustomerPaymentMethod: shape(`
    payment_token payment_method_id customer_id payment_method payment_method_type payment_method_issuer
    payment_method_issuer_code: string; recurring_enabled installment_payment_enabled: boolean;
    payment_experience: [string]; card: SavedCard; metadata: object; created: date-time;
    bank_transfer: BankTransfer; bank: MaskedBank; surcharge_details: SurchargeQuote; requires_cvv: boolean;
    last_used_at: date-time; default_payment_method_set: boolean; billing: Contact`),
  Customer: shape(`
    customer_id name email phone phone_country_code description: string; address: Address;
    created_at: date-time; metadata: object; default_payment_method_id: string`),
  MerchantAccount: shape(`
    merchant_id merchant_name: string; return_url: string; enable_payment_response_hash: boolean;
    payment_response_hash_key: string; redirect_to_merchant_with_http_post: boolean;
    merchant_details: MerchantDetails; webhook_details: WebhookDetails;
    payout_routing_algorithm frm_routing_algorithm: Routing; sub_merchants_enabled: boolean;
    parent_merchant_id: string; publishable_key: string; metadata: object; locker_id: string;
    primary_business_details: [PrimaryBusinessDetails]; organization_id: string;
    is_recon_enabled: boolean; default_profile: string; recon_status: string;
    pm_collect_link_config: LinkConfig; product_type: string; merchant_account_type: string`),
  BusinessProfile: shape(`
    merchant_id profile_id profile_name: string; return_url: string;
    enable_payment_response_hash redirect_to_merchant_with_http_post: boolean;
    payment_response_hash_key: string; webhook_details: WebhookDetails;
    metadata routing_algorithm frm_routing_algorithm: object; payout_routing_algorithm: Routing;
    intent_fulfillment_time session_expiry: integer; walletx_verified_domains: [string];
    payment_link_config: PaymentLinkConfig;
    authentication_connector_details: AuthenticationConnectorDetails;
    use_billing_as_payment_method_billing: boolean; extended_card_info_config: ExtendedCardInfoConfig;
    collect_shipping_details_from_wallet_connector collect_billing_details_from_wallet_connector
    always_collect_shipping_details_from_wallet_connector
    always_collect_billing_details_from_wallet_connector: boolean;
    is_connector_agnostic_mit_enabled: boolean; payout_link_config: PayoutLinkConfig;
    outgoing_webhook_custom_http_headers: object; tax_connector_id: string;
    is_tax_connector_enabled is_network_tokenization_enabled is_auto_retries_enabled
    always_request_extended_authorization is_click_to_pay_enabled is_clear_pan_retries_enabled
    force_3ds_challenge is_debit_routing_enabled is_pre_network_tokenization_enabled
    is_iframe_redirection_enabled: boolean; max_auto_retries_enabled: integer;
    authentication_product_ids: object; card_testing_guard_config: CardTestingGuardConfig;
    merchant_business_country: string`),
  ConnectorAccount: shape(`
    connector_type: string; connector_name: string; connector_label: string;
    merchant_connector_id profile_id: string; (single) connector_account_details: ConnectorAccountDetails;
    payment_methods_enabled: [PaymentMethodsEnabled];
    (single) connector_webhook_details: ConnectorWebhookDetails; (single) metadata: object;
    test_mode disabled: boolean; frm_configs: json[FrmConfig]; business_country: string;
    business_label business_sub_label: string; walletx_verified_domains: [string];
    pm_auth_config: object; status: string; (single) additional_merchant_data: AdditionalMerchantData;
    (single) connector_wallets_details: object`),
  ErrorMapping: shape(`
    connector flow sub_flow code message status router_error unified_code unified_message: string;
    decision: string; step_up_possible: boolean; error_category: string; clear_pan_possible: boolean`),
  SessionTokens: shape('payment_id: string; client_secret: string; session_token: [SessionToken]'),
  SessionToken: shape(`
    delayed_session_token: boolean; connector: string; sdk_next_action: SdkNextAction; wallet_name: string`),
  SdkNextAction: shape('next_action: string'),
  Authentication: shape(`
    trans_status: string; acs_url challenge_request acs_reference_number acs_trans_id three_dsserver_trans_id
    acs_signed_content three_ds_requestor_url three_ds_requestor_app_url: string`),
};

/** Every shape by name. */
export const shapes: Readonly<Record<string, Shape>> = { ...values, ...resources };
