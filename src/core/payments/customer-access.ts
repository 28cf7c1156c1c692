import { requireClientSecret } from '../access/client-secrets.ts';
import { Payment } from '../entities/payment.ts';
import type { Context } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { readOne } from '../reads/index.ts';
import { sessionSecretOf } from './customer-session.ts';
import type { PaymentConfirmation, PaymentUpdate } from './payment-inputs.ts';

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

/** The parameters that a customer may set when confirming: payment method, addresses, browser and consent. */
const customerParameters: ReadonlySet<string> = new Set<keyof PaymentConfirmation>([
  'payment_method',
  'payment_method_type',
  'payment_method_data',
  'payment_token',
  'card_cvc',
  'billing',
  'shipping',
  'browser_info',
  'return_url',
  'mandate_data',
]);

/** The customer's members of objects shared with the merchant. The others stay as the merchant set them. */
const isCustomersMember = {
  // The card-testing guard counts by address, which a client could make up.
  browser_info: (member: string) => member !== 'ip_address',
  mandate_data: (member: string) => member === 'customer_acceptance',
} as const;

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
  const message = "client_secret, the payment's own, is required with a publishable key.";
  throw new Problem('missing_parameter', message, { param: 'client_secret' });
}

function requireOwnPayment({ caller }: Context, paymentId: string): void {
  if (caller.kind === 'ephemeral_key' && caller.paymentId !== paymentId) throw notFound('payment');
}

/** Does {@link requireCustomer} for a payment by its identifier. One that does not exist passes. */
export async function authorizeCustomer(
  ctx: Context,
  paymentId: string,
  presented: string | null | undefined,
): Promise<void> {
  requireOwnPayment(ctx, paymentId);
  requirePresented(ctx, presented);
  const found = await readOne(ctx, Payment, paymentId, ['client_secret', 'expires_on']);
  if (!found) return;
  const { client_secret, expires_on } = found;
  const payment = { payment_id: paymentId, client_secret, expires_on: new Date(expires_on) };
  requireCustomer(ctx, payment, presented);
}

/** Whether the request comes from the customer's client, by the key that a page may hold. */
export const isCustomer = ({ caller }: Context): boolean =>
  caller.kind === 'publishable_key' || caller.kind === 'ephemeral_key';

/**
 * The permitted changes of a confirmation: all for the merchant; for the customer its own part, preserving the
 * merchant's members of shared objects.
 *
 * @throws {Problem} As {@link requireCustomer}; `wrong_key_kind` for a parameter that only the merchant may set.
 */
export function confirmationChanges(
  ctx: Context,
  payment: Payment,
  { client_secret, ...changes }: PaymentConfirmation,
): PaymentUpdate {
  requireCustomer(ctx, payment, client_secret);
  if (!isCustomer(ctx)) return changes;
  for (const [name, value] of Object.entries(changes)) {
    // An ephemeral key shows the customer's saved methods; a publishable key needs a token for one.
    const isOwnMethod = name === 'payment_method_id' && ctx.caller.kind === 'ephemeral_key';
    if (value !== undefined && !customerParameters.has(name) && !isOwnMethod) throw merchantsOnly(name);
  }
  const { browser_info: browser, mandate_data: mandate, ...rest } = changes;
  return {
    ...rest,
    ...(browser === undefined ? {} : { browser_info: customersPart(payment, 'browser_info', browser) }),
    ...(mandate === undefined ? {} : { mandate_data: customersPart(payment, 'mandate_data', mandate) }),
  };
}

/** An object with the customer's members, and the merchant's as they were; null if it is empty. */
function customersPart<Name extends keyof typeof isCustomersMember>(
  payment: Payment,
  name: Name,
  given: Payment[Name],
): NonNullable<Payment[Name]> | null {
  const isCustomers = isCustomersMember[name];
  const merchants = Object.keys(given ?? {}).find((member) => !isCustomers(member));
  if (merchants) throw merchantsOnly(`${name}.${merchants}`);
  const kept = Object.entries(payment[name] ?? {}).filter(([member]) => !isCustomers(member));
  const merged = { ...Object.fromEntries(kept), ...given };
  return Object.keys(merged).length > 0 ? (merged as NonNullable<Payment[Name]>) : null;
}

const merchantsOnly = (param: string): Problem =>
  new Problem(
    'wrong_key_kind',
    `${param} can only be set with an API key. Set it from the merchant's server.`,
    {
      param,
    },
  );
