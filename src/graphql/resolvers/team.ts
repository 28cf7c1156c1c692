import { Invitation } from '../../core/entities/invitation.ts';
import { TeamMember } from '../../core/entities/team-member.ts';
import { inviteMember, MemberInvitation, revokeInvitation } from '../../core/team/invitations.ts';
import { changeMemberRole, MemberRoleChange, removeMember } from '../../core/team/team-members.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

const returnsMember = { payload: TeamMember, payloadField: 'teamMember' } as const;
const returnsInvitation = { payload: Invitation, payloadField: 'invitation' } as const;

export const teamResolvers = [
  queriesOf(TeamMember),
  queriesOf(Invitation),
  mutation({
    ...returnsInvitation,
    name: 'inviteMember',
    permission: 'team:write',
    reach: 'merchant',
    about:
      'Invites a person to join the merchant account, by e-mail. An open invitation of the same address is revoked. Only an owner invites owners. Without a mail server, only an operator invites, and gets the link to hand over: `unexpected_state` for others. In development the log has it.',
    input: MemberInvitation,
    creates: true,
    oneTimeText: {
      name: 'link',
      about:
        'The link by which the person accepts, for the admin key or an operator where `deliveredBy` is `link`; null otherwise, and in the replay of an idempotent mutation.',
    },
    run: async (ctx, input) => {
      const { invitationId, link } = await inviteMember(ctx, input);
      return { id: invitationId, ...(link === null ? {} : { oneTimeTexts: { link } }) };
    },
  }),
  mutation({
    ...returnsInvitation,
    name: 'revokeInvitation',
    permission: 'team:write',
    reach: 'merchant',
    about: 'Revokes an invitation: its link opens nothing from then on. An accepted one stays accepted.',
    evenIfSuspended: true,
    ids: ['invitation_id'],
    run: async (ctx, _input, { invitation_id }) => {
      await revokeInvitation(ctx, invitation_id!);
      return { id: invitation_id! };
    },
  }),
  mutation({
    ...returnsMember,
    name: 'changeMemberRole',
    permission: 'team:write',
    reach: 'merchant',
    about:
      'Changes the role of a member, in effect for every request from then on. Only an owner appoints and demotes owners, and the last one stays.',
    input: MemberRoleChange,
    ids: ['person_id'],
    run: async (ctx, input, { person_id }) => {
      await changeMemberRole(ctx, person_id!, input);
      return { id: person_id! };
    },
  }),
  mutation({
    ...returnsMember,
    name: 'removeMember',
    permission: 'team:write',
    reach: 'merchant',
    about:
      'Removes a member and returns their last state. Their requests and connections end at once; their own account stays. Only an owner removes owners, and the last one stays.',
    evenIfSuspended: true,
    ids: ['person_id'],
    run: async (ctx, _input, { person_id }) => {
      const snapshot = await removeMember(ctx, person_id!);
      return { id: person_id!, snapshot };
    },
  }),
];
