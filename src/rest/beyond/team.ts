import { team } from '../../core/operations/team.ts';
import { listAt } from '../places/list-at.ts';
import { retrieveAt } from '../places/retrieve-at.ts';
import { writeAt } from '../places/write-at.ts';

const ofMember = '/team_members/{account_id}/{person_id}';
const ofInvitation = '/invitations/{account_id}/{invitation_id}';

export const teamBeyond = [
  listAt(team.listTeamMembers, '/team_members/{account_id}'),
  retrieveAt(team.retrieveTeamMember, ofMember),
  writeAt(team.changeMemberRole, {
    method: 'post',
    path: ofMember,
    example: { body: { role: 'operator' } },
  }),
  writeAt(team.removeMember, { method: 'delete', path: ofMember }),
  writeAt(team.inviteMember, {
    method: 'post',
    path: '/invitations/{account_id}',
    example: { body: { email: 'ada@example.com', role: 'analyst' } },
  }),
  listAt(team.listInvitations, '/invitations/{account_id}', { alsoAt: ['/invitations/{account_id}/list'] }),
  retrieveAt(team.retrieveInvitation, ofInvitation),
  writeAt(team.revokeInvitation, { method: 'delete', path: ofInvitation }),
];
