import { Customer } from '../entities/customer.ts';
import { Mandate } from '../entities/mandate.ts';
import type { Context } from '../foundation/context.ts';
import { notFound } from '../foundation/errors.ts';
import { restNames } from '../model/rest-view.ts';
import { type Row, readOne, readPage } from '../reads/index.ts';

/** Maximum number of mandates listed: the operation has no pages. */
const LIST_MAX = 1000;

/**
 * Lists a customer's mandates, newest first.
 *
 * @throws {Problem} `resource_not_found` for an unknown customer.
 */
export async function listMandatesOf(ctx: Context, customerId: string): Promise<Row[]> {
  if (!(await readOne(ctx, Customer, customerId, ['customer_id']))) throw notFound('customer', 'customer_id');
  const { rows } = await readPage(ctx, Mandate, {
    columns: restNames(Mandate, 'list'),
    where: [{ field: 'customer_id', op: 'eq', value: customerId }],
    take: 'first',
    limit: LIST_MAX,
  });
  return rows;
}
