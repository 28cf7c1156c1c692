import { type Context, profileOfCaller } from '../foundation/context.ts';
import { type DescribedClass, fieldOf, type ResourceDescription, resourceOf } from '../model/index.ts';
import type { ChildList } from './children.ts';
import type { Condition } from './statement.ts';

const hasProfile = ({ fields, reads }: ResourceDescription): boolean =>
  reads !== null && fields.some(({ name }) => name === 'profile_id');

/** The business profile that a caller is restricted to for a resource; null if unrestricted. */
export function profileScope(ctx: Context, resource: ResourceDescription): string | null {
  return hasProfile(resource) ? profileOfCaller(ctx.caller) : null;
}

/** Adds the condition of the caller's profile. */
export function withinProfile(
  ctx: Context,
  resource: ResourceDescription,
  where: readonly Condition[] = [],
): readonly Condition[] {
  const value = profileScope(ctx, resource);
  return value === null ? where : [...where, { field: 'profile_id', op: 'eq', value }];
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
