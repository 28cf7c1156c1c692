import {
  type Caller,
  type Context,
  isCustomersKey,
  type KeyKind,
  keyKindNames,
  organizationOf,
  presentedBy,
  profileOfCaller,
} from './context.ts';
import { Problem } from './errors.ts';

/** Permissions of roles and restricted API keys, with their descriptions. */
export const permissions = Object.freeze({
  'payments:read': 'Read payments, with their attempts, captures and authentications, and statistics.',
  'payments:write': 'Create, update, confirm and retry payments.',
  'payments:capture': 'Capture, cancel and extend authorized payments.',
  'refunds:read': 'Read refunds.',
  'refunds:write': 'Create and update refunds.',
  'disputes:read': 'Read disputes and their evidence.',
  'disputes:write': 'Respond to disputes: submit evidence and accept.',
  'payouts:read': 'Read payouts.',
  'payouts:write': 'Create, confirm and cancel payouts.',
  'customers:read': 'Read customers, saved payment methods and mandates.',
  'customers:write': 'Create, update and delete customers, saved payment methods and mandates.',
  'personal_data:read': 'Read personal data, such as names and addresses, without masks.',
  'events:read': 'Read events, webhook endpoints and deliveries.',
  'webhooks:write': 'Change webhook endpoints, and resend webhooks.',
  'connectors:read': 'Read connector accounts and error mappings.',
  'connectors:write': 'Create, update and delete connector accounts.',
  'connectors:credentials':
    'Set the credentials, mode and recipient of connector accounts, which determine the destination of money. Not required for sandbox accounts; the role developer has it for accounts with `test_mode`.',
  'settings:read': 'Read the merchant account and its business profiles.',
  'settings:write': 'Change the merchant account, its business profiles and their routing.',
  'keys:read': 'List API keys.',
  'keys:write': 'Create, restrict and revoke API keys.',
  'finance:read': 'Read balance entries, balances, settlements and differences.',
  'finance:write':
    'Switch reconciliation on and off, write the entries of the past, import settlements, and resolve differences.',
  'exports:create': 'Export lists to files.',
  'vault:export':
    'Request exports of card and account numbers, approve them as a person, and download them encrypted.',
  'team:read': 'List the people of the merchant account.',
  'team:write': 'Invite and remove people, and change their roles.',
  'audit:read': 'Read the audit log.',
} as const);

export type Permission = keyof typeof permissions;

/** All permissions, in the order of their table. */
export const allPermissions: readonly Permission[] = Object.keys(permissions) as Permission[];

/**
 * The permissions that a key has only if listed: a key without a list of permissions lacks them. With them a single
 * key could create the people who approve an export of cards, or another key.
 */
export const namedPermissions: ReadonlySet<Permission> = new Set([
  'vault:export',
  'team:write',
  'keys:write',
]);

/** The permissions of an API key that was created without a list of them. */
export const unnamedPermissions: readonly Permission[] = allPermissions.filter(
  (permission) => !namedPermissions.has(permission),
);

/** The {@link namedPermissions} that keys from before version 0.6.0 keep without a list, until `unnamed_permissions_until`. */
export const keptPermissions: readonly Permission[] = ['team:write', 'keys:write'];

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
    'connectors:credentials',
    'vault:export',
    'team:write',
    'audit:read',
    'finance:read',
    'finance:write',
  ),
  operator: [
    ...reads.filter((permission) => !['keys:read', 'audit:read', 'finance:read'].includes(permission)),
    ...(['payments:write', 'payments:capture', 'refunds:write', 'disputes:write', 'payouts:write'] as const),
    ...(['customers:write', 'exports:create'] as const),
  ],
  analyst: [
    ...(['payments:read', 'refunds:read', 'disputes:read', 'payouts:read', 'customers:read'] as const),
    ...(['connectors:read', 'settings:read', 'finance:read', 'exports:create'] as const),
  ],
  /** Sees money without personal data. */
  finance: [
    ...(['payments:read', 'refunds:read', 'disputes:read', 'payouts:read'] as const),
    ...(['connectors:read', 'settings:read', 'finance:read', 'finance:write', 'exports:create'] as const),
  ],
} as const satisfies Record<string, readonly Permission[]>);

export type Role = keyof typeof roles;

/** The roles, most powerful first. */
export const allRoles = Object.keys(roles) as readonly Role[];

/** The roles that have permissions. */
export function rolesWith(needed: readonly Permission[]): Role[] {
  return allRoles.filter((role) => {
    const held: readonly Permission[] = roles[role];
    return needed.every((permission) => held.includes(permission));
  });
}

/** Days without a request after which a member or an operator is inactive: PCI DSS 8.2.6. */
export const INACTIVE_DAYS = 90;

/** Whether a person is inactive, by the time of the last request or else of the appointment. */
export const isInactive = (seenAt: Date, now: Date): boolean =>
  seenAt.getTime() <= now.getTime() - INACTIVE_DAYS * 24 * 60 * 60_000;

/**
 * The scope of an operation or a resource: the objects of one business `profile`; those that the profiles of a
 * merchant share, such as customers and error mappings (`shared`); the `merchant` as a whole, such as its account,
 * its team and its audit log, which govern all profiles; the merchants of an `organization`, for adding a merchant;
 * or the whole `installation`, such as error mappings, suspensions and administrators' keys. A key that is restricted
 * to a profile may not reach a merchant as a whole, and an organization's key may not reach the installation.
 */
export type Reach = 'profile' | 'shared' | 'merchant' | 'organization' | 'installation';

/**
 * The permissions of an organization's key: enough to set merchants up, but not to move their money or see their
 * customers. Operations that require other permissions are refused.
 */
