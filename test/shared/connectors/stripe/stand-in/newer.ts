/** Parameters in the package's types that Stripe's description of 2022-04 lacks. */
export const newer: readonly {
  readonly operation: string;
  /** Their parent parameter; empty for the request itself. */
  readonly at: string;
  readonly params: Readonly<Record<string, object>>;
}[] = [
  ...['POST /v1/payment_intents', 'POST /v1/setup_intents'].map((operation) => ({
    operation,
    at: '',
    // It replaced payment_method_types.
    params: { allowed_payment_method_types: { type: 'array', items: { type: 'string' } } },
  })),
  {
    operation: 'POST /v1/payment_intents',
    at: 'payment_method_options.card',
    params: {
      request_multicapture: { type: 'string', enum: ['if_available', 'never'] },
      request_incremental_authorization: { type: 'string', enum: ['if_available', 'never'] },
      request_extended_authorization: { type: 'string', enum: ['if_available', 'never'] },
      three_d_secure: {
        type: 'object',
        required: ['cryptogram', 'transaction_id', 'version'],
        additionalProperties: false,
        properties: {
          exemption_indicator: { type: 'string', enum: ['low_risk', 'none'] },
          cryptogram: { type: 'string', maxLength: 5000 },
          transaction_id: { type: 'string', maxLength: 5000 },
          version: { type: 'string', enum: ['1.0.2', '2.1.0', '2.2.0', '2.3.0', '2.3.1'] },
          electronic_commerce_indicator: { type: 'string', enum: ['01', '02', '05', '06', '07'] },
          ares_trans_status: { type: 'string', enum: ['A', 'C', 'I', 'N', 'R', 'U', 'Y'] },
        },
      },
    },
  },
  {
    operation: 'POST /v1/payment_intents',
    at: 'payment_method_options',
    params: {
      blik: {
        type: 'object',
        additionalProperties: false,
        properties: { code: { type: 'string', maxLength: 5000 } },
      },
    },
  },
  {
    operation: 'POST /v1/payment_methods',
    at: '',
    // The package's type, for the members that the connector requests.
    params: {
      type: {
        type: 'string',
        enum: [
          ...[
            'card',
            'affirm',
            'afterpay_clearpay',
            'klarna',
            'paypal',
            'alipay',
            'wechat_pay',
            'crypto',
            'ideal',
            'bancontact',
            'eps',
            'p24',
            'blik',
            'fpx',
            'boleto',
            'oxxo',
            'konbini',
            'multibanco',
            'promptpay',
          ],
        ],
      },
    },
  },
  {
    operation: 'POST /v1/tokens',
    at: '',
    // From Stripe's own iOS libraries; neither the description nor the package's types have them.
    params: Object.fromEntries(
      ['pk_token', 'pk_token_instrument_name', 'pk_token_payment_network', 'pk_token_transaction_id'].map(
        (name) => [name, { type: 'string', maxLength: 5000 }],
      ),
    ),
  },
  {
    operation: 'POST /v1/accounts/{account}/external_accounts',
    at: '',
    params: {
      // The description knows only tokens, and refers to the documentation for other values.
      external_account: {
        type: 'object',
        required: ['object'],
        additionalProperties: false,
        properties: {
          object: { type: 'string', enum: ['bank_account', 'card'] },
          account_holder_name: { type: 'string' },
          account_holder_type: { type: 'string', enum: ['company', 'individual'] },
          account_number: { type: 'string' },
          country: { type: 'string' },
          currency: { type: 'string' },
          exp_month: { type: 'integer' },
          exp_year: { type: 'integer' },
          name: { type: 'string' },
          number: { type: 'string' },
          routing_number: { type: 'string' },
        },
      },
    },
  },
  {
    operation: 'POST /v1/payment_intents/{intent}/capture',
    at: '',
    params: {
      final_capture: { type: 'boolean' },
      metadata: { type: 'object', additionalProperties: { type: 'string', maxLength: 500 } },
    },
  },
];
