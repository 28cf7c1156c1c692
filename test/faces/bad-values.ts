import type { ProblemCode } from '../../src/core/foundation/errors.ts';
import type { TwinName } from './twin.ts';

/** Something that both faces refuse, with the same code for the same parameter. */
export interface BadValue {
  readonly of: TwinName;
  readonly says: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly code: ProblemCode;
  readonly param: string | null;
  /** What it is done to, where that is not the object of the world that is open for it. */
  readonly id?: string;
}

/** What is wrong in words, the body, the parameter that is named; the code; what it is done to. */
type Row = readonly [
  says: string,
  body: Readonly<Record<string, unknown>>,
  param: string | null,
  code?: ProblemCode,
  id?: string,
];

const rows = (of: TwinName, table: readonly Row[]): BadValue[] =>
  table.map(([says, body, param, code = 'invalid_parameter', id]) => ({
    of,
    says,
    body,
    code,
    param,
    ...(id === undefined ? {} : { id }),
  }));

const long = (length: number) => 'x'.repeat(length);
const card = (values: object) => ({
  payment_method_data: {
    card: { card_number: '4242424242424242', card_exp_month: '12', card_exp_year: '2099', ...values },
  },
});
const payoutCard = (values: object) => ({
  payout_method_data: {
    card: { card_number: '4242424242424242', expiry_month: '12', expiry_year: '2099', ...values },
  },
});
const without = (body: Record<string, unknown>, name: string) =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1]));
const nested = (depth: number): unknown => (depth === 0 ? 1 : { n: nested(depth - 1) });
const line = { product_name: 'Shirt', quantity: 1, amount: 5 };
const CARD = 'payment_method_data.card';
const PAYOUT_CARD = 'payout_method_data.card';

/** The limits on free-form fields, which are the same wherever one is taken. */
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
  ['half a character in metadata', { metadata: { k: '\ud800' } }, 'metadata'],
];

