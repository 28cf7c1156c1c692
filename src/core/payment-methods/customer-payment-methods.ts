import { ConnectorAccount } from '../entities/connector-account.ts';
import { Customer } from '../entities/customer.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import type { BankTransfer } from '../entities/values/bank-transfer.ts';
import type { PaymentMethodsEnabled } from '../entities/values/payment-methods-enabled.ts';
import type { Context } from '../foundation/context.ts';
import { invalidParameter, notFound } from '../foundation/errors.ts';
import * as f from '../model/fields.ts';
import { resourceOf, ValueObject } from '../model/index.ts';
import { restNames } from '../model/rest-view.ts';
import { pageStatement, type Row, readOne, readPage } from '../reads/index.ts';
import { reveal } from '../reads/reveal.ts';
import { CustomerPaymentMethod } from './customer-payment-method.ts';
import type { CustomerPaymentMethodsQuery } from './customer-payment-methods-query.ts';
import { admittedKinds } from './eligibility.ts';
import { issuePaymentTokens } from './payment-tokens.ts';

/** Most payment methods of a customer, and most connector accounts of a merchant, that are looked at. */
const LIST_MAX = 1000;
/** How much of a bank account's number is shown; of a shorter number nothing is. */
const MASK_CHARACTERS = 4;

/** A customer's saved payment methods. Specification: endpoint 10. */
@ValueObject({ about: 'Saved payment methods of a customer that match the filters.' })
export class CustomerPaymentMethods {
  @f.ObjectList(() => CustomerPaymentMethod, 'Payment methods, most recently used first.')
  customer_payment_methods!: CustomerPaymentMethod[];
  @f.Bool('Whether the customer is a guest. Always false: guests have no saved payment methods.', {
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
  const tokens = await issuePaymentTokens(ctx, customer.merchant_id, ids);
  return {
    customer_payment_methods: methods.map((row, i) => ({
      ...row,
      payment_token: tokens[i],
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

/**
 * A customer's active payment methods with the end of their bank account's number, which has to be taken
 * before the number is masked.
 */
async function activeMethods(ctx: Context, customerId: string): Promise<Row[]> {
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
  const banks = rows.map((row) => bankOf(ctx, row));
  return reveal(ctx, resource, rows).map((row, i) => ({ ...row, bank: banks[i] }));
}

function bankOf(ctx: Context, row: Row): { mask: string } | null {
  if (!(row.bank_transfer instanceof Uint8Array)) return null;
  const { table, key } = resourceOf(PaymentMethod);
  const place = { table, column: 'bank_transfer', key: key.map((name) => String(row[name])) };
  const opened = ctx.encryption.decrypt(row.bank_transfer, place) as BankTransfer;
  const number = opened.bank_account_number?.replace(/\s/g, '') ?? '';
  return number.length > MASK_CHARACTERS ? { mask: number.slice(-MASK_CHARACTERS) } : null;
}

/** Those never used come last, the newest of them first: the order they are read in, which sorting keeps. */
function lastUsedFirst(a: Row, b: Row): number {
  const [used, other] = [String(a.last_used_at ?? ''), String(b.last_used_at ?? '')];
  return used < other ? 1 : used > other ? -1 : 0;
}
