import type { ProblemCode } from '../../../src/core/foundation/errors.ts';
import type { TwinName } from './twin.ts';

/** An invalid input that the REST and the GraphQL API reject with the same code and parameter. */
export interface BadValue {
  readonly mutation: TwinName;
  /** The fault, for the test's title. */
  readonly fault: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly code: ProblemCode;
  readonly param: string | null;
  /** The object to update, by default one that accepts updates. */
  readonly id?: string;
}

type Row = readonly [
  fault: string,
  body: Readonly<Record<string, unknown>>,
  param: string | null,
  code?: ProblemCode,
  id?: string,
];

const rows = (mutation: TwinName, table: readonly Row[]): BadValue[] =>
  table.map(([fault, body, param, code = 'invalid_parameter', id]) => ({
    mutation,
    fault,
    body,
    code,
    param,
    ...(id === undefined ? {} : { id }),
  }));

const long = (length: number) => 'x'.repeat(length);
const card = (values: object) => ({
  payment_method_data: {
    card: { card_number: '4242424242424242', card_exp_month: '12', card_exp_year: '2039', ...values },
  },
});
const payoutCard = (values: object) => ({
  payout_method_data: {
    card: { card_number: '4242424242424242', expiry_month: '12', expiry_year: '2039', ...values },
  },
});
const without = (body: Record<string, unknown>, name: string) =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1]));
const nested = (depth: number): unknown => (depth === 0 ? 1 : { n: nested(depth - 1) });
const line = { product_name: 'Shirt', quantity: 1, amount: 5 };
const CARD = 'payment_method_data.card';
const PAYOUT_CARD = 'payout_method_data.card';

/** The limits on free-form objects, which are the same for every resource. */
const badMetadata: readonly Row[] = [
  ['metadata as text', { metadata: 'x' }, 'metadata'],
  ['metadata as a list', { metadata: [] }, 'metadata'],
  ['too many keys', { metadata: keys(51) }, 'metadata'],
  ['a key too long', { metadata: { [long(41)]: 1 } }, 'metadata'],
  ['a string too long', { metadata: { k: long(501) } }, 'metadata'],
  ['metadata too large', { metadata: { k: { deep: long(17_000) } } }, 'metadata'],
  ['metadata too deep', { metadata: { k: nested(40) } }, 'metadata'],
  ['NUL in metadata', { metadata: { k: 'a\0b' } }, 'metadata'],
  ['NUL in a key of metadata', { metadata: { 'a\0b': 1 } }, 'metadata'],
  ['a lone surrogate in metadata', { metadata: { k: '\ud800' } }, 'metadata'],
];

