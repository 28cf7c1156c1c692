import type { Context } from '../foundation/context.ts';
import { isPermitted, requirePermission, requireWholeMerchant } from '../foundation/permissions.ts';
import { type DescribedClass, fieldOf, type ResourceDescription, resourceOf } from '../model/index.ts';
import { withinProfile } from './profile-scope.ts';
import type { Condition, Order } from './statement.ts';

/**
 * Checks that the caller may read a resource. What an operation reads for its work, or returns, is covered by the
 * permission of the operation.
 *
 * @throws {Problem} `not_permitted`.
 */
export function requireReadable(ctx: Context, { reads }: ResourceDescription): void {
  if (reads === null || ctx.purpose) return;
  requirePermission(ctx, reads);
  // Entries do not say which profile an object is of, and what people and keys do concerns all.
  if (reads === 'audit:read') requireWholeMerchant(ctx, 'The audit log');
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
 * could find it out by filtering or sorting. A search is restricted instead, by {@link restricted}.
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
    if ('search' in condition) return false;
    return isPersonal(condition.field);
  };
  if (where.some(names) || (order && isPersonal(order.field))) requirePermission(ctx, 'personal_data:read');
}

/**
 * Conditions with what the caller is restricted to: the objects of its business profile, and words that are not personal
 * data if it sees these masked.
 */
export function restricted(
  ctx: Context,
  resource: ResourceDescription,
  where: readonly Condition[] = [],
): readonly Condition[] {
  const isMasked =
    !ctx.purpose &&
    !isPermitted(ctx, 'personal_data:read') &&
    resource.fields.some(({ personal, search }) => personal && search);
  return withinProfile(ctx, resource, isMasked ? where.map(withoutPersonal) : where);
}

function withoutPersonal(condition: Condition): Condition {
  if ('or' in condition) return { or: condition.or.map((each) => each.map(withoutPersonal)) };
  if ('not' in condition) return { not: condition.not.map(withoutPersonal) };
  return 'search' in condition ? { ...condition, withoutPersonal: true } : condition;
}
