import { type Context, profileOfCaller } from './context.ts';
import { Problem } from './errors.ts';

/** Permissions of roles and restricted API keys, with their descriptions. */
export const permissions = Object.freeze({
  'payments:read': 'Read payments, with their attempts, captures and authentications, and statistics.',
  'payments:write': 'Create, update, confirm and retry payments.',
  'payments:capture': 'Capture, cancel and extend authorized payments.',
  'refunds:read': 'Read refunds.',
  'refunds:write': 'Create and update refunds.',
  'disputes:read': 'Read disputes and their evidence.',
  'disputes:write': 'Answer disputes: submit evidence and accept.',
  'payouts:read': 'Read payouts.',
  'payouts:write': 'Create, confirm and cancel payouts.',
  'customers:read': 'Read customers, saved payment methods and mandates.',
  'customers:write': 'Create, update and delete customers, saved payment methods and mandates.',
  'personal_data:read': 'Read personal data, such as names and addresses, without masks.',
  'events:read': 'Read events, webhook endpoints and deliveries.',
  'webhooks:write': 'Change webhook endpoints, and send webhooks again.',
  'connectors:read': 'Read connector accounts and error mappings.',
  'connectors:write': 'Create, update and delete connector accounts.',
  'settings:read': 'Read the merchant account and its business profiles.',
  'settings:write': 'Change the merchant account, its business profiles and their routing.',
  'keys:read': 'List API keys.',
  'keys:write': 'Create, restrict and revoke API keys.',
  'exports:create': 'Export lists to files.',
  'team:read': 'List the people of the merchant account.',
  'team:write': 'Invite and remove people, and change their roles.',
  'audit:read': 'Read the audit log.',
} as const);

export type Permission = keyof typeof permissions;

/** All permissions, in the order of their table. */
export const allPermissions: readonly Permission[] = Object.keys(permissions) as Permission[];

const without = (...left: Permission[]) => allPermissions.filter((permission) => !left.includes(permission));
const reads = allPermissions.filter((permission) => permission.endsWith(':read'));

/** Each role's permissions in a merchant account. */
export const roles = Object.freeze({
  owner: allPermissions,
  /** Everything but appointing and removing owners, which the team's commands check. */
  admin: allPermissions,
  developer: without(
    'payments:capture',
    'refunds:write',
    'disputes:write',
    'payouts:write',
    'personal_data:read',
    'team:write',
    'audit:read',
  ),
  operator: [
    ...reads.filter((permission) => !['keys:read', 'audit:read'].includes(permission)),
    ...(['payments:write', 'payments:capture', 'refunds:write', 'disputes:write', 'payouts:write'] as const),
    ...(['customers:write', 'exports:create'] as const),
  ],
  analyst: [
    ...(['payments:read', 'refunds:read', 'disputes:read', 'payouts:read', 'customers:read'] as const),
    ...(['connectors:read', 'settings:read', 'exports:create'] as const),
  ],
} as const satisfies Record<string, readonly Permission[]>);

export type Role = keyof typeof roles;

/**
 * What an operation or a resource is about: the objects of one business `profile`; what the profiles of a merchant have
 * in common, such as customers and error mappings (`shared`); or the `merchant` as a whole, such as its account, its
 * team and its audit log, which rule all profiles. A key that is restricted to a profile may not reach the last.
 */
export type Reach = 'profile' | 'shared' | 'merchant';

/** What the access rules of an operation require of a caller. */
export interface Requirement {
  /** The permission of an API key or a person; null if only kinds of caller without permissions may use it. */
  readonly permission: Permission | null;
  readonly reach: Reach;
}

/** A requirement in words, as the end of an operation's description. Empty if no API key meets it. */
export function describeRequirement({ permission, reach }: Requirement): string {
  if (permission === null) return '';
  const whole = reach === 'merchant' ? '; no key of a business profile has it here' : '';
  return ` Takes the permission \`${permission}\`${whole}.`;
}

