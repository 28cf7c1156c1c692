import type { Context } from '../foundation/context.ts';
import { isPermitted, requirePermission } from '../foundation/permissions.ts';
import { type DescribedClass, fieldOf, type ResourceDescription, resourceOf } from '../model/index.ts';
import type { Condition, Order } from './statement.ts';

/**
 * Checks that the caller may read a resource. What an operation reads for its work, or returns, is covered by the
 * permission of the operation.
 *
 * @throws {Problem} `not_permitted`.
 */
export function requireReadable(ctx: Context, { reads }: ResourceDescription): void {
  if (reads !== null && !ctx.purpose) requirePermission(ctx, reads);
}

/**
 * Checks that the caller may read a nested list. Unlike the object itself, it needs its own permission also in what an
 * operation returns.
 */
export const mayList = (ctx: Context, target: DescribedClass, list: string): boolean => {
  const { reads } = resourceOf(fieldOf(target, list).of!());
  return ctx.purpose === 'work' || reads === null || isPermitted(ctx, reads);
};

/** @throws {Problem} `not_permitted` for the first of the nested lists that the caller may not read. */
export function requireLists(
  ctx: Context,
  target: DescribedClass,
  lists: readonly { readonly field: string }[] = [],
): void {
  for (const { field } of lists) {
    if (!mayList(ctx, target, field)) requirePermission(ctx, resourceOf(fieldOf(target, field).of!()).reads!);
  }
}

/**
 * Checks that the caller may read a resource by these conditions and in this order: whoever is shown personal data masked
 * could find it out by filtering, searching or sorting.
 *
 * @throws {Problem} `not_permitted`.
 */
export function requireListable(
  ctx: Context,
  resource: ResourceDescription,
  where: readonly Condition[] = [],
  order?: Order,
): void {
  requireReadable(ctx, resource);
  if (ctx.purpose) return;
  const isPersonal = (name: string) => fieldOf(resource.target, name).personal === true;
  const names = (condition: Condition): boolean => {
    if ('or' in condition) return condition.or.some((each) => each.some(names));
    if ('not' in condition) return condition.not.some(names);
    if ('search' in condition) return resource.fields.some(({ personal, search }) => personal && search);
    return isPersonal(condition.field);
  };
  if (where.some(names) || (order && isPersonal(order.field))) requirePermission(ctx, 'personal_data:read');
}
