import { Customer } from '../entities/customer.ts';
import type { CustomerSummary } from '../entities/values/contact.ts';
import type { WritingContext } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { type RowOf, readOne } from '../reads/index.ts';
import { requireMerchant } from '../writes/transactions.ts';
import { refuseDeleted } from './deleted-customer.ts';

/** The customer named in a request: by identifier, by details, or both. */
export interface CustomerChoice {
  readonly customer_id?: string | null | undefined;
  readonly customer?: CustomerSummary | null | undefined;
}

const details = ['name', 'email', 'phone', 'phone_country_code'] as const;
type Detail = (typeof details)[number];

/** A payment or payout, whose contact details may differ from the customer's. */
export type CustomerHolder = {
  customer_id?: string | null;
  customer?: CustomerSummary | null;
} & { [Name in Detail]?: string | null };

/**
 * Attaches a customer to a payment or payout: stores a snapshot of the customer's details, and copies those in
 * `fills` to the holder where it has none. Details without an identifier belong to the customer already attached,
 * if any; an unknown customer with details is created. Null detaches.
 *
 * @throws {Problem} `parameters_exclusive` for two different identifiers, `resource_not_found` for an unknown
 * `customer_id` without details, `unexpected_state` for a deleted one.
 */
export async function attachCustomer(
  ctx: WritingContext,
  holder: CustomerHolder,
  { customer_id: givenId, customer: given }: CustomerChoice,
  fills: readonly Detail[],
): Promise<void> {
  if (givenId === undefined && given === undefined) return;
  if (!givenId && !given) {
    holder.customer_id = null;
    holder.customer = null;
    return;
  }
  if (givenId && given?.id && givenId !== given.id) {
    throw new Problem(
      'parameters_exclusive',
      'customer_id and customer.id must be equal, or one of them omitted.',
      {
        param: 'customer_id',
      },
    );
  }
  const attachedId = givenId === undefined ? holder.customer_id : null;
  const id = givenId ?? given?.id ?? attachedId;
  const existing = id ? await readCustomer(ctx, id) : null;
  if (existing) refuseDeleted(existing);
  if (!existing && !given) throw notFound('customer', 'customer_id');
  const customer = existing ?? (await createFromSummary(ctx, id ?? ctx.ports.ids.make('cus'), given!));

  const before = customer.customer_id === holder.customer_id ? holder.customer : undefined;
  const summary: CustomerSummary = { id: customer.customer_id };
  for (const name of details) summary[name] = given?.[name] ?? before?.[name] ?? customer[name] ?? null;
  holder.customer_id = customer.customer_id;
  holder.customer = summary;
  for (const name of fills) holder[name] ??= summary[name] ?? null;
}

type CustomerRow = RowOf<Customer, 'customer_id' | 'deleted_at' | Detail>;

const readCustomer = (ctx: WritingContext, id: string): Promise<CustomerRow | null> =>
  readOne(ctx, Customer, id, ['customer_id', 'deleted_at', ...details]);

/** Two payments may create the same customer at once: the second waits for the first and uses its row. */
async function createFromSummary(
  ctx: WritingContext,
  id: string,
  summary: CustomerSummary,
): Promise<CustomerRow> {
  const now = ctx.ports.now();
  const row = { merchant_id: requireMerchant(ctx), customer_id: id, created_at: now, modified_at: now };
  const contact = Object.fromEntries(details.map((name) => [name, summary[name] ?? null]));
  await ctx.transaction.em.upsert(Customer, { ...row, ...contact }, { onConflictAction: 'ignore' });
  const created = await readCustomer(ctx, id);
  if (!created) throw new Error('The customer just created is missing.');
  return created;
}