const payment = rows('updatePayment', [
  ['amount as text', { amount: '100' }, 'amount'],
  ['amount as a fraction', { amount: 1.5 }, 'amount'],
  ['amount as a flag', { amount: true }, 'amount'],
  ['amount as a list', { amount: [1] }, 'amount'],
  ['amount below zero', { amount: -1 }, 'amount'],
  ['amount too large', { amount: 1_000_000_000_000 }, 'amount'],
  ['amount beyond what is exact', { amount: 2 ** 60 }, 'amount'],
  ['no amount', { amount: null }, 'amount'],
  ['no currency', { currency: null }, 'currency'],
  ['currency of nobody', { currency: 'ABC' }, 'currency'],
  ['currency in small letters', { currency: 'eur' }, 'currency'],
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
  ['half a character in description', { description: 'a\udc00' }, 'description'],
  ['email without a host', { email: 'alice' }, 'email'],
  ['email too long', { email: `${long(250)}@example.com` }, 'email'],
  ['return address of another scheme', { return_url: 'ftp://example.com' }, 'return_url'],
  ['return address as script', { return_url: 'javascript:alert(1)' }, 'return_url'],
  ['return address without a scheme', { return_url: 'example.com' }, 'return_url'],
  ['country of nobody', { business_country: 'ZZ' }, 'business_country'],
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
  ['email in billing', { billing: { email: 'x' } }, 'billing.email'],
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
  ['capture method of nobody', { capture_method: 'later' }, 'capture_method'],
  ['capture method as a number', { capture_method: 1 }, 'capture_method'],
  ['authentication type of nobody', { authentication_type: 'four_ds' }, 'authentication_type'],
  ['future usage of nobody', { setup_future_usage: 'sometimes' }, 'setup_future_usage'],
  ['payment method of nobody', { payment_method: 'shells' }, 'payment_method'],
  ['flag as text', { off_session: 'true' }, 'off_session'],
  ['flag as a number', { force_3ds_challenge: 1 }, 'force_3ds_challenge'],
  ['confirm as text', { confirm: 'yes' }, 'confirm'],
  ['expiry of nothing', { session_expiry: 0 }, 'session_expiry'],
  ['expiry too far', { session_expiry: 8_000_000 }, 'session_expiry'],
  ['expiry beyond 32 bits', { session_expiry: 10 ** 12 }, 'session_expiry'],
  ['expiry as a fraction', { session_expiry: 1.5 }, 'session_expiry'],
  ['unknown field', { favourite_colour: 'red' }, 'favourite_colour', 'unknown_parameter'],
  ['a field that is only answered', { net_amount: 5 }, 'net_amount', 'unknown_parameter'],
  ['a status', { status: 'succeeded' }, 'status', 'unknown_parameter'],
  ['identifier with a blank', { customer_id: 'a b' }, 'customer_id'],
  ['identifier too long', { customer_id: long(65) }, 'customer_id'],
  ['identifier as a flag', { customer_id: true }, 'customer_id'],
  ['empty identifier', { customer_id: '' }, 'customer_id'],
  ['customer of nobody', { customer_id: 'nobody' }, 'customer_id', 'resource_not_found'],
  ['two customers', { customer_id: 'alice', customer: { id: 'bob' } }, 'customer_id', 'parameters_exclusive'],
  ['calling code of the customer', { customer: { phone_country_code: '1' } }, 'customer.phone_country_code'],
  ['saved method of nobody', { payment_method_id: 'pm_none' }, 'payment_method_id', 'resource_not_found'],
  [
    'card and saved method',
    { ...card({}), payment_method_id: 'pm_card' },
    'payment_method_id',
    'parameters_exclusive',
  ],
  ['card number that fails its check', card({ card_number: '4242424242424241' }), `${CARD}.card_number`],
  ['card number too short', card({ card_number: '42424242' }), `${CARD}.card_number`],
  ['card number with blanks', card({ card_number: '4242 4242 4242 4242' }), `${CARD}.card_number`],
  ['card number as a number', card({ card_number: 4242424242424242 }), `${CARD}.card_number`],
  ['no card number', card({ card_number: null }), `${CARD}.card_number`],
  [
    'card without its number',
    { payment_method_data: { card: { card_exp_month: '12', card_exp_year: '2099' } } },
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
  ['year that is over', card({ card_exp_year: '2020' }), `${CARD}.card_exp_year`],
  ['CVC of two digits', card({ card_cvc: '12' }), `${CARD}.card_cvc`],
  ['CVC of letters', card({ card_cvc: 'abc' }), `${CARD}.card_cvc`],
  ['CVC of four digits for three', card({ card_cvc: '1234' }), `${CARD}.card_cvc`],
  ['unknown field of a card', card({ pin: '1234' }), `${CARD}.pin`, 'unknown_parameter'],
  ['card as text', { payment_method_data: { card: '4242424242424242' } }, CARD],
  ['kind that the card is not', { ...card({}), payment_method: 'wallet' }, 'payment_method'],
  [
    'line of an order without its name',
    { order_details: [{ quantity: 1, amount: 5 }] },
    'order_details[0].product_name',
    'missing_parameter',
  ],
  ['line of none', { order_details: [line, { ...line, quantity: 0 }] }, 'order_details[1].quantity'],
  ['line with a price as text', { order_details: [{ ...line, amount: '5' }] }, 'order_details[0].amount'],
  [
    'unknown field of a line',
    { order_details: [{ ...line, colour: 'red' }] },
    'order_details[0].colour',
    'unknown_parameter',
  ],
  ['too many lines', { order_details: Array(101).fill(line) }, 'order_details'],
  ['too many lines as text', { order_details: JSON.stringify(Array(101).fill(line)) }, 'order_details'],
  ['lines that are no JSON', { order_details: '[{' }, 'order_details'],
  [
    'too many kinds',
    { allowed_payment_method_types: Array(101).fill('credit') },
    'allowed_payment_method_types',
  ],
  ['a kind as a number', { allowed_payment_method_types: [5] }, 'allowed_payment_method_types[0]'],
  ['a kind too long', { allowed_payment_method_types: [long(256)] }, 'allowed_payment_method_types[0]'],
  ['a tag with NUL', { feature_metadata: { search_tags: ['a', '\0'] } }, 'feature_metadata.search_tags[1]'],
  [
    'address where a subscription is managed',
    { feature_metadata: { walletx_recurring_details: { management_url: 'x' } } },
    'feature_metadata.walletx_recurring_details.management_url',
  ],
  [
    'first charge on no day',
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
    'consent without a zone',
    { mandate_data: { customer_acceptance: { accepted_at: '2026-01-01T00:00:00' } } },
    'mandate_data.customer_acceptance.accepted_at',
  ],
  [
    'consent as a number',
    { mandate_data: { customer_acceptance: { accepted_at: 5 } } },
    'mandate_data.customer_acceptance.accepted_at',
  ],
  [
    'currency of a mandate',
    { mandate_data: { mandate_type: { single_use: { currency: 'EURO' } } } },
    'mandate_data.mandate_type.single_use.currency',
  ],
  ['browser of negative height', { browser_info: { screen_height: -1 } }, 'browser_info.screen_height'],
  ['zone of no place', { browser_info: { time_zone: 1441 } }, 'browser_info.time_zone'],
  ['Java as text', { browser_info: { java_enabled: 'no' } }, 'browser_info.java_enabled'],
  ['user agent too long', { browser_info: { user_agent: long(2049) } }, 'browser_info.user_agent'],
  ['split as text', { split_payments: 'x' }, 'split_payments'],
  ...badMetadata,
  ['payment of nobody', { description: 'x' }, null, 'resource_not_found', 'pay_none'],
  ["another merchant's payment", { description: 'x' }, null, 'resource_not_found', 'pay_other'],
  ['payment that is done', { description: 'x' }, null, 'unexpected_state', 'pay_done'],
  ['confirming without a method', { confirm: true }, 'payment_method_data', 'missing_parameter'],
]);

const payout = rows('updatePayout', [
  ['amount as text', { amount: '1' }, 'amount'],
  ['amount below zero', { amount: -1 }, 'amount'],
  ['no currency', { currency: null }, 'currency'],
  ['currency of nobody', { currency: 'XXQ' }, 'currency'],
  ['type of nobody', { payout_type: 'cash' }, 'payout_type'],
  ['entity of nobody', { entity_type: 'individual' }, 'entity_type'],
  ['priority of nobody', { priority: 'soon' }, 'priority'],
  ['connector as a number', { connector: [5] }, 'connector[0]'],
  ['too many connectors', { connector: Array(101).fill('sandbox') }, 'connector'],
  ['routing of nobody', { routing: { type: 'random' } }, 'routing.type'],
  [
    'routing to no identifier',
    { routing: { data: { merchant_connector_id: 'a b' } } },
    'routing.data.merchant_connector_id',
  ],
  ['flag as text', { auto_fulfill: 'true' }, 'auto_fulfill'],
  ['a hosted page', { payout_link: true }, 'payout_link'],
  ['calling code', { phone_country_code: '44' }, 'phone_country_code'],
  ['expiry of nothing', { session_expiry: 0 }, 'session_expiry'],
  [
    'card number that fails its check',
    payoutCard({ card_number: '4242424242424241' }),
    `${PAYOUT_CARD}.card_number`,
  ],
  ['month 00', payoutCard({ expiry_month: '00' }), `${PAYOUT_CARD}.expiry_month`],
  ['year that is over', payoutCard({ expiry_year: '2020' }), `${PAYOUT_CARD}.expiry_year`],
  [
    'a CVC, which payouts have not',
    payoutCard({ card_cvc: '123' }),
    `${PAYOUT_CARD}.card_cvc`,
    'unknown_parameter',
  ],
  ['profile of nobody', { profile_id: 'pro_none' }, 'profile_id', 'resource_not_found'],
  ['customer of nobody', { customer_id: 'nobody' }, 'customer_id', 'resource_not_found'],
  ['two customers', { customer_id: 'alice', customer: { id: 'bob' } }, 'customer_id', 'parameters_exclusive'],
  ['wrong client secret', { client_secret: 'x' }, 'client_secret', 'client_secret_invalid'],
  ['unknown field', { colour: 'red' }, 'colour', 'unknown_parameter'],
  ...badMetadata.slice(0, 5),
  ['payout of nobody', { description: 'x' }, null, 'resource_not_found', 'po_none'],
  ['payout that is done', { description: 'x' }, null, 'unexpected_state', 'po_done'],
  ['confirming without a destination', { confirm: true }, 'payout_method_data', 'missing_parameter'],
]);

const refund = rows('updateRefund', [
  ['reason too long', { reason: long(256) }, 'reason'],
  ['reason as a number', { reason: 5 }, 'reason'],
  ['NUL in the reason', { reason: '\0' }, 'reason'],
  ['an amount', { amount: 5 }, 'amount', 'unknown_parameter'],
  ...badMetadata,
  ['refund of nobody', { reason: 'x' }, null, 'resource_not_found', 'ref_none'],
]);

const customerRows: readonly Row[] = [
  ['name too long', { name: long(256) }, 'name'],
  ['name as a list', { name: ['x'] }, 'name'],
  ['NUL in the name', { name: 'a\0' }, 'name'],
  ['email of nowhere', { email: 'a@' }, 'email'],
  ['email as a number', { email: 5 }, 'email'],
  ['calling code', { phone_country_code: '+' }, 'phone_country_code'],
  ['country', { address: { country: 'de' } }, 'address.country'],
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
      'default method',
      { default_payment_method_id: 'pm_card' },
      'default_payment_method_id',
      'unknown_parameter',
    ],
  ]),
  ...rows('updateCustomer', [
    ...customerRows,
    ["another's method", { default_payment_method_id: 'pm_of_bob' }, 'default_payment_method_id'],
    ['method out of use', { default_payment_method_id: 'pm_out' }, 'default_payment_method_id'],
    ['customer of nobody', { name: 'x' }, null, 'resource_not_found', 'nobody'],
  ]),
];

