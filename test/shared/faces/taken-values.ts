import { expect } from 'vitest';
import type { ScriptedShop } from '../../kit/scripted-shop.ts';
import { seedMerchant } from '../../kit/seed.ts';
import type { TestService } from '../../kit/service.ts';
import { fresh, type Values } from './write.ts';
import { newDomain, receiversKeys } from './write-objects.ts';

type Reasons = Readonly<Record<string, string>>;

const OF_LIST = 'The list has it: `list-entry-points.test.ts`.';
const OF_OWN = 'It names the own profile of the object; any other is refused.';
const DURATION = 'A duration: `expires_on` or `expires_at` says when it ends.';
const OF_UPDATE = 'It is attached as by `updatePayment`; the account of this test takes no later charges.';
const SEALED = 'It is sealed, for the connector only.';
const LOCALE = "The language of a mail, which is its receiver's.";
const ANSWERED = 'It asks a question, which the answer is about: nothing is stored.';
const shown = {
  amount: 'It changes nothing: it is compared.',
  currency: 'It changes nothing: it is compared.',
};
const ofRedelivery = { endpoint_id: 'It chooses to which endpoint an event is sent again.' };
const ofPayments = {
  card_cvc: 'A verification code is never stored.',
  payment_token: 'It is used up; `payment_method_id` says which saved method it stood for.',
  session_expiry: DURATION,
};
const ofLink = { payment_link_config_id: 'It chooses settings of the page, which the page shows.' };
const brought = { recurring_details: SEALED, three_ds_data: SEALED };
const ofPayouts = {
  connector: 'A preference: the payout shows the connector that was chosen.',
  payout_token: 'It is used up; `payout_method_id` says which saved method it stood for.',
  session_expiry: DURATION,
};
const ofQuestion = (...names: string[]): Reasons => Object.fromEntries(names.map((name) => [name, ANSWERED]));

