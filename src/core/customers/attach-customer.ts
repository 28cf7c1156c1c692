import { Customer } from '../entities/customer.ts';
import type { CustomerSummary } from '../entities/values/customer-summary.ts';
import type { WritingContext } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { type Row, readOne } from '../reads/index.ts';
import { requireMerchant } from '../writes/transactions.ts';

/** How a caller names a customer: by identifier, or by what is known of them. */
export interface CustomerChoice {
  readonly customer_id?: string | null | undefined;
  readonly customer?: CustomerSummary | null | undefined;
}

const details = ['name', 'email', 'phone', 'phone_country_code'] as const;
type Detail = (typeof details)[number];

/** What a customer is attached to: a payment or a payout, which may have some of the details for itself. */
export type CustomerHolder = {
  customer_id?: string | null;
  customer?: CustomerSummary | null;
} & { [Name in Detail]?: string | null };

/**
 * Attaches the customer that a caller names to a payment or payout: keeps what is known of the customer now,
 * and fills in what the holder itself does not say. A customer who is described but does not exist is created;
 * one described without an identifier is the one that is attached already, if there is one. Null detaches.
 *
 * @throws {Problem} `parameters_exclusive` for two identifiers that differ, `resource_not_found` for a
 * `customer_id` of nobody.
 */
export async function attachCustomer(
  ctx: WritingContext,
  holder: CustomerHolder,
  { customer_id: named, customer: described }: CustomerChoice,
  fills: readonly Detail[],
): Promise<void> {
  if (named === undefined && described === undefined) return;
  if (!named && !described) {
    holder.customer_id = null;
    holder.customer = null;
    return;
  }
  if (named && described?.id && named !== described.id) {
    throw new Problem(
      'parameters_exclusive',
      'customer_id and customer.id must be the same, or one be left out.',
      {
        param: 'customer_id',
      },
    );
  }
  const attached = named === undefined ? holder.customer_id : null;
  const id = named ?? described?.id ?? attached;
  const known = id ? await readCustomer(ctx, id) : null;
  if (!known && !described) throw notFound('customer', 'customer_id');
  const customer = known ?? (await createCustomerFrom(ctx, id ?? ctx.ids.make('cus'), described!));

  const told = customer.customer_id === holder.customer_id ? holder.customer : undefined;
  const summary: CustomerSummary = { id: customer.customer_id as string };
  for (const name of details) {
    summary[name] =
      described?.[name] ?? told?.[name] ?? (customer[name] as string | null | undefined) ?? null;
  }
  holder.customer_id = customer.customer_id as string;
  holder.customer = summary;
  for (const name of fills) holder[name] ??= summary[name] ?? null;
}

const readCustomer = (ctx: WritingContext, id: string): Promise<Row | null> =>
  readOne(ctx, Customer, id, details);

/** Two payments may bring the same new customer at once: the second waits for the first, then finds theirs. */
async function createCustomerFrom(ctx: WritingContext, id: string, given: CustomerSummary): Promise<Row> {
  const now = ctx.now();
  const row = { merchant_id: requireMerchant(ctx), customer_id: id, created_at: now, modified_at: now };
  const told = Object.fromEntries(details.map((name) => [name, given[name] ?? null]));
  await ctx.transaction.em.upsert(Customer, { ...row, ...told }, { onConflictAction: 'ignore' });
  const created = await readCustomer(ctx, id);
  if (!created) throw new Error('A customer that was just created is not there.');
  return created;
}
