import { type KeyRestrictions, loosened, permissionsOfKey } from '../foundation/key-restrictions.ts';
import { INACTIVE_DAYS, type Permission, permissions } from '../foundation/permissions.ts';
import * as f from '../model/fields.ts';
import { enumeration, MerchantScoped, Resource } from '../model/index.ts';
import { BusinessProfile } from './business-profile.ts';
import { MerchantAccount } from './merchant-account.ts';

/** Permissions of a restricted API key, or of a person's role. */
export const PermissionName = enumeration(
  'Permission',
  'A permission of a role or a restricted API key.',
  permissions,
);

/** Columns of a key by which it is told from others, whose change misleads. */
const names = ['name', 'description'];

/** A merchant's secret API key; only its hash is stored. Specification: Authentication. */
@Resource({
  table: 'api_keys',
  id: 'key_id',
  prefix: 'key',
  about:
    "A merchant's secret API key. The key is returned once, on creation; only its SHA-256 hash is stored.",
  order: 'created_at',
  from: 'newest',
  reads: 'keys:read',
  reach: 'profile',
  audited: { shows: 'values' },
  rights: {
    permissions: (key: KeyRestrictions) => permissionsOfKey(key),
    restricts: (before: KeyRestrictions, after: KeyRestrictions | null, columns) =>
      after !== null && loosened(before, after).length === 0 && !names.some((name) => columns.has(name)),
    otherwise:
      'Without it you may only revoke the key, or restrict it: fewer permissions or addresses, an earlier end.',
  },
  indexes: {
    api_keys_hash: { columns: ['hash'] },
    api_keys_expiring: { columns: ['expires_at'], where: 'expires_at is not null and revoked_at is null' },
  },
})
export class ApiKey extends MerchantScoped {
  @f.Id('Unique identifier of the API key. This is not the key itself.', { required: true, search: true })
  key_id!: string;
  @f.Text('Name the merchant gave the key.', { required: true, search: true, example: 'Checkout server' })
  name!: string;
  @f.Text('Description of the key, such as what uses it.', { example: 'Charges orders of the shop' })
  description?: string | null;
  @f.Text('Start of the key, `sk_test_` or `sk_live_`.', {
    required: true,
    max: 16,
    example: 'sk_test_',
    holds: 'token',
  })
  prefix!: string;
  @f.Text('Last four characters of the key.', { required: true, max: 4, example: 'b1Ab' }) last4!: string;
  @f.Text('Hexadecimal SHA-256 of the key.', {
    required: true,
    max: 64,
    visibility: 'nowhere',
    holds: 'token',
  })
  hash!: string;
  @f.Timestamp('Time at which the key was created.', { required: true, filter: true, sort: true })
  created_at!: Date;
  @f.Timestamp('Time from which the key is rejected; null if it does not expire.', { filter: true })
  expires_at?: Date | null;
  @f.Timestamp('Time at which the key was revoked; null if it is not revoked.', { filter: true })
  revoked_at?: Date | null;
  @f.Timestamp('Time at which the key was last used, to the minute; null if it was never used.')
  last_used_at?: Date | null;
  @f.Bool('Whether the key was not used for 90 days, or, if it never was, made before that.', {
    visibility: 'nowhere',
    filter: 'unindexed',
    computed: {
      reads: [],
      sql: (key) =>
        `(coalesce(${key}.last_used_at, ${key}.created_at) <= now() - interval '${INACTIVE_DAYS} days')`,
    },
  })
  inactive?: boolean;
  @f.Integer('Days before its end that its owners were last notified of, or that it was made within.', {
    visibility: 'nowhere',
  })
  expiry_noticed_days?: number | null;
  @f.TextList(
    'IP addresses and networks (CIDR) that the key may be used from, up to 50; empty for any. Requests from elsewhere are rejected with `address_not_allowed`.',
    { format: 'ip_network', max: 50, example: ['203.0.113.7', '2001:db8:1::/48'] },
  )
  allowed_addresses!: string[];
  @f.EnumerationList(
    () => PermissionName,
    'Permissions of the key; other requests are rejected with `not_permitted`. Null for all but `vault:export`, `team:write` and `keys:write`, which a key has only where they are named.',
    { example: ['payments:read', 'refunds:read', 'refunds:write'] },
  )
  permissions?: Permission[] | null;
  @f.Timestamp(
    'Time until which the key has `team:write` and `keys:write` although it names no permissions: it was created before they had to be named. Null for any other key.',
  )
  unnamed_permissions_until?: Date | null;
  @f.Text(
    'Creator of the key, by identifier: a person or a key; `*` for administrators and operators. Null for keys from before version 0.6.0.',
    { max: 64, example: 'per_01JZ5V0G7N4S8X2T6W9Y3B1C5D' },
  )
  created_by?: string | null;
  @f.Id(
    'Business profile that the key is restricted to: it reads and changes the objects of that profile, and what all profiles share, such as customers, but nothing of the merchant account as a whole. Null for all profiles.',
  )
  profile_id?: string | null;
  @f.Id(
    'API key that this one replaces: it has its restrictions, and repeats its requests under their idempotency keys.',
  )
  replaces?: string | null;
  @f.Id('The first of the keys that it replaces, one after another.', { visibility: 'nowhere' })
  first_key_id?: string | null;
  @f.Reference(() => BusinessProfile, 'profile_id', 'Business profile that the key is restricted to.')
  profile?: BusinessProfile;
  @f.Reference(() => MerchantAccount, 'merchant_id', 'Merchant account.', { visibility: 'nowhere' })
  merchant?: MerchantAccount;
}
