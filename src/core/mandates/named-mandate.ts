import { Mandate } from '../entities/mandate.ts';
import type { WritingContext } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { readOne } from '../reads/index.ts';

/** A mandate to charge under: whose it is, and the saved method that it is for. */
export type NamedMandate = Pick<Mandate, 'customer_id' | 'payment_method_id'>;

/**
 * The mandate that a request names to charge under.
 *
 * @param customerId The customer of the payment; null for the mandate's.
 * @throws {Problem} `resource_not_found` if it is no mandate of the customer; `mandate_inactive`.
 */
export async function readNamedMandate(
  ctx: WritingContext,
  mandateId: string,
  customerId: string | null,
): Promise<NamedMandate> {
  const columns = ['customer_id', 'payment_method_id', 'status'] as const;
  const mandate = await readOne(ctx, Mandate, mandateId, columns);
  const isTheirs = customerId === null || mandate?.customer_id === customerId;
  if (!mandate || !isTheirs) throw notFound('mandate', 'mandate_id');
  if (mandate.status === 'active') return mandate;
  throw new Problem('mandate_inactive', `The mandate is ${mandate.status}.`, { param: 'mandate_id' });
}
