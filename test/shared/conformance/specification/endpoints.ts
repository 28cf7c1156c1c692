import type { KeyKind } from '../../../../src/core/foundation/context.ts';

/** The kinds of key in the specification. An ephemeral key opens some more operations. */
export type SpecifiedKey = Exclude<KeyKind, 'ephemeral_key'>;

/** A row of the specification's table of endpoints, with details from the endpoint's section. */
export interface Endpoint {
  readonly number: number;
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly keys: readonly SpecifiedKey[];
  /** The response body: a shape, `[shape]`, or `pages of` a shape. */
  readonly answers: string;
  /** The view: lists and single retrieval have some distinct fields. */
  readonly view: 'list' | 'single' | 'plain';
  /** Query parameters, in the specification's order. */
  readonly query?: readonly string[];
  readonly queryRequired?: boolean;
  /** Optional parameters beyond the specification. */
  readonly queryBeside?: readonly string[];
  /** The body's fields in the specification, which leaves some bodies open. */
  readonly body?: readonly string[];
}

const words = (text: string) => text.trim().split(/\s+/);

const row = (
  number: number,
  place: `${'GET' | 'POST'} /${string}`,
  key: SpecifiedKey,
  answers: string,
  rest: Partial<Endpoint> = {},
): Endpoint => {
  const [method, path] = place.split(' ') as [string, string];
  const verb = method.toLowerCase() as 'get' | 'post';
  return { number, method: verb, path, keys: [key], answers, view: 'plain', ...rest };
};

export const endpoints: readonly Endpoint[] = [
  row(1, 'POST /payments/{payment_id}', 'api_key', 'Payment', { body: ['amount'] }),
  row(2, 'GET /payments/list', 'api_key', 'pages of Payment', {
    view: 'list',
    query: words(`customer_id starting_after ending_before limit created created_lt created_gt created_lte
      created_gte`),
  }),
  row(3, 'POST /payments/session_tokens', 'publishable_key', 'SessionTokens', {
    body: words('payment_id client_secret wallets merchant_connector_details'),
  }),
  row(4, 'POST /payments/{payment_id}/3ds/authentication', 'publishable_key', 'Authentication', {
    body: words('client_secret sdk_information device_channel threeds_method_comp_ind'),
  }),
  row(5, 'POST /payouts/{payout_id}', 'api_key', 'Payout', {
    body: words(`
      amount currency routing connector confirm payout_type payout_method_data billing auto_fulfill
      customer_id customer client_secret return_url business_country business_label description entity_type
      recurring metadata payout_token profile_id priority payout_link payout_link_config session_expiry email
      name phone phone_country_code payout_method_id`),
  }),
  row(6, 'POST /payouts/{payout_id}/fulfill', 'api_key', 'Payout', { body: ['payout_id'] }),
  row(7, 'POST /refunds/{refund_id}', 'api_key', 'Refund', { body: ['reason'] }),
  row(8, 'POST /customers', 'api_key', 'Customer', { body: ['email', 'name'] }),
  row(9, 'POST /customers/{customer_id}', 'api_key', 'Customer', {
    body: ['customer_id', 'email', 'name'],
  }),
  row(10, 'GET /customers/{customer_id}/payment_methods', 'api_key', 'CustomerPaymentMethods', {
    query: words(`accepted_currency accepted_country minimum_amount maximum_amount recurring_payment_enabled
      installment_payment_enabled`),
    queryRequired: true,
    queryBeside: ['payment_id'],
  }),
  row(11, 'GET /payment_methods/{method_id}', 'api_key', 'PaymentMethod', { view: 'single' }),
  row(12, 'POST /payment_methods/{method_id}/update', 'api_key', 'PaymentMethod', {
    body: ['card', 'client_secret'],
  }),
  row(13, 'POST /accounts', 'admin_key', 'MerchantAccount', { body: ['merchant_id'] }),
  row(14, 'GET /accounts/{account_id}', 'admin_key', 'MerchantAccount', { view: 'single' }),
  row(15, 'GET /account/{account_id}/business_profile', 'api_key', '[BusinessProfile]', { view: 'list' }),
  row(16, 'GET /account/{account_id}/business_profile/{profile_id}', 'api_key', 'BusinessProfile', {
    view: 'single',
  }),
  row(17, 'GET /accounts/{account_id}/connectors', 'api_key', '[ConnectorAccount]', { view: 'list' }),
  row(18, 'GET /accounts/{account_id}/connectors/{connector_id}', 'api_key', 'ConnectorAccount', {
    view: 'single',
  }),
  row(19, 'POST /gsm', 'admin_key', 'ErrorMapping', {
    body: words(`connector flow sub_flow code message status router_error decision step_up_possible
      unified_code unified_message error_category clear_pan_possible`),
  }),
];
