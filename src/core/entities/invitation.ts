import type { Role } from '../foundation/permissions.ts';
import * as f from '../model/fields.ts';
import { enumeration, MerchantScoped, Resource } from '../model/index.ts';
import { MerchantAccount } from './merchant-account.ts';
import { RoleName } from './team-member.ts';

/** How the link of an invitation reaches the person. */
export type Delivery = 'email' | 'link' | 'log';

export const InvitationDelivery = enumeration<Delivery>(
  'InvitationDelivery',
  'How the link of an invitation reaches the person.',
  {
    email: 'Sent by e-mail to the person: accepting proves the address.',
    link: 'Given to the operator who invites, to hand over.',
    log: "Written to the service's log, in development.",
  },
);

/**
 * An invitation to join a merchant account. Only the digest of its link's token is stored: a copy of the table opens
 * nothing.
 */
@Resource({
  table: 'invitations',
  id: 'invitation_id',
  reads: 'team:read',
  reach: 'merchant',
  prefix: 'inv',
  about:
    'An invitation of a person to join a merchant account, open until it is accepted, revoked or expires.',
  order: 'created_at',
  from: 'newest',
  audited: { shows: 'figures' },
  indexes: {
    invitations_by_token_hash: { columns: ['token_hash'] },
    invitations_by_email: { columns: ['email', 'merchant_id'] },
  },
})
export class Invitation extends MerchantScoped {
  @f.Id('Unique identifier of the invitation.', { required: true }) invitation_id!: string;
  @f.Email('E-mail address of the person who is invited, who signs in with it.', {
    required: true,
    search: true,
    redirectsNothing: 'guarded_by_operation',
  })
  email!: string;
  @f.Enumeration(() => RoleName, 'Role that the person will have.', { required: true, filter: true })
  role!: Role;
  @f.Enumeration(
    () => InvitationDelivery,
    'How the link reaches the person; null for invitations before release 0.6.0.',
  )
  delivered_by?: Delivery | null;
  @f.Text('Hexadecimal SHA-256 of the token in the link.', { required: true, max: 64, visibility: 'nowhere' })
  token_hash!: string;
  @f.Timestamp('Time at which the person was invited.', { required: true, filter: true, sort: true })
  created_at!: Date;
  @f.Timestamp('Time from which the invitation cannot be accepted.', { required: true, filter: true })
  expires_at!: Date;
  @f.Timestamp('Time at which the invitation was accepted; null if it was not.', { filter: true })
  accepted_at?: Date | null;
  @f.Timestamp('Time at which the invitation was revoked; null if it was not.', { filter: true })
  revoked_at?: Date | null;
  @f.Reference(() => MerchantAccount, 'merchant_id', 'Merchant account.', { visibility: 'nowhere' })
  merchant?: MerchantAccount;
}