const payment = rows('updatePayment', [
  ['amount as text', { amount: '100' }, 'amount'],
  ['amount as a fraction', { amount: 1.5 }, 'amount'],
  ['amount as a flag', { amount: true }, 'amount'],
  ['amount as a list', { amount: [1] }, 'amount'],
  ['amount below zero', { amount: -1 }, 'amount'],
  ['amount too large', { amount: 1_000_000_000_000 }, 'amount'],
  ['amount beyond the safe integers', { amount: 2 ** 60 }, 'amount'],
  ['no amount', { amount: null }, 'amount'],
  ['no currency', { currency: null }, 'currency'],
  ['an unknown currency', { currency: 'ABC' }, 'currency'],
  ['a currency in lower case', { currency: 'eur' }, 'currency'],
  ['currency as a number', { currency: 978 }, 'currency'],
  ['shipping cost below zero', { shipping_cost: -1 }, 'shipping_cost'],
  ['tax as text', { order_tax_amount: 'x' }, 'order_tax_amount'],
  [
    'surcharge below zero',
    { surcharge_details: { surcharge_amount: -5 } },
    'surcharge_details.surcharge_amount',
  ],
  ['surcharge as a number', { surcharge_details: 5 }, 'surcharge_details'],
  ['description too long', { description: long(256) }, 'description'],
  ['description as a number', { description: 5 }, 'description'],
  ['description as an object', { description: {} }, 'description'],
  ['NUL in description', { description: 'a\0b' }, 'description'],
  ['a lone surrogate in description', { description: 'a\udc00' }, 'description'],
  ['email without a host', { email: 'alice' }, 'email'],
  ['email too long', { email: `${long(250)}@example.com` }, 'email'],
  ['return address of another scheme', { return_url: 'ftp://example.com' }, 'return_url'],
  ['return address as script', { return_url: 'javascript:alert(1)' }, 'return_url'],
  ['return address without a scheme', { return_url: 'example.com' }, 'return_url'],
  ['an unknown country', { business_country: 'ZZ' }, 'business_country'],
  ['country in three letters', { billing: { address: { country: 'DEU' } } }, 'billing.address.country'],
  [
    'calling code without a plus',
    { billing: { phone: { country_code: '49' } } },
    'billing.phone.country_code',
  ],
  [
    'calling code too long',
    { shipping: { phone: { country_code: '+12345' } } },
    'shipping.phone.country_code',
  ],
  ['an invalid email in billing', { billing: { email: 'x' } }, 'billing.email'],
  ['city too long', { billing: { address: { city: long(256) } } }, 'billing.address.city'],
  ['NUL in a street', { shipping: { address: { line1: '\0' } } }, 'shipping.address.line1'],
  ['billing as text', { billing: 'x' }, 'billing'],
  ['address as a number', { billing: { address: 5 } }, 'billing.address'],
  [
    'unknown field of an address',
    { billing: { address: { postcode: '1' } } },
    'billing.address.postcode',
    'unknown_parameter',
  ],
  ['an unknown capture method', { capture_method: 'later' }, 'capture_method'],
  ['capture method as a number', { capture_method: 1 }, 'capture_method'],
  ['an unknown authentication type', { authentication_type: 'four_ds' }, 'authentication_type'],
  ['an unknown future usage', { setup_future_usage: 'sometimes' }, 'setup_future_usage'],
  ['an unknown payment method', { payment_method: 'shells' }, 'payment_method'],
  ['flag as text', { off_session: 'true' }, 'off_session'],
  ['flag as a number', { force_3ds_challenge: 1 }, 'force_3ds_challenge'],
  ['confirm as text', { confirm: 'yes' }, 'confirm'],
  ['an expiry of 0 seconds', { session_expiry: 0 }, 'session_expiry'],
  ['expiry too far', { session_expiry: 8_000_000 }, 'session_expiry'],
  ['expiry beyond 32 bits', { session_expiry: 10 ** 12 }, 'session_expiry'],
  ['expiry as a fraction', { session_expiry: 1.5 }, 'session_expiry'],
  ['unknown field', { favourite_colour: 'red' }, 'favourite_colour', 'unknown_parameter'],
  ['a read-only field', { net_amount: 5 }, 'net_amount', 'unknown_parameter'],
  ['a status', { status: 'succeeded' }, 'status', 'unknown_parameter'],
  ['identifier with a blank', { customer_id: 'a b' }, 'customer_id'],
  ['identifier too long', { customer_id: long(65) }, 'customer_id'],
  ['identifier as a flag', { customer_id: true }, 'customer_id'],
  ['empty identifier', { customer_id: '' }, 'customer_id'],
  ['two customers', { customer_id: 'alice', customer: { id: 'bob' } }, 'customer_id', 'parameters_exclusive'],
  [
    'an invalid calling code of the customer',
    { customer: { phone_country_code: '1' } },
    'customer.phone_country_code',
  ],
  [
    'an unknown saved payment method',
    { payment_method_id: 'pm_none' },
    'payment_method_id',
    'resource_not_found',
  ],
  [
    'a card and a saved payment method',
    { ...card({}), payment_method_id: 'pm_card' },
    'payment_method_id',
    'parameters_exclusive',
  ],
  [
    'a card number with a wrong check digit',
    card({ card_number: '4242424242424241' }),
    `${CARD}.card_number`,
  ],
  ['card number too short', card({ card_number: '42424242' }), `${CARD}.card_number`],
  ['card number with blanks', card({ card_number: '4242 4242 4242 4242' }), `${CARD}.card_number`],
  ['card number as a number', card({ card_number: 4242424242424242 }), `${CARD}.card_number`],
  ['no card number', card({ card_number: null }), `${CARD}.card_number`],
  [
    'card without its number',
    { payment_method_data: { card: { card_exp_month: '12', card_exp_year: '2039' } } },
    `${CARD}.card_number`,
    'missing_parameter',
  ],
  [
    'card without its year',
    { payment_method_data: { card: { card_number: '4242424242424242', card_exp_month: '12' } } },
    `${CARD}.card_exp_year`,
    'missing_parameter',
  ],
  ['month 13', card({ card_exp_month: '13' }), `${CARD}.card_exp_month`],
  ['month 0', card({ card_exp_month: '0' }), `${CARD}.card_exp_month`],
  ['year of three digits', card({ card_exp_year: '209' }), `${CARD}.card_exp_year`],
  ['a year that no card has', card({ card_exp_year: '3034' }), `${CARD}.card_exp_year`],
  ['an expiry year in the past', card({ card_exp_year: '2020' }), `${CARD}.card_exp_year`],
  ['CVC of two digits', card({ card_cvc: '12' }), `${CARD}.card_cvc`],
  ['CVC of letters', card({ card_cvc: 'abc' }), `${CARD}.card_cvc`],
  ['a CVC of four digits instead of three', card({ card_cvc: '1234' }), `${CARD}.card_cvc`],
  ['unknown field of a card', card({ pin: '1234' }), `${CARD}.pin`, 'unknown_parameter'],
  ['card as text', { payment_method_data: { card: '4242424242424242' } }, CARD],
  ['another payment method kind than the card', { ...card({}), payment_method: 'wallet' }, 'payment_method'],
  [
    'an order line without a name',
    { order_details: [{ quantity: 1, amount: 5 }] },
    'order_details[0].product_name',
    'missing_parameter',
  ],
  [
    'an order line of quantity 0',
    { order_details: [line, { ...line, quantity: 0 }] },
    'order_details[1].quantity',
  ],
  [
    'an order line with a price as text',
    { order_details: [{ ...line, amount: '5' }] },
    'order_details[0].amount',
  ],
  ['too many order lines', { order_details: Array(101).fill(line) }, 'order_details'],
  ['too many order lines as text', { order_details: JSON.stringify(Array(101).fill(line)) }, 'order_details'],
  ['order lines that are not JSON', { order_details: '[{' }, 'order_details'],
  [
    'too many payment method types',
    { allowed_payment_method_types: Array(101).fill('credit') },
    'allowed_payment_method_types',
  ],
  [
    'a payment method type as a number',
    { allowed_payment_method_types: [5] },
    'allowed_payment_method_types[0]',
  ],
  [
    'a payment method type that is too long',
    { allowed_payment_method_types: [long(256)] },
    'allowed_payment_method_types[0]',
  ],
  ['a tag with NUL', { feature_metadata: { search_tags: ['a', '\0'] } }, 'feature_metadata.search_tags[1]'],
  [
    'an invalid URL for managing a subscription',
    { feature_metadata: { walletx_recurring_details: { management_url: 'x' } } },
    'feature_metadata.walletx_recurring_details.management_url',
  ],
  [
    'a first charge on a day that does not exist',
    {
      feature_metadata: {
        walletx_recurring_details: {
          regular_billing: { recurring_payment_start_date: '2026-02-30T00:00:00Z' },
        },
      },
    },
    'feature_metadata.walletx_recurring_details.regular_billing.recurring_payment_start_date',
  ],
  [
    'a consent without a time zone',
    { mandate_data: { customer_acceptance: { accepted_at: '2026-01-01T00:00:00' } } },
    'mandate_data.customer_acceptance.accepted_at',
  ],
  [
    'consent as a number',
    { mandate_data: { customer_acceptance: { accepted_at: 5 } } },
    'mandate_data.customer_acceptance.accepted_at',
  ],
  [
    'an invalid currency of a mandate',
    { mandate_data: { mandate_type: { single_use: { currency: 'EURO' } } } },
    'mandate_data.mandate_type.single_use.currency',
  ],
  ['a negative screen height', { browser_info: { screen_height: -1 } }, 'browser_info.screen_height'],
  ['a time zone out of range', { browser_info: { time_zone: 1441 } }, 'browser_info.time_zone'],
  ['Java as text', { browser_info: { java_enabled: 'no' } }, 'browser_info.java_enabled'],
  ['user agent too long', { browser_info: { user_agent: long(2049) } }, 'browser_info.user_agent'],
  ['split as text', { split_payments: 'x' }, 'split_payments'],
  ...badMetadata,
  ['an unknown payment', { description: 'x' }, null, 'resource_not_found', 'pay_none'],
  ["another merchant's payment", { description: 'x' }, null, 'resource_not_found', 'pay_other'],
  ['a succeeded payment', { amount: 5 }, 'amount', 'unexpected_state', 'pay_done'],
  ['confirm but no payment method', { confirm: true }, 'payment_method_data', 'missing_parameter'],
]);