export const organizationPermissions: ReadonlySet<Permission> = new Set([
  'connectors:read',
  'connectors:write',
  'connectors:credentials',
  'settings:read',
  'settings:write',
  'keys:read',
  'keys:write',
  'team:read',
  'team:write',
  // Of a team's people; and an organization's key could set a webhook address that receives such data.
  'personal_data:read',
]);

/** The requirements of an operation's access rules. */
export interface Requirement {
  /** The permission of an API key or a person; null if only kinds of caller without permissions may use it. */
  readonly permission: Permission | null;
  readonly reach: Reach;
}

/** A requirement in words, for the end of an operation's description. Empty if no API key meets it. */
export function describeRequirement({
  keys,
  permission,
  reach,
}: Requirement & { readonly keys?: readonly KeyKind[] }): string {
  if (permission === null || keys?.includes('api_key') === false) return '';
  const whole = reach === 'merchant' ? '; not available to keys of a business profile' : '';
  return ` Requires the permission \`${permission}\`${whole}.`;
}

/** Descriptions of the roles. */
export const roleMeanings: Readonly<Record<Role, string>> = Object.freeze({
  owner: 'Everything.',
  admin: 'Everything but appointing and removing owners.',
  developer:
    'Integrates: settings, keys, connectors and webhooks, without moving money, reading personal data or setting the destinations of cards, personal data and live money.',
  operator: 'Runs payments: captures, refunds, disputes, payouts and customers.',
  analyst: 'Reads and exports, with personal data masked.',
  finance: 'Reconciles payments, refunds, disputes and payouts with settlements; sees no personal data.',
});

/**
 * Whether the caller has a permission. Callers without a list of permissions have all permissions of their kind of
 * key.
 */
export function isPermitted({ caller }: Context, permission: Permission): boolean {
  if ('permissions' in caller && caller.permissions) return caller.permissions.has(permission);
  return caller.kind !== 'api_key' || !namedPermissions.has(permission) || keeps(caller, permission);
}

/** Whether a key from before the requirement keeps an unlisted permission. */
const keeps = (caller: Caller, permission: Permission): boolean =>
  caller.kind === 'api_key' && caller.keepsUnnamed === true && keptPermissions.includes(permission);

/** End of an error message: the way to give a key a permission that must be listed. */
const howToName = ({ caller }: Context, permission: Permission): string =>
  caller.kind === 'api_key' && !caller.permissions && namedPermissions.has(permission)
    ? ' A key has it only if listed in `permissions`: create such a key as a person, or with the admin API key.'
    : '';

/**
 * Checks that the caller has a permission.
 *
 * @throws {Problem} `not_permitted`, naming the permission.
 */
export function requirePermission(ctx: Context, permission: Permission): void {
  if (isPermitted(ctx, permission)) return;
  throw new Problem(
    'not_permitted',
    `${callerInWords(ctx)} does not have the permission ${permission}.${howToName(ctx, permission)}`,
  );
}

/** The holder of permissions, for error messages. */
export function callerInWords({ caller }: Context): string {
  if (caller.kind === 'person') return `The role ${caller.role}`;
  if (organizationOf(caller) !== null) return 'The key of an organization';
  return isCustomersKey(caller.kind) ? "A customer's client" : 'This API key';
}

/** Marks client secrets and ephemeral keys that show personal data masked, before their random part. */
const MASKING = '_masked_';
const masking = /_masked_[\dA-Za-z]+$/;

/** The permissions of a customer's client whose secret shows personal data masked. */
export const maskingPermissions: ReadonlySet<Permission> = new Set(without('personal_data:read'));

/**
 * A secret for a customer's client. It never shows more than its creator may read: created by a caller without
 * `personal_data:read`, it shows personal data masked.
 *
 * @param prefix Start of the secret, such as `pay_1_secret`.
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

/**
 * A context for the work of a write, once its permission is checked or it needs none. It reads every object, and shows
 * personal data whole: a read has no such context.
 */
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
  if (reach === 'installation') requireReach(ctx, reach);
  if (permission !== null) requirePermission(ctx, permission);
  requireReach(ctx, reach);
}

/** Whether a caller may act for a business profile. Objects of other profiles are reported as missing. */
export function reachesProfile({ caller }: Context, profileId: string | null | undefined): boolean {
  const own = profileOfCaller(caller);
  return own === null || own === profileId;
}

/**
 * Checks that a caller may act for a business profile.
 *
 * @throws {Problem} `not_permitted` if the caller is restricted to another profile.
 */
export function requireProfile(ctx: Context, profileId: string | null | undefined): void {
  if (reachesProfile(ctx, profileId)) return;
  const own = profileOfCaller(ctx.caller);
  throw new Problem('not_permitted', `This API key is restricted to the business profile ${own}.`, {
    param: 'profile_id',
  });
}

/**
 * Checks that the caller may reach the given scope.
 *
 * @throws {Problem} `wrong_key_kind` for the installation, unless it is an administrator; `not_permitted` if the caller
 * is restricted to a business profile or an organization.
 */
export function requireReach({ caller }: Context, reach: Reach): void {
  if (reach === 'profile' || reach === 'shared') return;
  const profileId = profileOfCaller(caller);
  if (reach === 'merchant') {
    if (profileId === null) return;
    throw new Problem(
      'not_permitted',
      `This operation concerns the whole merchant account; this API key is restricted to the business profile ${profileId}.`,
    );
  }
  if (caller.kind !== 'admin_key') {
    throw new Problem(
      'wrong_key_kind',
      `This operation requires ${keyKindNames.admin_key}, not ${presentedBy(caller)}.`,
    );
  }
  const organizationId = organizationOf(caller);
  if (reach === 'organization' || organizationId === null) return;
  throw new Problem(
    'not_permitted',
    `This operation concerns the whole installation; this key is restricted to the organization ${organizationId}.`,
  );
}
