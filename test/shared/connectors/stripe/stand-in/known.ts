/** A request of the connector, with every parameter that it may send. */
export interface KnownOperation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** The name in Stripe's description. */
  readonly path: string;
  readonly params: readonly string[];
}

const words = (text: string): string[] => text.trim().split(/\s+/).filter(Boolean);
const get = (path: string, params = ''): KnownOperation => ({ method: 'GET', path, params: words(params) });
const post = (path: string, params = ''): KnownOperation => ({ method: 'POST', path, params: words(params) });

const ADDRESS = 'address.line1 address.line2 address.city address.state address.postal_code address.country';
const within = (name: string, params: string): string =>
  words(params)
    .map((param) => `${name}.${param}`)
    .join(' ');

const CONSENT = within(
  'mandate_data.customer_acceptance',
  'type accepted_at offline online.ip_address online.user_agent',
);

/** Every request of the connector. Its actual requests are checked against this list everywhere. */
export const known: readonly KnownOperation[] = [
  get('/v1/balance'),
  post('/v1/customers', 'metadata.*'),
  post('/v1/tokens', 'pk_token pk_token_instrument_name pk_token_payment_network pk_token_transaction_id'),
  get('/v1/payment_methods/{payment_method}'),
  post('/v1/payment_methods/{payment_method}/detach'),
  post(
    '/v1/payment_methods',
    `type card.number card.exp_month card.exp_year card.cvc card.token ideal.bank eps.bank p24.bank fpx.bank boleto.tax_id
     ${within('billing_details', `name email phone ${ADDRESS}`)}`,
  ),
  post(
    '/v1/payment_intents',
    `amount currency confirm capture_method payment_method allowed_payment_method_types customer off_session return_url
     setup_future_usage description statement_descriptor_suffix metadata.* expand
     transfer_data.destination application_fee_amount ${CONSENT}
     ${within('shipping', `name phone ${ADDRESS}`)} payment_method_options.blik.code
     payment_method_options.wechat_pay.client
     ${within(
       'payment_method_options.card',
       `request_three_d_secure request_multicapture request_incremental_authorization
        request_extended_authorization three_d_secure.cryptogram three_d_secure.transaction_id
        three_d_secure.version three_d_secure.electronic_commerce_indicator three_d_secure.ares_trans_status
        three_d_secure.exemption_indicator`,
     )}`,
  ),
  get('/v1/payment_intents/search', 'query limit'),
  get('/v1/payment_intents/{intent}', 'expand'),
  post(
    '/v1/payment_intents/{intent}/capture',
    'amount_to_capture final_capture statement_descriptor_suffix metadata.* expand',
  ),
  post('/v1/payment_intents/{intent}/cancel', 'cancellation_reason'),
  post('/v1/payment_intents/{intent}/increment_authorization', 'amount metadata.* expand'),
  post(
    '/v1/setup_intents',
    `confirm payment_method allowed_payment_method_types usage customer return_url metadata.* ${CONSENT}`,
  ),
  get('/v1/setup_intents/{intent}'),
  post('/v1/setup_intents/{intent}/cancel', 'cancellation_reason'),
  post(
    '/v1/refunds',
    'payment_intent amount reason reverse_transfer refund_application_fee metadata.* expand',
  ),
  get('/v1/refunds', 'payment_intent limit starting_after expand'),
  get('/v1/refunds/{refund}', 'expand'),
  post('/v1/disputes/{dispute}', 'evidence.* submit'),
  post('/v1/disputes/{dispute}/close'),
  post('/v1/files', 'purpose file'),
  post(
    '/v1/accounts/{account}/external_accounts',
    within(
      'external_account',
      `object number exp_month exp_year currency name account_holder_type account_holder_name country account_number
       routing_number`,
    ),
  ),
  post('/v1/transfers', 'amount currency destination metadata.*'),
  post('/v1/transfers/{id}/reversals', 'metadata.*'),
  post('/v1/payouts', 'amount currency destination method metadata.*'),
  get('/v1/payouts', 'created.gte limit starting_after'),
  get('/v1/balance_transactions', 'payout limit starting_after expand'),
  get('/v1/payouts/{payout}'),
  post('/v1/payouts/{payout}', 'metadata.*'),
  post('/v1/payouts/{payout}/cancel'),
  get('/v1/transfers/{transfer}'),
  { method: 'DELETE', path: '/v1/customers/{customer}', params: [] },
];