const payout = rows('updatePayout', [
  ['amount as text', { amount: '1' }, 'amount'],
  ['amount below zero', { amount: -1 }, 'amount'],
  ['no currency', { currency: null }, 'currency'],
  ['an unknown currency', { currency: 'XXQ' }, 'currency'],
  ['an unknown type', { payout_type: 'cash' }, 'payout_type'],
  ['too long an entity', { entity_type: 'x'.repeat(65) }, 'entity_type'],
  ['too long a priority', { priority: 'x'.repeat(65) }, 'priority'],
  ['connector as a number', { connector: [5] }, 'connector[0]'],
  ['too many connectors', { connector: Array(101).fill('sandbox') }, 'connector'],
  ['an unknown routing', { routing: { type: 'random' } }, 'routing.type'],
  [
    'an invalid identifier in routing',
    { routing: { type: 'single', data: { merchant_connector_id: 7 } } },
    'routing.data.merchant_connector_id',
  ],
  ['flag as text', { auto_fulfill: 'true' }, 'auto_fulfill'],
  ['settings of a page without one', { payout_link_config: { theme: 'red' } }, 'payout_link_config'],
  ['an invalid calling code', { phone_country_code: '44' }, 'phone_country_code'],
  ['an expiry of 0 seconds', { session_expiry: 0 }, 'session_expiry'],
  [
    'a card number with a wrong check digit',
    payoutCard({ card_number: '4242424242424241' }),
    `${PAYOUT_CARD}.card_number`,
  ],
  ['month 00', payoutCard({ expiry_month: '00' }), `${PAYOUT_CARD}.expiry_month`],
  ['an expiry year in the past', payoutCard({ expiry_year: '2020' }), `${PAYOUT_CARD}.expiry_year`],
  [
    'a CVC, which payouts do not have',
    payoutCard({ card_cvc: '123' }),
    `${PAYOUT_CARD}.card_cvc`,
    'unknown_parameter',
  ],
  ['an unknown profile', { profile_id: 'pro_none' }, 'profile_id', 'resource_not_found'],
  ['two customers', { customer_id: 'alice', customer: { id: 'bob' } }, 'customer_id', 'parameters_exclusive'],
  ['wrong client secret', { client_secret: 'x' }, 'client_secret', 'client_secret_invalid'],
  ['unknown field', { colour: 'red' }, 'colour', 'unknown_parameter'],
  ...badMetadata.slice(0, 5),
  ['an unknown payout', { description: 'x' }, null, 'resource_not_found', 'po_none'],
  ['a succeeded payout', { description: 'x' }, null, 'unexpected_state', 'po_done'],
  ['confirm but no destination', { confirm: true }, 'payout_method_data', 'missing_parameter'],
]);

