import { type Context, organizationOf, profileOfCaller } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { isPermitted, requireAccess, requirePermission } from '../foundation/permissions.ts';
import { type DescribedClass, fieldOf, type ResourceDescription, resourceOf } from '../model/index.ts';
import type { ChildList } from './children.ts';
import type { Condition } from './predicates.ts';
import type { Order } from './statement.ts';

/**
 * Checks that the caller may read a resource. Reads within an operation, and its result, are covered by the operation's
 * permission.
 *
 * @throws {Problem} `not_permitted`.
 */
export function requireReadable(ctx: Context, { reach, reads }: ResourceDescription): void {
  if (reads === null || ctx.purpose) return;
  requireAccess(ctx, { permission: reads, reach });
}

/**
 * Checks that the caller may read a nested list. Unlike the object, a list with another permission requires it even
 * in an operation's result.
 */
export const mayList = (ctx: Context, target: DescribedClass, list: string): boolean => {
  const { reads } = resourceOf(fieldOf(target, list).of!());
  const isOfResult = ctx.purpose === 'result' && reads === resourceOf(target).reads;
  return ctx.purpose === 'work' || reads === null || isOfResult || isPermitted(ctx, reads);
};

/** The nested lists that the caller may read: all of them, or a copy without the others. */
export function permittedLists<L extends { readonly field: string }>(
  ctx: Context,
  target: DescribedClass,
  lists: readonly L[],
): readonly L[] {
  const isPermittedList = ({ field }: L) => mayList(ctx, target, field);
  return lists.every(isPermittedList) ? lists : lists.filter(isPermittedList);
}

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
 * Checks that the caller may use a filter and order: a caller who sees personal data masked could infer it by
 * filtering or sorting. Searches are restricted by {@link restricted} instead.
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
 * The conditions of a statement: with the caller's restrictions, which are only objects of its business profile and no
 * search in personal data that it sees masked, and with digests in place of encrypted values.
 *
 * @throws {Problem} `missing_parameter` for an encrypted value without a merchant.
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
  const hasDigests = where.length > 0 && resource.fields.some(({ foundBy }) => foundBy);
  const found = hasDigests ? where.map((condition) => byDigest(ctx, resource, condition)) : where;
  return withinScope(ctx, resource, isMasked ? found.map(withoutPersonal) : found);
}

/** A condition on the digests of encrypted values. Only one merchant's values have a digest. */
function byDigest(ctx: Context, resource: ResourceDescription, condition: Condition): Condition {
  const all = (conditions: readonly Condition[]) => conditions.map((each) => byDigest(ctx, resource, each));
  if ('or' in condition) return { or: condition.or.map(all) };
  if ('not' in condition) return { not: all(condition.not) };
  if ('search' in condition || 'entry' in condition) return condition;
  const { foundBy, name } = fieldOf(resource.target, condition.field);
  if (!foundBy) return condition;
  const { merchantId, ports } = ctx;
  if (merchantId === null) {
    throw new Problem('missing_parameter', `Filter by ${name} in the lists of one merchant.`, {
      param: 'merchant_id',
    });
  }
  const digests = [condition.value]
    .flat()
    .flatMap((value) => foundBy.digestsOf(ports.encryption, merchantId, String(value)));
  return { field: foundBy.column, op: 'in', value: digests };
}

function withoutPersonal(condition: Condition): Condition {
  if ('or' in condition) return { or: condition.or.map((each) => each.map(withoutPersonal)) };
  if ('not' in condition) return { not: condition.not.map(withoutPersonal) };
  return 'search' in condition ? { ...condition, withoutPersonal: true } : condition;
}

const hasProfile = ({ fields, reads }: ResourceDescription): boolean =>
  reads !== null && fields.some(({ name }) => name === 'profile_id');

/** The business profile to which a caller is restricted for a resource; null if unrestricted. */
export function profileScope(ctx: Context, resource: ResourceDescription): string | null {
  return hasProfile(resource) ? profileOfCaller(ctx.caller) : null;
}

/**
 * The scope of a caller within a resource: the objects of its business profile, or the merchant accounts of its
 * organization; null if unrestricted.
 */
export function callerScope(
  ctx: Context,
  resource: ResourceDescription,
): { readonly field: 'profile_id' | 'organization_id'; readonly value: string } | null {
  const profileId = profileScope(ctx, resource);
  if (profileId !== null) return { field: 'profile_id', value: profileId };
  const organizationId = resource.id === 'merchant_id' ? organizationOf(ctx.caller) : null;
  return organizationId === null ? null : { field: 'organization_id', value: organizationId };
}

/** Adds the condition of {@link callerScope}. */
export function withinScope(
  ctx: Context,
  resource: ResourceDescription,
  where: readonly Condition[] = [],
): readonly Condition[] {
  const scope = callerScope(ctx, resource);
  return scope === null ? where : [...where, { ...scope, op: 'eq' }];
}

/** Nested lists restricted to the caller's profile, if their parent has no profile. */
export function listsWithinProfile(
  ctx: Context,
  parent: DescribedClass,
  lists: readonly ChildList[],
): readonly ChildList[] {
  if (profileOfCaller(ctx.caller) === null || hasProfile(resourceOf(parent))) return lists;
  return lists.map((list) => {
    const profileId = profileScope(ctx, resourceOf(fieldOf(parent, list.field).of!()));
    return profileId === null ? list : { ...list, profileId };
  });
}
