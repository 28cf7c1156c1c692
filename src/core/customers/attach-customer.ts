import { Customer } from '../entities/customer.ts';
import type { CustomerSummary } from '../entities/values/contact.ts';
import type { WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { isPermitted } from '../foundation/permissions.ts';
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
  email_set_unread?: boolean | null;
} & { [Name in Detail]?: string | null };

/**
 * Attaches a customer to a payment or payout: stores a snapshot of the customer's details, and copies the details in
 * `fills` to the holder where it lacks them. Details without an identifier belong to the customer already attached, if
 * any. An unknown customer is created with the details given, or else the holder's own. Null detaches.
 *
 * @returns Whether the customer's address was set by a caller who may not read it.
 * @throws {Problem} `parameters_exclusive` for two different identifiers, `unexpected_state` for a deleted customer.
 */
export async function attachCustomer(
  ctx: WritingContext,
  holder: CustomerHolder,
  { customer_id: givenId, customer: given }: CustomerChoice,
  fills: readonly Detail[],
): Promise<boolean> {
  if (givenId === undefined && given === undefined) return false;
  if (!givenId && !given) {
    holder.customer_id = null;
    holder.customer = null;
    return false;
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
  const customer =
    existing ??
    (await createFromSummary(
      ctx,
      id ?? ctx.ports.ids.make('cus'),
      detailsOf(holder, given, fills),
      !given?.email && holder.email_set_unread === true,
    ));

  const before = customer.customer_id === holder.customer_id ? holder.customer : undefined;
  const summary: CustomerSummary = { id: customer.customer_id };
  for (const name of details) summary[name] = given?.[name] ?? before?.[name] ?? customer[name] ?? null;
  holder.customer_id = customer.customer_id;
  holder.customer = summary;
  for (const name of fills) holder[name] ??= summary[name] ?? null;
  return customer.email_set_unread === true;
}

/** The addresses of a payment or payout: its own, and its customer's at the time. */
export interface Addresses {
  readonly own: string | null;
  readonly customers: string | null;
}

export const addressesOf = ({ customer, email }: CustomerHolder): Addresses => ({
  own: email ?? null,
  customers: customer?.email ?? null,
});

/**
 * Records whether a caller who may not read personal data set the address to which a payment's or payout's link is
 * mailed: they could enter their own address and read the page.
 *
 * @param before Its addresses before the request.
 * @param isNew Whether the request creates the object: the address is then as trusted as that of the customer it names.
 * @param ofCustomer Whether such a caller set the address of the customer that the request attached.
 */
export function noteAddress(
  ctx: WritingContext,
  holder: CustomerHolder,
  before: Addresses,
  given: CustomerChoice & { readonly email?: string | null | undefined },
  { isNew, ofCustomer }: { readonly isNew: boolean; readonly ofCustomer: boolean },
): void {
  const now = addressesOf(holder);
  const address = now.own ?? now.customers;
  const stated = [given.email, given.customer?.email];
  if (!isPermitted(ctx, 'personal_data:read')) {
    if (now.own === before.own && now.customers === before.customers) return;
    const isOthers = isNew && !stated.some(Boolean) && !ofCustomer;
    if (!isOthers) holder.email_set_unread = true;
  } else if (address !== null && stated.includes(address)) {
    holder.email_set_unread = false;
  } else if (address !== (before.own ?? before.customers)) {
    const isKept = !given.customer_id && holder.email_set_unread === true;
    holder.email_set_unread = ofCustomer || isKept;
  }
}

/** Records whether a customer's address was set by a caller who may not read it. */
export function noteCustomersAddress(
  ctx: WritingContext,
  customer: { email?: string | null; email_set_unread?: boolean | null },
  before: string | null,
  given: string | null | undefined,
): void {
  if (given === undefined) return;
  if (isPermitted(ctx, 'personal_data:read')) customer.email_set_unread = false;
  else if ((customer.email ?? null) !== before) customer.email_set_unread = true;
}

/** The details of a new customer: those in the request, or else those of the payment or payout. */
function detailsOf(
  holder: CustomerHolder,
  given: CustomerSummary | null | undefined,
  fills: readonly Detail[],
): CustomerSummary {
  const own = fills.map((name) => [name, holder[name] ?? null] as const);
  const stated = Object.entries(given ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return { ...Object.fromEntries(own), ...Object.fromEntries(stated) };
}

type CustomerRow = RowOf<Customer, 'customer_id' | 'deleted_at' | 'email_set_unread' | Detail>;

const readCustomer = (ctx: WritingContext, id: string): Promise<CustomerRow | null> =>
  readOne(ctx, Customer, id, ['customer_id', 'deleted_at', 'email_set_unread', ...details]);

/** Two payments may create the same customer at once: the second waits for the first and uses its row. */
async function createFromSummary(
  ctx: WritingContext,
  id: string,
  summary: CustomerSummary,
  isCopiedUnread: boolean,
): Promise<CustomerRow> {
  const now = ctx.ports.now();
  const isUnread = isCopiedUnread || !isPermitted(ctx, 'personal_data:read');
  const row = {
    ...{ merchant_id: requireMerchant(ctx), customer_id: id, created_at: now, modified_at: now },
    email_set_unread: Boolean(summary.email) && isUnread,
  };
  const contact = Object.fromEntries(details.map((name) => [name, summary[name] ?? null]));
  await ctx.transaction.em.insertIfMissing(Customer, { ...row, ...contact });
  const created = await readCustomer(ctx, id);
  if (!created) throw new Error('The customer just created is missing.');
  return created;
}