const refund = rows('updateRefund', [
  ['reason too long', { reason: long(256) }, 'reason'],
  ['reason as a number', { reason: 5 }, 'reason'],
  ['NUL in the reason', { reason: '\0' }, 'reason'],
  ['an amount', { amount: 5 }, 'amount', 'unknown_parameter'],
  ...badMetadata,
  ['an unknown refund', { reason: 'x' }, null, 'resource_not_found', 'ref_none'],
]);

const customerRows: readonly Row[] = [
  ['name too long', { name: long(256) }, 'name'],
  ['name as a list', { name: ['x'] }, 'name'],
  ['NUL in the name', { name: 'a\0' }, 'name'],
  ['an email without a domain', { email: 'a@' }, 'email'],
  ['email as a number', { email: 5 }, 'email'],
  ['an invalid calling code', { phone_country_code: '+' }, 'phone_country_code'],
  ['an invalid country', { address: { country: 'de' } }, 'address.country'],
  ['unknown field of the address', { address: { street: 'x' } }, 'address.street', 'unknown_parameter'],
  ['unknown field', { nickname: 'x' }, 'nickname', 'unknown_parameter'],
  ...badMetadata.slice(0, 6),
];
const customer = [
  ...rows('createCustomer', [
    ...customerRows,
    ['identifier with a dot', { customer_id: 'a.b' }, 'customer_id'],
    ['identifier too long', { customer_id: long(65) }, 'customer_id'],
    ['taken identifier', { customer_id: 'alice' }, 'customer_id', 'resource_already_exists'],
    [
      'a default payment method',
      { default_payment_method_id: 'pm_card' },
      'default_payment_method_id',
      'unknown_parameter',
    ],
  ]),
  ...rows('updateCustomer', [
    ...customerRows,
    [
      "another customer's payment method",
      { default_payment_method_id: 'pm_of_bob' },
      'default_payment_method_id',
    ],
    ['an inactive payment method', { default_payment_method_id: 'pm_out' }, 'default_payment_method_id'],
    ['an unknown customer', { name: 'x' }, null, 'resource_not_found', 'nobody'],
  ]),
];