/** The fields that no response repeats, by operation, or for all operations, with the reason. */
export const unseen: Readonly<Record<string, Reasons>> = {
  all: {
    confirm: 'A switch: the status says what it did.',
    client_secret: 'A credential, which is checked.',
  },
  updatePayment: { ...ofPayments, ...ofLink },
  createPayment: { ...ofPayments, ...ofLink, ...brought },
  confirmPayment: {
    ...ofPayments,
    ...brought,
    profile_id: OF_OWN,
    net_amount: 'It changes nothing: it is compared.',
    setup_future_usage: OF_UPDATE,
    off_session: OF_UPDATE,
    mandate_id: OF_UPDATE,
    mandate_data: OF_UPDATE,
    allowed_payment_method_types: 'It is the kind of the method that the request has to give.',
  },
  capturePayment: {
    profile_id: OF_OWN,
    amount: 'The captures of the payment say what was captured.',
    final_capture: 'A switch: the rest of the authorization is released.',
  },
  cancelPayment: { profile_id: OF_OWN },
  approvePayment: { add_to_list: OF_LIST },
  rejectPayment: { profile_id: OF_OWN, add_to_list: OF_LIST },
  incrementAuthorization: { reason: 'The connector is sent it.' },
  mailPaymentLink: { email: 'To whom a mail goes, if not to the payment’s address.', locale: LOCALE },
  mailPayoutLink: { email: 'To whom a mail goes, if not to the payout’s address.', locale: LOCALE },
  mailCollectLink: { email: 'To whom a mail goes, if not to the customer’s address.', locale: LOCALE },
  createSessionTokens: ofQuestion('payment_id', 'wallets', 'merchant_connector_details'),
  authenticatePayment: ofQuestion('sdk_information', 'device_channel', 'threeds_method_comp_ind'),
  openWallets: ofQuestion('domain'),
  startApplePay: ofQuestion('domain'),
  checkEligibility: ofQuestion('payment_method_type', 'payment_method_subtype', 'payment_method_data'),
  checkGiftCardBalance: ofQuestion('payment_method_data'),
  evaluateRules: ofQuestion('profile_id', 'payment', 'payment_id', 'payout_id', 'ruleset_id'),
  // What they set is shown in `decision-rules.test.ts`.
  setThreeDsRules: ofQuestion('name', 'algorithm', 'program', 'profile_id'),
  setSurchargeRules: ofQuestion('name', 'algorithm', 'merchant_surcharge_configs', 'profile_id'),
  executeThreeDsRules: ofQuestion(
    ...['routing_id', 'payment', 'payment_method', 'issuer', 'metadata', 'customer_device', 'acquirer'],
  ),
  replayRuleset: ofQuestion('created_gte', 'created_lt'),
  evaluateRouting: ofQuestion('profile_id', 'transaction_type', 'algorithm', 'routing_id', 'parameters'),
  markAllNotificationsRead: ofQuestion('kind'),
  createEphemeralKey: ofQuestion('customer_id'),
  fulfillPayout: { payout_id: 'It repeats the path.' },
  updateCustomer: {
    customer_id: 'It repeats the path.',
    default_payment_method_id: 'It has to be a method of the customer: `default-method.test.ts`.',
  },
  updatePayout: ofPayouts,
  createPayout: ofPayouts,
  confirmPayout: { ...ofPayouts, ...shown },
  challengeDispute: {
    evidence: 'The evidence of a dispute is read by itself.',
    evidence_fields: 'The evidence of a dispute is read by itself.',
    evidence_files: 'The evidence of a dispute is read by itself.',
    defence_reason: 'The evidence of a dispute is read by itself.',
    metadata: 'The evidence of a dispute is read by itself.',
  },
  saveEvidenceDraft: {
    evidence: 'The draft of a dispute is read by itself.',
    evidence_fields: 'The draft of a dispute is read by itself.',
    evidence_files: 'The draft of a dispute is read by itself.',
    defence_reason: 'The draft of a dispute is read by itself.',
  },
  createCollectLink: { session_expiry: DURATION },
  redeliverEvent: ofRedelivery,
  redeliverWebhook: ofRedelivery,
  sendTestWebhook: { ...ofRedelivery, profile_id: 'It chooses whose endpoint is tried.' },
  createReportSchedule: { recipients: 'They have to be members of the team.' },
  updateReportSchedule: { recipients: 'They have to be members of the team.' },
  replayWebhooks: {
    ...ofRedelivery,
    profile_id: 'It chooses whose events are sent again.',
    event_types: 'It chooses which events are sent again.',
  },
  rotatePublishableKey: { grace_period_seconds: 'It says how long the former key is good.' },
  rotateWebhookSecret: { overlap_seconds: 'It says how long the former secret signs, too.' },
  advanceTestClock: { seconds: 'The clock says what time it is.', to: 'The clock says what time it is.' },
  suspendMerchantAccount: { reason: 'The audit log shows it to the operator.' },
  createApiKey: { replaces: 'It ends another key.' },
  appointOperator: { email: 'It names a person, whose address is theirs.' },
  addToBlocklist: {
    type: 'The entry shows `data_kind`.',
    data: 'The entry shows its digest, or the digits.',
  },
  addListEntries: { entries: 'The list has them: `value-lists.test.ts`.' },
  removeFromBlocklist: { type: 'It names an entry.', data: 'It names an entry.' },
  deactivateRouting: {
    profile_id: 'It names what is deactivated.',
    transaction_type: 'It names what is deactivated.',
  },
  createConnectorAccount: { verify: 'A switch: the credentials are tried.' },
  updateConnectorAccount: {
    verify: 'A switch: the credentials are tried.',
    connector_type: 'It can only repeat what the account is.',
  },
};

/**
 * A field's value that its description does not give, its form in responses if different, and other required fields.
 */
export interface Sample {
  readonly value: unknown;
  readonly shown?: unknown;
  readonly more?: Values;
}
type Sampling = (
  shop: ScriptedShop,
  saved: (customerId: string) => Promise<string>,
  service: TestService,
) => Sample | Promise<Sample>;

const RULE = { type: 'single', data: { connector: 'sandbox', merchant_connector_id: null } };
const SIGNING_KEY = 'a signing key of the merchant';
const card = { card_number: '5555555555554444', card_exp_month: '11', card_exp_year: '2038' };
const withoutMethod = { payment_method_data: undefined, payment_method: undefined };
const collecting = {
  theme: '#112233',
  enabled_payment_methods: [{ payment_method: 'card', payment_method_types: ['credit'] }],
};
const consent = { customer_acceptance: { acceptance_type: 'online', online: { user_agent: 'Mozilla' } } };

