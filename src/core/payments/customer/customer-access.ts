import { isDeepStrictEqual } from 'node:util';
import { profileOf, requireOwnProfile } from '../../access/choose-profile.ts';
import { requireClientSecret, wrongSecret } from '../../access/client-secrets.ts';
import { Payment } from '../../entities/payment.ts';
import { type Context, isCustomersKey, type WritingContext } from '../../foundation/context.ts';
import { moneyText } from '../../foundation/currencies.ts';
import { changedMeanwhile, invalidParameter, notFound, Problem } from '../../foundation/errors.ts';
import { isOnAllowedDomain } from '../../payment-links/allowed-domains.ts';
import { readOne } from '../../reads/index.ts';
import { hasRuleSurcharge, isSurchargeDecided, withoutRuleSurcharge } from '../../rules/surcharge-amounts.ts';
import type { PaymentChanges, PaymentConfirmation } from '../payment-inputs.ts';
import { sessionSecretOf } from './customer-session.ts';

/** The fields that a payment's customer may see: none about the merchant's accounts, connectors, notes or metadata. */
export const customerFields: ReadonlySet<string> = new Set<keyof Payment>([
  'payment_id',
  'status',
  'amount',
  'net_amount',
  'shipping_cost',
  'order_tax_amount',
  'surcharge_details',
  'amount_received',
  'currency',
  'created',
  'expires_on',
  'capture_method',
  'authentication_type',
  'setup_future_usage',
  'payment_method',
  'payment_method_type',
  'payment_method_data',
  'allowed_payment_method_types',
  'billing',
  'shipping',
  'return_url',
  'next_action',
  'unified_code',
  'unified_message',
  'manual_retry_allowed',
]);

/**
 * Who may set a parameter of a confirmation: `customer`, the customer's client with any of its keys; `own_customer`, only the
 * client with the ephemeral key, which shows it the customer's objects; or `merchant`, only the server. The customer's client
 * may also send `merchant_shown` parameters: as the values that it showed, which {@link requireShown} compares.
 */
type Setter = 'customer' | 'own_customer' | 'merchant' | 'merchant_shown';

/**
 * Every parameter of a confirmation, with who may set it. The customer knows how to pay, who and where they are, and what
 * they consent to; what is sold, for how much and how it is charged is the merchant's.
 */
export const confirmationSetters: Readonly<
  Record<Exclude<keyof PaymentConfirmation, 'client_secret'>, Setter>
> = {
  profile_id: 'customer',
  payment_method: 'customer',
  payment_method_type: 'customer',
  payment_method_data: 'customer',
  payment_token: 'customer',
  card_cvc: 'customer',
  email: 'customer',
  name: 'customer',
  phone: 'customer',
  billing: 'customer',
  shipping: 'customer',
  browser_info: 'customer',
  return_url: 'customer',
  setup_future_usage: 'customer',
  mandate_data: 'customer',
  payment_method_id: 'own_customer',
  amount: 'merchant_shown',
  currency: 'merchant_shown',
  net_amount: 'merchant_shown',
  shipping_cost: 'merchant',
  order_tax_amount: 'merchant',
  surcharge_details: 'merchant',
  customer_id: 'merchant',
  customer: 'merchant',
  description: 'merchant',
  metadata: 'merchant',
  frm_metadata: 'merchant',
  connector_metadata: 'merchant',
  feature_metadata: 'merchant',
  authentication_type: 'merchant',
  capture_method: 'merchant',
  capture_on: 'merchant',
  off_session: 'merchant',
  payment_channel: 'merchant',
  statement_descriptor_name: 'merchant',
  statement_descriptor_suffix: 'merchant',
  order_details: 'merchant',
  payment_experience: 'customer',
  allowed_payment_method_types: 'merchant',
  mandate_id: 'merchant',
  split_payments: 'merchant',
  merchant_order_reference_id: 'merchant',
  business_country: 'merchant',
  business_label: 'merchant',
  business_sub_label: 'merchant',
  force_3ds_challenge: 'merchant',
  psd2_sca_exemption_type: 'merchant',
  is_iframe_redirection_enabled: 'merchant',
  request_external_three_ds_authentication: 'merchant',
  request_incremental_authorization: 'merchant',
  request_extended_authorization: 'merchant',
  session_expiry: 'merchant',
  recurring_details: 'merchant',
  three_ds_data: 'merchant',
};

/** The parameters that every client of a customer may set. */
export const customersOwn: readonly string[] = setBy('customer');

function setBy(wanted: Setter): string[] {
  const entries = Object.entries(confirmationSetters).filter(([, setter]) => setter === wanted);
  return entries.map(([name]) => name);
}

/** The parameters for the values that a customer's client showed. */
export const customersShown: readonly string[] = [...setBy('merchant_shown'), 'setup_future_usage'];

