import { Migration } from '@mikro-orm/migrations';

/**
 * Indexes for every list and every filter: the merchant, what is filtered by, then what is ordered by, so
 * that a page is read from the index in order. Columns that are mostly null are indexed where they are not.
 *
 * Lists across merchants have indexes that only a statement which says as much can use: the planner would
 * otherwise take them for a single merchant's list, and walk through everybody else's rows.
 */
const indexes = `
  merchant_accounts_by_created_at on merchant_accounts (created_at, merchant_id)
  merchant_accounts_by_recon_status on merchant_accounts (recon_status, created_at, merchant_id)
  merchant_accounts_by_product_type on merchant_accounts (product_type, created_at, merchant_id)
  merchant_accounts_by_merchant_account_type on merchant_accounts (merchant_account_type, created_at, merchant_id)

  business_profiles_by_created_at on business_profiles (merchant_id, created_at, profile_id)
  business_profiles_across_merchants on business_profiles (created_at, merchant_id, profile_id) where profile_id > ''

  connector_accounts_by_created_at on connector_accounts (merchant_id, created_at, merchant_connector_id)
  connector_accounts_across_merchants on connector_accounts (created_at, merchant_id, merchant_connector_id) where merchant_connector_id > ''
  connector_accounts_by_connector_type on connector_accounts (merchant_id, connector_type, created_at, merchant_connector_id)
  connector_accounts_by_connector_name on connector_accounts (merchant_id, connector_name, created_at, merchant_connector_id)
  connector_accounts_by_profile_id on connector_accounts (merchant_id, profile_id, created_at, merchant_connector_id)
  connector_accounts_by_disabled on connector_accounts (merchant_id, disabled, created_at, merchant_connector_id)
  connector_accounts_by_status on connector_accounts (merchant_id, status, created_at, merchant_connector_id)

  error_mappings_by_created_at on error_mappings (created_at, error_mapping_id)
  error_mappings_by_connector on error_mappings (connector, created_at, error_mapping_id)
  error_mappings_by_flow on error_mappings (flow, created_at, error_mapping_id)
  error_mappings_by_decision on error_mappings (decision, created_at, error_mapping_id)
  error_mappings_by_error_category on error_mappings (error_category, created_at, error_mapping_id) where error_category is not null

  api_keys_by_created_at on api_keys (merchant_id, created_at, key_id)
  api_keys_across_merchants on api_keys (created_at, merchant_id, key_id) where key_id > ''
  api_keys_by_expires_at on api_keys (merchant_id, expires_at, created_at, key_id) where expires_at is not null
  api_keys_by_revoked_at on api_keys (merchant_id, revoked_at, created_at, key_id) where revoked_at is not null

  customers_by_created_at on customers (merchant_id, created_at, customer_id)
  customers_across_merchants on customers (created_at, merchant_id, customer_id) where customer_id > ''
  customers_by_email on customers (merchant_id, email, created_at, customer_id) where email is not null

  payment_methods_by_created on payment_methods (merchant_id, created, payment_method_id)
  payment_methods_across_merchants on payment_methods (created, merchant_id, payment_method_id) where payment_method_id > ''
  payment_methods_by_customer_id on payment_methods (merchant_id, customer_id, created, payment_method_id)
  payment_methods_by_payment_method on payment_methods (merchant_id, payment_method, created, payment_method_id)
  payment_methods_by_status on payment_methods (merchant_id, status, created, payment_method_id)

  payments_by_created on payments (merchant_id, created, payment_id)
  payments_across_merchants on payments (created, merchant_id, payment_id) where payment_id > ''
  payments_to_expire on payments (expires_on) where status in ('requires_payment_method', 'requires_confirmation', 'requires_customer_action')
  payments_to_forget on payments (expires_on) where status = 'failed' and card_number is not null
  payments_by_status on payments (merchant_id, status, created, payment_id)
  payments_by_amount on payments (merchant_id, amount, payment_id)
  payments_by_connector on payments (merchant_id, connector, created, payment_id) where connector is not null
  payments_by_currency on payments (merchant_id, currency, created, payment_id)
  payments_by_customer_id on payments (merchant_id, customer_id, created, payment_id) where customer_id is not null
  payments_by_payment_method on payments (merchant_id, payment_method, created, payment_id) where payment_method is not null
  payments_by_email on payments (merchant_id, email, created, payment_id) where email is not null
  payments_by_error_code on payments (merchant_id, error_code, created, payment_id) where error_code is not null
  payments_by_profile_id on payments (merchant_id, profile_id, created, payment_id) where profile_id is not null
  payments_by_merchant_connector_id on payments (merchant_id, merchant_connector_id, created, payment_id) where merchant_connector_id is not null
  payments_by_merchant_order_reference_id on payments (merchant_id, merchant_order_reference_id, created, payment_id) where merchant_order_reference_id is not null

  attempts_by_payment_id on attempts (merchant_id, payment_id, created_at, attempt_id)

  captures_by_payment_id on captures (merchant_id, payment_id, created_at, capture_id)

  refunds_by_created_at on refunds (merchant_id, created_at, refund_id)
  refunds_across_merchants on refunds (created_at, merchant_id, refund_id) where refund_id > ''
  refunds_by_payment_id on refunds (merchant_id, payment_id, created_at, refund_id)
  refunds_by_amount on refunds (merchant_id, amount, refund_id)
  refunds_by_currency on refunds (merchant_id, currency, created_at, refund_id)
  refunds_by_status on refunds (merchant_id, status, created_at, refund_id)
  refunds_by_connector on refunds (merchant_id, connector, created_at, refund_id) where connector is not null
  refunds_by_profile_id on refunds (merchant_id, profile_id, created_at, refund_id) where profile_id is not null

  disputes_by_created_at on disputes (merchant_id, created_at, dispute_id)
  disputes_across_merchants on disputes (created_at, merchant_id, dispute_id) where dispute_id > ''
  disputes_by_payment_id on disputes (merchant_id, payment_id, created_at, dispute_id)
  disputes_by_dispute_stage on disputes (merchant_id, dispute_stage, created_at, dispute_id)
  disputes_by_dispute_status on disputes (merchant_id, dispute_status, created_at, dispute_id)
  disputes_by_challenge_required_by on disputes (merchant_id, challenge_required_by, created_at, dispute_id) where challenge_required_by is not null
  disputes_by_amount on disputes (merchant_id, amount, dispute_id)
  disputes_by_currency on disputes (merchant_id, currency, created_at, dispute_id)
  disputes_by_connector on disputes (merchant_id, connector, created_at, dispute_id) where connector is not null
  disputes_by_profile_id on disputes (merchant_id, profile_id, created_at, dispute_id) where profile_id is not null

  payouts_by_created on payouts (merchant_id, created, payout_id)
  payouts_across_merchants on payouts (created, merchant_id, payout_id) where payout_id > ''
  payouts_by_amount on payouts (merchant_id, amount, payout_id)
  payouts_by_currency on payouts (merchant_id, currency, created, payout_id)
  payouts_by_connector on payouts (merchant_id, connector, created, payout_id) where connector is not null
  payouts_by_payout_type on payouts (merchant_id, payout_type, created, payout_id) where payout_type is not null
  payouts_by_customer_id on payouts (merchant_id, customer_id, created, payout_id) where customer_id is not null
  payouts_by_status on payouts (merchant_id, status, created, payout_id)
  payouts_by_profile_id on payouts (merchant_id, profile_id, created, payout_id)

  payout_attempts_by_payout_id on payout_attempts (merchant_id, payout_id, created_at, attempt_id)
`;

