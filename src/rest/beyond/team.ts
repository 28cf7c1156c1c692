import { Invitation } from '../../core/entities/invitation.ts';
import { TeamMember } from '../../core/entities/team-member.ts';
import { inviteMember, MemberInvitation, revokeInvitation } from '../../core/team/invitations.ts';
import { changeMemberRole, MemberRoleChange, removeMember } from '../../core/team/team-members.ts';
import { beyond, retrieve } from '../beyond.ts';
import { listOf } from '../lists.ts';
import { one, oneWithSecret } from '../response-shapes.ts';

export const teamBeyond = [
  listOf(TeamMember, {
    id: 'listTeamMembers',
    summary: 'List the team',
    path: '/team_members/{account_id}',
    about: 'Lists the people who belong to a merchant account, in the order in which they joined.',
  }),
  beyond({
    id: 'retrieveTeamMember',
    permission: 'team:read',
    reach: 'merchant',
    summary: 'Retrieve a member of the team',
    method: 'get',
    path: '/team_members/{account_id}/{person_id}',
    about: 'Retrieves a person who belongs to a merchant account.',
    response: one(TeamMember, 'full'),
    handle: (ctx, { path }) => retrieve(ctx, TeamMember, path.person_id),
  }),
  beyond({
    id: 'changeMemberRole',
    permission: 'team:write',
    reach: 'merchant',
    summary: 'Change a role',
    method: 'post',
    path: '/team_members/{account_id}/{person_id}',
    about:
      'Changes the role of a member, in effect for every request from then on. Only an owner appoints and demotes owners, and the last one stays.',
    body: MemberRoleChange,
    problems: ['unexpected_state'],
    example: { body: { role: 'operator' } },
    response: one(TeamMember, 'full'),
    handle: async (ctx, { path, body }) => {
      await changeMemberRole(ctx, path.person_id, body);
      return retrieve(ctx, TeamMember, path.person_id);
    },
  }),
  beyond({
    id: 'removeMember',
    permission: 'team:write',
    reach: 'merchant',
    evenIfSuspended: true,
    summary: 'Remove a member of the team',
    method: 'delete',
    path: '/team_members/{account_id}/{person_id}',
    about:
      'Removes a member and returns their last state. Their requests and connections end at once. Only an owner removes owners, and the last one stays.',
    problems: ['unexpected_state'],
    response: one(TeamMember, 'full'),
    handle: (ctx, { path }) => removeMember(ctx, path.person_id),
  }),
  beyond({
    id: 'inviteMember',
    permission: 'team:write',
    reach: 'merchant',
    summary: 'Invite a person',
    method: 'post',
    path: '/invitations/{account_id}',
    about:
      'Invites a person to join the merchant account, by e-mail. An open invitation of the same address is revoked. Only an owner invites owners. Without a mail server, only an operator invites, and gets the link to hand over: 409 `unexpected_state` for others. In development the log has it.',
    body: MemberInvitation,
    problems: ['resource_already_exists', 'unexpected_state', 'outgoing_calls_off'],
    example: { body: { email: 'ada@example.com', role: 'analyst' } },
    response: oneWithSecret(
      Invitation,
      'link',
      'The link by which the person accepts, for the admin key or an operator where `delivered_by` is `link`; null otherwise, and in the replay of an idempotent request.',
    ),
    handle: async (ctx, { body }) => {
      const { invitationId, link } = await inviteMember(ctx, body);
      return { ...(await retrieve(ctx, Invitation, invitationId)), link };
    },
  }),
  listOf(Invitation, {
    id: 'listInvitations',
    summary: 'List invitations',
    path: '/invitations/{account_id}',
    alsoAt: ['/invitations/{account_id}/list'],
    about: 'Lists invitations to a merchant account, newest first.',
  }),
  beyond({
    id: 'retrieveInvitation',
    permission: 'team:read',
    reach: 'merchant',
    summary: 'Retrieve an invitation',
    method: 'get',
    path: '/invitations/{account_id}/{invitation_id}',
    about: 'Retrieves an invitation.',
    response: one(Invitation, 'full'),
    handle: (ctx, { path }) => retrieve(ctx, Invitation, path.invitation_id),
  }),
  beyond({
    id: 'revokeInvitation',
    permission: 'team:write',
    reach: 'merchant',
    evenIfSuspended: true,
    summary: 'Revoke an invitation',
    method: 'delete',
    path: '/invitations/{account_id}/{invitation_id}',
    about: 'Revokes an invitation: its link opens nothing from then on. An accepted one stays accepted.',
    response: one(Invitation, 'full'),
    handle: async (ctx, { path }) => {
      await revokeInvitation(ctx, path.invitation_id);
      return retrieve(ctx, Invitation, path.invitation_id);
    },
  }),
];