const method = rows('updatePaymentMethod', [
  ['month 13', { card: { card_exp_month: '13' } }, 'card.card_exp_month'],
  ['month as a number', { card: { card_exp_month: 12 } }, 'card.card_exp_month'],
  ['no month', { card: { card_exp_month: null } }, 'card.card_exp_month'],
  ['year of one digit', { card: { card_exp_year: '9' } }, 'card.card_exp_year'],
  ['a year that no card has', { card: { card_exp_year: '2090' } }, 'card.card_exp_year'],
  ['an expiry year in the past', { card: { card_exp_year: '2020' } }, 'card.card_exp_year'],
  ['holder too long', { card: { card_holder_name: long(256) } }, 'card.card_holder_name'],
  ['NUL in the nick name', { card: { nick_name: '\0' } }, 'card.nick_name'],
  ['a card number', { card: { card_number: '4242424242424242' } }, 'card.card_number', 'unknown_parameter'],
  ['card as text', { card: 'x' }, 'card'],
  ['metadata', { metadata: {} }, 'metadata', 'unknown_parameter'],
  ['wrong client secret', { client_secret: 'x' }, 'client_secret', 'client_secret_invalid'],
  ['an inactive payment method', { card: { nick_name: 'x' } }, null, 'unexpected_state', 'pm_out'],
  ['a card for a bank account', { card: { nick_name: 'x' } }, 'card', 'invalid_parameter', 'pm_bank'],
  ['an unknown method', { card: {} }, null, 'resource_not_found', 'pm_none'],
]);