/** The customer's members of objects shared with the merchant. The others stay as the merchant set them. */
const isCustomersMember = {
  browser_info: (member: string, _: Payment) => member !== 'ip_address',
  // The merchant's limits stay; where the merchant set none, the customer consents to their own.
  mandate_data: (member: string, { mandate_data: own }: Payment) =>
    member === 'customer_acceptance' || (member === 'mandate_type' && !own?.mandate_type),
} as const;

/** The members that clients send of themselves. They are ignored: the card-testing guard counts by a trusted address. */
const ignoredMembers: readonly string[] = ['browser_info.ip_address'];

/**
 * Checks the client secret that a request for a payment carries. A publishable key needs it, any other key may. An
 * ephemeral key opens its own payment only.
 *
 * @throws {Problem} `missing_parameter`; `client_secret_invalid`, `client_secret_expired`; `resource_not_found` for
 * another payment than an ephemeral key's.
 */
export function requireCustomer(
  ctx: Context,
  payment: Pick<Payment, 'payment_id' | 'client_secret' | 'expires_on'>,
  presented: string | null | undefined,
): void {
  requireOwnPayment(ctx, payment.payment_id);
  requirePresented(ctx, presented);
  if (typeof presented === 'string') requireClientSecret(ctx, presented, sessionSecretOf(payment));
}

function requirePresented(ctx: Context, presented: string | null | undefined): void {
  if (typeof presented === 'string' || ctx.caller.kind !== 'publishable_key') return;
  const message = "The payment's client_secret is required with a publishable key.";
  throw new Problem('missing_parameter', message, { param: 'client_secret' });
}

function requireOwnPayment({ caller }: Context, paymentId: string): void {
  if (caller.kind === 'ephemeral_key' && caller.paymentId !== paymentId) throw notFound('payment');
}

/**
 * Does {@link requireCustomer} for a payment by its identifier. With a publishable key an unknown payment
 * counts as a wrong secret: pages hold that key, and identifiers can be guessed. With other keys it passes.
 */
export async function authorizeCustomer(
  ctx: Context,
  paymentId: string,
  presented: string | null | undefined,
): Promise<void> {
  requireOwnPayment(ctx, paymentId);
  requirePresented(ctx, presented);
  const found = await readOne(ctx, Payment, paymentId, ['client_secret', 'expires_on']);
  if (!found) {
    if (ctx.caller.kind === 'publishable_key') throw wrongSecret();
    return;
  }
  const { client_secret, expires_on } = found;
  const payment = { payment_id: paymentId, client_secret, expires_on: new Date(expires_on) };
  requireCustomer(ctx, payment, presented);
}

/** Whether the request comes from the customer's client, by the key that a page may hold. */
export const isCustomer = ({ caller }: Context): boolean => isCustomersKey(caller.kind);

/**
 * The permitted changes of a confirmation: all for the merchant; for the customer its own part, preserving the
 * merchant's members of shared objects.
 *
 * @throws {Problem} As {@link requireCustomer}; `invalid_parameter` for another profile; `wrong_key_kind` for a parameter that only the merchant may set,
 * unless it repeats the payment's value, or less future usage than the merchant needs.
 */
export function confirmationChanges(
  ctx: Context,
  payment: Payment,
  { client_secret, profile_id: profileId, ...changes }: PaymentConfirmation,
): PaymentChanges {
  requireCustomer(ctx, payment, client_secret);
  requireOwnProfile('payment', payment, profileId);
  if (!isCustomer(ctx)) return changes;
  const others = Object.entries(changes).filter(
    ([name, value]) => value !== undefined && !isSetBy(ctx, name as keyof typeof confirmationSetters),
  );
  const changed = others.find(([name, value]) => !isShown(name) && !isRepeated(payment, name, value));
  if (changed) throw merchantsOnly(changed[0]);
  // The total is compared once the surcharge is decided.
  const repeated = Object.fromEntries(
    others.flatMap(([name]) => (name === 'net_amount' ? [] : [[name, undefined]])),
  );
  const { browser_info: browser, mandate_data: mandate, ...rest } = { ...changes, ...repeated };
  return {
    ...rest,
    ...(browser === undefined ? {} : { browser_info: customersPart(payment, 'browser_info', browser) }),
    ...(mandate === undefined ? {} : { mandate_data: customersPart(payment, 'mandate_data', mandate) }),
  };
}

/** Whether a parameter repeats the payment's value, and so changes nothing. Null clears the value and is no repetition. */
const isRepeated = (payment: Payment, name: string, value: unknown): boolean =>
  value !== null && saysTheSame(value, payment[name as keyof Payment]);

/** Whether two values are the same as JSON, where a member that is null is as good as none. */
const saysTheSame = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(withoutNulls(one), withoutNulls(other));

const withoutNulls = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (_, member) => member ?? undefined);

