import { type Role, roleMeanings, roles } from '../foundation/permissions.ts';
import * as f from '../model/fields.ts';
import { enumeration, MerchantScoped, Resource } from '../model/index.ts';
import { MerchantAccount } from './merchant-account.ts';

export const RoleName = enumeration(
  'Role',
  "A person's role in a merchant account, which sets their permissions.",
  roleMeanings,
);

/** A person's membership of a merchant account, with a role. The person's own account is in the schema `auth`. */
@Resource({
  table: 'team_members',
  id: 'person_id',
  reads: 'team:read',
  reach: 'merchant',
  prefix: 'per',
  about: 'A person who belongs to a merchant account, with a role in it.',
  order: 'joined_at',
  from: 'oldest',
  audited: { shows: 'figures' },
  rights: { permissions: ({ role }: { role: Role }) => roles[role] },
  indexes: { team_members_by_person_id: { columns: ['person_id', 'merchant_id'] } },
})
export class TeamMember extends MerchantScoped {
  @f.Id('Unique identifier of the person, the same in all their merchant accounts.', {
    required: true,
    example: 'per_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  person_id!: string;
  @f.Email('E-mail address with which the person signs in.', { required: true, search: true })
  email!: string;
  @f.Text('Name of the person.', { required: true, search: true, example: 'Ada Lovelace' }) name!: string;
  @f.Enumeration(() => RoleName, "The person's role.", { required: true, filter: true })
  role!: Role;
  @f.Text(
    'Identifier of the person or key that granted the role; `*` for administrators and operators. Null for roles from before version 0.6.0.',
    { max: 64, example: 'per_01JZ5V0G7N4S8X2T6W9Y3B1C5D' },
  )
  role_given_by?: string | null;
  @f.Timestamp(
    "Time since which the person's roles have included `vault:export`. Approving an export of cards requires it for `VAULT_APPROVER_DAYS`. Null without the permission, and for people who had it before version 0.6.0.",
  )
  vault_export_since?: Date | null;
  @f.Timestamp('Time at which the person joined the merchant account.', {
    required: true,
    filter: true,
    sort: true,
  })
  joined_at!: Date;
  @f.Timestamp('Time of the last request of the person in this merchant account, to the minute.')
  last_seen_at?: Date | null;
  @f.Reference(() => MerchantAccount, 'merchant_id', 'Merchant account.', { visibility: 'nowhere' })
  merchant?: MerchantAccount;
}