/** The columns of each table that `search` looks through. */
const searched: Record<string, string[]> = {
  merchant_accounts: ['merchant_id', 'merchant_name', 'organization_id'],
  business_profiles: ['profile_id', 'profile_name'],
  connector_accounts: ['connector_name', 'connector_label', 'merchant_connector_id'],
  error_mappings: ['connector', 'code', 'message', 'unified_code'],
  api_keys: ['key_id', 'name'],
  customers: ['customer_id', 'name', 'email', 'phone', 'description'],
  payment_methods: ['customer_id', 'payment_method_id'],
  payments: [
    'payment_id',
    'description',
    'email',
    'name',
    'connector_transaction_id',
    'reference_id',
    'merchant_order_reference_id',
  ],
  refunds: ['refund_id', 'payment_id', 'reason'],
  disputes: ['dispute_id', 'payment_id', 'connector_dispute_id', 'connector_reason'],
  payouts: ['payout_id', 'customer_id', 'description', 'connector_transaction_id', 'email', 'name'],
};

export class Migration20261120120200_indexes extends Migration {
  override up(): void {
    for (const line of indexes.split('\n')) {
      if (line.trim() !== '') this.addSql(`create index ${line.trim()}`);
    }

    // Identifiers and e-mail addresses are split into their words; PostgreSQL's own parser keeps them whole,
    // and whoever types the beginning of one would not find it.
    this.addSql(`
      create function search_words(content text) returns tsvector immutable parallel safe
      return to_tsvector('simple', regexp_replace(lower(content), '[^[:alnum:]]+', ' ', 'g'))`);
    for (const [table, columns] of Object.entries(searched)) {
      const content = columns.map((column) => `coalesce(${column}, '')`).join(` || ' ' || `);
      this.addSql(
        `alter table ${table} add column search tsvector generated always as (search_words(${content})) stored`,
      );
      this.addSql(`create index ${table}_search on ${table} using gin (search)`);
    }
  }
}