const account = rows('createMerchantAccount', [
  ['no identifier', {}, 'merchant_id', 'missing_parameter'] as Row,
  ['null as identifier', { merchant_id: null }, 'merchant_id'] as Row,
  ['identifier with a slash', { merchant_id: 'a/b' }, 'merchant_id'] as Row,
  ['taken identifier', { merchant_id: 'taken' }, 'merchant_id', 'resource_already_exists'] as Row,
  ...(
    [
      ['name too long', { merchant_name: long(256) }, 'merchant_name'],
      ['an invalid return address', { return_url: 'x' }, 'return_url'],
      ['flag as text', { is_recon_enabled: 'no' }, 'is_recon_enabled'],
      ['an empty reconciliation status', { recon_status: '' }, 'recon_status'],
      ['an empty product type', { product_type: '' }, 'product_type'],
      ['an empty account type', { merchant_account_type: '' }, 'merchant_account_type'],
      ['empty signing key', { payment_response_hash_key: '' }, 'payment_response_hash_key'],
      [
        'an invalid webhook address',
        { webhook_details: { webhook_url: 'ws://x' } },
        'webhook_details.webhook_url',
      ],
      [
        'line of business without a name',
        { primary_business_details: [{ country: 'DE' }] },
        'primary_business_details[0].business',
        'missing_parameter',
      ],
      [
        'an invalid country of a line of business',
        { primary_business_details: [{ country: 'Germany', business: 'x' }] },
        'primary_business_details[0].country',
      ],
      [
        'an invalid email of a contact',
        { merchant_details: { primary_email: 'x' } },
        'merchant_details.primary_email',
      ],
      [
        'an invalid country of an address',
        { merchant_details: { address: { country: 'x' } } },
        'merchant_details.address.country',
      ],
      [
        'an unknown parent merchant',
        { parent_merchant_id: 'nobody' },
        'parent_merchant_id',
        'resource_not_found',
      ],
      ['a publishable key', { publishable_key: 'pk' }, 'publishable_key', 'unknown_parameter'],
      ...badMetadata.slice(0, 6),
    ] as Row[]
  ).map(([fault, body, ...rest]): Row => [fault, { merchant_id: 'never_made', ...body }, ...rest]),
]);

const mapping = {
  connector: 'never',
  flow: 'payment',
  sub_flow: 'authorize',
  code: 'x',
  message: '',
  status: 'Failure',
  decision: 'retry',
  step_up_possible: false,
  clear_pan_possible: false,
};
const errorMapping = rows('createErrorMapping', [
  ['no decision', without(mapping, 'decision'), 'decision', 'missing_parameter'],
  ...Object.keys(mapping).map((name): Row => [`null as ${name}`, { ...mapping, [name]: null }, name]),
  ['an unknown decision', { ...mapping, decision: 'pray' }, 'decision'],
  ['an empty category', { ...mapping, error_category: '' }, 'error_category'],
  ['flag as text', { ...mapping, step_up_possible: 'no' }, 'step_up_possible'],
  ['message too long', { ...mapping, message: long(1025) }, 'message'],
  ['NUL in the code', { ...mapping, code: '\0' }, 'code'],
  ['unknown field', { ...mapping, comment: 'x' }, 'comment', 'unknown_parameter'],
  ['a combination that already exists', { ...mapping, connector: 'taken' }, null, 'resource_already_exists'],
]);

export const badValues: readonly BadValue[] = [
  ...payment,
  ...payout,
  ...refund,
  ...customer,
  ...method,
  ...account,
  ...errorMapping,
];

/** The error mapping that already exists. */
export const takenMapping = { ...mapping, connector: 'taken' };
