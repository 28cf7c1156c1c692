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

/** Columns that identify a key to people: a change of them could mislead. */
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
      'Without it you may only revoke the key or restrict it further: fewer permissions or addresses, an earlier expiry.',
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
  @f.Text('Description of the key, such as the program that uses it.', {
    example: 'Charges orders of the shop',
  })
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
  @f.Timestamp('Time at which the key was revoked; null unless revoked.', { filter: true })
  revoked_at?: Date | null;
  @f.Timestamp('Time at which the key was last used, to the minute; null if it was never used.')
  last_used_at?: Date | null;
  @f.Bool(
    'Whether the key has been unused for 90 days: since its last use, or since its creation if it was never used.',
    {
      visibility: 'nowhere',
      filter: 'unindexed',
      computed: {
        reads: [],
        sql: (key) =>
          `(coalesce(${key}.last_used_at, ${key}.created_at) <= now() - interval '${INACTIVE_DAYS} days')`,
      },
    },
  )
  inactive?: boolean;
  @f.Integer(
    'Days before expiry covered by the last notice to the owners, or by the lifetime of a shorter-lived key.',
    {
      visibility: 'nowhere',
    },
  )
  expiry_noticed_days?: number | null;
  @f.TextList(
    'IP addresses and networks (CIDR) that the key may be used from, up to 50; empty for any. Requests from elsewhere are rejected with `address_not_allowed`.',
    { format: 'ip_network', max: 50, example: ['203.0.113.7', '2001:db8:1::/48'] },
  )
  allowed_addresses!: string[];
  @f.EnumerationList(
    () => PermissionName,
    'Permissions of the key; other requests are rejected with `not_permitted`. Null for all but `vault:export`, `team:write` and `keys:write`, which must be listed.',
    { example: ['payments:read', 'refunds:read', 'refunds:write'] },
  )
  permissions?: Permission[] | null;
  @f.Timestamp(
    'Time until which the key has `team:write` and `keys:write` without listing them, because it predates that requirement. Null for any other key.',
  )
  unnamed_permissions_until?: Date | null;
  @f.Text(
    'Creator of the key, by identifier: a person or a key; `*` for administrators and operators. Null for keys from before version 0.6.0.',
    { max: 64, example: 'per_01JZ5V0G7N4S8X2T6W9Y3B1C5D' },
  )
  created_by?: string | null;
  @f.Id(
    "Business profile that the key is restricted to: it can read and change that profile's objects and objects shared by all profiles, such as customers, but not the merchant account itself. Null for all profiles.",
  )
  profile_id?: string | null;
  @f.Id(
    'API key replaced by this key, which inherits its restrictions and can repeat its requests under their idempotency keys.',
  )
  replaces?: string | null;
  @f.Id('The first key in the chain of keys that it replaces.', { visibility: 'nowhere' })
  first_key_id?: string | null;
  @f.Reference(() => BusinessProfile, 'profile_id', 'Business profile that the key is restricted to.')
  profile?: BusinessProfile;
  @f.Reference(() => MerchantAccount, 'merchant_id', 'Merchant account.', { visibility: 'nowhere' })
  merchant?: MerchantAccount;
}
