/*
 * The tables of 0.4.0. Released: never changed.
 */

/** Every table of the service, as MikroORM generates it from the entities. */
export const entityTables = `
  create table "admin_keys" ("key_id" text not null, "name" text not null, "organization_id" text null, "prefix" text not null, "last4" text not null, "hash" text not null, "created_by" text null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) null, "revoked_at" timestamptz(3) null, "last_used_at" timestamptz(3) null, "search" tsvector generated always as (search_words(coalesce(name, ''), 'A')) stored null, primary key ("key_id"));
  create index "admin_keys_by_created_at" on "admin_keys" ("created_at", "key_id");
  create index "admin_keys_by_organization_id" on "admin_keys" ("organization_id", "created_at", "key_id") where organization_id is not null;
  create index "admin_keys_by_expires_at" on "admin_keys" ("expires_at", "created_at", "key_id") where expires_at is not null;
  create index "admin_keys_by_revoked_at" on "admin_keys" ("revoked_at", "created_at", "key_id") where revoked_at is not null;
  create index "admin_keys_search" on "admin_keys" using gin ("search");
  alter table "admin_keys" add constraint "admin_keys_hash" unique ("hash");

  create table "attempt_counts" ("subject" text not null, "attempts" int4 not null, "expires_at" timestamptz(3) not null, primary key ("subject"));
  create index "attempt_counts_by_expires_at" on "attempt_counts" ("expires_at");
  alter table "attempt_counts" add constraint "attempt_counts_attempts_check" check (attempts > 0);

  create table "audit_anchors" ("merchant_id" text not null, "sequence" int4 not null, "hash" text not null, "dropped_at" timestamptz(3) not null, primary key ("merchant_id", "sequence"));

  create table "audit_log" ("merchant_id" text not null, "entry_id" text not null, "action" text not null, "actor_type" text not null, "actor_id" text null, "actor_name" text null, "address" text null, "user_agent" text null, "object_type" text not null, "object_id" text not null, "changes" jsonb not null default '[]', "request_id" text not null, "created_at" timestamptz(3) not null, "sequence" int4 null, "hash" text null, primary key ("merchant_id", "entry_id")) partition by range ("entry_id");
  create index "audit_log_by_created_at" on "audit_log" ("merchant_id", "created_at", "entry_id");
  create index "audit_log_across_merchants" on "audit_log" ("created_at", "merchant_id", "entry_id") where entry_id > '';
  create index "audit_log_by_action" on "audit_log" ("merchant_id", "action", "created_at", "entry_id");
  create index "audit_log_by_actor_id" on "audit_log" ("merchant_id", "actor_id", "created_at", "entry_id") where actor_id is not null;
  create index "audit_log_by_object_id" on "audit_log" ("merchant_id", "object_id", "created_at", "entry_id");
  create index "audit_log_by_request_id" on "audit_log" ("request_id", "merchant_id", "created_at", "entry_id");
  create index "audit_log_chain" on "audit_log" ("merchant_id", "sequence") where sequence is not null;
  create index "audit_log_unsealed" on "audit_log" ("created_at", "entry_id") where sequence is null;

  create table "connector_calls" ("merchant_id" text not null, "call_id" text not null, "flow" text not null, "operation" text not null, "object_id" text not null, "part_id" text null, "merchant_connector_id" text not null, "connector" text not null, "status" text not null default 'intended', "request" bytea not null, "outcome" jsonb null, "look_ups" int4 not null default 0, "look_up_at" timestamptz(3) null, "duration_ms" int4 null, "duration_band" int4 generated always as (ceil(4 * log(2, greatest(duration_ms, 1)::numeric))::int) stored null, "process_id" text null, "traceparent" text null, "created_at" timestamptz(3) not null, "completed_at" timestamptz(3) null, primary key ("merchant_id", "call_id")) partition by range ("call_id");
  create index "connector_calls_of_object" on "connector_calls" ("merchant_id", "object_id", "created_at");
  create index "connector_calls_to_look_up" on "connector_calls" ("look_up_at") where status = 'intended' and look_up_at is not null;
  create index "connector_calls_in_progress" on "connector_calls" ("process_id") where status = 'intended' and process_id is not null;
  create index "connector_calls_unknown" on "connector_calls" ("created_at") where status = 'intended' and outcome ->> 'kind' = 'unknown';
  create index "connector_calls_unanswered" on "connector_calls" ("merchant_id", "merchant_connector_id", "created_at") where status = 'intended';

  create table "encryption_keys" ("key_id" text not null, "wrapped" text null, "kek" text null, "sample" bytea not null, "created_at" timestamptz(3) not null, "activated_at" timestamptz(3) null, primary key ("key_id"));

  create table "error_mappings" ("error_mapping_id" text not null, "connector" text not null, "flow" text not null, "sub_flow" text not null, "code" text not null, "message" text not null, "status" text not null, "router_error" text null, "unified_code" text null, "unified_message" text null, "decision" text not null, "step_up_possible" boolean not null, "error_category" text null, "clear_pan_possible" boolean not null, "created_at" timestamptz(3) not null, "modified_at" timestamptz(3) not null, "search" tsvector generated always as (search_words(coalesce(connector, '') || ' ' || coalesce(code, '') || ' ' || coalesce(message, '') || ' ' || coalesce(unified_code, ''), 'A')) stored null, primary key ("error_mapping_id"));
  create index "error_mappings_by_created_at" on "error_mappings" ("created_at", "error_mapping_id");
  create index "error_mappings_by_connector" on "error_mappings" ("connector", "created_at", "error_mapping_id");
  create index "error_mappings_by_flow" on "error_mappings" ("flow", "created_at", "error_mapping_id");
  create index "error_mappings_by_decision" on "error_mappings" ("decision", "created_at", "error_mapping_id");
  create index "error_mappings_by_error_category" on "error_mappings" ("error_category", "created_at", "error_mapping_id") where error_category is not null;
  create unique index error_mappings_key on error_mappings
          (md5(connector || e'\\x1f' || flow || e'\\x1f' || sub_flow || e'\\x1f' || code || e'\\x1f' || message));
  create index "error_mappings_search" on "error_mappings" using gin ("search");

  create table "evidence_contents" ("merchant_id" text not null, "file_id" text not null, "dispute_id" text not null, "content" bytea null, "object_name" text null, "data_key" bytea null, "stored_at" timestamptz(3) null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "file_id"));
  create index "evidence_contents_by_created_at" on "evidence_contents" ("created_at");
  create index "evidence_contents_underway" on "evidence_contents" ("created_at") where stored_at is null;

  create table "idempotency_keys" ("merchant_id" text not null, "scope" text not null, "key" text not null, "fingerprint" text not null, "object_id" text null, "answer" bytea null, "process_id" text null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, primary key ("merchant_id", "scope", "key"));
  create index "idempotency_keys_by_expires_at" on "idempotency_keys" ("expires_at");

  create table "incoming_events" ("merchant_id" text not null, "merchant_connector_id" text not null, "event_id" text not null, "received_at" timestamptz(3) not null, "processed_at" timestamptz(3) not null, "awaits" text null, "body" jsonb null, "expires_at" timestamptz(3) not null, primary key ("merchant_id", "merchant_connector_id", "event_id"));
  create index "incoming_events_by_expires_at" on "incoming_events" ("expires_at");
  create index "incoming_events_kept" on "incoming_events" ("merchant_id", "merchant_connector_id", "awaits") where awaits is not null;

  create table "merchant_accounts" ("merchant_id" text not null, "merchant_name" text null, "return_url" text null, "enable_payment_response_hash" boolean not null default false, "payment_response_hash_key" bytea null, "redirect_to_merchant_with_http_post" boolean not null default false, "merchant_details" jsonb null, "webhook_details" bytea null, "payout_routing_algorithm" jsonb null, "frm_routing_algorithm" jsonb null, "sub_merchants_enabled" boolean not null default false, "parent_merchant_id" text null, "publishable_key" text not null, "metadata" jsonb null, "locker_id" text null, "primary_business_details" jsonb not null default '[]', "organization_id" text not null, "is_recon_enabled" boolean not null default false, "default_profile" text null, "recon_status" text not null default 'not_requested', "pm_collect_link_config" jsonb null, "product_type" text not null default 'orchestration', "merchant_account_type" text not null default 'standard', "created_at" timestamptz(3) not null, "previous_publishable_key" text null, "previous_publishable_key_expires_at" timestamptz(3) null, "suspended_at" timestamptz(3) null, "suspension_reason" text null, "require_second_factor" boolean not null default false, "modified_at" timestamptz(3) not null, "search" tsvector generated always as (search_words(coalesce(merchant_id, '') || ' ' || coalesce(merchant_name, '') || ' ' || coalesce(organization_id, ''), 'A')) stored null, "blocklist_enabled" boolean not null default true, "notification_rules" jsonb null, "test_clock_advanced_by" int4 not null default 0, primary key ("merchant_id"));
  create index "merchant_accounts_by_created_at" on "merchant_accounts" ("created_at", "merchant_id");
  create index "merchant_accounts_by_organization_id" on "merchant_accounts" ("organization_id", "created_at", "merchant_id");
  create index "merchant_accounts_by_recon_status" on "merchant_accounts" ("recon_status", "created_at", "merchant_id");
  create index "merchant_accounts_by_product_type" on "merchant_accounts" ("product_type", "created_at", "merchant_id");
  create index "merchant_accounts_by_merchant_account_type" on "merchant_accounts" ("merchant_account_type", "created_at", "merchant_id");
  create index "merchant_accounts_by_suspended_at" on "merchant_accounts" ("suspended_at", "created_at", "merchant_id") where suspended_at is not null;
  alter table "merchant_accounts" add constraint "merchant_accounts_publishable_key" unique ("publishable_key");
  alter table "merchant_accounts" add constraint "merchant_accounts_previous_publishable_key" unique ("previous_publishable_key");

  create table "invitations" ("merchant_id" text not null, "invitation_id" text not null, "email" text not null, "role" text not null, "token_hash" text not null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "accepted_at" timestamptz(3) null, "revoked_at" timestamptz(3) null, "search" tsvector generated always as (search_words(coalesce(email, ''), 'A')) stored null, primary key ("merchant_id", "invitation_id"));
  create index "invitations_by_created_at" on "invitations" ("merchant_id", "created_at", "invitation_id");
  create index "invitations_across_merchants" on "invitations" ("created_at", "merchant_id", "invitation_id") where invitation_id > '';
  create index "invitations_by_role" on "invitations" ("merchant_id", "role", "created_at", "invitation_id");
  create index "invitations_by_expires_at" on "invitations" ("merchant_id", "expires_at", "created_at", "invitation_id");
  create index "invitations_by_accepted_at" on "invitations" ("merchant_id", "accepted_at", "created_at", "invitation_id") where accepted_at is not null;
  create index "invitations_by_revoked_at" on "invitations" ("merchant_id", "revoked_at", "created_at", "invitation_id") where revoked_at is not null;
  create index "invitations_by_token_hash" on "invitations" ("token_hash");
  create index "invitations_by_email" on "invitations" ("email", "merchant_id");

  create table "customers" ("merchant_id" text not null, "customer_id" text not null, "name" text null, "email" text null, "phone" text null, "phone_country_code" text null, "description" text null, "address" jsonb null, "created_at" timestamptz(3) not null, "metadata" jsonb null, "default_payment_method_id" text null, "connector_customers" jsonb null, "modified_at" timestamptz(3) not null, "deleted_at" timestamptz(3) null, "search" tsvector generated always as (search_words(coalesce(customer_id, ''), 'A') || search_words(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(description, ''), 'D') || phone_words(phone, phone_country_code)) stored null, primary key ("merchant_id", "customer_id"));
  create index "customers_by_created_at" on "customers" ("merchant_id", "created_at", "customer_id");
  create index "customers_across_merchants" on "customers" ("created_at", "merchant_id", "customer_id") where customer_id > '';
  create index "customers_by_email" on "customers" ("merchant_id", "email", "created_at", "customer_id") where email is not null;

  create table "business_profiles" ("merchant_id" text not null, "profile_id" text not null, "profile_name" text not null, "return_url" text null, "enable_payment_response_hash" boolean not null default true, "redirect_to_merchant_with_http_post" boolean not null default false, "payment_response_hash_key" bytea null, "webhook_details" bytea null, "metadata" jsonb null, "routing_algorithm" jsonb null, "frm_routing_algorithm" jsonb null, "payout_routing_algorithm" jsonb null, "intent_fulfillment_time" int4 not null default 900, "session_expiry" int4 not null default 900, "walletx_verified_domains" jsonb not null default '[]', "payment_link_config" jsonb null, "authentication_connector_details" jsonb null, "use_billing_as_payment_method_billing" boolean not null default true, "extended_card_info_config" jsonb null, "collect_shipping_details_from_wallet_connector" boolean not null default false, "collect_billing_details_from_wallet_connector" boolean not null default false, "always_collect_shipping_details_from_wallet_connector" boolean not null default false, "always_collect_billing_details_from_wallet_connector" boolean not null default false, "is_connector_agnostic_mit_enabled" boolean not null default false, "payout_link_config" jsonb null, "outgoing_webhook_custom_http_headers" bytea null, "tax_connector_id" text null, "is_tax_connector_enabled" boolean not null default false, "is_network_tokenization_enabled" boolean not null default false, "is_auto_retries_enabled" boolean not null default false, "always_request_extended_authorization" boolean not null default false, "is_click_to_pay_enabled" boolean not null default false, "is_clear_pan_retries_enabled" boolean not null default false, "force_3ds_challenge" boolean not null default false, "is_debit_routing_enabled" boolean not null default false, "is_pre_network_tokenization_enabled" boolean not null default false, "is_iframe_redirection_enabled" boolean not null default false, "max_auto_retries_enabled" int4 null, "authentication_product_ids" jsonb null, "card_testing_guard_config" jsonb null, "merchant_business_country" text null, "created_at" timestamptz(3) not null, "modified_at" timestamptz(3) not null, "search" tsvector generated always as (search_words(coalesce(profile_id, '') || ' ' || coalesce(profile_name, ''), 'A')) stored null, primary key ("merchant_id", "profile_id"));
  create index "business_profiles_by_created_at" on "business_profiles" ("merchant_id", "created_at", "profile_id");
  create index "business_profiles_across_merchants" on "business_profiles" ("created_at", "merchant_id", "profile_id") where profile_id > '';

  create table "connector_accounts" ("merchant_id" text not null, "merchant_connector_id" text not null, "connector_type" text not null, "connector_name" text not null, "connector_label" text null, "profile_id" text not null, "connector_account_details" bytea null, "payment_methods_enabled" jsonb not null default '[]', "connector_webhook_details" bytea null, "metadata" jsonb null, "test_mode" boolean not null default false, "disabled" boolean not null default false, "frm_configs" jsonb null, "business_country" text null, "business_label" text null, "business_sub_label" text null, "walletx_verified_domains" jsonb not null default '[]', "pm_auth_config" jsonb null, "status" text not null, "additional_merchant_data" jsonb null, "connector_wallets_details" bytea null, "created_at" timestamptz(3) not null, "modified_at" timestamptz(3) not null, "search" tsvector generated always as (search_words(coalesce(connector_name, '') || ' ' || coalesce(connector_label, '') || ' ' || coalesce(merchant_connector_id, ''), 'A')) stored null, primary key ("merchant_id", "merchant_connector_id"));
  create index "connector_accounts_by_created_at" on "connector_accounts" ("merchant_id", "created_at", "merchant_connector_id");
  create index "connector_accounts_across_merchants" on "connector_accounts" ("created_at", "merchant_id", "merchant_connector_id") where merchant_connector_id > '';
  create index "connector_accounts_by_connector_type" on "connector_accounts" ("merchant_id", "connector_type", "created_at", "merchant_connector_id");
  create index "connector_accounts_by_connector_name" on "connector_accounts" ("merchant_id", "connector_name", "created_at", "merchant_connector_id");
  create index "connector_accounts_by_profile_id" on "connector_accounts" ("merchant_id", "profile_id", "created_at", "merchant_connector_id");
  create index "connector_accounts_disabled" on "connector_accounts" ("merchant_id", "created_at", "merchant_connector_id") where disabled;
  create index "connector_accounts_by_status" on "connector_accounts" ("merchant_id", "status", "created_at", "merchant_connector_id");

  create table "card_testing_counters" ("merchant_id" text not null, "profile_id" text not null, "kind" text not null, "subject" text not null, "failures" int4 not null, "expires_at" timestamptz(3) not null, primary key ("merchant_id", "profile_id", "kind", "subject"));
  create index "card_testing_counters_by_expires_at" on "card_testing_counters" ("expires_at");
  alter table "card_testing_counters" add constraint "card_testing_counters_failures_check" check (failures >= 0);
  alter table "card_testing_counters" add constraint "card_testing_counters_kind_check" check (kind in ('card_ip', 'guest_user_card', 'customer_id', 'card', 'ip'));

  create table "api_keys" ("merchant_id" text not null, "key_id" text not null, "name" text not null, "prefix" text not null, "last4" text not null, "hash" text not null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) null, "revoked_at" timestamptz(3) null, "last_used_at" timestamptz(3) null, "allowed_addresses" jsonb not null default '[]', "permissions" jsonb null, "profile_id" text null, "replaces" text null, "first_key_id" text null, "search" tsvector generated always as (search_words(coalesce(key_id, '') || ' ' || coalesce(name, ''), 'A')) stored null, "description" text null, primary key ("merchant_id", "key_id"));
  create index "api_keys_by_created_at" on "api_keys" ("merchant_id", "created_at", "key_id");
  create index "api_keys_across_merchants" on "api_keys" ("created_at", "merchant_id", "key_id") where key_id > '';
  create index "api_keys_by_expires_at" on "api_keys" ("merchant_id", "expires_at", "created_at", "key_id") where expires_at is not null;
  create index "api_keys_by_revoked_at" on "api_keys" ("merchant_id", "revoked_at", "created_at", "key_id") where revoked_at is not null;
  create index "api_keys_hash" on "api_keys" ("hash");

  create table "operators" ("person_id" text not null, "email" text not null, "appointed_by" text null, "appointed_at" timestamptz(3) not null, "last_seen_at" timestamptz(3) null, "search" tsvector generated always as (search_words(coalesce(email, ''), 'A')) stored null, primary key ("person_id"));
  create index "operators_by_appointed_at" on "operators" ("appointed_at", "person_id");
  create index "operators_search" on "operators" using gin ("search");

  create table "payment_metadata" ("merchant_id" text not null, "entry" uuid not null, "created" timestamptz(3) not null, "payment_id" text not null, primary key ("merchant_id", "entry", "created", "payment_id"));

  create table "payment_methods" ("merchant_id" text not null, "payment_method_id" text not null, "customer_id" text not null, "payment_method" text not null, "payment_method_type" text null, "card" jsonb null, "recurring_enabled" boolean not null default false, "installment_payment_enabled" boolean not null default false, "payment_experience" jsonb not null default '[]', "metadata" jsonb null, "created" timestamptz(3) not null, "bank_transfer" bytea null, "last_used_at" timestamptz(3) null, "client_secret" text null, "status" text not null, "card_number" bytea null, "connector_mandates" jsonb null, "network_transaction_id" text null, "billing" jsonb null, "updated_at" timestamptz(3) not null, "search" tsvector generated always as (search_words(coalesce(customer_id, '') || ' ' || coalesce(payment_method_id, ''), 'A')) stored null, primary key ("merchant_id", "payment_method_id"));
  create index "payment_methods_by_created" on "payment_methods" ("merchant_id", "created", "payment_method_id");
  create index "payment_methods_across_merchants" on "payment_methods" ("created", "merchant_id", "payment_method_id") where payment_method_id > '';
  create index "payment_methods_by_customer_id" on "payment_methods" ("merchant_id", "customer_id", "created", "payment_method_id");
  create index "payment_methods_by_payment_method" on "payment_methods" ("merchant_id", "payment_method", "created", "payment_method_id");
  create index "payment_methods_by_status" on "payment_methods" ("merchant_id", "status", "created", "payment_method_id");
  create index payment_methods_by_connector_mandate on payment_methods using gin (connector_mandates jsonb_path_ops) where connector_mandates is not null;

  create table "mandates" ("merchant_id" text not null, "mandate_id" text not null, "status" text not null, "usage" text not null, "customer_id" text not null, "payment_method_id" text not null, "payment_id" text not null, "amount" int8 null, "currency" text null, "start_date" timestamptz(3) null, "end_date" timestamptz(3) null, "customer_acceptance" jsonb null, "metadata" jsonb null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "search" tsvector generated always as (search_words(coalesce(mandate_id, '') || ' ' || coalesce(customer_id, ''), 'A')) stored null, primary key ("merchant_id", "mandate_id"));
  create index "mandates_by_created_at" on "mandates" ("merchant_id", "created_at", "mandate_id");
  create index "mandates_across_merchants" on "mandates" ("created_at", "merchant_id", "mandate_id") where mandate_id > '';
  create index "mandates_by_status" on "mandates" ("merchant_id", "status", "created_at", "mandate_id");
  create index "mandates_by_customer_id" on "mandates" ("merchant_id", "customer_id", "created_at", "mandate_id");
  create index "mandates_by_payment_method_id" on "mandates" ("merchant_id", "payment_method_id", "created_at", "mandate_id");
  alter table "mandates" add constraint "mandates_amount_check" check (amount >= 0 and amount <= 999999999999);

  create table "payments" ("merchant_id" text not null, "payment_id" text not null, "status" text not null, "amount" int8 not null, "net_amount" int8 not null, "shipping_cost" int8 null, "amount_capturable" int8 not null default 0, "amount_received" int8 not null default 0, "connector" text null, "client_secret" text not null, "created" timestamptz(3) not null, "updated" timestamptz(3) not null, "currency" text not null, "customer_id" text null, "customer" jsonb null, "description" text null, "mandate_id" text null, "mandate_data" jsonb null, "setup_future_usage" text null, "off_session" boolean null, "capture_on" timestamptz(3) null, "capture_method" text null, "payment_method" text null, "payment_method_data" jsonb null, "payment_token" text null, "shipping" jsonb null, "billing" jsonb null, "order_details" jsonb null, "email" text null, "name" text null, "phone" text null, "return_url" text null, "authentication_type" text null, "statement_descriptor_name" text null, "statement_descriptor_suffix" text null, "next_action" jsonb null, "cancellation_reason" text null, "error_code" text null, "error_message" text null, "unified_code" text null, "unified_message" text null, "payment_experience" text null, "payment_method_type" text null, "connector_label" text null, "business_country" text null, "business_label" text null, "business_sub_label" text null, "allowed_payment_method_types" jsonb not null default '[]', "ephemeral_key" jsonb null, "manual_retry_allowed" boolean null, "connector_transaction_id" text null, "frm_message" jsonb null, "metadata" jsonb null, "frm_metadata" jsonb null, "connector_metadata" jsonb null, "feature_metadata" jsonb null, "reference_id" text null, "payment_link" jsonb null, "profile_id" text null, "merchant_connector_id" text null, "surcharge_details" jsonb null, "attempt_count" int4 not null default 0, "merchant_decision" text null, "incremental_authorization_allowed" boolean null, "authorization_count" int4 null, "incremental_authorizations" jsonb not null default '[]', "external_authentication_details" jsonb null, "external_3ds_authentication_attempted" boolean null, "expires_on" timestamptz(3) not null, "fingerprint" text null, "browser_info" jsonb null, "payment_method_id" text null, "payment_method_status" text null, "split_payments" jsonb null, "extended_authorization_applied" boolean null, "capture_before" timestamptz(3) null, "capture_due" timestamptz(3) null, "merchant_order_reference_id" text null, "order_tax_amount" int8 null, "connector_mandate_id" text null, "card_discovery" text null, "force_3ds_challenge" boolean null, "force_3ds_challenge_trigger" boolean null, "issuer_error_code" text null, "issuer_error_message" text null, "is_iframe_redirection_enabled" boolean null, "whole_connector_response" text null, "first_attempt_failed" boolean generated always as (attempt_count > 1 or (attempt_count = 1 and status = 'failed')) stored null, "paid_at" timestamptz(3) null, "amount_refunded" int8 not null default 0, "reversals" jsonb not null default '[]', "refunded" boolean generated always as (amount_refunded > 0) stored null, "disputed" boolean not null default false, "card_network" text generated always as (payment_method_data #>> '{card,card_network}') stored null, "card_last4" text generated always as (payment_method_data #>> '{card,last4}') stored null, "card_bin" text generated always as (payment_method_data #>> '{card,card_isin}') stored null, "billing_country" text generated always as (billing #>> '{address,country}') stored null, "routing" jsonb null, "request_external_three_ds_authentication" boolean null, "request_incremental_authorization" boolean null, "request_extended_authorization" boolean null, "card_number" bytea null, "method_data" bytea null, "search" tsvector generated always as (search_words(coalesce(payment_id, '') || ' ' || coalesce(description, '') || ' ' || coalesce(connector_transaction_id, '') || ' ' || coalesce(feature_metadata ->> 'search_tags', '') || ' ' || coalesce(reference_id, '') || ' ' || coalesce(merchant_order_reference_id, ''), 'A') || search_words(coalesce(email, '') || ' ' || coalesce(name, ''), 'D')) stored null, "error_category" text null, "router_error" text null, "payment_link_config" jsonb null, "fee" int8 null, "fee_currency" text null, "net" int8 null, "brought_data" bytea null, "recurring_source" jsonb null, "network_transaction_id" text null, primary key ("merchant_id", "payment_id"));
  create index "payments_by_created" on "payments" ("merchant_id", "created", "payment_id");
  create index "payments_across_merchants" on "payments" ("created", "merchant_id", "payment_id") where payment_id > '';
  create index "payments_by_status" on "payments" ("merchant_id", "status", "created", "payment_id");
  create index "payments_by_amount" on "payments" ("merchant_id", "amount", "payment_id");
  create index "payments_by_connector" on "payments" ("merchant_id", "connector", "created", "payment_id") where connector is not null;
  create index "payments_by_updated" on "payments" ("merchant_id", "updated", "payment_id");
  create index "payments_by_currency" on "payments" ("merchant_id", "currency", "created", "payment_id");
  create index "payments_by_customer_id" on "payments" ("merchant_id", "customer_id", "created", "payment_id") where customer_id is not null;
  create index "payments_by_mandate_id" on "payments" ("merchant_id", "mandate_id", "created", "payment_id") where mandate_id is not null;
  create index "payments_by_payment_method" on "payments" ("merchant_id", "payment_method", "created", "payment_id") where payment_method is not null;
  create index "payments_by_email" on "payments" ("merchant_id", "email", "created", "payment_id") where email is not null;
  create index "payments_by_error_code" on "payments" ("merchant_id", "error_code", "created", "payment_id") where error_code is not null;
  create index "payments_by_unified_code" on "payments" ("merchant_id", "unified_code", "created", "payment_id") where unified_code is not null;
  create index "payments_by_payment_method_type" on "payments" ("merchant_id", "payment_method_type", "created", "payment_id") where payment_method_type is not null;
  create index "payments_by_profile_id" on "payments" ("merchant_id", "profile_id", "created", "payment_id") where profile_id is not null;
  create index "payments_by_merchant_connector_id" on "payments" ("merchant_id", "merchant_connector_id", "created", "payment_id") where merchant_connector_id is not null;
  create index "payments_by_payment_method_id" on "payments" ("merchant_id", "payment_method_id", "created", "payment_id") where payment_method_id is not null;
  create index "payments_by_merchant_order_reference_id" on "payments" ("merchant_id", "merchant_order_reference_id", "created", "payment_id") where merchant_order_reference_id is not null;
  create index "payments_first_attempt_failed" on "payments" ("merchant_id", "created", "payment_id") where first_attempt_failed;
  create index "payments_by_paid_at" on "payments" ("merchant_id", "paid_at", "created", "payment_id") where paid_at is not null;
  create index "payments_refunded" on "payments" ("merchant_id", "created", "payment_id") where refunded;
  create index "payments_disputed" on "payments" ("merchant_id", "created", "payment_id") where disputed;
  create index "payments_by_card_network" on "payments" ("merchant_id", "card_network", "created", "payment_id") where card_network is not null;
  create index "payments_by_card_last4" on "payments" ("merchant_id", "card_last4", "created", "payment_id") where card_last4 is not null;
  create index "payments_by_card_bin" on "payments" ("merchant_id", "card_bin", "created", "payment_id") where card_bin is not null;
  create index "payments_by_billing_country" on "payments" ("merchant_id", "billing_country", "created", "payment_id") where billing_country is not null;
  create index "payments_to_expire" on "payments" ("expires_on") where status in ('requires_payment_method', 'requires_confirmation', 'requires_customer_action');
  create index "payments_to_capture" on "payments" ("capture_before") where status in ('requires_capture', 'partially_captured_and_capturable', 'requires_merchant_action');
  create index "payments_to_capture_on" on "payments" ("capture_due") where status in ('requires_capture', 'partially_captured_and_capturable') and capture_due is not null;
  create index "payments_to_forget" on "payments" ("expires_on") where status = 'failed' and (card_number is not null or method_data is not null or manual_retry_allowed);
  create index "payments_with_card" on "payments" ("expires_on") where card_number is not null or method_data is not null;
  alter table "payments" add constraint "payments_amount_check" check (amount >= 0 and amount <= 999999999999);
  alter table "payments" add constraint "payments_net_amount_check" check (net_amount >= 0 and net_amount <= 999999999999);
  alter table "payments" add constraint "payments_shipping_cost_check" check (shipping_cost >= 0 and shipping_cost <= 999999999999);
  alter table "payments" add constraint "payments_amount_capturable_check" check (amount_capturable >= 0 and amount_capturable <= 999999999999);
  alter table "payments" add constraint "payments_amount_received_check" check (amount_received >= 0 and amount_received <= 999999999999);
  alter table "payments" add constraint "payments_order_tax_amount_check" check (order_tax_amount >= 0 and order_tax_amount <= 999999999999);
  alter table "payments" add constraint "payments_amount_refunded_check" check (amount_refunded >= 0 and amount_refunded <= 999999999999);
  alter table "payments" add constraint "payments_received_within_asked" check (amount_received + amount_capturable <= net_amount);
  alter table "payments" add constraint "payments_refunded_within_received" check (amount_refunded <= amount_received);
  alter table "payments" add constraint "payments_fee_check" check (fee >= -9007199254740991 and fee <= 9007199254740991);
  alter table "payments" add constraint "payments_net_check" check (net >= -9007199254740991 and net <= 9007199254740991);

  create table "ephemeral_keys" ("merchant_id" text not null, "hash" text not null, "customer_id" text not null, "payment_id" text null, "expires_at" timestamptz(3) not null, "key_id" text null, primary key ("merchant_id", "hash"));
  create index "ephemeral_keys_by_hash" on "ephemeral_keys" ("hash");
  create index "ephemeral_keys_by_expires_at" on "ephemeral_keys" ("expires_at");
  create index "ephemeral_keys_by_customer_id" on "ephemeral_keys" ("merchant_id", "customer_id");
  create index "ephemeral_keys_by_key_id" on "ephemeral_keys" ("merchant_id", "key_id") where key_id is not null;

  create table "disputes" ("merchant_id" text not null, "dispute_id" text not null, "payment_id" text not null, "dispute_stage" text not null, "dispute_status" text not null, "connector_status" text null, "connector_dispute_id" text null, "connector_reason" text null, "connector_reason_code" text null, "challenge_required_by" timestamptz(3) null, "deadline" timestamptz(3) generated always as (coalesce(challenge_required_by, '9999-12-31 23:59:59.999+00')) stored not null, "connector_created_at" timestamptz(3) null, "connector_updated_at" timestamptz(3) null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "amount" int8 not null, "currency" text not null, "connector" text null, "payment_method" text null, "profile_id" text null, "merchant_connector_id" text null, "evidence_files" jsonb not null default '[]', "search" tsvector generated always as (search_words(coalesce(dispute_id, '') || ' ' || coalesce(payment_id, '') || ' ' || coalesce(connector_dispute_id, '') || ' ' || coalesce(connector_reason, ''), 'A')) stored null, "payment_hash" int8 generated always as (hashtextextended(payment_id, hashtextextended(merchant_id, 0))) stored null, "evidence_draft" bytea null, primary key ("merchant_id", "dispute_id"));
  create index "disputes_by_payment_hash" on "disputes" using hash ("payment_hash");
  create index "disputes_by_created_at" on "disputes" ("merchant_id", "created_at", "dispute_id");
  create index "disputes_across_merchants" on "disputes" ("created_at", "merchant_id", "dispute_id") where dispute_id > '';
  create index "disputes_by_payment_id" on "disputes" ("merchant_id", "payment_id", "created_at", "dispute_id");
  create index "disputes_by_dispute_stage" on "disputes" ("merchant_id", "dispute_stage", "created_at", "dispute_id");
  create index "disputes_by_dispute_status" on "disputes" ("merchant_id", "dispute_status", "created_at", "dispute_id");
  create index "disputes_by_challenge_required_by" on "disputes" ("merchant_id", "challenge_required_by", "created_at", "dispute_id") where challenge_required_by is not null;
  create index "disputes_by_deadline" on "disputes" ("merchant_id", "deadline", "dispute_id");
  create index "disputes_by_updated_at" on "disputes" ("merchant_id", "updated_at", "dispute_id");
  create index "disputes_by_amount" on "disputes" ("merchant_id", "amount", "dispute_id");
  create index "disputes_by_currency" on "disputes" ("merchant_id", "currency", "created_at", "dispute_id");
  create index "disputes_by_connector" on "disputes" ("merchant_id", "connector", "created_at", "dispute_id") where connector is not null;
  create index "disputes_by_payment_method" on "disputes" ("merchant_id", "payment_method", "created_at", "dispute_id") where payment_method is not null;
  create index "disputes_by_profile_id" on "disputes" ("merchant_id", "profile_id", "created_at", "dispute_id") where profile_id is not null;
  create unique index "disputes_by_connector_dispute_id" on "disputes" ("merchant_id", "merchant_connector_id", "connector_dispute_id") where merchant_connector_id is not null and connector_dispute_id is not null;
  alter table "disputes" add constraint "disputes_amount_check" check (amount >= 0 and amount <= 999999999999);
  create index "disputes_to_answer" on "disputes" ("deadline") where dispute_status = 'dispute_opened';

  create table "dispute_answers" ("merchant_id" text not null, "answer_id" text not null, "dispute_id" text not null, "dispute_stage" text not null, "action" text not null, "evidence" bytea null, "metadata" jsonb null, "created_at" timestamptz(3) not null, "sent_at" timestamptz(3) null, "author_type" text null, "author_id" text null, "author_name" text null, primary key ("merchant_id", "answer_id"));
  create unique index "dispute_answers_on_their_way" on "dispute_answers" ("merchant_id", "dispute_id", "dispute_stage") where sent_at is null;
  alter table "dispute_answers" add constraint "dispute_answers_action_check" check (action in ('accept', 'challenge'));

  create table "authentications" ("merchant_id" text not null, "authentication_id" text not null, "payment_id" text not null, "attempt_id" text not null, "merchant_connector_id" text not null, "connector" text not null, "status" text not null default 'started', "response" jsonb null, "asking_until" timestamptz(3) null, "created_at" timestamptz(3) not null, "modified_at" timestamptz(3) not null, primary key ("merchant_id", "authentication_id"));
  create index "authentications_by_payment" on "authentications" ("merchant_id", "payment_id");
  alter table "authentications" add constraint "authentications_by_attempt" unique ("merchant_id", "attempt_id");
  alter table "authentications" add constraint "authentications_status_check" check (status in ('started', 'challenged', 'succeeded', 'failed'));

  create table "attempts" ("merchant_id" text not null, "attempt_id" text not null, "payment_id" text not null, "status" text not null, "amount" int8 not null, "order_tax_amount" int8 null, "currency" text null, "connector" text null, "error_message" text null, "payment_method" text null, "connector_transaction_id" text null, "capture_method" text null, "authentication_type" text null, "created_at" timestamptz(3) not null, "modified_at" timestamptz(3) not null, "cancellation_reason" text null, "mandate_id" text null, "error_code" text null, "payment_token" text null, "connector_metadata" jsonb null, "payment_experience" text null, "payment_method_type" text null, "reference_id" text null, "issuer_error_code" text null, "issuer_error_message" text null, "unified_code" text null, "unified_message" text null, "client_source" text null, "client_version" text null, "merchant_connector_id" text null, "profile_id" text null, "card_network" text null, "billing_country" text null, "authorized_at" timestamptz(3) null, "connector_decision" text generated always as (case when status in ('failure', 'authorization_failed') then 'declined'
        when authorized_at is not null then 'approved' else null end) stored null, "connector_updated_at" timestamptz(3) null, "payment_hash" int8 generated always as (hashtextextended(payment_id, hashtextextended(merchant_id, 0))) stored null, "error_category" text null, "router_error" text null, "network_transaction_id" text null, primary key ("merchant_id", "attempt_id"));
  create index "attempts_by_payment_hash" on "attempts" using hash ("payment_hash");
  create index "attempts_by_payment_id" on "attempts" ("merchant_id", "payment_id", "created_at", "attempt_id");
  create index "attempts_by_connector_transaction_id" on "attempts" ("merchant_id", "merchant_connector_id", "connector_transaction_id") where connector_transaction_id is not null;
  create index "attempts_of_merchant" on "attempts" ("merchant_id", "created_at", "attempt_id");
  create index "attempts_by_error_code" on "attempts" ("merchant_id", "error_code", "created_at", "attempt_id") where error_code is not null;
  create index "attempts_by_issuer_error_code" on "attempts" ("merchant_id", "issuer_error_code", "created_at", "attempt_id") where issuer_error_code is not null;
  create index "attempts_by_created_at" on "attempts" ("created_at", "merchant_id");
  alter table "attempts" add constraint "attempts_amount_check" check (amount >= 0 and amount <= 999999999999);
  alter table "attempts" add constraint "attempts_order_tax_amount_check" check (order_tax_amount >= 0 and order_tax_amount <= 999999999999);

  create table "captures" ("merchant_id" text not null, "capture_id" text not null, "payment_id" text not null, "status" text not null, "amount" int8 not null, "currency" text null, "connector" text null, "authorized_attempt_id" text not null, "connector_capture_id" text null, "capture_sequence" int4 not null, "error_message" text null, "error_code" text null, "error_reason" text null, "reference_id" text null, "captured_at" timestamptz(3) null, "created_at" timestamptz(3) not null, "modified_at" timestamptz(3) not null, "connector_updated_at" timestamptz(3) null, "payment_hash" int8 generated always as (hashtextextended(payment_id, hashtextextended(merchant_id, 0))) stored null, "fee" int8 null, "fee_currency" text null, "settlement_reference" text null, "available_on" timestamptz(3) null, "profile_id" text null, primary key ("merchant_id", "capture_id"));
  create index "captures_by_payment_hash" on "captures" using hash ("payment_hash");
  create index "captures_by_payment_id" on "captures" ("merchant_id", "payment_id", "created_at", "capture_id");
  alter table "captures" add constraint "captures_amount_check" check (amount >= 0 and amount <= 999999999999);
  alter table "captures" add constraint "captures_fee_check" check (fee >= -9007199254740991 and fee <= 9007199254740991);
  create index "captures_by_created_at" on "captures" ("merchant_id", "created_at", "capture_id");
  create index "captures_across_merchants" on "captures" ("created_at", "merchant_id", "capture_id") where capture_id > '';
  create index "captures_by_captured_at" on "captures" ("merchant_id", "captured_at", "created_at", "capture_id") where captured_at is not null;

  create table "payment_tokens" ("merchant_id" text not null, "token" text not null, "payment_method_id" text not null, "used_by" text null, "expires_at" timestamptz(3) not null, primary key ("merchant_id", "token"));
  create index "payment_tokens_by_expires_at" on "payment_tokens" ("expires_at");
  create index "payment_tokens_by_payment_method_id" on "payment_tokens" ("merchant_id", "payment_method_id");

  create table "payouts" ("merchant_id" text not null, "payout_id" text not null, "amount" int8 not null, "currency" text not null, "connector" text null, "payout_type" text null, "payout_method_data" jsonb null, "billing" jsonb null, "auto_fulfill" boolean not null default false, "customer_id" text null, "customer" jsonb null, "client_secret" text null, "return_url" text null, "business_country" text null, "business_label" text null, "description" text null, "entity_type" text null, "recurring" boolean not null default false, "metadata" jsonb null, "merchant_connector_id" text null, "status" text not null, "error_message" text null, "error_code" text null, "profile_id" text not null, "created" timestamptz(3) not null, "connector_transaction_id" text null, "priority" text null, "payout_link" jsonb null, "email" text null, "name" text null, "phone" text null, "phone_country_code" text null, "unified_code" text null, "unified_message" text null, "payout_method_id" text null, "updated" timestamptz(3) not null, "expires_on" timestamptz(3) not null, "routing" jsonb null, "connectors" jsonb not null default '[]', "payout_token" text null, "payout_link_config" jsonb null, "card_number" bytea null, "method_data" bytea null, "search" tsvector generated always as (search_words(coalesce(payout_id, '') || ' ' || coalesce(customer_id, '') || ' ' || coalesce(description, '') || ' ' || coalesce(connector_transaction_id, ''), 'A') || search_words(coalesce(email, '') || ' ' || coalesce(name, ''), 'D')) stored null, "cancellation_reason" text null, "error_category" text null, "router_error" text null, primary key ("merchant_id", "payout_id"));
  create index "payouts_by_created" on "payouts" ("merchant_id", "created", "payout_id");
  create index "payouts_across_merchants" on "payouts" ("created", "merchant_id", "payout_id") where payout_id > '';
  create index "payouts_by_amount" on "payouts" ("merchant_id", "amount", "payout_id");
  create index "payouts_by_currency" on "payouts" ("merchant_id", "currency", "created", "payout_id");
  create index "payouts_by_connector" on "payouts" ("merchant_id", "connector", "created", "payout_id") where connector is not null;
  create index "payouts_by_payout_type" on "payouts" ("merchant_id", "payout_type", "created", "payout_id") where payout_type is not null;
  create index "payouts_by_customer_id" on "payouts" ("merchant_id", "customer_id", "created", "payout_id") where customer_id is not null;
  create index "payouts_by_status" on "payouts" ("merchant_id", "status", "created", "payout_id");
  create index "payouts_by_profile_id" on "payouts" ("merchant_id", "profile_id", "created", "payout_id");
  create index "payouts_to_expire" on "payouts" ("expires_on") where status in ('requires_payout_method_data', 'requires_confirmation', 'requires_creation', 'requires_vendor_account_creation', 'requires_fulfillment');
  create index "payouts_with_card" on "payouts" ("expires_on") where card_number is not null or method_data is not null;
  alter table "payouts" add constraint "payouts_amount_check" check (amount >= 0 and amount <= 999999999999);
  create index "payouts_failed" on "payouts" ("updated") where status in ('failed', 'ineligible');

  create table "events" ("merchant_id" text not null, "event_id" text not null, "event_type" text not null, "object_type" text not null, "object_id" text not null, "payment_id" text null, "payout_id" text null, "profile_id" text null, "traceparent" text null, "request_id" text null, "test" boolean not null default false, "body" text not null, "created_at" timestamptz(3) not null, "feed_position" int8 not null default event_feed_position(), "sequence" int8 generated always as identity not null, primary key ("merchant_id", "event_id")) partition by range ("event_id");
  create index "events_by_created_at" on "events" ("merchant_id", "created_at", "event_id");
  create index "events_across_merchants" on "events" ("created_at", "merchant_id", "event_id") where event_id > '';
  create index "events_by_event_type" on "events" ("merchant_id", "event_type", "created_at", "event_id");
  create index "events_by_object_id" on "events" ("merchant_id", "object_id", "created_at", "event_id");
  create index "events_by_payment_id" on "events" ("merchant_id", "payment_id", "created_at", "event_id") where payment_id is not null;
  create index "events_by_payout_id" on "events" ("merchant_id", "payout_id", "created_at", "event_id") where payout_id is not null;
  create index "events_by_request_id" on "events" ("request_id", "merchant_id", "created_at", "event_id") where request_id is not null;
  create index "events_in_feed" on "events" ("merchant_id", "feed_position", "sequence");

  create table "payout_attempts" ("merchant_id" text not null, "attempt_id" text not null, "status" text not null, "amount" int8 not null, "currency" text not null, "connector" text null, "error_code" text null, "error_message" text null, "payment_method" text null, "payout_method_type" text null, "connector_transaction_id" text null, "cancellation_reason" text null, "unified_code" text null, "unified_message" text null, "payout_id" text not null, "merchant_connector_id" text null, "created_at" timestamptz(3) not null, "modified_at" timestamptz(3) not null, "connector_updated_at" timestamptz(3) null, "error_category" text null, "router_error" text null, primary key ("merchant_id", "attempt_id"));
  create index "payout_attempts_by_payout_id" on "payout_attempts" ("merchant_id", "payout_id", "created_at", "attempt_id");
  create index "payout_attempts_by_connector_transaction_id" on "payout_attempts" ("merchant_id", "merchant_connector_id", "connector_transaction_id") where connector_transaction_id is not null;
  alter table "payout_attempts" add constraint "payout_attempts_amount_check" check (amount >= 0 and amount <= 999999999999);

  create table "refunds" ("merchant_id" text not null, "refund_id" text not null, "payment_id" text not null, "customer_id" text null, "amount" int8 not null, "currency" text not null, "status" text not null, "reason" text null, "error_message" text null, "error_code" text null, "unified_code" text null, "unified_message" text null, "metadata" jsonb null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "connector" text null, "payment_method" text null, "profile_id" text null, "merchant_connector_id" text null, "connector_refund_id" text null, "split_refunds" jsonb null, "issuer_error_code" text null, "issuer_error_message" text null, "connector_updated_at" timestamptz(3) null, "search" tsvector generated always as (search_words(coalesce(refund_id, '') || ' ' || coalesce(payment_id, '') || ' ' || coalesce(reason, '') || ' ' || coalesce(connector_refund_id, ''), 'A')) stored null, "payment_hash" int8 generated always as (hashtextextended(payment_id, hashtextextended(merchant_id, 0))) stored null, "error_category" text null, "router_error" text null, "fee" int8 null, "fee_currency" text null, "settlement_reference" text null, "available_on" timestamptz(3) null, primary key ("merchant_id", "refund_id"));
  create index "refunds_by_payment_hash" on "refunds" using hash ("payment_hash");
  create index "refunds_by_created_at" on "refunds" ("merchant_id", "created_at", "refund_id");
  create index "refunds_across_merchants" on "refunds" ("created_at", "merchant_id", "refund_id") where refund_id > '';
  create index "refunds_by_payment_id" on "refunds" ("merchant_id", "payment_id", "created_at", "refund_id");
  create index "refunds_by_customer_id" on "refunds" ("merchant_id", "customer_id", "created_at", "refund_id") where customer_id is not null;
  create index "refunds_by_amount" on "refunds" ("merchant_id", "amount", "refund_id");
  create index "refunds_by_currency" on "refunds" ("merchant_id", "currency", "created_at", "refund_id");
  create index "refunds_by_status" on "refunds" ("merchant_id", "status", "created_at", "refund_id");
  create index "refunds_by_updated_at" on "refunds" ("merchant_id", "updated_at", "refund_id");
  create index "refunds_by_connector" on "refunds" ("merchant_id", "connector", "created_at", "refund_id") where connector is not null;
  create index "refunds_by_payment_method" on "refunds" ("merchant_id", "payment_method", "created_at", "refund_id") where payment_method is not null;
  create index "refunds_by_profile_id" on "refunds" ("merchant_id", "profile_id", "created_at", "refund_id") where profile_id is not null;
  create index "refunds_by_connector_refund_id" on "refunds" ("merchant_id", "merchant_connector_id", "connector_refund_id") where connector_refund_id is not null;
  alter table "refunds" add constraint "refunds_amount_check" check (amount >= 0 and amount <= 999999999999);
  alter table "refunds" add constraint "refunds_fee_check" check (fee >= -9007199254740991 and fee <= 9007199254740991);

  create table "sandbox_disputes" ("merchant_id" text not null, "merchant_connector_id" text not null, "dispute_id" text not null, "transaction_id" text not null, "amount" int8 not null, "currency" text not null, "status" text not null, "stage" text not null, "opens_at" timestamptz(3) not null, "respond_by" timestamptz(3) not null, primary key ("merchant_id", "merchant_connector_id", "dispute_id"));
  alter table "sandbox_disputes" add constraint "sandbox_disputes_status_check" check (status in ('opened', 'challenged', 'accepted', 'won', 'lost'));
  alter table "sandbox_disputes" add constraint "sandbox_disputes_stage_check" check (stage in ('dispute', 'pre_arbitration'));

  create table "sandbox_events" ("merchant_id" text not null, "merchant_connector_id" text not null, "event_id" text not null, "body" text not null, "next_at" timestamptz(3) not null, "tries" int4 not null, "told_at" timestamptz(3) null, primary key ("merchant_id", "merchant_connector_id", "event_id"));
  create index "sandbox_events_to_tell" on "sandbox_events" ("next_at") where told_at is null;

  create table "sandbox_transactions" ("merchant_id" text not null, "merchant_connector_id" text not null, "idempotency_key" text not null, "transaction_id" text not null, "parent_id" text null, "kind" text not null, "behaviour" text not null, "card_last4" text null, "amount" int8 not null, "currency" text not null, "authorized" int8 not null, "captured" int8 not null, "refunded" int8 not null, "voided" boolean not null, "forgotten" boolean not null default false, "terms" jsonb null, "first_outcome" jsonb not null, "outcome" jsonb null, "settles_at" timestamptz(3) null, "authentication" jsonb null, "challenge_token" text null, "order" jsonb null, "return_url" text null, "calls" int4 not null, "version" int4 not null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "merchant_connector_id", "idempotency_key"));
  create index "sandbox_transactions_transaction_id_key" on "sandbox_transactions" ("transaction_id");
  alter table "sandbox_transactions" add constraint "sandbox_transactions_kind_check" check (kind in ('authorize', 'increment', 'capture', 'void', 'refund', 'payout', 'authenticate', 'screen', 'gift_card'));
  alter table "sandbox_transactions" add constraint "sandbox_transactions_captured_within_authorized" check (captured >= 0 and captured <= authorized);
  alter table "sandbox_transactions" add constraint "sandbox_transactions_refunded_within_captured" check (refunded >= 0 and refunded <= captured);
  create index "sandbox_transactions_of_gift_cards" on "sandbox_transactions" ("parent_id") where kind = 'authorize' and parent_id is not null;

  create table "scheduled_tasks" ("task" text not null, "due_at" timestamptz(3) not null, "failures" int4 not null default 0, "process_id" text null, "claimed_at" timestamptz(3) null, primary key ("task"));

  create table "search_entries" ("merchant_id" text not null, "object_table" text not null, "object_id" text not null, "listed_at" timestamptz(3) not null, "words" tsvector not null, primary key ("merchant_id", "object_table", "object_id"));
  create index "search_entries_by_words" on "search_entries" using gin ("words");

  create table "processes" ("process_id" text not null, "key_id" text not null, "known_key_ids" jsonb not null default '[]', "seen_at" timestamptz(3) not null, primary key ("process_id"));

  create table "stats_changes" ("merchant_id" text not null, "sequence" int8 generated always as identity not null, "object_type" text not null, "currency" text null, "status" text null, "connector" text null, "payment_method" text null, "payment_method_type" text null, "profile_id" text null, "error_code" text null, "unified_code" text null, "authentication_type" text null, "connector_decision" text null, "card_network" text null, "billing_country" text null, "issuer_error_code" text null, "first_attempt_failed" boolean null, "operation" text null, "duration_band" int4 null, "count" int4 not null, "amount" int8 null, "amount_captured" int8 null, "amount_capturable" int8 null, "amount_refunded" int8 null, "duration_ms" int8 null, "starts_at" timestamptz(3) not null, primary key ("merchant_id", "sequence"));
  create index "stats_changes_in_order" on "stats_changes" ("sequence");

  create table "stats_totals" ("merchant_id" text not null, "object_type" text not null, "period" text not null, "starts_at" timestamptz(3) not null, "series" uuid not null, "currency" text null, "status" text null, "connector" text null, "payment_method" text null, "payment_method_type" text null, "profile_id" text null, "error_code" text null, "unified_code" text null, "authentication_type" text null, "connector_decision" text null, "card_network" text null, "billing_country" text null, "issuer_error_code" text null, "first_attempt_failed" boolean null, "operation" text null, "duration_band" int4 null, "count" int4 not null, "amount" int8 null, "amount_captured" int8 null, "amount_capturable" int8 null, "amount_refunded" int8 null, "duration_ms" int8 null, primary key ("merchant_id", "object_type", "period", "starts_at", "series"));
  create index "stats_totals_across_merchants" on "stats_totals" ("object_type", "period", "starts_at");
  create index "stats_totals_to_delete" on "stats_totals" ("merchant_id") where count = 0;
  alter table "stats_totals" add constraint "stats_totals_period_check" check (period in ('day', 'quarter_hour'));

  create table "status_changes" ("merchant_id" text not null, "change_id" text not null, "sequence" int8 generated always as identity not null, "object_type" text not null, "object_id" text not null, "from_status" text null, "to_status" text not null, "cause" text not null, "changed_at" timestamptz(3) not null, primary key ("merchant_id", "change_id")) partition by range ("change_id");
  create index "status_changes_of_object" on "status_changes" ("merchant_id", "object_type", "object_id", "sequence");

  create table "team_members" ("merchant_id" text not null, "person_id" text not null, "email" text not null, "name" text not null, "role" text not null, "joined_at" timestamptz(3) not null, "last_seen_at" timestamptz(3) null, "search" tsvector generated always as (search_words(coalesce(email, '') || ' ' || coalesce(name, ''), 'A')) stored null, primary key ("merchant_id", "person_id"));
  create index "team_members_by_joined_at" on "team_members" ("merchant_id", "joined_at", "person_id");
  create index "team_members_across_merchants" on "team_members" ("joined_at", "merchant_id", "person_id") where person_id > '';
  create index "team_members_by_role" on "team_members" ("merchant_id", "role", "joined_at", "person_id");
  create index "team_members_by_person_id" on "team_members" ("person_id", "merchant_id");

  create table "saved_views" ("merchant_id" text not null, "view_id" text not null, "person_id" text not null, "list" text not null, "name" text not null, "address" text not null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "view_id", "person_id"));
  alter table "saved_views" add constraint "saved_views_by_name" unique ("merchant_id", "person_id", "list", "name");
  alter table "saved_views" add constraint "saved_views_list_check" check (list in ('payments', 'refunds', 'disputes', 'payouts', 'customers', 'attempts'));

  create table "updates" ("merchant_id" text not null, "transaction_id" xid8 not null default pg_current_xact_id(), "sequence" int8 generated always as identity not null, "recorded_at" timestamptz(3) not null, "object_type" text not null, "object_id" text not null, primary key ("merchant_id", "transaction_id", "sequence", "recorded_at")) partition by range ("recorded_at");

  create table "vendor_deletions" ("merchant_id" text not null, "deletion_id" text not null, "merchant_connector_id" text not null, "kind" text not null, "connector_reference" text not null, "customer_id" text not null, "connector_customer_id" text null, "tries" int4 not null default 0, "due_at" timestamptz(3) not null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "deletion_id"));
  create index "vendor_deletions_by_due_at" on "vendor_deletions" ("due_at");

  create table "webhook_deliveries" ("merchant_id" text not null, "delivery_id" text not null, "event_id" text not null, "event_type" text not null, "object_id" text not null, "payment_id" text null, "profile_id" text not null, "endpoint_id" text not null, "status" text not null, "url" bytea null, "attempt_count" int4 not null default 0, "attempts" jsonb not null default '[]', "status_code" int4 null, "error_message" text null, "redelivery" boolean not null default false, "next_attempt_at" timestamptz(3) null, "created_at" timestamptz(3) not null, "completed_at" timestamptz(3) null, "event_sequence" int8 not null, "urgent" boolean not null default false, "lease" text null, "leased_until" timestamptz(3) null, primary key ("merchant_id", "delivery_id", "event_id")) partition by range ("event_id");
  create index "webhook_deliveries_by_created_at" on "webhook_deliveries" ("merchant_id", "created_at", "delivery_id");
  create index "webhook_deliveries_across_merchants" on "webhook_deliveries" ("created_at", "merchant_id", "delivery_id") where delivery_id > '';
  create index "webhook_deliveries_by_event_id" on "webhook_deliveries" ("merchant_id", "event_id", "created_at", "delivery_id");
  create index "webhook_deliveries_by_event_type" on "webhook_deliveries" ("merchant_id", "event_type", "created_at", "delivery_id");
  create index "webhook_deliveries_by_profile_id" on "webhook_deliveries" ("merchant_id", "profile_id", "created_at", "delivery_id");
  create index "webhook_deliveries_by_endpoint_id" on "webhook_deliveries" ("merchant_id", "endpoint_id", "created_at", "delivery_id");
  create index "webhook_deliveries_by_status" on "webhook_deliveries" ("merchant_id", "status", "created_at", "delivery_id");
  create unique index "webhook_deliveries_asked_for" on "webhook_deliveries" ("merchant_id", "event_id", "endpoint_id") where status = 'pending' and redelivery;

  create table "webhook_endpoints" ("merchant_id" text not null, "endpoint_id" text not null, "profile_id" text not null, "url" bytea not null, "description" text null, "event_types" jsonb null, "filter" jsonb null, "version" text not null, "headers" bytea null, "mask_personal_data" boolean not null default false, "disabled" boolean not null default false, "secret" bytea not null, "previous_secret" bytea null, "previous_secret_expires_at" timestamptz(3) null, "created_at" timestamptz(3) not null, "modified_at" timestamptz(3) not null, primary key ("merchant_id", "endpoint_id"));
  create index "webhook_endpoints_by_created_at" on "webhook_endpoints" ("merchant_id", "created_at", "endpoint_id");
  create index "webhook_endpoints_across_merchants" on "webhook_endpoints" ("created_at", "merchant_id", "endpoint_id") where endpoint_id > '';
  create index "webhook_endpoints_by_profile_id" on "webhook_endpoints" ("merchant_id", "profile_id", "created_at", "endpoint_id");
  alter table "webhook_endpoints" add constraint "webhook_endpoints_version_check" check (version in ('v1', 'v1_thin'));

  create table "webhook_endpoint_states" ("merchant_id" text not null, "endpoint_id" text not null, "profile_id" text not null, "failures" int4 not null default 0, "in_flight_max" int4 not null default 8, "resting_until" timestamptz(3) null, "resting_since" timestamptz(3) null, "resting_reason" text null, "stopped_at" timestamptz(3) null, "due_at" timestamptz(3) null, primary key ("merchant_id", "endpoint_id"));
  create index "webhook_endpoint_states_due" on "webhook_endpoint_states" ("due_at", "merchant_id", "endpoint_id") where due_at is not null;
  create index "webhook_endpoint_states_resting" on "webhook_endpoint_states" ("resting_since") where resting_since is not null;
  create index "webhook_endpoint_states_stopped" on "webhook_endpoint_states" ("stopped_at") where stopped_at is not null;

  alter table "invitations" add constraint "invitations_merchant_id_foreign" foreign key ("merchant_id") references "merchant_accounts" ("merchant_id") on update no action on delete no action;

  alter table "customers" add constraint "customers_merchant_id_foreign" foreign key ("merchant_id") references "merchant_accounts" ("merchant_id") on update no action on delete no action;

  alter table "business_profiles" add constraint "business_profiles_merchant_id_foreign" foreign key ("merchant_id") references "merchant_accounts" ("merchant_id") on update no action on delete no action;

  alter table "connector_accounts" add constraint "connector_accounts_merchant_id_profile_id_foreign" foreign key ("merchant_id", "profile_id") references "business_profiles" ("merchant_id", "profile_id") on update no action on delete no action;

  alter table "card_testing_counters" add constraint "card_testing_counters_merchant_id_profile_id_foreign" foreign key ("merchant_id", "profile_id") references "business_profiles" ("merchant_id", "profile_id") on update no action on delete cascade;

  alter table "api_keys" add constraint "api_keys_merchant_id_profile_id_foreign" foreign key ("merchant_id", "profile_id") references "business_profiles" ("merchant_id", "profile_id") on update no action on delete no action;
  alter table "api_keys" add constraint "api_keys_merchant_id_foreign" foreign key ("merchant_id") references "merchant_accounts" ("merchant_id") on update no action on delete no action;

  alter table "payment_methods" add constraint "payment_methods_merchant_id_customer_id_foreign" foreign key ("merchant_id", "customer_id") references "customers" ("merchant_id", "customer_id") on update no action on delete no action;

  alter table "mandates" add constraint "mandates_merchant_id_customer_id_foreign" foreign key ("merchant_id", "customer_id") references "customers" ("merchant_id", "customer_id") on update no action on delete no action;
  alter table "mandates" add constraint "mandates_merchant_id_payment_method_id_foreign" foreign key ("merchant_id", "payment_method_id") references "payment_methods" ("merchant_id", "payment_method_id") on update no action on delete no action;
  alter table "mandates" add constraint "mandates_merchant_id_payment_id_foreign" foreign key ("merchant_id", "payment_id") references "payments" ("merchant_id", "payment_id") on update no action on delete no action;

  alter table "payments" add constraint "payments_merchant_id_customer_id_foreign" foreign key ("merchant_id", "customer_id") references "customers" ("merchant_id", "customer_id") on update no action on delete no action;
  alter table "payments" add constraint "payments_merchant_id_profile_id_foreign" foreign key ("merchant_id", "profile_id") references "business_profiles" ("merchant_id", "profile_id") on update no action on delete no action;
  alter table "payments" add constraint "payments_merchant_id_foreign" foreign key ("merchant_id") references "merchant_accounts" ("merchant_id") on update no action on delete no action;

  alter table "ephemeral_keys" add constraint "ephemeral_keys_merchant_id_payment_id_foreign" foreign key ("merchant_id", "payment_id") references "payments" ("merchant_id", "payment_id") on update no action on delete cascade;

  alter table "disputes" add constraint "disputes_merchant_id_payment_id_foreign" foreign key ("merchant_id", "payment_id") references "payments" ("merchant_id", "payment_id") on update no action on delete no action;

  alter table "dispute_answers" add constraint "dispute_answers_merchant_id_dispute_id_foreign" foreign key ("merchant_id", "dispute_id") references "disputes" ("merchant_id", "dispute_id") on update no action on delete no action;

  alter table "authentications" add constraint "authentications_merchant_id_payment_id_foreign" foreign key ("merchant_id", "payment_id") references "payments" ("merchant_id", "payment_id") on update no action on delete cascade;

  alter table "attempts" add constraint "attempts_merchant_id_payment_id_foreign" foreign key ("merchant_id", "payment_id") references "payments" ("merchant_id", "payment_id") on update no action on delete no action;

  alter table "captures" add constraint "captures_merchant_id_payment_id_foreign" foreign key ("merchant_id", "payment_id") references "payments" ("merchant_id", "payment_id") on update no action on delete no action;
  alter table "captures" add constraint "captures_merchant_id_authorized_attempt_id_foreign" foreign key ("merchant_id", "authorized_attempt_id") references "attempts" ("merchant_id", "attempt_id") on update no action on delete no action;

  alter table "payment_tokens" add constraint "payment_tokens_merchant_id_payment_method_id_foreign" foreign key ("merchant_id", "payment_method_id") references "payment_methods" ("merchant_id", "payment_method_id") on update no action on delete cascade;

  alter table "payouts" add constraint "payouts_merchant_id_customer_id_foreign" foreign key ("merchant_id", "customer_id") references "customers" ("merchant_id", "customer_id") on update no action on delete no action;
  alter table "payouts" add constraint "payouts_merchant_id_profile_id_foreign" foreign key ("merchant_id", "profile_id") references "business_profiles" ("merchant_id", "profile_id") on update no action on delete no action;
  alter table "payouts" add constraint "payouts_merchant_id_foreign" foreign key ("merchant_id") references "merchant_accounts" ("merchant_id") on update no action on delete no action;

  alter table "payout_attempts" add constraint "payout_attempts_merchant_id_payout_id_foreign" foreign key ("merchant_id", "payout_id") references "payouts" ("merchant_id", "payout_id") on update no action on delete no action;

  alter table "refunds" add constraint "refunds_merchant_id_payment_id_foreign" foreign key ("merchant_id", "payment_id") references "payments" ("merchant_id", "payment_id") on update no action on delete no action;

  alter table "team_members" add constraint "team_members_merchant_id_foreign" foreign key ("merchant_id") references "merchant_accounts" ("merchant_id") on update no action on delete no action;

  alter table "saved_views" add constraint "saved_views_merchant_id_person_id_foreign" foreign key ("merchant_id", "person_id") references "team_members" ("merchant_id", "person_id") on update no action on delete cascade;

  alter table "webhook_endpoints" add constraint "webhook_endpoints_merchant_id_profile_id_foreign" foreign key ("merchant_id", "profile_id") references "business_profiles" ("merchant_id", "profile_id") on update no action on delete no action;

  alter table "webhook_endpoint_states" add constraint "webhook_endpoint_states_merchant_id_profile_id_foreign" foreign key ("merchant_id", "profile_id") references "business_profiles" ("merchant_id", "profile_id") on update no action on delete cascade;

  create table "extended_card_infos" ("merchant_id" text not null, "payment_id" text not null, "payload" text not null, "expires_at" timestamptz(3) not null, primary key ("merchant_id", "payment_id"));
  create index "extended_card_infos_by_expires_at" on "extended_card_infos" ("expires_at");

  create table "collect_links" ("merchant_id" text not null, "pm_collect_link_id" text not null, "customer_id" text not null, "pm_collect_link_config" jsonb null, "return_url" text null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, primary key ("merchant_id", "pm_collect_link_id"));
  create index "collect_links_by_expires_at" on "collect_links" ("expires_at");
  create index "collect_links_by_customer_id" on "collect_links" ("merchant_id", "customer_id");
  alter table "collect_links" add constraint "collect_links_merchant_id_customer_id_foreign" foreign key ("merchant_id", "customer_id") references "customers" ("merchant_id", "customer_id") on update no action on delete no action;

  create table "routing_configurations" ("merchant_id" text not null, "id" text not null, "profile_id" text not null, "name" text not null, "description" text null, "algorithm" jsonb not null, "transaction_type" text not null default 'payment', "active" boolean not null default false, "created_at" timestamptz(3) not null, "modified_at" timestamptz(3) not null, primary key ("merchant_id", "id"));
  create index "routing_configurations_by_created_at" on "routing_configurations" ("merchant_id", "created_at", "id");
  create index "routing_configurations_across_merchants" on "routing_configurations" ("created_at", "merchant_id", "id") where id > '';
  create index "routing_configurations_by_profile_id" on "routing_configurations" ("merchant_id", "profile_id", "created_at", "id");
  create index "routing_configurations_by_transaction_type" on "routing_configurations" ("merchant_id", "transaction_type", "created_at", "id");
  create index "routing_configurations_active" on "routing_configurations" ("merchant_id", "created_at", "id") where active;
  create unique index "routing_configurations_one_active" on "routing_configurations" ("merchant_id", "profile_id", "transaction_type") where active;
  alter table "routing_configurations" add constraint "routing_configurations_merchant_id_profile_id_foreign" foreign key ("merchant_id", "profile_id") references "business_profiles" ("merchant_id", "profile_id") on update no action on delete cascade;
  alter table "routing_configurations" add constraint "routing_configurations_transaction_type_check" check (transaction_type in ('payment', 'payout'));

  create table "import_keys" ("kid" text not null, "public_jwk" jsonb not null, "private_key" bytea not null, "created_at" timestamptz(3) not null, primary key ("kid"));

  create table "payment_method_imports" ("merchant_id" text not null, "import_id" text not null, "status" text not null, "format" text not null, "encrypted" boolean not null default false, "rows_total" int4 not null, "rows_done" int4 not null, "rows_created" int4 not null, "rows_updated" int4 not null, "rows_duplicate" int4 not null, "rows_failed" int4 not null, "created_at" timestamptz(3) not null, "completed_at" timestamptz(3) null, primary key ("merchant_id", "import_id"));
  create index "payment_method_imports_by_created_at" on "payment_method_imports" ("merchant_id", "created_at", "import_id");
  create index "payment_method_imports_across_merchants" on "payment_method_imports" ("created_at", "merchant_id", "import_id") where import_id > '';
  create index "payment_method_imports_by_status" on "payment_method_imports" ("merchant_id", "status", "created_at", "import_id");
  create index "payment_method_imports_due" on "payment_method_imports" ("created_at") where status = 'processing';

  create table "payment_method_import_batches" ("merchant_id" text not null, "batch_id" text not null, "import_id" text not null, "first_line" int4 not null, "rows" bytea not null, primary key ("merchant_id", "batch_id"));
  create index "payment_method_import_batches_in_order" on "payment_method_import_batches" ("merchant_id", "import_id", "first_line");
  alter table "payment_method_import_batches" add constraint "payment_method_import_batches_merchant_id_import_id_foreign" foreign key ("merchant_id", "import_id") references "payment_method_imports" ("merchant_id", "import_id") on update no action on delete no action;

  create table "payment_method_import_results" ("merchant_id" text not null, "result_id" text not null, "import_id" text not null, "line" int4 not null, "outcome" text not null, "payment_method_id" text null, "customer_id" text null, "error_code" text null, "error_message" text null, "error_param" text null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "result_id"));
  create index "payment_method_import_results_by_created_at" on "payment_method_import_results" ("merchant_id", "created_at", "result_id");
  create index "payment_method_import_results_across_merchants" on "payment_method_import_results" ("created_at", "merchant_id", "result_id") where result_id > '';
  create index "payment_method_import_results_by_import_id" on "payment_method_import_results" ("merchant_id", "import_id", "created_at", "result_id");
  create index "payment_method_import_results_by_outcome" on "payment_method_import_results" ("merchant_id", "outcome", "created_at", "result_id");
  alter table "payment_method_import_results" add constraint "payment_method_import_results_merchant_id_import_id_foreign" foreign key ("merchant_id", "import_id") references "payment_method_imports" ("merchant_id", "import_id") on update no action on delete no action;

  create table "blocklist_entries" ("merchant_id" text not null, "fingerprint_id" text not null, "data_kind" text not null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "fingerprint_id"));
  create index "blocklist_entries_by_created_at" on "blocklist_entries" ("merchant_id", "created_at", "fingerprint_id");
  create index "blocklist_entries_across_merchants" on "blocklist_entries" ("created_at", "merchant_id", "fingerprint_id") where fingerprint_id > '';
  create index "blocklist_entries_by_data_kind" on "blocklist_entries" ("merchant_id", "data_kind", "created_at", "fingerprint_id");
  alter table "blocklist_entries" add constraint "blocklist_entries_merchant_id_foreign" foreign key ("merchant_id") references "merchant_accounts" ("merchant_id") on update no action on delete no action;
  alter table "blocklist_entries" add constraint "blocklist_entries_data_kind_check" check (data_kind in ('payment_method', 'card_bin', 'extended_card_bin'));

  create table "payment_method_exports" ("merchant_id" text not null, "export_id" text not null, "status" text not null, "public_key" text not null, "public_key_sha256" text not null, "requested_by" text not null, "approvals" jsonb not null default '[]', "approve_before" timestamptz(3) not null, "rows_done" int4 not null, "files_done" int4 not null, "last_method_id" text null, "download_before" timestamptz(3) null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "export_id"));
  create index "payment_method_exports_by_created_at" on "payment_method_exports" ("merchant_id", "created_at", "export_id");
  create index "payment_method_exports_across_merchants" on "payment_method_exports" ("created_at", "merchant_id", "export_id") where export_id > '';
  create index "payment_method_exports_by_status" on "payment_method_exports" ("merchant_id", "status", "created_at", "export_id");
  create index "payment_method_exports_due" on "payment_method_exports" ("created_at") where status in ('awaiting_approval', 'processing');

  create table "payment_method_export_files" ("merchant_id" text not null, "file_id" text not null, "export_id" text not null, "content" text not null, "written_at" timestamptz(3) not null, primary key ("merchant_id", "file_id"));
  create index "payment_method_export_files_by_written_at" on "payment_method_export_files" ("written_at");
  alter table "payment_method_export_files" add constraint "payment_method_export_files_merchant_id_export_id_foreign" foreign key ("merchant_id", "export_id") references "payment_method_exports" ("merchant_id", "export_id") on update no action on delete no action;

  create table "notes" ("merchant_id" text not null, "note_id" text not null, "payment_id" text not null, "text" text null, "author_type" text not null, "author_id" text null, "author_name" text null, "profile_id" text null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "note_id"));
  create index "notes_by_created_at" on "notes" ("merchant_id", "created_at", "note_id");
  create index "notes_across_merchants" on "notes" ("created_at", "merchant_id", "note_id") where note_id > '';
  create index "notes_by_payment_id" on "notes" ("merchant_id", "payment_id", "created_at", "note_id");
  create index "notes_by_profile_id" on "notes" ("merchant_id", "profile_id", "created_at", "note_id") where profile_id is not null;
  alter table "notes" add constraint "notes_merchant_id_payment_id_foreign" foreign key ("merchant_id", "payment_id") references "payments" ("merchant_id", "payment_id") on update no action on delete no action;

  create table "request_log" ("merchant_id" text not null, "log_id" text not null, "request_id" text not null, "api" text not null, "method" text not null, "path" text not null, "operation" text null, "status" int4 not null, "error_code" text null, "actor_type" text not null, "actor_id" text null, "address" text null, "idempotency_key" text null, "duration_ms" int4 not null, "query" jsonb null, "request" jsonb null, "response" jsonb null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "log_id")) partition by range ("log_id");
  create index "request_log_by_created_at" on "request_log" ("merchant_id", "created_at", "log_id");
  create index "request_log_across_merchants" on "request_log" ("created_at", "merchant_id", "log_id") where log_id > '';
  create index "request_log_by_request_id" on "request_log" ("merchant_id", "request_id", "created_at", "log_id");
  create index "request_log_by_operation" on "request_log" ("merchant_id", "operation", "created_at", "log_id") where operation is not null;
  create index "request_log_by_error_code" on "request_log" ("merchant_id", "error_code", "created_at", "log_id") where error_code is not null;
  create index "request_log_by_actor_id" on "request_log" ("merchant_id", "actor_id", "created_at", "log_id") where actor_id is not null;

  create table "reports" ("merchant_id" text not null, "report_id" text not null, "schedule_id" text not null, "name" text not null, "list" text not null, "status" text not null, "failure_reason" text null, "period_from" timestamptz(3) not null, "period_to" timestamptz(3) not null, "time_zone" text not null, "file_name" text not null, "rows" int4 not null, "bytes" int4 not null, "mask_personal_data" boolean not null, "profile_id" text null, "filter" text null, "columns" text null, "parts_done" int4 not null, "written_to" jsonb null, "announced_at" timestamptz(3) null, "expires_at" timestamptz(3) not null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "report_id"));
  create index "reports_by_created_at" on "reports" ("merchant_id", "created_at", "report_id");
  create index "reports_across_merchants" on "reports" ("created_at", "merchant_id", "report_id") where report_id > '';
  create index "reports_by_schedule_id" on "reports" ("merchant_id", "schedule_id", "created_at", "report_id");
  create index "reports_by_list" on "reports" ("merchant_id", "list", "created_at", "report_id");
  create index "reports_by_status" on "reports" ("merchant_id", "status", "created_at", "report_id");
  create index "reports_by_period_from" on "reports" ("merchant_id", "period_from", "created_at", "report_id");
  create index "reports_due" on "reports" ("created_at") where announced_at is null;
  create index "reports_by_expires_at" on "reports" ("expires_at");
  alter table "reports" add constraint "reports_of_period" unique ("merchant_id", "schedule_id", "period_from", "period_to");

  create table "report_parts" ("merchant_id" text not null, "part_id" text not null, "report_id" text not null, "content" bytea not null, "expires_at" timestamptz(3) not null, primary key ("merchant_id", "part_id"));
  create index "report_parts_by_expires_at" on "report_parts" ("expires_at");
  alter table "report_parts" add constraint "report_parts_merchant_id_report_id_foreign" foreign key ("merchant_id", "report_id") references "reports" ("merchant_id", "report_id") on update no action on delete no action;

  create table "report_schedules" ("merchant_id" text not null, "schedule_id" text not null, "name" text not null, "list" text not null, "filter" text null, "columns" text null, "period" text not null, "time_zone" text not null, "hour" int4 not null, "recipients" jsonb not null default '[]', "profile_id" text null, "mask_personal_data" boolean not null default true, "enabled" boolean not null default true, "next_run_at" timestamptz(3) not null, "next_day" text not null, "created_at" timestamptz(3) not null, "modified_at" timestamptz(3) not null, primary key ("merchant_id", "schedule_id"));
  create index "report_schedules_by_created_at" on "report_schedules" ("merchant_id", "created_at", "schedule_id");
  create index "report_schedules_across_merchants" on "report_schedules" ("created_at", "merchant_id", "schedule_id") where schedule_id > '';
  create index "report_schedules_by_list" on "report_schedules" ("merchant_id", "list", "created_at", "schedule_id");
  create index "report_schedules_by_period" on "report_schedules" ("merchant_id", "period", "created_at", "schedule_id");
  create index "report_schedules_enabled" on "report_schedules" ("merchant_id", "created_at", "schedule_id") where enabled;
  create index "report_schedules_by_next_run_at" on "report_schedules" ("merchant_id", "next_run_at", "schedule_id");
  create index "report_schedules_due" on "report_schedules" ("next_run_at") where enabled;
  alter table "report_schedules" add constraint "report_schedules_list_check" check (list in ('payments', 'captures', 'refunds', 'disputes', 'payouts', 'customers'));
  alter table "report_schedules" add constraint "report_schedules_period_check" check (period in ('daily', 'weekly', 'monthly'));

  create table "notifications" ("merchant_id" text not null, "notification_id" text not null, "kind" text not null, "object_id" text not null, "profile_id" text null, "payment_id" text null, "connector" text null, "merchant_connector_id" text null, "value" int4 null, "threshold" int4 null, "due_at" timestamptz(3) null, "error_code" text null, "read" boolean generated always as (read_at is not null) stored not null, "read_at" timestamptz(3) null, "resolved_at" timestamptz(3) null, "created_at" timestamptz(3) not null, "mail_due" boolean not null default false, primary key ("merchant_id", "notification_id"));
  create index "notifications_by_created_at" on "notifications" ("merchant_id", "created_at", "notification_id");
  create index "notifications_across_merchants" on "notifications" ("created_at", "merchant_id", "notification_id") where notification_id > '';
  create index "notifications_by_kind" on "notifications" ("merchant_id", "kind", "created_at", "notification_id");
  create index "notifications_by_profile_id" on "notifications" ("merchant_id", "profile_id", "created_at", "notification_id") where profile_id is not null;
  create index "notifications_of_object" on "notifications" ("merchant_id", "object_id", "kind");
  create index "notifications_to_resolve" on "notifications" ("kind", "merchant_id") where resolved_at is null;
  create index "notifications_to_mail" on "notifications" ("created_at") where mail_due;
  create unique index "notifications_open" on "notifications" ("merchant_id", "kind", "object_id") where resolved_at is null;

  create table "pending_deliveries" ("merchant_id" text not null, "delivery_id" text not null, "event_id" text not null, "event_type" text not null, "object_id" text not null, "profile_id" text not null, "endpoint_id" text not null, "event_sequence" int8 not null, "redelivery" boolean not null default false, "urgent" boolean not null default false, "attempt_count" int4 not null default 0, "next_attempt_at" timestamptz(3) not null, "lease" text null, "leased_until" timestamptz(3) null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "delivery_id"));
  create index "pending_deliveries_due" on "pending_deliveries" ("merchant_id", "endpoint_id", "next_attempt_at", "event_sequence");
  create index "pending_deliveries_in_order" on "pending_deliveries" ("merchant_id", "object_id", "event_sequence") where not redelivery;
  create index "pending_deliveries_under_way" on "pending_deliveries" ("merchant_id", "endpoint_id") where lease is not null;
  create index "pending_deliveries_urgent" on "pending_deliveries" ("merchant_id", "endpoint_id", "next_attempt_at") where urgent;

  create table "connector_webhook_states" ("merchant_id" text not null, "merchant_connector_id" text not null, "received_at" timestamptz(3) null, "refused_at" timestamptz(3) null, "refused_because" text null, primary key ("merchant_id", "merchant_connector_id"));
  alter table "connector_webhook_states" add constraint "connector_webhook_states_merchant_id_merchant_co_2eb48_foreign" foreign key ("merchant_id", "merchant_connector_id") references "connector_accounts" ("merchant_id", "merchant_connector_id") on update no action on delete cascade;

  alter table "audit_anchors" enable row level security;
  alter table "audit_anchors" force row level security;
  create policy "tenancy" on "audit_anchors" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "audit_log" enable row level security;
  alter table "audit_log" force row level security;
  create policy "tenancy" on "audit_log" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "connector_calls" enable row level security;
  alter table "connector_calls" force row level security;
  create policy "tenancy" on "connector_calls" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "evidence_contents" enable row level security;
  alter table "evidence_contents" force row level security;
  create policy "tenancy" on "evidence_contents" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "idempotency_keys" enable row level security;
  alter table "idempotency_keys" force row level security;
  create policy "tenancy" on "idempotency_keys" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "incoming_events" enable row level security;
  alter table "incoming_events" force row level security;
  create policy "tenancy" on "incoming_events" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "merchant_accounts" enable row level security;
  alter table "merchant_accounts" force row level security;
  create policy "tenancy" on "merchant_accounts" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "invitations" enable row level security;
  alter table "invitations" force row level security;
  create policy "tenancy" on "invitations" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "customers" enable row level security;
  alter table "customers" force row level security;
  create policy "tenancy" on "customers" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "business_profiles" enable row level security;
  alter table "business_profiles" force row level security;
  create policy "tenancy" on "business_profiles" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "connector_accounts" enable row level security;
  alter table "connector_accounts" force row level security;
  create policy "tenancy" on "connector_accounts" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "card_testing_counters" enable row level security;
  alter table "card_testing_counters" force row level security;
  create policy "tenancy" on "card_testing_counters" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "api_keys" enable row level security;
  alter table "api_keys" force row level security;
  create policy "tenancy" on "api_keys" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "payment_metadata" enable row level security;
  alter table "payment_metadata" force row level security;
  create policy "tenancy" on "payment_metadata" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "payment_methods" enable row level security;
  alter table "payment_methods" force row level security;
  create policy "tenancy" on "payment_methods" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "mandates" enable row level security;
  alter table "mandates" force row level security;
  create policy "tenancy" on "mandates" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "payments" enable row level security;
  alter table "payments" force row level security;
  create policy "tenancy" on "payments" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "ephemeral_keys" enable row level security;
  alter table "ephemeral_keys" force row level security;
  create policy "tenancy" on "ephemeral_keys" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "disputes" enable row level security;
  alter table "disputes" force row level security;
  create policy "tenancy" on "disputes" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "dispute_answers" enable row level security;
  alter table "dispute_answers" force row level security;
  create policy "tenancy" on "dispute_answers" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "authentications" enable row level security;
  alter table "authentications" force row level security;
  create policy "tenancy" on "authentications" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "attempts" enable row level security;
  alter table "attempts" force row level security;
  create policy "tenancy" on "attempts" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "captures" enable row level security;
  alter table "captures" force row level security;
  create policy "tenancy" on "captures" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "payment_tokens" enable row level security;
  alter table "payment_tokens" force row level security;
  create policy "tenancy" on "payment_tokens" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "payouts" enable row level security;
  alter table "payouts" force row level security;
  create policy "tenancy" on "payouts" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "events" enable row level security;
  alter table "events" force row level security;
  create policy "tenancy" on "events" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "payout_attempts" enable row level security;
  alter table "payout_attempts" force row level security;
  create policy "tenancy" on "payout_attempts" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "refunds" enable row level security;
  alter table "refunds" force row level security;
  create policy "tenancy" on "refunds" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "sandbox_disputes" enable row level security;
  alter table "sandbox_disputes" force row level security;
  create policy "tenancy" on "sandbox_disputes" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "sandbox_events" enable row level security;
  alter table "sandbox_events" force row level security;
  create policy "tenancy" on "sandbox_events" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "sandbox_transactions" enable row level security;
  alter table "sandbox_transactions" force row level security;
  create policy "tenancy" on "sandbox_transactions" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "search_entries" enable row level security;
  create policy "tenancy" on "search_entries" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "stats_changes" enable row level security;
  alter table "stats_changes" force row level security;
  create policy "tenancy" on "stats_changes" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "stats_totals" enable row level security;
  alter table "stats_totals" force row level security;
  create policy "tenancy" on "stats_totals" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "status_changes" enable row level security;
  alter table "status_changes" force row level security;
  create policy "tenancy" on "status_changes" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "team_members" enable row level security;
  alter table "team_members" force row level security;
  create policy "tenancy" on "team_members" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "saved_views" enable row level security;
  alter table "saved_views" force row level security;
  create policy "tenancy" on "saved_views" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "updates" enable row level security;
  alter table "updates" force row level security;
  create policy "tenancy" on "updates" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "vendor_deletions" enable row level security;
  alter table "vendor_deletions" force row level security;
  create policy "tenancy" on "vendor_deletions" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "webhook_deliveries" enable row level security;
  alter table "webhook_deliveries" force row level security;
  create policy "tenancy" on "webhook_deliveries" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "webhook_endpoints" enable row level security;
  alter table "webhook_endpoints" force row level security;
  create policy "tenancy" on "webhook_endpoints" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "webhook_endpoint_states" enable row level security;
  alter table "webhook_endpoint_states" force row level security;
  create policy "tenancy" on "webhook_endpoint_states" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "extended_card_infos" enable row level security;
  alter table "extended_card_infos" force row level security;
  create policy "tenancy" on "extended_card_infos" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "collect_links" enable row level security;
  alter table "collect_links" force row level security;
  create policy "tenancy" on "collect_links" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "routing_configurations" enable row level security;
  alter table "routing_configurations" force row level security;
  create policy "tenancy" on "routing_configurations" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "payment_method_imports" enable row level security;
  alter table "payment_method_imports" force row level security;
  create policy "tenancy" on "payment_method_imports" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "payment_method_import_batches" enable row level security;
  alter table "payment_method_import_batches" force row level security;
  create policy "tenancy" on "payment_method_import_batches" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "payment_method_import_results" enable row level security;
  alter table "payment_method_import_results" force row level security;
  create policy "tenancy" on "payment_method_import_results" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "blocklist_entries" enable row level security;
  alter table "blocklist_entries" force row level security;
  create policy "tenancy" on "blocklist_entries" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "payment_method_exports" enable row level security;
  alter table "payment_method_exports" force row level security;
  create policy "tenancy" on "payment_method_exports" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "payment_method_export_files" enable row level security;
  alter table "payment_method_export_files" force row level security;
  create policy "tenancy" on "payment_method_export_files" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "notes" enable row level security;
  alter table "notes" force row level security;
  create policy "tenancy" on "notes" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "request_log" enable row level security;
  alter table "request_log" force row level security;
  create policy "tenancy" on "request_log" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "reports" enable row level security;
  alter table "reports" force row level security;
  create policy "tenancy" on "reports" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "report_parts" enable row level security;
  alter table "report_parts" force row level security;
  create policy "tenancy" on "report_parts" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "report_schedules" enable row level security;
  alter table "report_schedules" force row level security;
  create policy "tenancy" on "report_schedules" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "notifications" enable row level security;
  alter table "notifications" force row level security;
  create policy "tenancy" on "notifications" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "pending_deliveries" enable row level security;
  alter table "pending_deliveries" force row level security;
  create policy "tenancy" on "pending_deliveries" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
  alter table "connector_webhook_states" enable row level security;
  alter table "connector_webhook_states" force row level security;
  create policy "tenancy" on "connector_webhook_states" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*');
`;

