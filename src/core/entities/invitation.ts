import type { Role } from '../foundation/permissions.ts';
import * as f from '../model/fields.ts';
import { enumeration, MerchantScoped, Resource } from '../model/index.ts';
import { MerchantAccount } from './merchant-account.ts';
import { RoleName } from './team-member.ts';

/** Delivery method of an invitation's link. */
export type Delivery = 'email' | 'link' | 'log';

export const InvitationDelivery = enumeration<Delivery>(
  'InvitationDelivery',
  "Delivery method of an invitation's link.",
  {
    email: 'Sent by e-mail to the person: accepting proves the address.',
    link: 'Returned to the inviting operator, to pass on.',
    log: "Written to the service's log, in development.",
  },
);

/**
 * An invitation to join a merchant account. Only the digest of its link's token is stored, so a copy of the table
 * grants no access.
 */
@Resource({
  table: 'invitations',
  id: 'invitation_id',
  reads: 'team:read',
  reach: 'merchant',
  prefix: 'inv',
  about: 'An invitation to join a merchant account, valid until it is accepted, revoked or expires.',
  order: 'created_at',
  from: 'newest',
  audited: { shows: 'figures' },
  indexes: {
    invitations_by_token_hash: { columns: ['token_hash'] },
    invitations_by_email: { columns: ['email', 'merchant_id'] },
    // For the chain of inviters.
    invitations_by_accepted_by: {
      columns: ['merchant_id', 'accepted_by'],
      where: 'accepted_by is not null',
    },
  },
})
export class Invitation extends MerchantScoped {
  @f.Id('Unique identifier of the invitation.', { required: true }) invitation_id!: string;
  @f.Email('E-mail address of the invited person, used to sign in.', {
    required: true,
    search: true,
    redirectsNothing: 'guarded_by_operation',
  })
  email!: string;
  @f.Enumeration(() => RoleName, 'Role that the person will have.', { required: true, filter: true })
  role!: Role;
  @f.Text(
    'Identifier of the inviting person or key; `*` for administrators and operators. Null for invitations from before version 0.6.0.',
    { max: 64, example: 'per_01JZ5V0G7N4S8X2T6W9Y3B1C5D' },
  )
  invited_by?: string | null;
  @f.Id('Identifier of the person who accepted; null unless accepted, or before version 0.6.0.', {
    example: 'per_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  accepted_by?: string | null;
  @f.Enumeration(
    () => InvitationDelivery,
    'Delivery method of the link; null for invitations from before version 0.6.0.',
  )
  delivered_by?: Delivery | null;
  @f.Text('Hexadecimal SHA-256 of the token in the link.', { required: true, max: 64, visibility: 'nowhere' })
  token_hash!: string;
  @f.Timestamp('Time at which the person was invited.', { required: true, filter: true, sort: true })
  created_at!: Date;
  @f.Timestamp('Time from which the invitation cannot be accepted.', { required: true, filter: true })
  expires_at!: Date;
  @f.Timestamp('Time at which the invitation was accepted; null unless accepted.', { filter: true })
  accepted_at?: Date | null;
  @f.Timestamp('Time at which the invitation was revoked; null unless revoked.', { filter: true })
  revoked_at?: Date | null;
  @f.Reference(() => MerchantAccount, 'merchant_id', 'Merchant account.', { visibility: 'nowhere' })
  merchant?: MerchantAccount;
}