const method = rows('updatePaymentMethod', [
  ['month 13', { card: { card_exp_month: '13' } }, 'card.card_exp_month'],
  ['month as a number', { card: { card_exp_month: 12 } }, 'card.card_exp_month'],
  ['no month', { card: { card_exp_month: null } }, 'card.card_exp_month'],
  ['year of one digit', { card: { card_exp_year: '9' } }, 'card.card_exp_year'],
  ['year that is over', { card: { card_exp_year: '2020' } }, 'card.card_exp_year'],
  ['holder too long', { card: { card_holder_name: long(256) } }, 'card.card_holder_name'],
  ['NUL in the nick name', { card: { nick_name: '\0' } }, 'card.nick_name'],
  ['a number', { card: { card_number: '4242424242424242' } }, 'card.card_number', 'unknown_parameter'],
  ['card as text', { card: 'x' }, 'card'],
  ['metadata', { metadata: {} }, 'metadata', 'unknown_parameter'],
  ['wrong client secret', { client_secret: 'x' }, 'client_secret', 'client_secret_invalid'],
  ['method out of use', { card: { nick_name: 'x' } }, null, 'unexpected_state', 'pm_out'],
  ['bank account', { card: { nick_name: 'x' } }, 'card', 'invalid_parameter', 'pm_bank'],
  ['method of nobody', { card: {} }, null, 'resource_not_found', 'pm_none'],
]);