/** Descriptions of the roles. */
export const roleMeanings: Readonly<Record<Role, string>> = Object.freeze({
  owner: 'Everything.',
  admin: 'Everything but appointing and removing owners.',
  developer:
    'Integrates: settings, keys, connectors and webhooks, without moving money or reading personal data.',
  operator: 'Runs payments: captures, refunds, disputes, payouts and customers.',
  analyst: 'Reads and exports, with personal data masked.',
});

/** Whether the caller has a permission. Callers without a list of permissions have all of their kind of key. */
export function isPermitted({ caller }: Context, permission: Permission): boolean {
  return !('permissions' in caller && caller.permissions) || caller.permissions.has(permission);
}

/**
 * Checks that the caller has a permission.
 *
 * @throws {Problem} `not_permitted`, naming the permission.
 */
export function requirePermission(ctx: Context, permission: Permission): void {
  if (isPermitted(ctx, permission)) return;
  const who = ctx.caller.kind === 'person' ? `The role ${ctx.caller.role}` : 'This API key';
  throw new Problem('not_permitted', `${who} does not have the permission ${permission}.`);
}

/** In client secrets and ephemeral keys that show personal data masked, before their random part. */
const MASKING = '_masked_';
const masking = /_masked_[\dA-Za-z]+$/;

/** The permissions of a customer's client whose secret shows personal data masked. */
export const maskingPermissions: ReadonlySet<Permission> = new Set(without('personal_data:read'));

/**
 * A secret for a customer's client. What it opens is no more than whoever it is given to may read: the secret of a caller
 * without `personal_data:read` shows personal data masked.
 *
 * @param prefix What it begins with, such as `pay_1_secret`.
 */
export const clientSecretFor = (ctx: Context, prefix: string, random: string): string =>
  prefix + (isPermitted(ctx, 'personal_data:read') ? '_' : MASKING) + random;

/** Whether a client secret or an ephemeral key shows personal data masked. */
export const isMasking = (secret: string): boolean => masking.test(secret);

/** The context of a customer's client that presents a client secret, if any. The secret is checked elsewhere. */
export function withClientSecret<C extends Context>(ctx: C, secret: unknown): C {
  const { caller } = ctx;
  if (caller.kind !== 'publishable_key' || typeof secret !== 'string' || !isMasking(secret)) return ctx;
  return { ...ctx, caller: { ...caller, permissions: maskingPermissions } };
}

/** A context for the work of an operation whose permission is checked, or of one that needs none. */
export const working = <C extends Context>(ctx: C): C => ({ ...ctx, purpose: 'work' });

/** A context for reading an operation's result, if the given one is for the operation's work. */
export const returning = <C extends Context>(ctx: C): C =>
  ctx.purpose === 'work' ? { ...ctx, purpose: 'result' } : ctx;

/**
 * Checks that the caller may use an operation.
 *
 * @throws {Problem} `not_permitted`, naming the permission or the key's profile.
 */
export function requireAccess(ctx: Context, { permission, reach }: Requirement): void {
  if (permission !== null) requirePermission(ctx, permission);
  requireReach(ctx, reach);
}

/**
 * Begins an operation that changes something.
 *
 * @returns The context for its work.
 * @throws {Problem} As {@link requireAccess}.
 */
export function permitted(ctx: Context, requirement: Requirement): Context {
  requireAccess(ctx, requirement);
  return working(ctx);
}

/**
 * Checks that a caller may act for a business profile.
 *
 * @throws {Problem} `not_permitted` if it is restricted to another.
 */
export function requireProfile({ caller }: Context, profileId: string | null | undefined): void {
  const own = profileOfCaller(caller);
  if (own === null || own === profileId) return;
  throw new Problem('not_permitted', `This API key is restricted to the business profile ${own}.`, {
    param: 'profile_id',
  });
}

/**
 * Checks that the caller may reach what concerns the merchant as a whole, if that is asked for.
 *
 * @throws {Problem} `not_permitted` if the caller is restricted to a business profile.
 */
export function requireReach({ caller }: Context, reach: Reach): void {
  if (reach !== 'merchant') return;
  const own = profileOfCaller(caller);
  if (own === null) return;
  throw new Problem(
    'not_permitted',
    `This concerns the whole merchant account, and this API key is restricted to the business profile ${own}.`,
  );
}
