import { ConnectorAccount } from '../connector-accounts/connector-account.ts';
import type { Context } from '../context.ts';
import { Customer } from '../customers/customer.ts';
import { invalidParameter, notFound } from '../errors.ts';
import { Flag, ValueObject, Values } from '../model/index.ts';
import { restFields } from '../model/rest-view.ts';
import { type Row, readOne, readPage } from '../reads/index.ts';
import type { BankTransfer } from '../values/bank-transfer.ts';
import type { PaymentMethodsEnabled } from '../values/payment-methods-enabled.ts';
import { CustomerPaymentMethod } from './customer-payment-method.ts';
import type { CustomerPaymentMethodsQuery } from './customer-payment-methods-query.ts';
import { admittedKinds } from './eligibility.ts';
import { PaymentMethod } from './payment-method.ts';
import { issuePaymentTokens } from './payment-tokens.ts';

/** Most payment methods of a customer, and most connector accounts of a merchant, that are looked at. */
const LIST_MAX = 1000;
const MASK_DIGITS = 4;

/** A customer's saved payment methods. Specification: endpoint 10. */
@ValueObject({ about: "A customer's saved payment methods that are good for what is asked." })
export class CustomerPaymentMethods {
  @Values(() => CustomerPaymentMethod, 'The payment methods, last used first.')
  customer_payment_methods!: CustomerPaymentMethod[];
  @Flag('Whether the customer is unknown to the merchant; never true of one who has an identifier.', {
    required: true,
  })
  is_guest_customer!: boolean;
}

/**
 * Lists a customer's active payment methods that some enabled connector account takes on the terms asked for,
 * last used first, each with a fresh token: four statements, whatever their number. Specification: endpoint 10.
 *
 * @throws {Problem} `resource_not_found` for an unknown customer, `invalid_parameter` for an empty range of amounts.
 */
export async function listCustomerPaymentMethods(
  ctx: Context,
  customerId: string,
  query: CustomerPaymentMethodsQuery,
): Promise<Row> {
  if (query.maximum_amount < query.minimum_amount) {
    throw invalidParameter('maximum_amount', 'maximum_amount must not be less than minimum_amount.');
  }
  const customer = await readOne(ctx, Customer, customerId, ['default_payment_method_id']);
  if (!customer) throw notFound('customer');
  const kinds = admittedKinds(await enabledEntries(ctx), query);
  const methods = (await activeMethods(ctx, customerId))
    .filter((row) => kinds.has(row.payment_method as string))
    .sort(lastUsedFirst);
  const ids = methods.map((row) => row.payment_method_id as string);
  const tokens = await issuePaymentTokens(ctx, customer.merchant_id as string, ids);
  return {
    customer_payment_methods: methods.map((row, i) => ({
      ...row,
      payment_token: tokens[i],
      bank: maskedBank(row.bank_transfer as BankTransfer | null),
      requires_cvv: row.payment_method === 'card',
      default_payment_method_set: row.payment_method_id === customer.default_payment_method_id,
    })),
    is_guest_customer: false,
  };
}

/** What the merchant's connector accounts take, leaving out those that are switched off or not in use. */
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

async function activeMethods(ctx: Context, customerId: string): Promise<Row[]> {
  const { rows } = await readPage(ctx, PaymentMethod, {
    columns: [...restFields(CustomerPaymentMethod, 'list')],
    where: [
      { field: 'customer_id', op: 'eq', value: customerId },
      { field: 'status', op: 'eq', value: 'active' },
    ],
    take: 'first',
    limit: LIST_MAX,
  });
  return rows;
}

/** Those never used come last, the newest of them first: the order they are read in, which sorting keeps. */
function lastUsedFirst(a: Row, b: Row): number {
  const [used, other] = [String(a.last_used_at ?? ''), String(b.last_used_at ?? '')];
  return used < other ? 1 : used > other ? -1 : 0;
}

function maskedBank(account: BankTransfer | null): { mask: string } | null {
  const digits = account?.bank_account_number?.slice(-MASK_DIGITS);
  return digits ? { mask: digits } : null;
}