const account = rows('createMerchantAccount', [
  ['no identifier', {}, 'merchant_id', 'missing_parameter'] as Row,
  ['null for an identifier', { merchant_id: null }, 'merchant_id'] as Row,
  ['identifier with a slash', { merchant_id: 'a/b' }, 'merchant_id'] as Row,
  ['taken identifier', { merchant_id: 'taken' }, 'merchant_id', 'resource_already_exists'] as Row,
  ...(
    [
      ['name too long', { merchant_name: long(256) }, 'merchant_name'],
      ['return address', { return_url: 'x' }, 'return_url'],
      ['flag as text', { is_recon_enabled: 'no' }, 'is_recon_enabled'],
      ['recon of nobody', { recon_status: 'maybe' }, 'recon_status'],
      ['product of nobody', { product_type: 'cash' }, 'product_type'],
      ['standing of nobody', { merchant_account_type: 'vip' }, 'merchant_account_type'],
      ['empty signing key', { payment_response_hash_key: '' }, 'payment_response_hash_key'],
      ['webhook address', { webhook_details: { webhook_url: 'ws://x' } }, 'webhook_details.webhook_url'],
      [
        'line of business without a name',
        { primary_business_details: [{ country: 'DE' }] },
        'primary_business_details[0].business',
        'missing_parameter',
      ],
      [
        'country of a line of business',
        { primary_business_details: [{ country: 'Germany', business: 'x' }] },
        'primary_business_details[0].country',
      ],
      ['email of a contact', { merchant_details: { primary_email: 'x' } }, 'merchant_details.primary_email'],
      [
        'country of an address',
        { merchant_details: { address: { country: 'x' } } },
        'merchant_details.address.country',
      ],
      ['parent of nobody', { parent_merchant_id: 'nobody' }, 'parent_merchant_id', 'resource_not_found'],
      ['a publishable key', { publishable_key: 'pk' }, 'publishable_key', 'unknown_parameter'],
      ...badMetadata.slice(0, 6),
    ] as Row[]
  ).map(([says, body, ...rest]): Row => [says, { merchant_id: 'never_made', ...body }, ...rest]),
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
  ...Object.keys(mapping).map(
    (name): Row => [`no ${name}`, without(mapping, name), name, 'missing_parameter'],
  ),
  ...Object.keys(mapping).map((name): Row => [`null for ${name}`, { ...mapping, [name]: null }, name]),
  ['decision of nobody', { ...mapping, decision: 'pray' }, 'decision'],
  ['category of nobody', { ...mapping, error_category: 'x' }, 'error_category'],
  ['flag as text', { ...mapping, step_up_possible: 'no' }, 'step_up_possible'],
  ['message too long', { ...mapping, message: long(1025) }, 'message'],
  ['NUL in the code', { ...mapping, code: '\0' }, 'code'],
  ['unknown field', { ...mapping, comment: 'x' }, 'comment', 'unknown_parameter'],
  ['taken', { ...mapping, connector: 'taken' }, null, 'resource_already_exists'],
]);

/** What both faces refuse alike. */
export const badValues: readonly BadValue[] = [
  ...payment,
  ...payout,
  ...refund,
  ...customer,
  ...method,
  ...account,
  ...errorMapping,
];

/** An error mapping that is there, for the one that is taken. */
export const takenMapping = { ...mapping, connector: 'taken' };
