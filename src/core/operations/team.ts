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
  only: { face: 'graphql', because: 'Views are for the lists of the dashboard.' },
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
      'Changes the role of a member, in effect for every request from then on. Only an owner appoints and demotes owners, and the last owner stays.',
    input: MemberRoleChange,
    problems: ['unexpected_state'],
    run: changeMemberRole,
  }),
  removeMember: writeOperation({
    ...writesMember,
    summary: 'Remove a member of the team',
    about:
      'Removes a member and returns their last state. Their requests and connections end at once; their own account stays. Only an owner removes owners, and the last owner stays.',
    evenIfSuspended: true,
    problems: ['unexpected_state'],
    run: removeMember,
    shows: 'result',
  }),
  inviteMember: writeOperation({
    ...writesTeam,
    summary: 'Invite a person',
    about:
      'Invites a person to join the merchant account, by e-mail. An open invitation of the same address is revoked. Only an owner invites owners. Without a mail server, only an operator invites, and gets the link to hand over: others are refused with `unexpected_state`. In development the log has the link.',
    input: MemberInvitation,
    target: Invitation,
    creates: true,
    problems: ['resource_already_exists', 'unexpected_state', 'outgoing_calls_off'],
    oneTimeText: {
      name: 'link',
      about:
        'The link by which the person accepts, for the admin key or an operator if it was not mailed; null otherwise.',
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
    about: 'Revokes an invitation: its link opens nothing from then on. An accepted one stays accepted.',
    ids: ['invitation_id'],
    target: Invitation,
    evenIfSuspended: true,
    run: revokeInvitation,
  }),
  saveView: writeOperation({
    ...writesView,
    summary: 'Save a view',
    about:
      'Saves a view of a list of the dashboard for the person who calls, or changes one. A person has at most 50 in a merchant account.',
    input: ViewToSave,
    run: saveView,
  }),
  deleteView: writeOperation({
    ...writesView,
    summary: 'Delete a saved view',
    about: 'Deletes a saved view of the person who calls, and returns its last state.',
    ids: ['view_id'],
    evenIfSuspended: true,
    run: deleteView,
  }),
});
