import { type Context, organizationOf, profileOfCaller } from '../foundation/context.ts';
import { type DescribedClass, fieldOf, type ResourceDescription, resourceOf } from '../model/index.ts';
import type { ChildList } from './children.ts';
import type { Condition } from './statement.ts';

const hasProfile = ({ fields, reads }: ResourceDescription): boolean =>
  reads !== null && fields.some(({ name }) => name === 'profile_id');

/** The business profile that a caller is restricted to for a resource; null if unrestricted. */
export function profileScope(ctx: Context, resource: ResourceDescription): string | null {
  return hasProfile(resource) ? profileOfCaller(ctx.caller) : null;
}

/**
 * What a caller is restricted to of a resource: the objects of its business profile, or the merchant accounts of its
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

/** Nested lists with the caller's profile, if the object that they are of is not itself of one. */
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
