import { Invitation } from '../entities/invitation.ts';
import { SavedView } from '../entities/saved-view.ts';
import { TeamMember } from '../entities/team-member.ts';
import { inviteMember, MemberInvitation, revokeInvitation } from '../team/invitations.ts';
import { deleteView, type ShownView, saveView, ViewToSave } from '../team/saved-views.ts';
import { changeMemberRole, MemberRoleChange, removeMember } from '../team/team-members.ts';
import { listOperation, operationsByName, retrieveOperation, writeOperation } from './operation.ts';

const writesTeam = { permission: 'team:write', reach: 'merchant' } as const;
const writesMember = { ...writesTeam, target: TeamMember, ids: ['person_id'] } as const;
const writesView = {
  permission: null,
  reach: 'merchant',
  byPersons: true,
  target: SavedView,
  only: { face: 'graphql', because: "Views belong to the dashboard's lists." },
  shows: (view: ShownView) => ({ id: view.viewId, snapshot: { ...view } }),
} as const;

export const team = operationsByName({
  listTeamMembers: listOperation(TeamMember, {
    summary: 'List the team',
    about: 'Lists the people who belong to a merchant account, oldest first.',
  }),
  retrieveTeamMember: retrieveOperation(TeamMember, {
    summary: 'Retrieve a member of the team',
    about: 'Retrieves a person who belongs to a merchant account.',
  }),
  changeMemberRole: writeOperation({
    ...writesMember,
    summary: 'Change a role',
    about:
      'Changes the role of a member, effective for all subsequent requests. Only an owner can appoint and demote owners, and the last owner cannot be demoted.',
    input: MemberRoleChange,
    problems: ['unexpected_state'],
    run: changeMemberRole,
  }),
  removeMember: writeOperation({
    ...writesMember,
    summary: 'Remove a member of the team',
    about:
      'Removes a member and returns their last state. Their access and connections end immediately; their personal account remains. Only an owner can remove owners, and the last owner cannot be removed.',
    evenIfSuspended: true,
    problems: ['unexpected_state'],
    run: removeMember,
    shows: 'result',
  }),
  inviteMember: writeOperation({
    ...writesTeam,
    summary: 'Invite a person',
    about:
      'Invites a person to join the merchant account, by e-mail. An open invitation for the same address is revoked. Only an owner can invite owners. Without a mail server, only an operator can invite, and receives the link to pass on; others are refused with `unexpected_state`. In development the link is logged.',
    input: MemberInvitation,
    target: Invitation,
    creates: true,
    problems: ['resource_already_exists', 'unexpected_state', 'outgoing_calls_off'],
    oneTimeText: {
      name: 'link',
      about: 'The acceptance link, for the admin key or an operator if it was not mailed; null otherwise.',
    },
    run: inviteMember,
    shows: ({ invitationId: id, link }) => ({ id, ...(link === null ? {} : { oneTimeTexts: { link } }) }),
  }),
  listInvitations: listOperation(Invitation, {
    about: 'Lists invitations to a merchant account, newest first.',
  }),
  retrieveInvitation: retrieveOperation(Invitation),
  revokeInvitation: writeOperation({
    ...writesTeam,
    summary: 'Revoke an invitation',
    about: 'Revokes an invitation: its link no longer works. An accepted invitation remains accepted.',
    ids: ['invitation_id'],
    target: Invitation,
    evenIfSuspended: true,
    run: revokeInvitation,
  }),
  saveView: writeOperation({
    ...writesView,
    summary: 'Save a view',
    about:
      "Creates or changes the caller's saved view of a dashboard list. A person can have at most 50 views in a merchant account.",
    input: ViewToSave,
    run: saveView,
  }),
  deleteView: writeOperation({
    ...writesView,
    summary: 'Delete a saved view',
    about: 'Deletes a saved view of the caller, and returns its last state.',
    ids: ['view_id'],
    evenIfSuspended: true,
    run: deleteView,
  }),
});
