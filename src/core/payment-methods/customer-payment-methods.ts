import { asCustomerSees, requireOwnCustomer } from '../access/ephemeral-keys.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import { Customer } from '../entities/customer.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import type { PaymentMethodsEnabled } from '../entities/values/connector-parts.ts';
import type { BankTransfer, SavedCard } from '../entities/values/payment-method-data.ts';
import type { Context } from '../foundation/context.ts';
import { invalidParameter, notFound } from '../foundation/errors.ts';
import { working } from '../foundation/permissions.ts';
import { resourceOf } from '../model/index.ts';
import { restNames } from '../model/rest-view.ts';
import { pageStatement, type Row, readOne, readPage } from '../reads/index.ts';
import { reveal } from '../reads/statement.ts';
import { acceptsOneOf, isRecurring, reaches, startsBy } from '../routing/eligibility.ts';
import { allowsType, typeLimitsOf } from './allowed-types.ts';
import { CustomerPaymentMethod, type CustomerPaymentMethodsQuery } from './customer-payment-method.ts';
import { issuePaymentTokens } from './payment-tokens.ts';

/** Limits both the payment methods of a customer and the connector accounts of a merchant. */
const LIST_MAX = 1000;
/** Number of trailing digits of an account number to show. Shorter numbers are hidden entirely. */
const SHOWN_DIGITS = 4;

/**
 * Lists a customer's active payment methods that some enabled connector account accepts on the requested terms, most
 * recently used first, each with a fresh token. Always four statements, or six with a payment's allowed methods and surcharges, and up to two more if its rules look something up.
 * Specification: endpoint 10.
 *
 * @throws {Problem} `resource_not_found` for an unknown customer or payment, `invalid_parameter` for an empty amount range.
 */
export async function listCustomerPaymentMethods(
  ctx: Context,
  customerId: string,
  query: CustomerPaymentMethodsQuery,
): Promise<Row> {
  if (query.maximum_amount < query.minimum_amount) {
    throw invalidParameter('maximum_amount', 'maximum_amount must not be less than minimum_amount.');
  }
  requireOwnCustomer(ctx, 'customer', customerId);
  const customer = await readOne(ctx, Customer, customerId, ['default_payment_method_id']);
  if (!customer) throw notFound('customer');
  const { payment_id: paymentId } = query;
  const work = working(ctx);
  const limits = paymentId ? await typeLimitsOf(work, paymentId, customerId) : null;
  const entries = (await enabledEntries(work)).filter((entry) => accepts(entry, query));
  const kinds = new Set<string>(entries.map((entry) => entry.payment_method));
  const methods = (await activeMethods(ctx, customerId))
    .filter((row) => kinds.has(row.payment_method as string))
    .filter((row) => !limits || allowsType(limits, row.payment_method_type as string | null));
  const quoted = limits ? await limits.quoted(methods) : methods;
  const defaultId = customer.default_payment_method_id;
  return {
    customer_payment_methods: await withTokens(ctx, customer.merchant_id, quoted, defaultId),
    is_guest_customer: false,
  };
}

/** The listed form of a customer's methods, each with a new token. One statement. */
export async function withTokens(
  ctx: Context,
  merchantId: string,
  methods: readonly Row[],
  defaultId: string | null,
): Promise<Row[]> {
  const ids = methods.map((row) => row.payment_method_id as string);
  const tokens = await issuePaymentTokens(ctx, merchantId, ids);
  return methods.map((row, i) => ({
    ...asCustomerSees(ctx, row),
    payment_token: tokens[i],
    requires_cvv: row.payment_method === 'card',
    default_payment_method_set: row.payment_method_id === defaultId,
  }));
}

/** The payment methods enabled on the merchant's active connector accounts. */
async function enabledEntries(ctx: Context): Promise<PaymentMethodsEnabled[]> {
  const { rows } = await readPage(ctx, ConnectorAccount, {
    columns: ['payment_methods_enabled'],
    where: [
      { field: 'disabled', op: 'eq', value: false },
      { field: 'status', op: 'eq', value: 'active' },
    ],
    take: 'first',
    limit: LIST_MAX,
  });
  return rows.flatMap((row) => row.payment_methods_enabled as PaymentMethodsEnabled[]);
}

/** Whether a connector account's entry for a payment method meets all the requested terms. */
function accepts(entry: PaymentMethodsEnabled, query: CustomerPaymentMethodsQuery): boolean {
  return (
    acceptsOneOf(entry.accepted_currencies, query.accepted_currency) &&
    acceptsOneOf(entry.accepted_countries, query.accepted_country) &&
    startsBy(entry, query.maximum_amount) &&
    reaches(entry, query.minimum_amount) &&
    (!query.recurring_payment_enabled || isRecurring(entry)) &&
    (!query.installment_payment_enabled || entry.installment_payment_enabled === true)
  );
}

/**
 * A customer's active payment methods, most recently used first, each with the last digits of its bank account, which
 * must be read before `reveal` masks the number.
 */
export async function activeMethods(ctx: Context, customerId: string): Promise<Row[]> {
  const resource = resourceOf(PaymentMethod);
  const statement = pageStatement(resource, ctx.merchantId, {
    columns: restNames(CustomerPaymentMethod, 'list'),
    where: [
      { field: 'customer_id', op: 'eq', value: customerId },
      { field: 'status', op: 'eq', value: 'active' },
    ],
    take: 'first',
    limit: LIST_MAX,
  });
  const rows = (await ctx.rows.query(statement, ctx.merchantId)).slice(0, LIST_MAX);
  const banks = rows.map((row) => maskedBankOf(ctx, row));
  return reveal(ctx, resource, rows)
    .map((row, i): Row => ({ ...row, bank: banks[i], payment_method_issuer: issuerOf(row) }))
    .sort(lastUsedFirst);
}

/** The bank that issued a card, or holds an account. */
function issuerOf({ bank_transfer: account, card }: Row): string | null {
  const bank = (account as BankTransfer | null)?.bank_name ?? null;
  return (card as SavedCard | null)?.card_issuer ?? bank;
}

function maskedBankOf(ctx: Context, row: Row): { mask: string } | null {
  if (!(row.bank_transfer instanceof Uint8Array)) return null;
  const { table, key } = resourceOf(PaymentMethod);
  const aad = { table, column: 'bank_transfer', key: key.map((name) => String(row[name])) };
  const account = ctx.ports.encryption.decrypt(row.bank_transfer, aad) as BankTransfer;
  const number = account.bank_account_number?.replace(/\s/g, '') ?? '';
  return number.length > SHOWN_DIGITS ? { mask: number.slice(-SHOWN_DIGITS) } : null;
}

/** Never-used methods come last. The sort is stable, so these keep the order of the read: newest first. */
function lastUsedFirst(a: Row, b: Row): number {
  const [used, other] = [String(a.last_used_at ?? ''), String(b.last_used_at ?? '')];
  return used < other ? 1 : used > other ? -1 : 0;
}