/** The accounts and sessions of people, as better-auth generates their tables. */
export const authTables = `
  create schema if not exists "auth";
  create table "auth"."persons" ("id" text not null primary key, "name" text not null, "email" text not null unique, "email_verified" boolean not null, "image" text, "created_at" timestamptz default CURRENT_TIMESTAMP not null, "updated_at" timestamptz default CURRENT_TIMESTAMP not null, "two_factor_enabled" boolean);
  create table "auth"."sessions" ("id" text not null primary key, "expires_at" timestamptz not null, "token" text not null unique, "created_at" timestamptz default CURRENT_TIMESTAMP not null, "updated_at" timestamptz not null, "ip_address" text, "user_agent" text, "user_id" text not null references "auth"."persons" ("id") on delete cascade, "second_factor" boolean not null);
  create table "auth"."accounts" ("id" text not null primary key, "account_id" text not null, "provider_id" text not null, "user_id" text not null references "auth"."persons" ("id") on delete cascade, "access_token" text, "refresh_token" text, "id_token" text, "access_token_expires_at" timestamptz, "refresh_token_expires_at" timestamptz, "scope" text, "password" text, "created_at" timestamptz default CURRENT_TIMESTAMP not null, "updated_at" timestamptz not null);
  create table "auth"."verifications" ("id" text not null primary key, "identifier" text not null, "value" text not null, "expires_at" timestamptz not null, "created_at" timestamptz default CURRENT_TIMESTAMP not null, "updated_at" timestamptz default CURRENT_TIMESTAMP not null);
  create table "auth"."two_factors" ("id" text not null primary key, "secret" text not null, "backup_codes" text not null, "user_id" text not null references "auth"."persons" ("id") on delete cascade, "verified" boolean, "failed_verification_count" integer, "locked_until" timestamptz);
  create table "auth"."passkeys" ("id" text not null primary key, "name" text, "public_key" text not null, "user_id" text not null references "auth"."persons" ("id") on delete cascade, "credential_id" text not null, "counter" integer not null, "device_type" text not null, "backed_up" boolean not null, "transports" text, "created_at" timestamptz, "aaguid" text);
  create table "auth"."rate_limits" ("id" text not null primary key, "key" text not null unique, "count" integer not null, "last_request" bigint not null);
  create index "sessions_user_id_idx" on "auth"."sessions" ("user_id");
  create index "accounts_user_id_idx" on "auth"."accounts" ("user_id");
  create index "verifications_identifier_idx" on "auth"."verifications" ("identifier");
  create index "two_factors_secret_idx" on "auth"."two_factors" ("secret");
  create index "two_factors_user_id_idx" on "auth"."two_factors" ("user_id");
  create index "passkeys_user_id_idx" on "auth"."passkeys" ("user_id");
  create index "passkeys_credential_id_idx" on "auth"."passkeys" ("credential_id");
`;
