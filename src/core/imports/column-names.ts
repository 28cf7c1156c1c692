/** Columns of other services' files, in lower case, with our names. */
const others: Readonly<Record<string, string>> = Object.freeze({
  // Another orchestrator: the record of its batch migration.
  nick_name: 'card.nick_name',
  payment_instrument_id: 'connector_token',
  card_number_masked: 'card.card_number_masked',
  raw_card_number: 'card.card_number',
  card_expiry_month: 'card.card_exp_month',
  card_expiry_year: 'card.card_exp_year',
  card_scheme: 'card.card_network',
  original_transaction_id: 'network_transaction_id',
  billing_address_city: 'billing.address.city',
  billing_address_country: 'billing.address.country',
  billing_address_first_name: 'billing.address.first_name',
  billing_address_last_name: 'billing.address.last_name',
  billing_address_line1: 'billing.address.line1',
  billing_address_line2: 'billing.address.line2',
  billing_address_line3: 'billing.address.line3',
  billing_address_state: 'billing.address.state',
  billing_address_zip: 'billing.address.zip',
  // Stripe: its export of card data.
  id: 'customer_id',
  'card.number': 'card.card_number',
  'card.exp_month': 'card.card_exp_month',
  'card.exp_year': 'card.card_exp_year',
  'card.name': 'card.card_holder_name',
  'card.address_city': 'billing.address.city',
  'card.address_country': 'billing.address.country',
  'card.address_line1': 'billing.address.line1',
  'card.address_line2': 'billing.address.line2',
  'card.address_state': 'billing.address.state',
  'card.address_zip': 'billing.address.zip',
  // Adyen: the result of a migration.
  shopperreference: 'customer_id',
  recurringdetailreference: 'connector_token',
  expirymonth: 'card.card_exp_month',
  expiryyear: 'card.card_exp_year',
  cardsummary: 'card.card_number_masked',
  fundingsource: 'card.card_type',
  issuercountrycode: 'card.issuer_country',
});

/** Ignored columns of those files. */
const passedOver: ReadonlySet<string> = new Set([
  // The other orchestrator.
  'merchant_id',
  'line_number',
  'original_transaction_amount',
  'original_transaction_currency',
  'network_token_number',
  'network_token_expiry_month',
  'network_token_expiry_year',
  'network_token_requestor_ref_id',
  'subscription_id',
  // Stripe.
  'card.id',
  'card.transaction_ids',
  'default_source',
  // Adyen.
  'alias',
  'bin',
  'echodata',
  'paymentmethodvariant',
  'status',
  'statusmessage',
]);

/** The column names of other services' files, with ours; null for ignored columns. */
export const otherColumns: ReadonlyMap<string, string | null> = new Map([
  ...Object.entries(others),
  ...[...passedOver].map((name) => [name, null] as const),
]);

const allCapitals = /^[A-Z][A-Z\d_.]*$/;

/** Our name of a column, unchanged if no other service uses it; null if the column is ignored. */
export function ownColumn(name: string): string | null {
  const own = otherColumns.get(name.toLowerCase());
  if (own !== undefined) return own;
  return allCapitals.test(name) ? name.toLowerCase() : name;
}