const samples: Readonly<Record<string, Sampling>> = {
  profile_id: ({ profileId }) => ({ value: profileId }),
  routing: ({ account, profileId }) => ({
    value: { type: 'priority', data: [{ connector: 'scripted', merchant_connector_id: account }] },
    more: { profile_id: profileId },
  }),
  'confirmPayout.routing': () => ({ value: RULE }),
  'confirmPayout.priority': () => ({ value: 'instant' }),
  'createBusinessProfile.profile_id': () => ({ value: fresh('pro') }),
  'createBusinessProfile.payment_link_config': () => ({ value: { theme: '#112233' } }),
  'updateBusinessProfile.payment_link_config': () => ({ value: { theme: '#112233' } }),
  'createBusinessProfile.payout_link_config': () => ({ value: { theme: '#112233' } }),
  'updateBusinessProfile.payout_link_config': () => ({ value: { theme: '#112233' } }),
  retry_policy: () => ({ value: { max_attempts: 4, within_days: 21, hours_between: [24, 72] } }),
  extended_card_info_config: () => ({ value: { public_key: receiversKeys[0], ttl_in_secs: 60 } }),
  connector: () => ({ value: fresh('connector') }),
  'replayWebhooks.created_from': () => ({ value: '2020-01-02T00:00:00.000Z' }),
  // Payments
  customer: () => {
    const id = fresh('cus');
    return {
      value: { id, name: 'Ann', email: 'ann@example.com', phone: '5551234', phone_country_code: '+49' },
    };
  },
  customer_id: async (shop) => ({ value: await shop.customer() }),
  'savePaymentMethod.customer_id': async (shop) => ({ value: await shop.customer() }),
  capture_on: () => ({ value: '2031-01-01T00:00:00.000Z', more: { capture_method: 'manual' } }),
  setup_future_usage: async (shop) => ({
    value: 'off_session',
    more: { customer_id: await shop.customer() },
  }),
  mandate_data: async (shop) => ({
    value: consent,
    more: { setup_future_usage: 'off_session', customer_id: await shop.customer() },
  }),
  payment_method: () => ({ value: 'card' }),
  'createPayment.allowed_payment_method_types': () => ({
    value: ['credit'],
    more: { payment_method_type: 'credit' },
  }),
  payment_method_id: async (shop, saved) => {
    const customer_id = await shop.customer();
    return { value: await saved(customer_id), more: { ...withoutMethod, customer_id } };
  },
  mandate_id: async (shop, saved) => {
    const customer_id = await shop.customer();
    const value = await shop.mandate(await shop.payment(), customer_id, await saved(customer_id));
    return { value, more: { ...withoutMethod, customer_id } };
  },
  payment_method_data: () => ({ value: { card }, shown: { card: { last4: '4444' } } }),
  payment_link: () => ({ value: true, shown: { link: expect.any(String) } }),
  payment_link_config: () => ({ value: { theme: '#112233' }, more: { payment_link: true } }),
  'incrementAuthorization.amount': () => ({ value: 1177 }),
  'createRefund.payment_id': async (shop) => ({ value: (await shop.paidPayment()).paymentId }),
  // Payouts
  payout_link: () => ({ value: true, shown: { link: expect.any(String) } }),
  payout_link_config: () => ({ value: { theme: '#112233' }, more: { payout_link: true } }),
  payout_method_id: async (shop, saved) => {
    const customer_id = await shop.customer();
    return { value: await saved(customer_id), more: { payout_method_data: undefined, customer_id } };
  },
  payout_method_data: () => ({
    value: { card: { card_number: '5555555555554444', expiry_month: '11', expiry_year: '2038' } },
    shown: { card: { last4: '4444' } },
  }),
  'confirmPayout.payout_type': () => ({ value: 'card' }),
  'confirmPayout.recurring': async (shop) => ({ value: true, more: { customer_id: await shop.customer() } }),
  // Customers
  'createCustomer.customer_id': () => ({ value: fresh('cus') }),
  'updatePaymentMethod.card': () => ({
    value: { card_exp_month: '11', card_exp_year: '2038', card_holder_name: 'Ann', nick_name: 'Travel' },
    shown: { expiry_month: '11', expiry_year: '2038', card_holder_name: 'Ann', nick_name: 'Travel' },
  }),
  'savePaymentMethod.payment_method_id': () => ({ value: fresh('pm') }),
  'savePaymentMethod.payment_method': () => ({ value: 'card' }),
  'savePaymentMethod.card': () => ({ value: card, shown: { last4_digits: '4444', expiry_month: '11' } }),
  'savePaymentMethod.bank_transfer': () => ({
    value: { bank_account_number: 'DE89370400440532013000', bank_name: 'Taken' },
    shown: expect.any(Object),
    more: { card: undefined, payment_method: 'bank_transfer', payment_method_type: 'sepa' },
  }),
  'savePaymentMethod.connector_mandates': ({ account }) => ({
    value: { [account]: { connector_mandate_id: 'pm_taken' } },
    shown: expect.any(Object),
  }),
  pm_collect_link_config: () => ({
    value: collecting,
    shown: { theme: '#112233', enabled_payment_methods: expect.stringContaining('card') },
  }),
  public_key: () => ({ value: receiversKeys[1] }),
  domain_name: () => ({ value: newDomain() }),
  // Accounts
  payment_response_hash_key: () => ({ value: SIGNING_KEY }),
  webhook_details: () => ({
    value: {
      webhook_url: 'https://shop.example/hooks',
      webhook_username: 'ann',
      payment_failed_enabled: false,
    },
  }),
  'createMerchantAccount.merchant_id': () => ({ value: fresh('acme') }),
  payout_routing_algorithm: () => ({ value: RULE }),
  routing_algorithm: () => ({ value: RULE }),
  frm_routing_algorithm: () => ({ value: RULE }),
  headers: () => ({ value: { 'x-taken': 'yes' }, shown: { 'x-taken': '***' } }),
  outgoing_webhook_custom_http_headers: () => ({
    value: { 'x-taken': 'yes' },
    shown: { 'x-taken': '***' },
  }),
  connector_webhook_details: () => ({
    value: { merchant_secret: 'whsec_taken' },
    shown: { merchant_secret: expect.stringContaining('*') },
  }),
  connector_wallets_details: () => ({
    value: { certificate_keys: 'yes' },
    shown: { certificate_keys: '***' },
  }),
  split_payments: () => ({
    value: { scripted_split_payment: { application_fees: 1 } },
    shown: { scripted_split_payment: expect.objectContaining({ application_fees: 1 }) },
  }),
  'createRefund.split_refunds': async (shop) => {
    const split_payments = { scripted_split_payment: { application_fees: 1 } };
    const { paymentId } = await shop.paidPayment({ split_payments });
    return {
      value: { scripted_split_refund: { revert_transfer: true } },
      more: { payment_id: paymentId },
    };
  },
  connector_account_details: () => ({
    value: { connector_account_details: { api_key: 'secret' } },
    shown: { connector_account_details: { api_key: expect.stringContaining('*') } },
  }),
  'createConnectorAccount.connector_name': () => ({ value: 'sandbox' }),
  parent_merchant_id: async (_shop, _saved, service) => ({
    value: (await seedMerchant(service, { sub_merchants_enabled: true })).merchantId,
  }),
  default_profile: ({ profileId }) => ({ value: profileId }),
  tax_connector_id: ({ account }) => ({ value: account }),
  'createWebhookEndpoint.filter': () => ({ value: { currencies: ['EUR'] } }),
  'updateWebhookEndpoint.filter': () => ({ value: { currencies: ['EUR'] } }),
  frm_configs: () => ({ value: JSON.stringify([{ gateway: 'sandbox', payment_methods: [] }]) }),
  // Reports
  time_zone: () => ({ value: 'Europe/Rome' }),
  filter: () => ({ value: '{"status":{"in":["succeeded"]}}' }),
  columns: () => ({ value: 'status,amount' }),
  'createRuleset.rules': () => ({ value: [{ name: 'taken', then: { connectors: ['scripted'] } }] }),
  'createRuleset.default': () => ({ value: { connectors: ['scripted'] } }),
  'createRoutingConfiguration.algorithm': () => ({ value: RULE, more: { routing: undefined } }),
};

/** A field's value in a request: the one given here, or one from its description. */
export async function sampleFor(
  id: string,
  name: string,
  described: unknown,
  ...at: Parameters<Sampling>
): Promise<Sample> {
  const sampling = samples[`${id}.${name}`] ?? samples[name];
  if (sampling) return sampling(...at);
  return { value: described === 'taken' && name.endsWith('_id') ? fresh('taken') : described };
}

/** Whether a field's value comes from its description and requires nothing else: such fields share one request. */
export const isOrdinary = (id: string, name: string): boolean => !(samples[`${id}.${name}`] ?? samples[name]);

/** The members of every request of an operation. */
export const always: Readonly<Record<string, Values>> = { createPayment: { confirm: false } };
