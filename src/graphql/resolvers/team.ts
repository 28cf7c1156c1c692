import { team } from '../../core/operations/team.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';

export const teamResolvers = [
  ...queriesFor(team.retrieveTeamMember, team.listTeamMembers),
  ...queriesFor(team.retrieveInvitation, team.listInvitations),
  mutationOf(team.inviteMember),
  mutationOf(team.revokeInvitation),
  mutationOf(team.changeMemberRole),
  mutationOf(team.removeMember),
];
