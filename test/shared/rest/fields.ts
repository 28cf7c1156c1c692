/** Splits a list of the specification's field names. */
const words = (text: string) => text.trim().split(/\s+/).sort();

/** The names of an object's members, sorted like the lists below. */
export const namesOf = (value: object) => Object.keys(value).sort();

export const fieldSets = {
  paymentInList: words(`
    payment_id merchant_id status amount net_amount shipping_cost amount_capturable amount_received connector
    client_secret created updated currency customer_id customer description refunds disputes attempts captures
    mandate_id mandate_data setup_future_usage off_session capture_on capture_method payment_method
    payment_method_data payment_token shipping billing order_details email name phone return_url
    authentication_type statement_descriptor_name statement_descriptor_suffix next_action cancellation_reason
    error_code error_message unified_code unified_message payment_experience payment_method_type
    connector_label business_country business_label business_sub_label allowed_payment_method_types
    ephemeral_key manual_retry_allowed connector_transaction_id frm_message metadata frm_metadata
    connector_metadata feature_metadata reference_id payment_link profile_id merchant_connector_id
    surcharge_details attempt_count merchant_decision incremental_authorization_allowed authorization_count
    incremental_authorizations external_authentication_details external_3ds_authentication_attempted
    expires_on fingerprint browser_info payment_method_id payment_method_status split_payments
    extended_authorization_applied capture_before merchant_order_reference_id order_tax_amount
    connector_mandate_id card_discovery force_3ds_challenge force_3ds_challenge_trigger issuer_error_code
    issuer_error_message is_iframe_redirection_enabled whole_connector_response`),
  refund: words(`
    refund_id payment_id amount currency status reason error_message error_code unified_code unified_message
    metadata created_at updated_at connector profile_id merchant_connector_id split_refunds issuer_error_code
    issuer_error_message`),
  dispute: words(`
    dispute_id dispute_stage dispute_status connector_status connector_dispute_id connector_reason
    connector_reason_code challenge_required_by connector_created_at connector_updated_at created_at`),
  attempt: words(`
    attempt_id status amount order_tax_amount currency connector error_message payment_method
    connector_transaction_id capture_method authentication_type created_at modified_at cancellation_reason
    mandate_id error_code payment_token connector_metadata payment_experience payment_method_type reference_id
    unified_code unified_message client_source client_version`),
  capture: words(`
    capture_id status amount currency connector authorized_attempt_id connector_capture_id capture_sequence
    error_message error_code error_reason reference_id`),
  paymentMethod: words(`
    merchant_id customer_id payment_method_id payment_method payment_method_type card recurring_enabled
    installment_payment_enabled payment_experience metadata created bank_transfer last_used_at client_secret`),
  savedCard: words(`
    scheme issuer_country last4_digits expiry_month expiry_year card_token card_holder_name card_fingerprint
    nick_name card_network card_isin card_issuer card_type saved_to_locker`),
  bankTransfer: words('bank_name bank_country_code bank_city bank_account_number bank_routing_number'),
  customerPaymentMethod: words(`
    payment_token payment_method_id customer_id payment_method payment_method_type payment_method_issuer
    payment_method_issuer_code recurring_enabled installment_payment_enabled payment_experience card metadata
    created bank_transfer bank surcharge_details requires_cvv last_used_at default_payment_method_set billing`),
  merchantAccount: words(`
    merchant_id merchant_name return_url enable_payment_response_hash payment_response_hash_key
    redirect_to_merchant_with_http_post merchant_details webhook_details payout_routing_algorithm
    frm_routing_algorithm sub_merchants_enabled parent_merchant_id publishable_key metadata locker_id
    primary_business_details organization_id is_recon_enabled default_profile recon_status
    pm_collect_link_config product_type merchant_account_type`),
  webhookDetails: words(`
    webhook_version webhook_username webhook_password webhook_url payment_created_enabled
    payment_succeeded_enabled payment_failed_enabled`),
  businessProfile: words(`
    merchant_id profile_id profile_name return_url enable_payment_response_hash
    redirect_to_merchant_with_http_post payment_response_hash_key webhook_details metadata routing_algorithm
    frm_routing_algorithm payout_routing_algorithm intent_fulfillment_time session_expiry
    walletx_verified_domains payment_link_config authentication_connector_details
    use_billing_as_payment_method_billing extended_card_info_config
    collect_shipping_details_from_wallet_connector collect_billing_details_from_wallet_connector
    always_collect_shipping_details_from_wallet_connector always_collect_billing_details_from_wallet_connector
    is_connector_agnostic_mit_enabled payout_link_config outgoing_webhook_custom_http_headers tax_connector_id
    is_tax_connector_enabled is_network_tokenization_enabled is_auto_retries_enabled
    always_request_extended_authorization is_click_to_pay_enabled is_clear_pan_retries_enabled
    force_3ds_challenge is_debit_routing_enabled is_pre_network_tokenization_enabled
    is_iframe_redirection_enabled max_auto_retries_enabled authentication_product_ids
    card_testing_guard_config merchant_business_country`),
  connectorInList: words(`
    connector_type connector_name connector_label merchant_connector_id profile_id payment_methods_enabled
    test_mode disabled frm_configs business_country business_label business_sub_label walletx_verified_domains
    pm_auth_config status`),
  connectorAlone: words(`
    connector_type connector_name connector_label merchant_connector_id profile_id connector_account_details
    payment_methods_enabled connector_webhook_details metadata test_mode disabled frm_configs business_country
    business_label business_sub_label walletx_verified_domains pm_auth_config status additional_merchant_data
    connector_wallets_details`),
  paymentMethodsEnabled: words(`
    accepted_countries accepted_currencies installment_payment_enabled recurring_enabled maximum_amount
    minimum_amount payment_method payment_method_issuers payment_method_types payment_schemes`),
};