function isSetBy({ caller }: Context, name: keyof typeof confirmationSetters): boolean {
  const setter = confirmationSetters[name];
  return setter === 'customer' || (setter === 'own_customer' && caller.kind === 'ephemeral_key');
}

const isShown = (name: string): boolean =>
  confirmationSetters[name as keyof typeof confirmationSetters] === 'merchant_shown';

/**
 * Whether a use of the payment method is less than the payment's own, which the merchant set: the customer's client may not
 * take it away.
 */
export const lowersUsage = (
  { setup_future_usage: own }: Pick<Payment, 'setup_future_usage'>,
  usage: Payment['setup_future_usage'],
): boolean => Boolean(own) && usage !== own && usage !== 'off_session';

/**
 * Checks that a locked payment has the values that the customer's client showed: the same `amount`, `currency` and
 * `net_amount`, and no more `setup_future_usage`. The merchant may change each of them while a page is open, and the
 * customer agreed to the page's values. An API key sets them with the confirmation. Where rules decide the surcharge,
 * {@link requireShownTotal} compares `net_amount` after their decision.
 *
 * @throws {Problem} `unexpected_state`, whose `param` is the first that differs.
 */
export async function requireShown(
  tx: WritingContext,
  payment: Payment,
  input: PaymentConfirmation,
): Promise<void> {
  if (!isCustomer(tx)) return;
  for (const name of ['currency', 'amount'] as const) {
    if (input[name] !== undefined && input[name] !== payment[name]) throw changedMeanwhile('payment', name);
  }
  const { net_amount: total, setup_future_usage: usage } = input;
  if (total !== undefined && !isSurchargeDecided(await profileOf(tx, payment), payment))
    requireShownTotal(tx, withoutRuleSurcharge(payment), input);
  if (usage !== undefined && lowersUsage(payment, usage))
    throw changedMeanwhile('payment', 'setup_future_usage');
}

/**
 * Checks that the total of a payment that is being confirmed, with the surcharge for its method, is the total that the
 * request expects. The customer's client must send the total that it showed if a rule adds to it.
 *
 * @throws {Problem} `unexpected_state`; `missing_parameter`.
 */
export function requireShownTotal(
  ctx: Context,
  payment: Payment,
  { net_amount: shown }: Pick<PaymentChanges, 'net_amount'>,
): void {
  if (shown === payment.net_amount) return;
  if (shown !== undefined) throw changedMeanwhile('payment', 'net_amount');
  if (!payment.surcharge_details || !isCustomer(ctx) || !hasRuleSurcharge(payment)) return;
  const total = moneyText(payment.net_amount, payment.currency);
  throw new Problem(
    'missing_parameter',
    `net_amount is required: a surcharge applies to this payment method. Show the customer the total of ${total}, and confirm with it.`,
    { param: 'net_amount' },
  );
}

/** An object with the customer's members and the merchant's unchanged ones, which may be repeated; null if it is empty. */
function customersPart<Name extends keyof typeof isCustomersMember>(
  payment: Payment,
  name: Name,
  given: Payment[Name],
): NonNullable<Payment[Name]> | null {
  const isCustomers = isCustomersMember[name];
  const own = Object.entries(given ?? {}).filter(([member]) => !ignoredMembers.includes(`${name}.${member}`));
  const kept = Object.entries(payment[name] ?? {}).filter(([member]) => !isCustomers(member, payment));
  const merchants = Object.fromEntries(kept);
  const changed = own.find(
    ([member, value]) => !isCustomers(member, payment) && !saysTheSame(value, merchants[member]),
  );
  if (changed) throw merchantsOnly(`${name}.${changed[0]}`);
  const merged = { ...Object.fromEntries(own), ...merchants };
  return Object.keys(merged).length > 0 ? (merged as NonNullable<Payment[Name]>) : null;
}

/**
 * Checks the page that a customer's client asks to be led back to: on a domain that the profile allows, if it allows any, or
 * the payment's own. Else the holder of a client secret could have the service lead customers anywhere.
 *
 * @throws {Problem} `invalid_parameter`.
 */
export async function requireAllowedReturn(
  tx: WritingContext,
  payment: Payment,
  { return_url: address }: Pick<PaymentConfirmation, 'return_url'>,
): Promise<void> {
  if (!address || !isCustomer(tx) || address === payment.return_url) return;
  const { payment_link_config: config } = await profileOf(tx, payment);
  const domains = config?.allowed_domains ?? [];
  if (domains.length === 0 || isOnAllowedDomain(address, domains)) return;
  throw invalidParameter(
    'return_url',
    "return_url must be on one of the allowed_domains in the business profile's payment_link_config, or the payment's own.",
  );
}

const merchantsOnly = (param: string): Problem =>
  new Problem(
    'wrong_key_kind',
    `${param} can only be set with an API key. Set it from the merchant's server.`,
    {
      param,
    },
  );
