import { type ErrorMappingRow, unified } from '../../core/foundation/ports/connector-errors.ts';

type Flow = ErrorMappingRow['flow'];
type Meaning = Pick<ErrorMappingRow, 'unifiedCode' | 'decision' | 'stepUp'>;

/** For the customer or the issuer to resolve: other processors refuse the same card. */
const hardWith = (cause: keyof typeof unified): Meaning => ({ ...unified[cause], decision: 'do_default' });
const hard = hardWith('method');
/** Another processor may accept it now. */
const soft: Meaning = { ...unified.processor, decision: 'retry' };
/** Not allowed for this account; another account may be allowed. */
const account: Meaning = { ...unified.configuration, decision: 'retry' };
/** Refused by every processor. */
const request: Meaning = { ...unified.request, decision: 'do_default' };
/** The issuer wants the cardholder authenticated. */
const stepUp: Meaning = { ...hardWith('authentication'), stepUp: true };

const rows = (flow: Flow, subFlow: string | null, meaning: Meaning, codes: string): ErrorMappingRow[] =>
  codes
    .trim()
    .split(/\s+/)
    .map((code) => ({ flow, subFlow, code, ...meaning }));

/** Stripe's decline codes and error codes with their meanings. A decline code takes precedence. */
export const errorTable: readonly ErrorMappingRow[] = [
  ...rows(
    'payment',
    'authorize',
    hard,
    `card_declined generic_decline approve_with_id call_issuer do_not_honor do_not_try_again duplicate_transaction
     fraudulent invalid_amount lost_card merchant_blacklist no_action_taken pickup_card pin_try_exceeded
     revocation_of_all_authorizations revocation_of_authorization security_violation stolen_card stop_payment_order
     testmode_decline card_decline_rate_limit_exceeded payment_method_customer_decline payment_method_unactivated
     expired requires_payment_method`,
  ),
  ...rows('payment', 'authorize', hardWith('funds'), 'insufficient_funds'),
  ...rows('payment', 'authorize', hardWith('expired'), 'expired_card'),
  ...rows(
    'payment',
    'authorize',
    hardWith('details'),
    `incorrect_address incorrect_cvc incorrect_number incorrect_pin incorrect_zip invalid_account invalid_cvc
     invalid_expiry_month invalid_expiry_year invalid_number invalid_pin new_account_information_available
     payment_method_invalid_parameter`,
  ),
  ...rows(
    'payment',
    'authorize',
    hardWith('authentication'),
    `mobile_device_authentication_required offline_pin_required online_or_offline_pin_required
     payment_intent_authentication_failure setup_intent_authentication_failure`,
  ),
  ...rows(
    'payment',
    'authorize',
    hardWith('limit'),
    'card_velocity_exceeded withdrawal_count_limit_exceeded',
  ),
  ...rows(
    'payment',
    'authorize',
    hardWith('notSupported'),
    `card_not_supported not_permitted restricted_card service_not_allowed transaction_not_allowed unsupported_card
     wallet_token_not_supported`,
  ),
  ...rows('payment', 'authorize', hardWith('cancelled'), 'canceled cancelled'),
  ...rows('payment', 'authorize', stepUp, 'authentication_required authentication_not_handled'),
  ...rows(
    'payment',
    'authorize',
    soft,
    `processing_error issuer_not_available reenter_transaction try_again_later rate_limit lock_timeout
     payment_method_provider_decline payment_method_provider_timeout payment_intent_payment_attempt_failed`,
  ),
  ...rows(
    'payment',
    'authorize',
    account,
    `authentication_error permission_error api_key_expired account_invalid account_closed currency_not_supported
     payment_method_not_available payment_method_type_not_supported platform_api_key_expired platform_account_required
     secret_key_required testmode_charges_only livemode_mismatch charge_exceeds_source_limit resource_missing
     charge_exceeds_transaction_limit payment_intent_mandate_invalid amount_not_exact`,
  ),
  ...rows(
    'payment',
    null,
    request,
    `amount_too_large amount_too_small invalid_request invalid_charge_amount parameter_invalid_empty
     parameter_invalid_integer parameter_invalid_string_blank parameter_invalid_string_empty parameter_missing
     parameter_unknown parameters_exclusive postal_code_invalid state_unsupported email_invalid url_invalid
     country_unsupported payment_intent_invalid_parameter split_not_supported`,
  ),
  ...rows(
    'payment',
    null,
    request,
    `payment_intent_unexpected_state capture_charge_authorization_expired capture_unauthorized_payment
     charge_already_captured charge_expired_for_capture charge_already_refunded charge_disputed
     intent_invalid_state`,
  ),
  ...rows('payment', null, account, 'authentication_error permission_error api_key_expired resource_missing'),
  ...rows(
    'refund',
    'refund',
    hard,
    `lost_or_stolen_card expired_or_canceled_card charge_for_pending_refund_disputed declined
     charge_already_refunded refund_disputed_payment merchant_request unknown canceled`,
  ),
  ...rows(
    'refund',
    'refund',
    account,
    'insufficient_funds balance_insufficient authentication_error permission_error',
  ),
  ...rows('refund', 'refund', request, 'amount_too_large amount_too_small invalid_request amount_not_exact'),
  ...rows('payout', 'fulfill', hard, accountFaults()),
  ...rows(
    'payout',
    'fulfill',
    account,
    `payouts_not_allowed balance_insufficient insufficient_funds authentication_error permission_error
     account_invalid instant_payouts_unsupported payouts_limit_exceeded transfers_not_allowed api_key_expired
     resource_missing instant_payouts_limit_exceeded instant_payouts_config_disabled`,
  ),
  ...rows('payout', 'fulfill', soft, 'could_not_process'),
  ...rows('payout', 'fulfill', request, 'invalid_request amount_not_exact destination_not_supported'),
];

/** Faults of a payout's destination account. */
function accountFaults(): string {
  return `account_closed account_frozen bank_account_restricted bank_ownership_changed bank_account_unusable
    debit_not_authorized declined incorrect_account_holder_address incorrect_account_holder_name
    incorrect_account_holder_tax_id incorrect_account_type invalid_account_number invalid_account_number_length
    invalid_currency invalid_card_number expired_card card_declined invalid_number no_account unsupported_card
    bank_account_unverified bank_account_declined routing_number_invalid account_number_invalid canceled`;
}

const known: ReadonlySet<string> = new Set(errorTable.map(({ flow, code }) => `${flow}/${code}`));

/** Whether the table has a code for any step of a flow. */
export const isKnownCode = (flow: Flow, code: string): boolean => known.has(`${flow}/${code}`);
