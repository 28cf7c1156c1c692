import { Mandate } from '../entities/mandate.ts';
import type { WritingContext } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { readOne } from '../reads/index.ts';

/**
 * The saved method of the mandate that a request names to charge under.
 *
 * @throws {Problem} `resource_not_found` if it is no mandate of the customer; `mandate_inactive`.
 */
export async function methodOfNamedMandate(
  ctx: WritingContext,
  mandateId: string,
  customerId: string | null | undefined,
): Promise<string> {
  const columns = ['customer_id', 'payment_method_id', 'status'] as const;
  const mandate = await readOne(ctx, Mandate, mandateId, columns);
  if (!mandate || mandate.customer_id !== customerId) throw notFound('mandate', 'mandate_id');
  if (mandate.status === 'active') return mandate.payment_method_id;
  throw new Problem('mandate_inactive', `The mandate is ${mandate.status}.`, { param: 'mandate_id' });
}
